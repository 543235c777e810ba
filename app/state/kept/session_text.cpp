#include "app/state/kept/session_text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/state/kept/experiment_work_text.h"
#include "app/state/kept/session_fields.h"
#include "app/state/model/file_task.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

using Origins = std::vector<std::shared_ptr<const Origin<Document>>>;

class SessionReader {
public:
    SessionReader(std::string_view text, double allowed) : rest_(text), allowed_(allowed) {}

    Checked<Session> read() {
        FirstLine first = readFirstLine();
        if (faults_.empty()) readLines(first);
        if (!faults_.empty()) return tl::unexpected(faultsWithLine());
        Session session{.document = {std::move(steps_), first.at},
                        .place = first.place,
                        .is_unsaved = first.head.is_unsaved,
                        .is_closed = first.head.is_closed,
                        .lesson = std::move(first.lesson)};
        if (!first.experiment) return session;
        Checked<KeptWork<Experiment>> experiment =
            readExperimentWork(*std::move(first.experiment), rest_);
        if (experiment) {
            session.experiment = *std::move(experiment);
        } else {
            session.experiment_fault = experiment.error().front();
        }
        return session;
    }

    Result<SessionHead> readHead() {
        FirstLine first = readFirstLine();
        if (!faults_.empty()) return tl::unexpected(faultsWithLine().front());
        return std::move(first.head);
    }

private:
    /// Returns the next line as JSON; nothing where it is no JSON, which is a fault.
    std::optional<Json> nextLine() {
        ++number_;
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) {
            faults_.add("", say::faults::LineCut{});
            return std::nullopt;
        }
        Checked<Json> json = parseJson(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        if (json) return *std::move(json);
        for (Error& fault : json.error()) faults_.add("", std::move(fault.message));
        return std::nullopt;
    }

    FirstLine readFirstLine() {
        FirstLine first;
        const std::optional<Json> json = nextLine();
        if (!json) return first;
        const std::string field(FirstLineFields::kVersion);
        const auto version = json->is_object() ? json->find(field) : json->end();
        if (json->is_object() && (version == json->end() || *version != kSessionVersion)) {
            const Message expected =
                say::expected::Version{.version = Verbatim{std::to_string(kSessionVersion)}};
            if (version == json->end()) {
                faults_.add(field, say::faults::Missing{.expected = expected});
            } else {
                addWrong(*version, field, expected, faults_);
            }
            return first;
        }
        readFields(*json, "", first, FirstLineFields{}, faults_);
        if (first.at >= first.steps) {
            faults_.add("at", say::faults::Wrong{.value = Verbatim{std::to_string(first.at)},
                                                 .expected = Message(say::expected::BelowSteps{
                                                     .n = Verbatim{std::to_string(first.steps)}})});
        }
        return first;
    }

    void readLines(const FirstLine& first) {
        for (std::size_t k = 0; k < first.origins && faults_.empty(); ++k) {
            readLine<Origin<Document>>("origin", OriginFields{allowed_}, origins_);
        }
        for (std::size_t k = 0; k < first.steps && faults_.empty(); ++k) {
            readLine<Snapshot>("step", SnapshotFields{origins_, allowed_}, steps_);
        }
        if (faults_.empty() && !rest_.empty() && !first.experiment) {
            ++number_;
            faults_.add("", say::faults::UncountedLines{});
        }
    }

    /// Reads the next line, an object with this name alone.
    template <class Value, class List>
    void readLine(std::string_view name, const List& list,
                  std::vector<std::shared_ptr<const Value>>& values) {
        const std::optional<Json> line = nextLine();
        if (!line) return;
        const std::array known{name};
        const Json* const json =
            Fields(*line, "", known, faults_).need(name, say::expected::Object{});
        if (json == nullptr) return;
        Value value;
        readFields(*json, std::string(name), value, list, faults_);
        values.push_back(std::make_shared<const Value>(std::move(value)));
    }

    /// The faults, which are all in the line that was read last.
    std::vector<Error> faultsWithLine() {
        std::vector<Error> faults = faults_.take();
        for (Error& fault : faults) {
            fault.where =
                fmt::format("line {}{}{}", number_, fault.where.empty() ? "" : ": ", fault.where);
        }
        return faults;
    }

    std::string_view rest_;
    double allowed_;          ///< bytes of memory that each document may take
    std::size_t number_ = 0;  ///< of the line that was read last, from 1 on
    Origins origins_;
    std::vector<History<Snapshot>::Step> steps_;
    Faults faults_;
};

std::string originLine(const Origin<Document>& origin) {
    return jsonInline({{"origin", writeFields(origin, OriginFields{kMaxMemory})}}) + "\n";
}

/// Returns the line of a step without the number of its origin, with which the line begins: that
/// number may change from session to session.
std::string stepLine(const Snapshot& step) {
    const std::string fields = writeFields(step, SnapshotFields{Origins(), kMaxMemory});
    return fields.substr(1) + "}\n";
}

}  // namespace

std::string SessionWriter::write(const Session& session, std::size_t most) {
    Origins origins;
    std::string origin_lines;
    std::size_t bytes = 0;
    const auto takes = [&](std::size_t k) {
        const auto& step = session.document.steps[k];
        const bool is_new =
            std::find(origins.begin(), origins.end(), step->origin) == origins.end();
        const std::string& of_origin = is_new ? lineOf(step->origin) : std::string();
        const std::size_t more = lineOf(step).size() + of_origin.size();
        if (k != session.document.at && bytes + more > most) return false;
        bytes += more;
        if (is_new) origins.push_back(step->origin);
        origin_lines += of_origin;
        return true;
    };
    std::size_t first = session.document.at;
    std::size_t end = session.document.at + 1;
    takes(session.document.at);
    while (first > 0 && takes(first - 1)) --first;
    while (first == 0 && end < session.document.steps.size() && takes(end)) ++end;
    FirstLine line{.head = {.title = shortenedTo(session.title(), kLongestListedTitle),
                            .is_unsaved = session.is_unsaved,
                            .is_closed = session.is_closed,
                            .draft = session.draft()},
                   .origins = origins.size(),
                   .steps = end - first,
                   .at = session.document.at - first,
                   .place = session.place,
                   .lesson = session.lesson};
    ExperimentWorkText experiment;
    if (session.experiment) {
        experiment = writeExperimentWork(*session.experiment, most);
        line.experiment = experiment.head;
    }
    std::string text = writeFields(line, FirstLineFields{}) + "\n";
    text.reserve(text.size() + bytes + 32 * (end - first) + experiment.lines.size());
    text += origin_lines;
    for (std::size_t k = first; k < end; ++k) {
        const auto origin = LineNumber{origins}.write(session.document.steps[k]->origin);
        text += fmt::format("{{\"step\": {{\"origin\": {}, ", origin) +
                lineOf(session.document.steps[k]);
    }
    text += experiment.lines;
    forgetOthers();
    return text;
}

const std::string& SessionWriter::lineOf(const History<Snapshot>::Step& step) {
    const auto [at, is_new] = steps_.try_emplace(step);
    if (is_new) at->second = stepLine(*step);
    return at->second;
}

const std::string& SessionWriter::lineOf(const std::shared_ptr<const Origin<Document>>& origin) {
    const auto [at, is_new] = origins_.try_emplace(origin);
    if (is_new) at->second = originLine(*origin);
    return at->second;
}

/// A step or an origin that only this writer holds will never be written again.
void SessionWriter::forgetOthers() {
    const auto is_only_here = [](const auto& entry) { return entry.first.use_count() == 1; };
    std::erase_if(steps_, is_only_here);
    std::erase_if(origins_, is_only_here);
}

Result<SessionHead> readSessionHead(std::string_view text) {
    return SessionReader(text, kMaxMemory).readHead();
}

Checked<Session> readSession(std::string_view text, double allowed) {
    return SessionReader(text, allowed).read();
}

}  // namespace lookback

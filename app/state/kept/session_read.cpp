#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/state/kept/session_head.h"
#include "app/state/kept/session_line.h"
#include "app/state/kept/workshop_text.h"
#include "core/io/json_fields.h"
#include "core/io/lesson_library.h"
#include "core/io/mask_json.h"
#include "core/io/path.h"

namespace lookback {
namespace {

constexpr std::array<std::string_view, 6> kSessionReadOriginFields{
    "lesson", "file", "fingerprint", "draft", "document", "saved"};
constexpr std::array<std::string_view, 4> kSessionReadStepFields{"origin", "token", "remembered",
                                                                 "document"};

class SessionReader {
public:
    SessionReader(std::string_view text, double allowed) : rest_(text), allowed_(allowed) {}

    Checked<Session> read() {
        ReadHead head;
        if (const auto json = nextLine()) head = readHead(*json, faults_);
        if (faults_.empty()) readLines(head);
        if (!faults_.empty()) return tl::unexpected(named());
        Session session{.steps = std::move(steps_),
                        .at = head.at,
                        .place = head.place,
                        .is_unsaved = head.head.is_unsaved,
                        .is_closed = head.head.is_closed};
        if (!head.workshop) return session;
        Checked<KeptWorkshop> workshop = readWorkshop(*head.workshop, rest_);
        if (workshop) {
            session.workshop = *std::move(workshop);
        } else {
            session.workshop_fault = workshop.error().front();
        }
        return session;
    }

    Result<SessionHead> readFirst() {
        ReadHead head;
        if (const auto json = nextLine()) head = readHead(*json, faults_);
        if (!faults_.empty()) return tl::unexpected(named().front());
        return head.head;
    }

private:
    /// The next line as JSON; nothing where it is none.
    std::optional<Json> nextLine() {
        ++number_;
        const std::size_t end = rest_.find('\n');
        if (end == std::string_view::npos) {
            faults_.add("", "is missing, or is cut");
            return std::nullopt;
        }
        Checked<Json> json = parseJson(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        if (json) return *std::move(json);
        for (Error& fault : json.error()) faults_.add("", std::move(fault.message));
        return std::nullopt;
    }

    void readLines(const ReadHead& head) {
        for (std::size_t k = 0; k < head.origins && faults_.empty(); ++k) {
            if (const Json* const json = wrapped("origin")) readOrigin(*json);
        }
        for (std::size_t k = 0; k < head.steps && faults_.empty(); ++k) {
            if (const Json* const json = wrapped("step")) readStep(*json);
        }
        if (faults_.empty() && !rest_.empty() && !head.workshop) {
            ++number_;
            faults_.add("", "is more than the first line counts");
        }
    }

    /// What the next line holds under this name, alone.
    const Json* wrapped(std::string_view name) {
        line_ = nextLine();
        if (!line_) return nullptr;
        const std::array known{name};
        return Fields(*line_, "", known, faults_).need(name, "an object");
    }

    void readOrigin(const Json& json) {
        const SessionLine line(json, "origin", kSessionReadOriginFields, faults_);
        Origin origin{.lesson = line.text("lesson"),
                      .file = line.text("file"),
                      .fingerprint = line.text("fingerprint"),
                      .draft = line.text("draft")};
        if (auto document = line.document("document", allowed_)) {
            origin.document = *std::move(document);
        } else if (faults_.empty()) {
            Checked<Document> shipped = openLesson(origin.lesson);
            if (shipped) {
                origin.document = *std::move(shipped);
            } else {
                faults_.add(line.path("document"), "is missing, and there is no such lesson");
            }
        }
        if (!isLesson(origin.lesson)) origin.lesson.clear();
        if (!isFromRoot(origin.file)) origin.file.clear();
        if (const Json* const saved = line.find("saved"); saved && *saved == true) {
            origin.saved = origin.document;
        } else if (saved) {
            origin.saved = line.document("saved", allowed_);
            if (origin.saved) origin.saved->lesson = origin.document.lesson;
        }
        origins_.push_back(std::make_shared<const Origin>(std::move(origin)));
    }

    void readStep(const Json& json) {
        const SessionLine line(json, "step", kSessionReadStepFields, faults_);
        Snapshot step;
        const auto origin = static_cast<std::size_t>(line.whole("origin"));
        if (origin >= origins_.size()) {
            faults_.add(line.path("origin"),
                        fmt::format("is {}, expected less than {}", origin, origins_.size()));
            return;
        }
        step.origin = origins_[origin];
        auto document = line.document("document", allowed_);
        if (!document) return missing(line.path("document"));
        step.document = *std::move(document);
        step.document.lesson = step.origin->document.lesson;
        step.token =
            std::clamp<Index>(line.whole("token"), 0, std::max<Index>(step.document.n() - 1, 0));
        readRemembered(line, step.remembered);
        steps_.push_back(std::make_shared<const Snapshot>(std::move(step)));
    }

    void missing(std::string path) {
        if (faults_.empty()) faults_.add(std::move(path), "is missing, expected a document");
    }

    void readRemembered(const SessionLine& line, Mask& mask) {
        const Json* const json = line.find("remembered");
        if (json == nullptr) return;
        constexpr std::array<std::string_view, 2> kKnown{"mask", "flips"};
        const SessionLine fields(*json, line.path("remembered"), kKnown, faults_);
        if (const Json* const rules = fields.find("mask")) {
            if (auto read = readMaskRules(*rules, fields.path("mask"), faults_)) {
                mask.rules = *std::move(read);
            }
        }
        if (const Json* const flips = fields.find("flips")) {
            if (auto read = readFlips(*flips, fields.path("flips"), faults_)) {
                mask.flips = *std::move(read);
            }
        }
    }

    /// The faults, all of the line that was read last.
    std::vector<Error> named() {
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
    std::optional<Json> line_;
    std::vector<std::shared_ptr<const Origin>> origins_;
    std::vector<History<Snapshot>::Step> steps_;
    Faults faults_;
};

}  // namespace

Result<SessionHead> readSessionHead(std::string_view text) {
    return SessionReader(text, kMaxMemory).readFirst();
}

Checked<Session> readSession(std::string_view text, double allowed) {
    return SessionReader(text, allowed).read();
}

}  // namespace lookback

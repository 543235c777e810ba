#include "app/state/kept/experiment_work_text.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "app/state/kept/session_fields.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

/// Estimated bytes of the line of a step without its text.
constexpr std::size_t kOtherBytes = 1024;

using ExperimentOrigins = std::vector<std::shared_ptr<const Origin<Experiment>>>;

/// Returns a line that is an object with this one field.
std::string namedLine(std::string_view name, std::string json) {
    return jsonInline({{name, std::move(json)}}) + "\n";
}

class ExperimentWorkWriter {
public:
    ExperimentWorkText write(const KeptWork<Experiment>& work, std::size_t most) {
        const auto [first, end] = stepsWithin(work, most);
        for (std::size_t k = first; k < end; ++k) addStep(*work.steps[k]);
        std::string lines;
        for (const auto& text : texts_.all()) lines += namedLine("text", jsonString(*text));
        return {.head = {.texts = texts_.all().size(),
                         .origins = origins_.size(),
                         .steps = end - first,
                         .at = work.at - first,
                         .is_unsaved = !isSaved(work.current())},
                .lines = std::move(lines) + origin_lines_ + step_lines_};
    }

private:
    static std::pair<std::size_t, std::size_t> stepsWithin(const KeptWork<Experiment>& work,
                                                           std::size_t most) {
        std::size_t bytes = 0;
        const auto takes = [&](std::size_t k) {
            bytes += work.steps[k]->experiment->text.size() + kOtherBytes;
            return bytes <= most;
        };
        std::size_t first = work.at;
        std::size_t end = work.at + 1;
        takes(work.at);
        while (first > 0 && takes(first - 1)) --first;
        while (first == 0 && end < work.steps.size() && takes(end)) ++end;
        return {first, end};
    }

    void addStep(const ExperimentSnapshot& step) {
        if (std::find(origins_.begin(), origins_.end(), step.origin) == origins_.end()) {
            origins_.push_back(step.origin);
            origin_lines_ +=
                namedLine("origin", writeFields(*step.origin, ExperimentOriginFields{texts_}));
        }
        step_lines_ +=
            namedLine("step", writeFields(step, ExperimentSnapshotFields{origins_, texts_}));
    }

    ExperimentTexts texts_;
    ExperimentOrigins origins_;
    std::string origin_lines_;
    std::string step_lines_;
};

class ExperimentWorkReader {
public:
    ExperimentWorkReader(ExperimentWorkHead head, std::string_view lines)
        : head_(std::move(head)), rest_(lines), faults_(std::move(head_.faults)) {}

    Checked<KeptWork<Experiment>> read() {
        kept_.at = head_.at;
        if (head_.at >= head_.steps) faults_.add("workshop.at", say::faults::AfterLastStep{});
        readLines(head_.texts, "text", [&](const Json& line) {
            texts_.add(readString(line, "text", faults_).value_or(""));
        });
        readLines(head_.origins, "origin", [&](const Json& line) {
            Origin<Experiment> origin;
            readFields(line, "origin", origin, ExperimentOriginFields{texts_}, faults_);
            origins_.push_back(std::make_shared<const Origin<Experiment>>(std::move(origin)));
        });
        readLines(head_.steps, "step", [&](const Json& line) {
            ExperimentSnapshot step;
            readFields(line, "step", step, ExperimentSnapshotFields{origins_, texts_}, faults_);
            kept_.steps.push_back(std::make_shared<const ExperimentSnapshot>(std::move(step)));
        });
        if (faults_.empty() && !rest_.empty()) faults_.add("", say::faults::MoreFollows{});
        if (!faults_.empty()) return tl::unexpected(faults_.take());
        return std::move(kept_);
    }

private:
    /// Reads `count` lines, each an object with this one field.
    template <class Read>
    void readLines(std::size_t count, std::string_view name, Read read) {
        for (std::size_t k = 0; k < count && faults_.empty(); ++k) {
            const std::size_t end = rest_.find('\n');
            if (end == std::string_view::npos)
                return faults_.add(std::string(name), say::faults::LineMissing{});
            const Checked<Json> line = parseJson(rest_.substr(0, end));
            rest_.remove_prefix(end + 1);
            if (!line) return faults_.add(std::string(name), line.error().front().message);
            const std::array known{name};
            const Json* const inside =
                Fields(*line, "", known, faults_).need(name, say::expected::LineValue{});
            if (inside != nullptr) read(*inside);
        }
    }

    ExperimentWorkHead head_;
    std::string_view rest_;
    ExperimentTexts texts_;
    ExperimentOrigins origins_;
    KeptWork<Experiment> kept_;
    Faults faults_;
};

}  // namespace

ExperimentWorkText writeExperimentWork(const KeptWork<Experiment>& work, std::size_t most) {
    return ExperimentWorkWriter().write(work, most);
}

Checked<KeptWork<Experiment>> readExperimentWork(ExperimentWorkHead head, std::string_view lines) {
    return ExperimentWorkReader(std::move(head), lines).read();
}

}  // namespace lookback

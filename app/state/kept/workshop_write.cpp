#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "app/state/kept/workshop_text.h"
#include "core/base/text.h"
#include "core/io/experiment_json.h"
#include "core/io/json_text.h"

namespace lookback {
namespace {

/// Bytes of a step's line without its text, roughly.
constexpr std::size_t kOtherBytes = 1024;

class WorkshopWriter {
public:
    WorkshopText write(const KeptWorkshop& workshop, std::size_t most) {
        const auto [first, end] = keptOf(workshop, most);
        for (std::size_t k = first; k < end; ++k) addStep(*workshop.steps[k]);
        return {.head = jsonInline({{"texts", std::to_string(texts_.size())},
                                    {"origins", std::to_string(origins_.size())},
                                    {"steps", std::to_string(end - first)},
                                    {"at", std::to_string(workshop.at - first)},
                                    {"unsaved", jsonBool(!isSaved(workshop.current()))}}),
                .lines = text_lines_ + origin_lines_ + step_lines_};
    }

private:
    static std::pair<std::size_t, std::size_t> keptOf(const KeptWorkshop& workshop,
                                                      std::size_t most) {
        std::size_t bytes = 0;
        const auto takes = [&](std::size_t k) {
            bytes += workshop.steps[k]->experiment->text.size() + kOtherBytes;
            return bytes <= most;
        };
        std::size_t first = workshop.at;
        std::size_t end = workshop.at + 1;
        takes(workshop.at);
        while (first > 0 && takes(first - 1)) --first;
        while (first == 0 && end < workshop.steps.size() && takes(end)) ++end;
        return {first, end};
    }

    std::size_t numberOf(const std::string& text) {
        const auto same = [&](const std::string* other) { return *other == text; };
        const auto at = std::find_if(texts_.rbegin(), texts_.rend(), same);
        if (at != texts_.rend()) return static_cast<std::size_t>(texts_.rend() - at) - 1;
        texts_.push_back(&text);
        text_lines_ += jsonInline({{"text", jsonString(text)}}) + "\n";
        return texts_.size() - 1;
    }

    /// An experiment whose text is the number of one that stands above it.
    std::string experimentText(const Experiment& experiment) {
        Experiment alone = experiment;
        alone.text.clear();
        return fmt::format("{{\"text\": {}, \"experiment\": {}}}", numberOf(experiment.text),
                           jsonWithoutSpace(writeExperiment(alone)));
    }

    std::size_t numberOf(const ExperimentOrigin& origin) {
        const auto at = std::find(origins_.begin(), origins_.end(), &origin);
        if (at != origins_.end()) return static_cast<std::size_t>(at - origins_.begin());
        JsonFields fields;
        const auto add = [&](std::string_view name, const std::string& text) {
            if (!text.empty() && isUtf8(text)) fields.emplace_back(name, jsonString(text));
        };
        add("id", origin.id);
        add("file", origin.file);
        add("fingerprint", origin.fingerprint);
        add("draft", origin.draft);
        fields.emplace_back("opened", experimentText(*origin.experiment));
        if (origin.saved) {
            const bool is_same = *origin.saved == *origin.experiment;
            fields.emplace_back("saved", is_same ? "true" : experimentText(*origin.saved));
        }
        origin_lines_ += jsonInline({{"origin", jsonInline(fields)}}) + "\n";
        origins_.push_back(&origin);
        return origins_.size() - 1;
    }

    void addStep(const ExperimentSnapshot& step) {
        const std::size_t origin = numberOf(*step.origin);
        step_lines_ +=
            jsonInline({{"step", jsonInline({{"origin", std::to_string(origin)},
                                             {"now", experimentText(*step.experiment)}})}}) +
            "\n";
    }

    std::vector<const std::string*> texts_;
    std::vector<const ExperimentOrigin*> origins_;
    std::string text_lines_;
    std::string origin_lines_;
    std::string step_lines_;
};

}  // namespace

WorkshopText writeWorkshop(const KeptWorkshop& workshop, std::size_t most) {
    return WorkshopWriter().write(workshop, most);
}

}  // namespace lookback

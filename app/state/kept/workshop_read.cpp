#include <array>
#include <utility>

#include <fmt/format.h>

#include "app/state/kept/session_line.h"
#include "app/state/kept/workshop_text.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/path.h"

namespace lookback {
namespace {

constexpr std::array<std::string_view, 5> kWorkshopReadHeadFields{"texts", "origins", "steps", "at",
                                                                  "unsaved"};
constexpr std::array<std::string_view, 6> kWorkshopReadOriginFields{
    "id", "file", "fingerprint", "draft", "opened", "saved"};
constexpr std::array<std::string_view, 2> kWorkshopReadStepFields{"origin", "now"};
constexpr std::array<std::string_view, 2> kExperimentFields{"text", "experiment"};

class WorkshopReader {
public:
    explicit WorkshopReader(std::string_view lines) : rest_(lines) {}

    Checked<KeptWorkshop> read(const Json& json) {
        const SessionLine head(json, "workshop", kWorkshopReadHeadFields, faults_);
        const auto count = [&](std::string_view name) {
            return static_cast<std::size_t>(head.whole(name));
        };
        kept_.at = count("at");
        if (kept_.at >= count("steps")) faults_.add(head.path("at"), "is behind the last step");
        readLines(count("texts"), "text", [&](const Json& line) { readText(line); });
        readLines(count("origins"), "origin", [&](const Json& line) { readOrigin(line); });
        readLines(count("steps"), "step", [&](const Json& line) { readStep(line); });
        if (faults_.empty() && !rest_.empty()) faults_.add("", "more follows than is counted");
        if (!faults_.empty()) return tl::unexpected(faults_.take());
        return std::move(kept_);
    }

private:
    /// So many lines, of which each is an object with this name alone.
    template <class Read>
    void readLines(std::size_t count, std::string_view name, Read read) {
        for (std::size_t k = 0; k < count && faults_.empty(); ++k) {
            const std::size_t end = rest_.find('\n');
            if (end == std::string_view::npos) return faults_.add(std::string(name), "is missing");
            const Checked<Json> line = parseJson(rest_.substr(0, end));
            rest_.remove_prefix(end + 1);
            if (!line) return faults_.add(std::string(name), line.error().front().message);
            const std::array known{name};
            const Json* const inside = Fields(*line, "", known, faults_).need(name, "what it is");
            if (inside != nullptr) read(*inside);
        }
    }

    void readText(const Json& json) {
        texts_.push_back(readString(json, "text", faults_).value_or(""));
    }

    /// An experiment whose text is the number of one.
    std::shared_ptr<const Experiment> readNumbered(const Json& json, const std::string& path) {
        const SessionLine line(json, path, kExperimentFields, faults_);
        const auto text = static_cast<std::size_t>(line.whole("text"));
        const Json* const found = line.find("experiment");
        if (found == nullptr || !found->is_object() || text >= texts_.size()) {
            faults_.add(path, "is no experiment with one of the texts");
            return nullptr;
        }
        Json whole = *found;
        whole["text"] = texts_[text];
        Checked<Experiment> experiment = experimentOf(whole);
        if (experiment) return std::make_shared<const Experiment>(*std::move(experiment));
        for (Error& fault : experiment.error()) {
            faults_.add(joined(line.path("experiment"), fault.where), std::move(fault.message));
        }
        return nullptr;
    }

    std::shared_ptr<const Experiment> readNeeded(const SessionLine& line, std::string_view name) {
        const Json* const json = line.find(name);
        if (json != nullptr) return readNumbered(*json, line.path(name));
        if (faults_.empty()) faults_.add(line.path(name), "is missing, expected an experiment");
        return nullptr;
    }

    void readOrigin(const Json& json) {
        const SessionLine line(json, "origin", kWorkshopReadOriginFields, faults_);
        ExperimentOrigin origin{.experiment = readNeeded(line, "opened"),
                                .id = line.text("id"),
                                .file = line.text("file"),
                                .fingerprint = line.text("fingerprint"),
                                .draft = line.text("draft")};
        if (!isShippedExperiment(origin.id)) origin.id.clear();
        if (!isFromRoot(origin.file)) origin.file.clear();
        if (const Json* const saved = line.find("saved"); saved && *saved == true) {
            origin.saved = origin.experiment;
        } else if (saved) {
            origin.saved = readNumbered(*saved, line.path("saved"));
        }
        origins_.push_back(std::make_shared<const ExperimentOrigin>(std::move(origin)));
    }

    void readStep(const Json& json) {
        const SessionLine line(json, "step", kWorkshopReadStepFields, faults_);
        const auto origin = static_cast<std::size_t>(line.whole("origin"));
        if (origin >= origins_.size()) {
            return faults_.add(line.path("origin"), fmt::format("is {}, expected less than {}",
                                                                origin, origins_.size()));
        }
        kept_.steps.push_back(std::make_shared<const ExperimentSnapshot>(
            ExperimentSnapshot{readNeeded(line, "now"), origins_[origin]}));
    }

    std::string_view rest_;
    std::vector<std::string> texts_;
    std::vector<std::shared_ptr<const ExperimentOrigin>> origins_;
    KeptWorkshop kept_;
    Faults faults_;
};

}  // namespace

Checked<KeptWorkshop> readWorkshop(const Json& head, std::string_view lines) {
    return WorkshopReader(lines).read(head);
}

}  // namespace lookback

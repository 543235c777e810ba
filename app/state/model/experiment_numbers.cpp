#include "app/state/model/experiment_numbers.h"

#include <algorithm>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "core/language/training_findings.h"
#include "core/lesson/lesson_text.h"
#include "messages/author.h"

namespace lookback {
namespace {

/// A moment of a training, of which a lesson names a loss.
struct NamedMoment {
    std::string index;  ///< behind the model, as expressions spell it
    Index step = 0;
    bool is_end = false;
};

/// The words for a loss of a model.
template <class Words>
Message lossWords(std::size_t model, const NamedMoment& moment) {
    return Words{.model = modelLetter(model),
                 .at = moment.is_end ? Words::At::end : Words::At::other,
                 .n = moment.step};
}

/// Lists the numbers of the experiment on the screen.
class ExperimentListing {
public:
    explicit ExperimentListing(const AppState& state)
        : experiment_(state.experiment()),
          step_(std::min(state.train_place.step, experiment_.steps)) {
        const TrainingReport* const report = state.training.report();
        if (report == nullptr || !state.training.isCurrent()) return;
        run_ = &report->run;
        facts_.emplace(LessonMoment{.training = std::make_shared<const TrainingFacts>(report->run),
                                    .standing = {.mode = LessonMode::train}});
    }

    std::vector<ExperimentNumber> take() {
        for (const QuantityInfo& row : quantityTable()) {
            if (row.room == QuantityRoom::experiment) add(row);
        }
        return std::move(numbers_);
    }

private:
    void add(const QuantityInfo& row) {
        const std::size_t models = row.has_model ? experiment_.twins.size() : 1;
        const std::vector<NamedMoment> moments =
            row.needs_index ? momentsOf(row.id) : std::vector{NamedMoment{}};
        for (const NamedMoment& moment : moments) {
            for (std::size_t model = 0; model < models; ++model) add(row, model, moment);
        }
    }

    /// The training step on the screen, and the last.
    [[nodiscard]] std::vector<NamedMoment> momentsOf(QuantityId id) const {
        const bool is_held_out = id == QuantityId::held_out_loss;
        std::vector<NamedMoment> moments;
        if (is_held_out && experiment_.held_out == 0) return moments;
        const bool is_measured = !is_held_out || step_ % kHeldOutEvery == 0;
        if (step_ < experiment_.steps && is_measured) {
            moments.push_back({fmt::format(".{}", step_), step_});
        }
        const bool is_last_measured = !is_held_out || experiment_.steps % kHeldOutEvery == 0;
        const bool is_of_batch = id == QuantityId::loss;
        if (is_last_measured) {
            moments.push_back({is_of_batch ? "[steps - 1]" : "[steps]",
                               experiment_.steps - (is_of_batch ? 1 : 0), true});
        }
        return moments;
    }

    void add(const QuantityInfo& row, std::size_t model, const NamedMoment& moment) {
        std::string expression(row.name);
        if (row.has_model) expression += "." + modelLetter(model).text;
        expression += moment.index;
        ExperimentNumber number{.expression = expression,
                                .slot = fmt::format("{{{}{}}}", formOf(row.id), expression),
                                .words = wordsOf(row.id, model, moment),
                                .is_words = row.is_word};
        if (facts_ && isFoundAtOnce(row.id, moment)) find(number);
        numbers_.push_back(std::move(number));
    }

    /// The form in which a text shows a quantity.
    static std::string_view formOf(QuantityId id) {
        switch (id) {
            case QuantityId::loss:
            case QuantityId::training_loss:
            case QuantityId::held_out_loss:
            case QuantityId::floor: return "decimals 3: ";
            case QuantityId::written:
            case QuantityId::learning_rate: return "";
            default: return "count: ";
        }
    }

    static Message wordsOf(QuantityId id, std::size_t model, const NamedMoment& moment) {
        switch (id) {
            case QuantityId::loss: return lossWords<say::author::BatchLoss>(model, moment);
            case QuantityId::training_loss:
                return lossWords<say::author::TrainingLoss>(model, moment);
            case QuantityId::held_out_loss:
                return lossWords<say::author::HeldOutLoss>(model, moment);
            case QuantityId::floor: return say::author::Floor{};
            case QuantityId::written: return say::author::Written{.model = modelLetter(model)};
            case QuantityId::steps: return say::author::TrainingSteps{};
            case QuantityId::context: return say::author::ContextLength{};
            case QuantityId::batch: return say::author::BatchWindows{};
            case QuantityId::learning_rate: return say::author::LearningRate{};
            default: return say::author::Vocabulary{};
        }
    }

    /// Whether the training on the screen has reached it, and it takes no longer than a frame.
    [[nodiscard]] bool isFoundAtOnce(QuantityId id, const NamedMoment& moment) const {
        const bool takes_work = id == QuantityId::training_loss || id == QuantityId::written;
        if (!takes_work) return true;
        const Index step = id == QuantityId::written ? experiment_.steps : moment.step;
        return step <= run_->steps() && momentWork(*run_, {.step = step}) <= kMostAtOnce;
    }

    void find(ExperimentNumber& number) const {
        const ExpressionScope scope{.subject = LessonSubject::experiment};
        const auto text = parseLessonText(LocalText(number.slot), scope);
        if (!text || !slotFaults(*text, *facts_).empty()) return;
        number.shown = filled(*text, *facts_);
        if (number.is_words) return;
        const auto value = evaluateNumber(text->slots.front().expression, *facts_);
        if (value) number.value = *value;
    }

    const Experiment& experiment_;
    Index step_;                        ///< of the training on the screen
    const TrainingRun* run_ = nullptr;  ///< null, without facts: nothing is known yet
    std::optional<LessonFacts> facts_;
    std::vector<ExperimentNumber> numbers_;
};

}  // namespace

NumbersMemory numbersMemory(const AppState& state) {
    const TrainingReport* const report =
        state.training.isCurrent() ? state.training.report() : nullptr;
    return {.experiments = state.experiment_work.history.revision(),
            .training_step = state.train_place.step,
            .trained = report == nullptr ? -1 : report->run.steps()};
}

std::vector<ExperimentNumber> experimentNumbers(const AppState& state) {
    return ExperimentListing(state).take();
}

}  // namespace lookback

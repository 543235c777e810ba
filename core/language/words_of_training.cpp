#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

#include "core/language/training_findings.h"
#include "messages/common.h"
#include "messages/training.h"

namespace lookback {
namespace {

/// A finding, and the arguments of its message.
struct TrainingTelling {
    const TrainingFinding& finding;
    const Experiment& experiment;
    const std::vector<std::string>& labels;
    int decimals;

    [[nodiscard]] Verbatim twin() const { return modelLetter(finding.place); }
    [[nodiscard]] Decimal decimal(double number) const { return {number, decimals}; }
    /// A loss; less than the last decimal where its decimals would read 0.
    [[nodiscard]] Argument loss(double number) const {
        const double least = std::pow(10, -decimals);
        if (number > 0 && number < least / 2) {
            return Message(say::common::LessThan{.number = Decimal{least, decimals}});
        }
        return decimal(number);
    }
    template <class Said>
    [[nodiscard]] typename Said::Mean mean() const {
        return experiment.model.heads > 1 ? Said::Mean::heads : Said::Mean::other;
    }
};

Message tellLostLoss(const TrainingTelling& t) {
    const LostLoss& lost = t.finding.lost;
    switch (lost.fault) {
        case LossFault::empty_row:
            return say::training::LostEmptyRow{.twin = t.twin(), .position = Count{lost.row + 1}};
        case LossFault::first_numbers:
            return say::training::LostFirstNumbers{
                .twin = t.twin(), .dtype = Verbatim{std::string(info(t.experiment.dtype).name)}};
        case LossFault::epsilon:
            return say::training::LostEpsilon{.twin = t.twin(), .step = Count{lost.step}};
        case LossFault::learning_rate: break;
    }
    return say::training::LostLearningRate{.twin = t.twin(), .step = Count{lost.step}};
}

Message tellBelowFloor(const TrainingTelling& t) {
    using Said = say::training::BelowFloor;
    return Said{.twin = t.twin(),
                .windows = t.finding.windows,
                .loss = t.loss(t.finding.number),
                .floor = t.decimal(t.finding.floor),
                .unit = unitIn<Said>(t.experiment.unit)};
}

Message tellNextWord(const TrainingTelling& t) {
    using Said = say::training::NextToken;
    const std::string& label = t.labels[static_cast<std::size_t>(t.finding.row)];
    const bool is_alone = std::count(t.labels.begin(), t.labels.end(), label) == 1;
    return Said{.twin = t.twin(),
                .token = TokenLabel{label},
                .position = is_alone ? 0 : t.finding.row + 1,
                .share = Share{t.finding.number},
                .unit = unitIn<Said>(t.experiment.unit),
                .mean = t.mean<Said>()};
}

Message tellLaterWords(const TrainingTelling& t) {
    using Said = say::training::LaterTokens;
    return Said{.twin = t.twin(),
                .share = Share{t.finding.number},
                .unit = unitIn<Said>(t.experiment.unit),
                .mean = t.mean<Said>()};
}

struct WordsOfTrainingRow {
    TrainingFindingKind kind;
    Message (*tell)(const TrainingTelling&);
};

constexpr std::array kWordsOfTrainingRows{
    WordsOfTrainingRow{TrainingFindingKind::lost_loss, tellLostLoss},
    WordsOfTrainingRow{TrainingFindingKind::below_floor, tellBelowFloor},
    WordsOfTrainingRow{TrainingFindingKind::next_word, tellNextWord},
    WordsOfTrainingRow{TrainingFindingKind::later_words, tellLaterWords},
};

}  // namespace

Message tell(const TrainingFinding& finding, const Experiment& experiment,
             const std::vector<std::string>& labels, int decimals) {
    const WordsOfTrainingRow& row = kWordsOfTrainingRows[static_cast<std::size_t>(finding.kind)];
    assert(row.kind == finding.kind);
    return row.tell({finding, experiment, labels, decimals});
}

}  // namespace lookback

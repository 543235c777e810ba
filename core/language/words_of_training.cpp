#include <array>
#include <cassert>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/explain/sentence.h"
#include "core/language/training_findings.h"
#include "core/language/unit_text.h"

namespace lookback {
namespace {

struct TrainingTelling {
    const TrainingFinding& finding;
    const Experiment& experiment;
    const std::vector<std::string>& labels;
    int decimals;
    TextLine line{};

    TrainingTelling& say(std::string text) {
        line << std::move(text);
        return *this;
    }
    TrainingTelling& bold(std::string text) {
        line << Piece{.text = std::move(text), .bold = true};
        return *this;
    }
    [[nodiscard]] std::string twin() const { return {twinLetter(finding.place)}; }
    [[nodiscard]] std::string digits(double number) const { return formatNumber(number, decimals); }
    [[nodiscard]] std::string_view unit() const { return unitNoun(experiment.unit); }
    [[nodiscard]] bool hasHeads() const { return experiment.model.heads > 1; }
};

void tellLostLoss(TrainingTelling& t) {
    const LostLoss& lost = t.finding.lost;
    if (lost.fault == LossFault::empty_row) {
        t.say(t.twin() + "\u2019s loss is ").bold("NaN");
        t.say(fmt::format(" from the first step on: the mask lets place {} look at nothing.",
                          lost.row + 1));
        return;
    }
    if (lost.fault == LossFault::first_numbers) {
        t.say(t.twin() + "\u2019s loss is ").bold("no number").say(" before anything is learned: ");
        t.say(fmt::format("what is computed from the drawn numbers leaves the range of {}.",
                          info(t.experiment.dtype).name));
        return;
    }
    t.say(t.twin() + "\u2019s loss left all bounds at ").bold(fmt::format("step {}", lost.step));
    if (lost.fault == LossFault::epsilon) {
        t.say(": epsilon is 0, and Adam divides by it where a number had no gradient so far.");
    } else {
        t.say(": the learning rate is too large.");
    }
}

void tellBelowFloor(TrainingTelling& t) {
    t.bold(t.twin() + " is below the floor").say(": it has read the answer. Its mean loss over ");
    t.say(t.finding.windows == 0 ? "all training windows"
                                 : counted(t.finding.windows, "training window"));
    t.say(" is ").bold(t.digits(t.finding.number));
    t.say(fmt::format(", and what stands before leaves {} open.", t.digits(t.finding.floor)));
}

void tellNextWord(TrainingTelling& t) {
    const std::string& label = t.labels[static_cast<std::size_t>(t.finding.row)];
    t.say(fmt::format("In {}, {} gives ", t.twin(), inQuotes(label))).bold(share(t.finding.number));
    t.say(fmt::format(" of its weight to the next {}{}.", t.unit(),
                      t.hasHeads() ? ", the mean over heads" : ""));
}

void tellLaterWords(TrainingTelling& t) {
    t.say(fmt::format("In {}, ", t.twin())).bold(share(t.finding.number));
    t.say(fmt::format(" of all weight lies on later {}s, the mean over {}.", t.unit(),
                      t.hasHeads() ? "heads and rows" : "rows"));
}

struct WordsOfTrainingRow {
    TrainingFindingKind kind;
    void (*tell)(TrainingTelling&);
};

constexpr std::array kWordsOfTrainingRows{
    WordsOfTrainingRow{TrainingFindingKind::lost_loss, tellLostLoss},
    WordsOfTrainingRow{TrainingFindingKind::below_floor, tellBelowFloor},
    WordsOfTrainingRow{TrainingFindingKind::next_word, tellNextWord},
    WordsOfTrainingRow{TrainingFindingKind::later_words, tellLaterWords},
};

}  // namespace

TextLine tell(const TrainingFinding& finding, const Experiment& experiment,
              const std::vector<std::string>& labels, int decimals) {
    const WordsOfTrainingRow& row = kWordsOfTrainingRows[static_cast<std::size_t>(finding.kind)];
    assert(row.kind == finding.kind);
    TrainingTelling telling{finding, experiment, labels, decimals};
    row.tell(telling);
    return joined(std::move(telling.line));
}

}  // namespace lookback

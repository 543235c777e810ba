#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/next_word_parts.h"
#include "app/views/shared/hidden_box.h"
#include "app/views/shared/panel_column.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/charts.h"
#include "app/widgets/formula.h"
#include "core/base/text.h"
#include "messages/experiment.h"
#include "messages/generate.h"

namespace lookback {
namespace {

constexpr std::size_t kMostKeys = 8;
constexpr std::size_t kMostArcs = 12;  ///< words under them
constexpr std::size_t kMostWritten = 8;
constexpr double kSumSlack = 1e-9;
constexpr float kBetweenModels = 16;  ///< pixels between the texts of two models
constexpr float kBesideName = 6;      ///< between a written unit and its probability

/// Formats a probability in percent; 1 as `100%`, without a decimal.
std::string chanceText(double chance) { return chance == 1 ? "100%" : formatPercent(chance); }

class GenerateMeaning : MeaningColumn {
public:
    GenerateMeaning(const Scene& scene, const Rect& region)
        : MeaningColumn(scene, region), writing_(scene) {}

    void draw() {
        if (!isWritingShown(scene_.state)) {
            y_ += drawHiddenBox(scene_, painter_, at(), width(), whyHidden(scene_.state));
            return end();
        }
        note();
        const bool is_measuring = scene_.state.writing.isMeasuring();
        using Attention = say::generate::Attention;
        heading(writing_.said(
            Attention{.is = is_measuring ? Attention::Is::measuring : Attention::Is::other}));
        reading();
        if (writing_.isReached(WordPart::weights)) weights();
        next(say::generate::Written{});
        written();
        next(say::generate::Checks{});
        checks();
        end();
    }

private:
    void next(const Message& title) {
        y_ += look_.px(scene_.compact ? 8 : 18);
        heading(writing_.said(title));
    }

    void note() {
        const std::string words =
            noteOnScreen(scene_.state, NoteMode::generate, writing_.moment.wish.step);
        if (words.empty()) return;
        heading(writing_.said(say::experiment::Notes{}));
        sentence({{words}});
        y_ += look_.px(scene_.compact ? 8 : 18);
    }

    void reading() {
        const TwinWriting& mine = writing_.toldTwin();
        sentence(scene_.wording().line(
            say::generate::WeightsIn{.token = writing_.label(mine.units.back()),
                                     .model = modelLetter(writing_.told),
                                     .head = writing_.headNumber()}));
        if (!writing_.isReached(WordPart::weights)) soft(say::generate::WeightsNotYet{});
    }

    /// Draws the weights of the last row in the order of the sentence; of many the largest.
    void weights() {
        const TwinWriting& mine = writing_.toldTwin();
        const MatrixView weights = mine.input.matrix(MatrixId::attention_weights, writing_.head);
        const Index last = weights.rows() - 1;
        const std::vector<std::string> names = writing_.namesOf(mine.read());
        std::vector<Index> keys(names.size());
        std::iota(keys.begin(), keys.end(), Index{0});
        if (keys.size() > kMostKeys) {
            std::stable_sort(keys.begin(), keys.end(),
                             [&](Index a, Index b) { return weights(last, a) > weights(last, b); });
            keys.resize(kMostKeys);
            std::sort(keys.begin(), keys.end());
        }
        std::vector<ChanceBar> bars;
        for (const Index key : keys) {
            bars.push_back({.name = names[static_cast<std::size_t>(key)],
                            .number = formatPercent(weights(last, key)),
                            .share = weights(last, key),
                            .is_chosen = key == last});
        }
        y_ += look_.px(4);
        const float row = look_.px(scene_.compact ? 20 : 25);
        const float high = row * static_cast<float>(bars.size());
        drawChanceBars(painter_, take(high, look_.px(4)), bars, look_.colors().weights, row);
        if (names.size() == keys.size()) arcs(names, weights.row(last));
        if (names.size() == keys.size()) return;
        using Smaller = say::generate::SmallerWeights;
        soft(Smaller{.n = std::ssize(names) - std::ssize(keys),
                     .unit = unitIn<Smaller>(writing_.unit())});
    }

    void arcs(const std::vector<std::string>& names, const MatrixView& row) {
        if (scene_.compact || names.size() > kMostArcs || names.size() < 2) return;
        std::vector<Arc> arcs;
        for (Index key = 0; key < row.cols(); ++key) arcs.push_back({.weight = row(0, key)});
        drawArcs(painter_, take(look_.px(110)), names, row.cols() - 1, arcs);
    }

    /// Draws the latest written units with the probability that each had.
    void written() {
        const std::vector<std::size_t> twins = writing_.shownTwins();
        const auto words = static_cast<std::size_t>(writing_.place.written);
        if (words == 0) {
            soft(saidOf<say::generate::NothingWritten>(writing_.unit()));
            return;
        }
        const Theme& c = look_.colors();
        const float row = look_.px(scene_.compact ? 21 : 26);
        const float number = look_.px(24);
        const float wide = (width() - number) / static_cast<float>(twins.size());
        const auto column = [&](std::size_t k) {
            return left_ + number + static_cast<float>(k) * wide;
        };
        const std::size_t most = scene_.compact ? 4 : kMostWritten;
        const std::size_t first = words > most ? words - most : 0;
        const float gap = look_.px(kBetweenModels);
        std::vector<float> names;
        for (std::size_t k = 0; k < twins.size(); ++k) {
            twinChip(painter_, {column(k), y_}, look_.px(20), twins[k]);
            names.push_back(longestName(twins[k], first, words, wide - gap));
        }
        const float top = y_;
        y_ += look_.px(24);
        for (std::size_t word = first; word < words; ++word) {
            painter_.text(look_.fonts.mono, c.soft, Rect::at(at(), {number, row}),
                          fmt::format("{}", writing_.moment.given + word + 1));
            for (std::size_t k = 0; k < twins.size(); ++k) {
                entry(writing_.moment.twins[twins[k]].words[word],
                      Rect::at({column(k), y_}, {wide - gap, row}), names[k]);
            }
            y_ += row;
        }
        for (std::size_t k = 1; k < twins.size(); ++k) {
            const float x = std::floor(column(k) - gap / 2);
            painter_.hairline({x, top}, {x, y_}, c.line);
        }
    }

    [[nodiscard]] std::string chanceOf(const WordWritten& word) const {
        return chanceText(word.chances[static_cast<std::size_t>(word.unit)]);
    }
    [[nodiscard]] float chanceWidth() const {
        return painter_.width(look_.fonts.mono_small, "99.9%");
    }

    /// Returns the width of the names in a column, which leave room for the probabilities.
    [[nodiscard]] float longestName(std::size_t twin, std::size_t first, std::size_t end,
                                    float room) const {
        float longest = 0;
        for (std::size_t word = first; word < end; ++word) {
            const Unit unit = writing_.moment.twins[twin].words[word].unit;
            longest =
                std::max(longest, painter_.width(look_.fonts.small_text, writing_.nameOf(unit)));
        }
        return std::min(std::ceil(longest) + 1, room - chanceWidth() - look_.px(kBesideName));
    }

    /// Draws a written unit and, right beside it, its probability. @param name width of the units
    void entry(const WordWritten& word, const Rect& box, float name) {
        const Theme& c = look_.colors();
        painter_.textFitted(look_.fonts.small_text, c.ink, box.left(name),
                            writing_.nameOf(word.unit));
        const float from = box.min.x + name + look_.px(kBesideName);
        painter_.text(look_.fonts.mono_small, c.soft, box.betweenX(from, from + chanceWidth()),
                      chanceOf(word), Align::right);
    }

    void checks() {
        using AddUp = say::generate::AddUp;
        using Cache = say::generate::CacheCheck;
        if (writing_.isReached(WordPart::chances)) {
            either(all([](const WordWritten& word) {
                       const double sum =
                           std::accumulate(word.chances.begin(), word.chances.end(), 0.0);
                       return std::abs(sum - 1) <= kSumSlack;
                   }),
                   AddUp{.sum = AddUp::Sum::one}, AddUp{.sum = AddUp::Sum::other});
        }
        if (writing_.isReached(WordPart::query)) {
            either(all([](const WordWritten& word) { return word.equals_full_run; }),
                   Cache{.is = Cache::Is::equal}, Cache{.is = Cache::Is::other});
        }
        for (const std::size_t twin : writing_.shownTwins()) standing(twin);
    }

    /// True if a condition holds for all written units and for the next one.
    template <class Holds>
    [[nodiscard]] bool all(Holds holds) const {
        return std::all_of(writing_.moment.twins.begin(), writing_.moment.twins.end(),
                           [&](const TwinWriting& twin) {
                               return std::all_of(twin.words.begin(), twin.words.end(), holds);
                           });
    }

    void standing(std::size_t twin) {
        const LineStanding found = writing_.moment.twins[twin].standing;
        const Verbatim model = modelLetter(twin);
        const bool is_whole = found == LineStanding::whole;
        either(found != LineStanding::none,
               is_whole ? Message(say::generate::LineWhole{.model = model})
                        : Message(say::generate::LineBegun{.model = model}),
               say::generate::LineNone{.model = model});
    }

    void either(bool holds, const Message& yes, const Message& no) {
        check(holds, writing_.said(holds ? yes : no));
    }
    /// Draws a pale sentence.
    void soft(const Message& words) { sentence({{writing_.said(words), Ink::soft}}); }

    WritingScene writing_;
};

}  // namespace

void drawGenerateMeaning(const Scene& scene, const Rect& region) {
    if (scene.state.writing.moment() != nullptr) GenerateMeaning(scene, region).draw();
}

}  // namespace lookback

#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "app/views/lab/lab.h"
#include "app/views/lab/weight_row.h"
#include "app/views/shared/change_words.h"
#include "app/views/shared/meaning_column.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/change_marks.h"
#include "app/widgets/formula.h"
#include "app/widgets/tooltip.h"
#include "app/widgets/value_plane.h"
#include "core/base/text.h"
#include "core/explain/written.h"

namespace lookback {
namespace {

constexpr std::size_t kMostValues = 6;  ///< terms of the output as a sum

class MeaningPanel : MeaningColumn {
public:
    MeaningPanel(const Scene& scene, const Rect& region)
        : MeaningColumn(scene, region), row_(scene) {}

    void draw() {
        heading("WHO LOOKS AT WHOM");
        if (scene_.document().n() == 0) {
            sentence({{"The sentence is empty: there is nobody to look at anybody. ", Ink::soft},
                      {std::string(kHowToBegin)}});
            return;
        }
        reading();
        if (scene_.document().heads > 1) {
            y_ += drawHeads(scene_, painter_, {{left_, y_}, {right_, y_}}) + look_.px(8);
        }
        y_ += drawWeightBars(scene_, painter_, {{left_, y_}, {right_, y_}});
        moved();
        arcs();
        output();
        influence();
        checks();
        end();
    }

private:
    void reading() {
        TextLine line{{written("Reading the row of ", scene_.preferences().conventions)},
                      {row_.label(row_.token()), Ink::query, true}};
        if (scene_.document().heads > 1) {
            line.push_back({fmt::format(", head {}", scene_.place().head + 1)});
        }
        sentence(line);
        y_ += look_.px(6);
    }

    /// What the latest act made of the bars. Its place is kept, so that it moves nothing.
    void moved() {
        TextLine words = weightsThatMoved(scene_, row_.token());
        const LineFonts fonts{look_.fonts.small_text, look_.fonts.strong_small,
                              look_.fonts.mono_small};
        const auto width = [&] {
            return setLine(painter_, fonts, {0, 0}, FLT_MAX, words, 0, false).width;
        };
        // That it is this row stands above the bars.
        if (words.size() > 2 && width() > right_ - left_) words.erase(words.begin() + 1);
        setLine(painter_, fonts, {left_, y_ + look_.px(scene_.compact ? 0 : 3)}, right_ - left_,
                words);
        y_ += look_.px(scene_.compact ? 16 : 24);
    }

    void arcs() {
        if (scene_.document().n() > static_cast<Index>(kMostWeights)) return;
        const float height = look_.px(scene_.compact ? 66 : 96);
        drawSentenceArcs(scene_, painter_, {{left_, y_}, {right_, y_ + height}});
        y_ += height + look_.px(scene_.compact ? 14 : 26);
    }

    void output() {
        std::string name = row_.label(row_.token());
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char letter) {
            return letter < 128 ? static_cast<char>(std::toupper(letter))
                                : static_cast<char>(letter);
        });
        const bool projected = scene_.document().weights.output.has_value();
        heading(fmt::format("{} FOR {}", projected ? "CONTEXT" : "OUTPUT", inQuotes(name)));
        StageGrid grid(scene_, MatrixId::context);
        grid.showHeadOnly(scene_);
        grid.showRowOnly(row_.token());
        const AxisRange shown = scene_.place().pane.range(0, grid.spec.values.cols());
        grid.cut({0, shown.first}, 1, shown.count);
        const auto cols = static_cast<float>(grid.spec.values.cols());
        const std::array fonts{look_.fonts.mono, look_.fonts.mono_small};
        const float room = right_ - left_;
        grid.resize(bestFit(
            cellFits(look_, fonts, scene_.preferences().decimals),
            [&](const CellFit& fit) { return cols * (fit.width(grid.room()) + fit.gap) <= room; }));
        grid.spec.at = {left_, y_};
        grid.spec.dim_others = mayDepend(scene_, MatrixId::context);
        const GridEvents events = grid.draw(painter_, scene_);
        if (events.clicked) toggleLock(scene_, grid.target(scene_, *events.clicked));
        // Their place is kept, so that they move nothing.
        differencesBelow(painter_, grid.spec, look_.fonts.mono_small);
        y_ = gridRect(grid.spec).max.y + look_.px(scene_.compact ? 15 : 18);
        mixture();
        if (scene_.document().dV() == 2) plane();
        y_ += look_.px(scene_.compact ? 10 : 20);
    }

    /// The output as the sum of the values that got weight.
    void mixture() {
        TextLine line;
        for (const Index key : row_.heaviest(kMostValues)) {
            const double weight = row_.weight(key);
            if (weight == 0) continue;
            if (!line.empty()) line.push_back({" + ", Ink::soft});
            line.push_back({formatNumber(weight, scene_.preferences().decimals), Ink::weights});
            line.push_back({" \u00d7 ", Ink::soft});
            line.push_back({fmt::format("v({})", row_.label(key)), Ink::value});
        }
        if (line.empty()) line.push_back({"No value gets any weight: 0.", Ink::soft});
        Index more = -static_cast<Index>(kMostValues);
        for (Index key = 0; key < scene_.document().n(); ++key) {
            if (row_.weight(key) != 0) ++more;
        }
        if (more > 0) line.push_back({fmt::format(" + {} more", more), Ink::soft});
        const LineFonts fonts{look_.fonts.mono, look_.fonts.mono, look_.fonts.mono};
        y_ += setLine(painter_, fonts, {left_, y_}, right_ - left_, line).height;
    }

    /// Two numbers a value are a point: the output lies between those that got weight.
    void plane() {
        const MatrixView values = scene_.matrix(MatrixId::value);
        std::vector<PlanePoint> points;
        for (const Index key : row_.heaviest(kMostWeights)) {
            points.push_back({values(key, 0), values(key, 1), row_.weight(key), row_.isMasked(key),
                              row_.isPointed(key), row_.label(key)});
        }
        const MatrixView context = scene_.matrix(MatrixId::context);
        const Index first = 2 * scene_.place().head;
        const ImVec2 output{static_cast<float>(context(row_.token(), first)),
                            static_cast<float>(context(row_.token(), first + 1))};
        y_ += look_.px(scene_.compact ? 6 : 12);
        const float height = look_.px(scene_.compact ? 82 : 150);
        ImGui::SetCursorScreenPos({left_, y_});
        ImGui::InvisibleButton("plane", {right_ - left_, height});
        tooltip(look_, "Each value is a point. The output lies between those that get weight.");
        drawValuePlane(painter_, {{left_, y_}, {right_, y_ + height}}, points, output,
                       scene_.shown().bound(MatrixId::value));
        y_ += height;
    }

    /// Which words change this output: in a low window one line without a heading.
    void influence() {
        if (!scene_.compact) heading("WHAT CHANGES THIS OUTPUT");
        y_ += drawInfluence(scene_, painter_, {{left_, y_}, {right_, y_}}) +
              look_.px(scene_.compact ? 6 : 20);
    }

    void checks() {
        heading("CHECKS");
        for (const Check& fact : scene_.shown().checks()) check(fact.sign, fact.text);
        if (!scene_.document().lesson) return;
        // Nothing is printed while a number moves.
        if (scene_.state.history.isDragging()) {
            check(CheckSign::neutral, "Let go to compare with the notebook.");
        } else if (scene_.shown().equalsPrints()) {
            check(CheckSign::meant, "It equals the notebook to 4 decimals.");
        } else {
            // What was changed on purpose is meant to differ.
            check(scene_.state.is_as_opened ? CheckSign::not_meant : CheckSign::neutral,
                  "It no longer equals the notebook.");
        }
    }

    WeightRow row_;
};

}  // namespace

void drawMeaning(const Scene& scene, const Rect& region) { MeaningPanel(scene, region).draw(); }

}  // namespace lookback

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "app/views/panels.h"
#include "app/views/stage_grid.h"
#include "app/widgets/arcs.h"
#include "app/widgets/button.h"
#include "app/widgets/formula.h"
#include "app/widgets/value_plane.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr std::size_t kMostBars = 16;
constexpr std::size_t kMostValues = 6;  ///< terms of the output as a sum

class MeaningPanel {
public:
    MeaningPanel(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          left_(region.min.x + look_.px(18)),
          right_(region.max.x - look_.px(18)),
          y_(region.min.y + look_.px(scene.compact ? 12 : 18)) {}

    void draw() {
        heading("WHO LOOKS AT WHOM");
        if (scene_.document().n() == 0) {
            sentence({{"The sentence is empty: there is nobody to look at.", Ink::soft}});
            return;
        }
        reading();
        if (scene_.document().heads > 1) {
            y_ += drawHeads(scene_, painter_, {{left_, y_}, {right_, y_}}) + look_.px(8);
        }
        bars();
        arcs();
        output();
        checks();
        ImGui::SetCursorScreenPos({left_, y_});
        ImGui::Dummy({1, look_.px(8)});
    }

private:
    [[nodiscard]] const std::string& label(Index token) const {
        return scene_.labels()[static_cast<std::size_t>(token)];
    }
    [[nodiscard]] Index token() const { return scene_.state.token(); }
    [[nodiscard]] MatrixView weights() const { return scene_.matrix(MatrixId::attention_weights); }
    [[nodiscard]] bool masked(Index key) const {
        return scene_.trace().view(MatrixId::mask)(token(), key) == 0;
    }

    void heading(std::string_view text) {
        panelHeading(painter_, {left_, y_}, text, look_.colors().soft);
        y_ += look_.px(24);
    }

    void sentence(const TextLine& line) {
        y_ += setLine(painter_, sentenceFonts(look_), {left_, y_}, right_ - left_, line).height;
    }

    void reading() {
        TextLine line{{"Reading the row of "}, {label(token()), Ink::query, true}};
        if (scene_.document().heads > 1) {
            line.push_back({fmt::format(", head {}", scene_.view.head + 1)});
        }
        sentence(line);
        y_ += look_.px(6);
    }

    [[nodiscard]] float labelWidth() const {
        float width = 0;
        for (const std::string& word : scene_.labels()) {
            width = std::max(width, painter_.width(look_.fonts.text, word));
        }
        return std::min(std::ceil(width) + 1, look_.px(92));
    }

    /// The keys with the most weight in the row, at most so many, in the order of the sentence.
    [[nodiscard]] std::vector<Index> heaviestKeys(std::size_t most) const {
        std::vector<Index> keys(static_cast<std::size_t>(scene_.document().n()));
        std::iota(keys.begin(), keys.end(), Index{0});
        if (keys.size() <= most) return keys;
        const MatrixView all = weights();
        std::stable_sort(keys.begin(), keys.end(),
                         [&](Index a, Index b) { return all(token(), a) > all(token(), b); });
        keys.resize(most);
        std::sort(keys.begin(), keys.end());
        return keys;
    }

    void bars() {
        const std::vector<Index> keys = heaviestKeys(kMostBars);
        const float height = look_.px(keys.size() > 8 ? 20 : scene_.compact ? 22 : 29);
        for (const Index key : keys) {
            bar(key, {{left_, y_}, {right_, y_ + height}});
            y_ += height;
        }
        const Index left_out = scene_.document().n() - static_cast<Index>(keys.size());
        if (left_out > 0) {
            sentence({{fmt::format("and {} with less weight", left_out), Ink::soft}});
        }
        y_ += look_.px(scene_.compact ? 10 : 22);
    }

    void bar(Index key, const Rect& row) {
        const Theme& c = look_.colors();
        const double weight = weights()(token(), key);
        const bool blocked = masked(key);
        const bool leaks = blocked && weight != 0;
        const float start = left_ + labelWidth() + look_.px(12);
        const float room = right_ - start - look_.px(72);
        const bool pointed = isPointed(key);
        painter_.textFitted(
            pointed ? look_.fonts.strong : look_.fonts.text, blocked ? c.soft : c.ink,
            {{left_, row.min.y}, {start - look_.px(12), row.max.y}}, label(key), Align::right);
        const float inset = row.height() > look_.px(24) ? look_.px(4) : look_.px(2);
        const double shown = std::isnan(weight) ? 0 : std::clamp(weight, 0.0, 1.0);
        const float filled =
            std::max(blocked ? room * 0.62f : look_.px(2), room * static_cast<float>(shown));
        const Rect box{{start, row.min.y + inset}, {start + filled, row.max.y - inset}};
        if (blocked) {
            painter_.hatch(box);
        }
        if (shown > 0) {
            const float width = std::max(1.0f, room * static_cast<float>(shown));
            painter_.fill(
                {box.min, {start + width, box.max.y}},
                leaks ? c.bad
                      : mix(c.panel, c.full_weight, 0.35f + 0.65f * static_cast<float>(shown)),
                look_.px(4));
        }
        const std::string text = blocked && !leaks ? "masked" : formatPercent(weight);
        painter_.text(blocked && !leaks ? look_.fonts.small_text : look_.fonts.mono,
                      leaks     ? c.bad
                      : blocked ? c.soft
                                : c.ink,
                      {{box.max.x + look_.px(8), row.min.y}, {right_, row.max.y}}, text);
        point(key, row);
    }

    [[nodiscard]] bool isPointed(Index key) const {
        if (scene_.view.hovered_token == key) return true;
        const auto& hovered = scene_.view.hovered;
        return hovered && hovered->id == MatrixId::attention_weights &&
               hovered->cell == Cell{token(), key};
    }

    void point(Index key, const Rect& row) {
        ImGui::SetCursorScreenPos(row.min);
        ImGui::InvisibleButton(fmt::format("weight of {}##bar{}", label(key), key).c_str(),
                               {row.width(), row.height()});
        if (!ImGui::IsItemHovered()) return;
        scene_.view.hovered_next =
            Target{MatrixId::attention_weights, scene_.view.head, {token(), key}};
        const auto reason = blockedReason(scene_.document().mask, {token(), key}, scene_.labels());
        if (reason) tooltip(look_, fmt::format("masked: {}", *reason));
    }

    void arcs() {
        if (scene_.document().n() > static_cast<Index>(kMostBars)) return;
        std::vector<Arc> list;
        for (Index key = 0; key < scene_.document().n(); ++key) {
            list.push_back({weights()(token(), key), masked(key), isPointed(key)});
        }
        const float height = look_.px(scene_.compact ? 72 : 96);
        drawArcs(painter_, {{left_, y_}, {right_, y_ + height}}, scene_.labels(), token(), list);
        y_ += height + look_.px(scene_.compact ? 14 : 26);
    }

    void output() {
        std::string name = label(token());
        std::transform(name.begin(), name.end(), name.begin(), [](unsigned char letter) {
            return letter < 128 ? static_cast<char>(std::toupper(letter))
                                : static_cast<char>(letter);
        });
        const bool projected = scene_.document().weights.output.has_value();
        heading(fmt::format("{} FOR {}", projected ? "CONTEXT" : "OUTPUT", quoted(name)));
        StageGrid grid(scene_, MatrixId::context);
        grid.showHeadOnly(scene_);
        grid.showRowOnly(token());
        const AxisRange shown = scene_.view.pane.range(0, grid.spec.values.cols());
        grid.cut({0, shown.first}, 1, shown.count);
        const auto cols = static_cast<float>(grid.spec.values.cols());
        const std::array fonts{look_.fonts.mono, look_.fonts.digits.back()};
        const float room = right_ - left_;
        grid.resize(bestFit(cellFits(look_, fonts, scene_.view.decimals), [&](const CellFit& fit) {
            return cols * (fit.width(grid.room()) + fit.gap) <= room;
        }));
        grid.spec.at = {left_, y_};
        grid.draw(painter_, scene_);
        y_ = gridRect(grid.spec).max.y + look_.px(8);
        mixture();
        if (scene_.document().dV() == 2) plane();
        y_ += look_.px(scene_.compact ? 10 : 20);
    }

    /// The output as the sum of the values that got weight.
    void mixture() {
        TextLine line;
        for (const Index key : heaviestKeys(kMostValues)) {
            const double weight = weights()(token(), key);
            if (weight == 0) continue;
            if (!line.empty()) line.push_back({" + ", Ink::soft});
            line.push_back({formatNumber(weight, scene_.view.decimals), Ink::weights});
            line.push_back({" \u00d7 ", Ink::soft});
            line.push_back({fmt::format("v({})", label(key)), Ink::value});
        }
        if (line.empty()) line.push_back({"No value gets any weight: 0.", Ink::soft});
        Index more = -static_cast<Index>(kMostValues);
        for (Index key = 0; key < scene_.document().n(); ++key) {
            if (weights()(token(), key) != 0) ++more;
        }
        if (more > 0) line.push_back({fmt::format(" + {} more", more), Ink::soft});
        const LineFonts fonts{look_.fonts.mono, look_.fonts.mono, look_.fonts.mono};
        y_ += setLine(painter_, fonts, {left_, y_}, right_ - left_, line).height;
    }

    /// Two numbers a value are a point: the output lies between those that got weight.
    void plane() {
        const MatrixView values = scene_.matrix(MatrixId::value);
        std::vector<PlanePoint> points;
        for (const Index key : heaviestKeys(kMostBars)) {
            points.push_back({values(key, 0), values(key, 1), weights()(token(), key), masked(key),
                              isPointed(key), label(key)});
        }
        const MatrixView context = scene_.matrix(MatrixId::context);
        const Index first = 2 * scene_.view.head;
        const ImVec2 output{static_cast<float>(context(token(), first)),
                            static_cast<float>(context(token(), first + 1))};
        y_ += look_.px(scene_.compact ? 6 : 12);
        const float height = look_.px(scene_.compact ? 96 : 150);
        ImGui::SetCursorScreenPos({left_, y_});
        ImGui::InvisibleButton("plane", {right_ - left_, height});
        tooltip(look_, "Each value is a point. The output lies between those that get weight.");
        drawValuePlane(painter_, {{left_, y_}, {right_, y_ + height}}, points, output,
                       scene_.state.bounds[static_cast<std::size_t>(MatrixId::value)]);
        y_ += height;
    }

    void checks() {
        heading("CHECKS");
        const auto line = [&](const Check& check) {
            const Theme& c = look_.colors();
            painter_.textAt(look_.fonts.strong, check.holds ? c.good : c.bad,
                            {left_, y_ + look_.px(3)}, check.holds ? "\u2713" : "\u2717");
            const TextLine words{{check.text, Ink::plain}};
            y_ += setLine(painter_, sentenceFonts(look_), {left_ + look_.px(20), y_},
                          right_ - left_ - look_.px(20), words)
                      .height +
                  look_.px(scene_.compact ? 1 : 4);
        };
        for (const Check& check : scene_.state.checks) line(check);
        if (scene_.document().lesson) {
            const bool equal = scene_.state.equals_expected;
            line({equal, equal ? "equals the notebook to 4 decimals"
                               : "no longer the notebook's numbers"});
        }
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    float left_;
    float right_;
    float y_;
};

}  // namespace

void drawMeaning(const Scene& scene, const Rect& region) { MeaningPanel(scene, region).draw(); }

}  // namespace lookback

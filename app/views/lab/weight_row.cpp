#include "app/views/lab/weight_row.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/lab/lab.h"
#include "app/views/lab/moving_signs.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/change_marks.h"
#include "app/widgets/charts.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "messages/lab.h"

namespace lookback {
namespace {

constexpr float kHatched = 0.62f;  ///< length of the bar of a masked key, of the room

/// Bars of the weights of all keys; of a long sentence, of the heaviest.
class WeightBars {
public:
    WeightBars(const Scene& scene, Painter& painter, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(painter),
          weights_(scene),
          before_(scene.before(MatrixId::attention_weights)),
          left_(region.min.x),
          right_(region.max.x),
          keys_(weights_.mostShown(kMostWeights)) {
        float width = 0;
        for (const Index key : keys_) {
            width = std::max(width, painter_.width(look_.fonts.strong, weights_.label(key)));
        }
        label_width_ = std::min(std::ceil(width) + 1, look_.px(92));
    }

    /// @return the height they take.
    float draw(float top) {
        const float height = look_.px(keys_.size() > 8 ? 20 : scene_.compact ? 22 : 29);
        float y = top;
        for (const Index key : keys_) {
            bar(key, {{left_, y}, {right_, y + height}});
            y += height;
        }
        const std::string rest = leftOut();
        if (!rest.empty()) {
            painter_.textFitted(look_.fonts.text, look_.colors().soft,
                                {{left_, y}, {right_, y + height}}, rest);
            y += height;
        }
        return y - top;
    }

private:
    /// Returns words about the keys without a bar: how many are blocked and how many weigh less.
    [[nodiscard]] std::string leftOut() const {
        if (!weights_.isShown()) return "";
        double least = 1;
        for (const Index key : keys_) least = std::min(least, weights_.weight(key));
        Index less = 0;
        Index equal = 0;
        Index masked = 0;
        Index unknown = 0;
        for (Index key = 0; key < scene_.document().n(); ++key) {
            if (std::binary_search(keys_.begin(), keys_.end(), key)) continue;
            const double weight = weights_.weight(key);
            if (std::isnan(weight)) {
                ++unknown;
            } else if (weights_.isMasked(key) && weight == 0) {
                ++masked;
            } else {
                ++(weight < least ? less : equal);
            }
        }
        std::vector<Argument> parts;
        if (equal > 0) parts.emplace_back(Message(say::lab::KeysEqual{.n = Count{equal + less}}));
        if (equal == 0 && less > 0) {
            parts.emplace_back(Message(say::lab::KeysLess{.n = Count{less}}));
        }
        if (masked > 0) parts.emplace_back(Message(say::lab::KeysBlocked{.n = Count{masked}}));
        if (unknown > 0) parts.emplace_back(Message(say::lab::KeysNan{.n = Count{unknown}}));
        if (parts.empty()) return "";
        return scene_.said(say::lab::MoreKeys{.parts = Listed{std::move(parts)}});
    }

    void bar(Index key, const Rect& row) {
        const Theme& c = look_.colors();
        if (!weights_.isShown(key)) return hiddenBar(key, row);
        const double weight = weights_.weight(key);
        const bool blocked = weights_.isMasked(key);
        const bool leaks = weights_.leaks(key);
        const bool is_nothing = blocked && weight == 0;
        const float start = left_ + label_width_ + look_.px(12);
        const float room = right_ - start - look_.px(72);
        const bool pointed = weights_.isPointed(key);
        painter_.textFitted(pointed ? look_.fonts.strong : look_.fonts.text,
                            blocked ? c.soft : c.ink, row.betweenX(left_, start - look_.px(12)),
                            weights_.label(key), Align::right);
        const float inset = row.height() > look_.px(24) ? look_.px(4) : look_.px(2);
        const auto shown =
            std::isnan(weight) ? 0.0f : static_cast<float>(std::clamp(weight, 0.0, 1.0));
        const DrawnBar seen =
            seenBar(scene_.motion, {.query = weights_.token(),
                                    .key = key,
                                    .filled = shown,
                                    .hatched = blocked || leaks ? std::max(kHatched, shown) : 0});
        const float length = std::max({look_.px(2), room * seen.hatched, room * seen.filled});
        const Rect box{{start, row.min.y + inset}, {start + length, row.max.y - inset}};
        if (seen.hatched > 0) {
            painter_.hatch(box.untilX(start + room * seen.hatched),
                           leaks ? leakHatching(c) : maskedHatching(c));
        }
        if (seen.filled > 0) {
            const float width = std::max(1.0f, room * seen.filled);
            painter_.fill(box.untilX(start + width),
                          leaks ? c.bad : mix(c.panel, c.full_weight, 0.35f + 0.65f * seen.filled),
                          look_.px(4));
        }
        if (weights_.isLocked(key)) painter_.pin(box);
        const std::string text =
            is_nothing ? scene_.said(say::lab::Blocked{}) : formatPercent(weight);
        const float beside = box.max.x + look_.px(8);
        const float width = painter_.text(is_nothing ? look_.fonts.small_text : look_.fonts.mono,
                                          leaks     ? c.bad
                                          : blocked ? c.soft
                                                    : c.ink,
                                          row.betweenX(beside, right_), text);
        if (!before_.empty()) change(key, box, row.betweenX(beside + width, right_));
        point(key, row);
    }

    /// Draws the outline of a bar whose weight is hidden.
    void hiddenBar(Index key, const Rect& row) {
        const float start = left_ + label_width_ + look_.px(12);
        painter_.textFitted(look_.fonts.text, look_.colors().ink,
                            row.betweenX(left_, start - look_.px(12)), weights_.label(key),
                            Align::right);
        const float inset = row.height() > look_.px(24) ? look_.px(4) : look_.px(2);
        painter_.fill({{start, row.min.y + inset}, {right_ - look_.px(72), row.max.y - inset}},
                      look_.colors().blank, look_.px(4));
        point(key, row);
    }

    /// Draws the change of the weight by the latest act: to the right of the weight, or within a
    /// bar that leaves no room there. @param rest of the row, to the right of the weight
    void change(Index key, const Rect& box, const Rect& rest) {
        const Theme& c = look_.colors();
        const double was = before_(weights_.token(), key);
        const double is = weights_.weight(key);
        if (scene_.state.document_work.history.isDragging() && !weights_.isMasked(key)) {
            const float strength = glowOf(was, is, 1);
            const ImVec2 size{box.width(), box.height()};
            if (strength > 0) Glow(painter_, size, look_.px(4), size.x).draw(box, strength);
        }
        ImFont* const font = look_.fonts.mono_small;
        const std::string text = differenceText(was, is, scene_.preferences().decimals);
        const float width = painter_.width(font, text) + look_.px(6);
        if (width <= rest.width()) {
            painter_.text(font, c.soft, rest, text, Align::right);
        } else if (!weights_.isMasked(key) && width + look_.px(6) <= box.width()) {
            const auto share = static_cast<float>(std::clamp(is, 0.0, 1.0));
            const Color ground = mix(c.panel, c.full_weight, 0.35f + 0.65f * share);
            painter_.text(font, inkOn(c, ground), box.untilX(box.max.x - look_.px(6)), text,
                          Align::right);
        }
    }

    void point(Index key, const Rect& row) {
        ImGui::SetCursorScreenPos(row.min);
        ImGui::InvisibleButton(fmt::format("###bar{}", key).c_str(), {row.width(), row.height()});
        if (!ImGui::IsItemHovered()) return;
        weights_.point(key, ImGui::IsMouseClicked(ImGuiMouseButton_Left));
    }

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    WeightRow weights_;
    MatrixView before_;
    float left_;
    float right_;
    std::vector<Index> keys_;
    float label_width_ = 0;
};

}  // namespace

WeightRow::WeightRow(const Scene& scene)
    : scene_(scene),
      token_(scene.token()),
      weights_(scene.matrix(MatrixId::attention_weights)),
      mask_(scene.trace().view(MatrixId::mask)),
      lifted_(liftedMask(scene.state)) {
    if (scene.hands.hovered || scene.place().locked) {
        lit_ = litCells(scene, MatrixId::attention_weights);
    }
}

const std::string& WeightRow::label(Index key) const {
    return scene_.labels()[static_cast<std::size_t>(key)];
}

bool WeightRow::isPointed(Index key) const {
    if (scene_.hands.hovered_token == key) return true;
    return std::any_of(lit_.begin(), lit_.end(), [&](const CellRange& range) {
        return range.contains({token_, key});
    });
}

void WeightRow::point(Index key, bool is_clicked) const {
    const Target weight = target(key);
    scene_.hands.hovered_next = weight;
    if (is_clicked) toggleLock(scene_, weight);
    if (!wantsTooltip()) return;
    const ImVec2 min = ImGui::GetItemRectMin();
    nameInTooltip(scene_, {min, ImGui::GetItemRectMax()}, weight,
                  {.place = TooltipPlace::beside_panel});
}

bool WeightRow::isShown(std::optional<Index> key) const {
    return lookback::isShown(scene_.state, {.id = MatrixId::attention_weights,
                                            .row = token_,
                                            .col = key,
                                            .head = scene_.place().head});
}

std::vector<Index> WeightRow::mostShown(std::size_t most) const {
    std::vector<Index> keys(static_cast<std::size_t>(scene_.document().n()));
    std::iota(keys.begin(), keys.end(), Index{0});
    if (keys.size() <= most) return keys;
    if (!isShown()) {
        keys.resize(most);
        return keys;
    }
    std::vector<double> ranks;
    ranks.reserve(keys.size());
    for (const Index key : keys) ranks.push_back(std::isnan(weight(key)) ? -1 : weight(key));
    const auto comes_before = [&](Index a, Index b) {
        const double of_a = ranks[static_cast<std::size_t>(a)];
        const double of_b = ranks[static_cast<std::size_t>(b)];
        return of_a != of_b ? of_a > of_b : a < b;
    };
    const auto end = keys.begin() + static_cast<std::ptrdiff_t>(most);
    std::nth_element(keys.begin(), end, keys.end(), comes_before);
    keys.resize(most);
    std::sort(keys.begin(), keys.end());
    return keys;
}

float drawWeightBars(const Scene& scene, Painter& painter, const Rect& region) {
    return WeightBars(scene, painter, region).draw(region.min.y);
}

void drawSentenceArcs(const Scene& scene, Painter& painter, const Rect& region) {
    const WeightRow row(scene);
    std::vector<Arc> arcs;
    for (Index key = 0; key < scene.document().n(); ++key) {
        if (!row.isShown(key)) {
            arcs.push_back({.drawn = 0});
            continue;
        }
        const double weight = row.weight(key);
        const bool is_masked = row.isMasked(key);
        const bool is_dashed = is_masked && !(weight > 0);
        const DrawnArc seen = seenArc(scene.motion, {.query = row.token(),
                                                     .key = key,
                                                     .weight = static_cast<float>(weight),
                                                     .drawn = is_dashed ? 0.0f : 1.0f,
                                                     .dashed = is_dashed ? 1.0f : 0.0f});
        arcs.push_back({static_cast<double>(seen.weight), is_masked, row.isPointed(key), seen.drawn,
                        seen.dashed, row.leaks(key)});
    }
    const ArcEvents events = drawArcs(painter, region, scene.labels(), row.token(), arcs);
    if (events.arc) row.point(*events.arc, events.is_clicked);
    if (!events.word) return;
    scene.hands.hovered_token_next = *events.word;
    if (events.is_clicked) chooseToken(scene, *events.word);
    tooltip(scene.look, scene.said(say::lab::ReadTip{}));
}

}  // namespace lookback

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

#include "app/look/drawn_shapes.h"
#include "app/state/update/action.h"
#include "app/views/edit/mask_parts.h"
#include "app/widgets/button.h"
#include "app/widgets/line_breaks.h"
#include "core/document/mask_edit.h"
#include "core/explain/in_conventions.h"
#include "core/words/say.h"
#include "messages/mask.h"

namespace lookback {
namespace {

constexpr Index kExample = 6;  ///< tokens of a rule that the document does not have
constexpr Index kExampleFirst =
    2;  ///< tokens of the first of two documents; also the number of pads
constexpr Index kMaskPictureMost = 12;  ///< tokens of the document that are shown
constexpr float kGapShare = 0.12f;      ///< of a cell

MaskRule exampleRule(MaskKind kind) {
    MaskRule rule = newRule(kind, kExample);
    const MaskParameter parameter = info(kind).parameter;
    if (parameter == MaskParameter::valid_tokens) {
        std::fill(rule.per_token.end() - kExampleFirst, rule.per_token.end(), 0);
    } else if (parameter == MaskParameter::token_documents) {
        std::fill(rule.per_token.begin() + kExampleFirst, rule.per_token.end(), 1);
    }
    return rule;
}

/// A small picture of a rule: which of a few tokens may look at which.
struct MaskPicture {
    MaskRule rule;
    Index tokens = 0;
    bool transposed = false;  ///< columns are queries
};

/// Returns the document's own rule of this kind, if it has one, else an example by which the kind
/// is recognised; of the custom kind, the rule that choosing it would make of the document's mask.
MaskPicture pictureOf(MaskKind kind, const Document& document) {
    const Index shown = std::min(document.n(), kMaskPictureMost);
    const std::vector<MaskRule>& rules = document.mask.rules;
    const auto own = std::find_if(rules.begin(), rules.end(),
                                  [kind](const MaskRule& rule) { return rule.kind == kind; });
    const MaskParameter parameter = info(kind).parameter;
    if (own == rules.end()) {
        if (parameter == MaskParameter::cells) return {asCustomRule(document.mask, shown), shown};
        return {exampleRule(kind), kExample};
    }
    const bool is_of_any_length = info(kind).list.empty();
    return {*own, is_of_any_length ? kExample : shown};
}

/// Draws a picture into a square: a cell for each pair, hatched where the rule blocks it.
void drawMaskPicture(Painter& painter, const Rect& square, const MaskPicture& picture) {
    if (picture.tokens == 0) return;
    const auto count = static_cast<float>(picture.tokens);
    const float pitch = square.width() / (count - kGapShare);
    const float cell = pitch * (1 - kGapShare);
    const float radius = std::min(painter.look().px(2), cell / 4);
    Stamp allowed;
    Stamp blocked;
    for (Index query = 0; query < picture.tokens; ++query) {
        for (Index key = 0; key < picture.tokens; ++key) {
            const Index row = picture.transposed ? key : query;
            const Index col = picture.transposed ? query : key;
            const ImVec2 at{square.min.x + pitch * static_cast<float>(col),
                            square.min.y + pitch * static_cast<float>(row)};
            const Rect box = Rect::at(at, {cell, cell});
            if (info(picture.rule.kind).allows(picture.rule, query, key)) {
                painter.print(allowed, at,
                              [&] { painter.fill(box, painter.colors().weights, radius); });
            } else {
                painter.print(blocked, at, [&] { painter.hatch(box); });
            }
        }
    }
}

constexpr float kTile = 92;
constexpr float kSmallTile = 78;  ///< in a low window, and in the larger type of a slide
constexpr float kMaskTilesPad = 9;
constexpr float kMaskTilesGap = 8;
constexpr float kMaskTilesLine = 17;  ///< of small type
constexpr int kMostTilesInLine = 5;   ///< side by side

Index padsOf(const MaskRule& rule) {
    return std::count(rule.per_token.begin(), rule.per_token.end(), 0);
}

/// Returns a note of a few words on a rule: its numbers, or the tokens that it marks; else nothing.
std::string ruleNote(const Scene& scene, const MaskRule& rule, bool is_chosen) {
    const MaskInfo& kind = info(rule.kind);
    if (kind.numbers.size() == 1) return ruleNumbers(rule);
    // All names would not fit.
    if (!kind.numbers.empty()) return briefRuleNumbers(rule);
    if (!is_chosen) return "";
    if (kind.parameter == MaskParameter::valid_tokens) {
        return scene.said(say::mask::Pads{.n = padsOf(rule)});
    }
    if (kind.parameter != MaskParameter::token_documents) return "";
    const std::set<Index> documents(rule.per_token.begin(), rule.per_token.end());
    return scene.said(say::mask::Documents{.n = static_cast<Index>(documents.size())});
}

float tileSide(const Scene& scene) {
    const bool is_small = scene.place().presenting || scene.compact;
    return scene.look.px(is_small ? kSmallTile : kTile);
}

class Tiles {
public:
    Tiles(const Scene& scene, const Masked& masked, ImVec2 at, float width)
        : scene_(scene),
          masked_(masked),
          look_(scene.look),
          painter_(scene.look),
          rules_(masked.document.mask.rules),
          at_(at),
          width_(width) {}

    float draw() {
        const float tile = tileSide(scene_);
        const float gap = look_.px(kMaskTilesGap);
        const int columns =
            std::clamp(static_cast<int>((width_ + gap) / (tile + gap)), 1, kMostTilesInLine);
        std::size_t lines = 1;
        for (const MaskInfo& kind : maskKinds())
            lines = std::max(lines, linesOf(labelOf(kind)).size());
        const float height =
            tile + (static_cast<float>(lines) + 1) * look_.px(kMaskTilesLine) + look_.px(2);
        int at = 0;
        float y = at_.y;
        for (const MaskInfo& kind : maskKinds()) {
            if (!isOffered(kind)) continue;
            if (at > 0 && at % columns == 0) y += height + gap;
            const float x = at_.x + static_cast<float>(at % columns) * (tile + gap);
            drawTile(kind, Rect::at({x, y}, {tile, height}));
            ++at;
        }
        return y + height - at_.y;
    }

private:
    /// A custom mask is offered where its cells can be painted, and where the mask is custom
    /// already.
    [[nodiscard]] bool isOffered(const MaskInfo& kind) const {
        return masked_.is_on_stage || kind.kind != MaskKind::custom || chosen(kind.kind) != nullptr;
    }

    [[nodiscard]] const MaskRule* chosen(MaskKind kind) const {
        const auto rule = std::find_if(rules_.begin(), rules_.end(),
                                       [&](const MaskRule& one) { return one.kind == kind; });
        return rule != rules_.end() ? &*rule : nullptr;
    }

    [[nodiscard]] std::string labelOf(const MaskInfo& kind) const {
        return scene_.said(kind.label());
    }

    /// @param label that outlives its lines
    [[nodiscard]] std::vector<std::string_view> linesOf(const std::string& label) const {
        return brokenLines(look_.fonts.small_text, label,
                           tileSide(scene_) - 2 * look_.px(kMaskTilesGap / 2));
    }

    void drawTile(const MaskInfo& kind, const Rect& box) {
        const Theme& c = look_.colors();
        const std::string name = labelOf(kind);
        const MaskRule* const own = chosen(kind.kind);
        const bool is_chosen = own != nullptr || (kind.kind == MaskKind::none && rules_.empty());
        const std::string label = fmt::format("{}###rule-{}", name, kind.name);
        if (choiceBox(painter_, box,
                      {.label = label.c_str(),
                       .is_chosen = is_chosen,
                       .is_framed = true,
                       .tooltip = scene_.said(kind.used_by())})) {
            choose(kind, own);
        }
        const float pad = look_.px(kMaskTilesPad);
        const float side = box.width() - 2 * pad;
        MaskPicture picture = pictureOf(kind.kind, masked_.document);
        picture.transposed = isTurned(MatrixId::mask, scene_.preferences().conventions);
        drawMaskPicture(painter_, Rect::at({box.min.x + pad, box.min.y + pad}, {side, side}),
                        picture);
        float y = box.min.y + 2 * pad + side - look_.px(3);
        const auto line = [&](ImFont* font, Color color, std::string_view text) {
            painter_.text(font, color, box.betweenY(y, y + look_.px(kMaskTilesLine)), text,
                          Align::center);
            y += look_.px(kMaskTilesLine);
        };
        ImFont* const font = is_chosen ? look_.fonts.strong_small : look_.fonts.small_text;
        for (const std::string_view words : linesOf(name)) line(font, c.ink, words);
        line(look_.fonts.small_text, c.soft, ruleNote(scene_, picture.rule, own != nullptr));
    }

    /// Makes this the only rule; padding is put beside the others, or taken away. A rule that the
    /// mask has already keeps its numbers.
    void choose(const MaskInfo& kind, const MaskRule* own) {
        const Document& document = masked_.document;
        if (kind.kind == MaskKind::padding) {
            const auto at = static_cast<std::size_t>(own != nullptr ? own - rules_.data() : 0);
            masked_.emit(own != nullptr ? Change(removeRule, at)
                                        : Change(addRule, newRule(kind.kind, document.n())));
            return;
        }
        const bool is_drawn = kind.kind == MaskKind::custom;
        if (own != nullptr && (!is_drawn || document.mask.flips.empty())) {
            if (rules_.size() > 1 || !document.mask.flips.empty())
                masked_.emit(SetMaskRules{{*own}});
            return;
        }
        masked_.emit(SetMaskRules{{is_drawn ? asCustomRule(document.mask, document.n())
                                            : newRule(kind.kind, document.n())}});
    }

    const Scene& scene_;
    const Masked& masked_;
    const Look& look_;
    Painter painter_;
    const std::vector<MaskRule>& rules_;
    ImVec2 at_;
    float width_;
};

}  // namespace

float drawMaskTiles(const Scene& scene, const Masked& masked, ImVec2 at, float width) {
    return Tiles(scene, masked, at, width).draw();
}

float maskTilesWidth(const Scene& scene, int tiles) {
    const auto count = static_cast<float>(tiles);
    return count * tileSide(scene) + (count - 1) * scene.look.px(kMaskTilesGap);
}

}  // namespace lookback

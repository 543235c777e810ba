#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/edit/mask_parts.h"
#include "app/views/shared/panel_column.h"
#include "app/widgets/button.h"
#include "app/widgets/expression.h"
#include "app/widgets/formula.h"
#include "app/widgets/line_breaks.h"
#include "app/widgets/menu.h"
#include "app/widgets/slider.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/explain/in_conventions.h"
#include "core/masking/methods.h"
#include "core/words/formula_words.h"
#include "core/words/say.h"
#include "messages/checks.h"
#include "messages/common.h"
#include "messages/masking.h"

namespace lookback {
namespace {

constexpr float kMaskingValueField = 96;
constexpr float kFieldHeight = 26;

/// Returns the stops that the precision holds: those of float16 end at -65504.
std::array<double, kMaskingStops.size()> stopsOf(DType dtype) {
    auto stops = kMaskingStops;
    for (double& stop : stops) stop = fittingValue(dtype, stop);
    return stops;
}

void drag(const Scene& scene, const Masked& masked, const StopSliderEvents& events) {
    Masking masking = masked.document.masking;
    Hands& hands = scene.hands;
    if (events.stepped) {
        masking.value = *events.stepped;
        masked.emit(SetMasking{masking});
    }
    if (events.dragged && (hands.isIdle() || hands.gesture == masked.drag)) {
        masking.value = fittingValue(masked.document.dtype, *events.dragged);
        hands.gesture = masked.drag;
        masked.emit(dragged(SetMasking{masking}));
    }
    if (events.held && hands.gesture == masked.drag) hands.is_gesture_shown = true;
}

/// Returns why a typed value is refused; empty: it is accepted.
std::string maskingValueFault(const Scene& scene, DType dtype, const Result<double>& typed) {
    if (!typed) return scene.said(typed.error().message);
    const bool is_none = std::isinf(*typed) && *typed < 0;
    if (is_none || fits(dtype, *typed)) return "";
    return scene.said(misfitSentence(dtype, *typed));
}

void typedValue(const Scene& scene, const Masked& masked, const Rect& box) {
    const Look& look = scene.look;
    const Masking now = masked.document.masking;
    std::string text = formatShort(now.value);
    const std::string tip = scene.said(say::masking::ValueTypedTip{});
    const MenuField field{.label = "##masking-value",
                          .font = look.fonts.mono,
                          .tooltip = tip,
                          .fault = [&](const std::string& typed) {
                              return maskingValueFault(scene, masked.document.dtype,
                                                       parseExpression(typed));
                          }};
    if (!menuField(look, box, field, text)) return;
    Masking typed = now;
    typed.value = *parseExpression(text);
    masked.emit(SetMasking{typed});
}

constexpr float kBlockedTableLine = 20;
constexpr float kNote = 17;
constexpr float kNoteLines = 2;            ///< of a value that does not fit a precision
constexpr float kBlockedTableBetween = 5;  ///< columns

/// In the order of their ranges.
constexpr std::array kShownTypes{DType::float64, DType::float32, DType::bfloat16, DType::float16};

const BlockedWeight& of(const BlockedWeights& weights, DType dtype) {
    return weights[static_cast<std::size_t>(dtype)];
}

/// Formats a share as cells show it; where its decimals would hide that it is not 0, with one
/// digit: `3e−9`.
std::string shareText(const BlockedWeight& weight) {
    constexpr int kDecimals = 4;
    constexpr double kLeast = 0.00005;
    if (weight.state != BlockedWeight::State::computed) return "\u2013";
    if (weight.most == 0) return "0";
    if (!(weight.most < kLeast)) return formatNumber(weight.most, kDecimals);
    return roughNumber(weight.most, 1);
}

Verbatim nameOf(DType type) { return {std::string(info(type).name)}; }

/// Returns the notes about missing numbers of the table.
std::vector<Message> blockedTableNotes(const Document& document, const BlockedWeights& weights) {
    std::vector<Message> notes;
    for (const DType type : kShownTypes) {
        switch (of(weights, type).state) {
            case BlockedWeight::State::too_much_work:
                return {say::masking::OnePrecision{.dtype = nameOf(document.dtype)}};
            case BlockedWeight::State::misfit:
                notes.push_back(say::masking::NumberMisfit{.dtype = nameOf(type)});
                break;
            case BlockedWeight::State::value_misfit:
                notes.push_back(misfitSentence(type, document.masking.value));
                break;
            case BlockedWeight::State::computed: break;
        }
    }
    return notes;
}

class BlockedTable : PanelColumn {
public:
    BlockedTable(const Scene& scene, ImVec2 at, float width)
        : PanelColumn(scene, Rect::at(at, {width, 0}), 0, 0),
          document_(scene.document()),
          weights_(scene.shown().blockedWeights()),
          are_shown_(isShown(scene.state, {.id = MatrixId::attention_weights})) {}

    float draw() {
        const float top = y_;
        const std::string who = scene_.said(say::masking::BlockedTokensGet{});
        column_ = 0;
        for (const DType type : kShownTypes) {
            column_ = std::max(column_, painter_.width(look_.fonts.mono, info(type).name));
        }
        column_ += look_.px(kBlockedTableBetween);
        const float label = painter_.width(look_.fonts.small_text, who);
        if (label + static_cast<float>(kShownTypes.size()) * column_ <= width()) {
            words(who);
            cells([](DType type) { return std::string(info(type).name); }, look_.colors().soft);
            words(scene_.said(say::masking::AtMostOfRow{}));
            cells([this](DType type) { return shareIn(type); }, look_.colors().ink);
        } else {
            note(scene_.said(say::masking::BlockedShare{}));
            for (const DType type : kShownTypes) row(type);
        }
        const std::vector<Message> remarks =
            !are_shown_                   ? std::vector<Message>{whyHidden(
                                                scene_.state, Quantity{.id = MatrixId::attention_weights})}
            : scene_.shown().blocksSome() ? blockedTableNotes(document_, weights_)
                                          : std::vector<Message>{say::checks::NothingBlocked{}};
        // Lines are kept for the note, so that nothing below moves when it comes and goes.
        const float below = y_ + look_.px(kNoteLines * kNote);
        note(scene_.said(remarks));
        return std::max(y_, below) - top;
    }

private:
    void words(std::string_view text) {
        painter_.text(look_.fonts.small_text, look_.colors().soft,
                      band(look_.px(kBlockedTableLine)), text);
    }

    /// Draws a text for each precision, in columns that end at the right.
    template <class Text>
    void cells(Text text, Color color) {
        float right = right_;
        for (auto type = kShownTypes.rbegin(); type != kShownTypes.rend(); ++type) {
            painter_.text(fontOf(*type), color,
                          {{right - column_, y_}, {right, y_ + look_.px(kBlockedTableLine)}},
                          text(*type), Align::right);
            right -= column_;
        }
        y_ += look_.px(kBlockedTableLine);
    }

    void row(DType type) {
        const Rect line = take(look_.px(kBlockedTableLine));
        painter_.text(fontOf(type), look_.colors().soft, line, info(type).name);
        painter_.text(fontOf(type), look_.colors().ink, line, shareIn(type), Align::right);
    }

    [[nodiscard]] std::string shareIn(DType type) const {
        return are_shown_ ? shareText(of(weights_, type)) : "?";
    }

    /// The document's own precision stands out.
    [[nodiscard]] ImFont* fontOf(DType type) const {
        return type == document_.dtype ? look_.fonts.mono_bold : look_.fonts.mono;
    }

    void note(std::string_view text) { smallLines(look_.colors().soft, text, look_.px(kNote)); }

    const Document& document_;
    const BlockedWeights& weights_;
    bool are_shown_;
    float column_ = 0;  ///< width of a column of numbers
};

constexpr float kMaskingMethodsSign = 26;   ///< width of the sign of choice
constexpr float kMaskingMethodsTitle = 20;  ///< height of a label
constexpr float kMaskingMethodsLine = 17;   ///< of small type
constexpr float kMaskingMethodsPad = 4;     ///< above and below the words of a row
constexpr float kEnd = 8;                   ///< to the right of them
constexpr float kOrder = 32;                ///< height of a choice
constexpr std::array kOrders{MaskingOrder::after_scale, MaskingOrder::before_scale};
constexpr std::array kSoftmaxAxes{SoftmaxOver::rows, SoftmaxOver::columns};

/// Returns a document for formulas: that of the menu with another masking.
Document sketchOf(const Document& document, const Masking& masking) {
    Document sketch;
    sketch.positions.kind = document.positions.kind;
    sketch.scale = document.scale;
    sketch.softcap = document.softcap;
    sketch.masking = masking;
    return sketch;
}

/// Returns the formula of the method, as papers write it.
std::string formulaOf(const Document& sketch, const Conventions& conventions) {
    const Masking& masking = sketch.masking;
    const bool is_copy = maskingRow(masking.method).arithmetic.weights == Arithmetic::copy;
    const MatrixId shown = info(masking.method).place == MaskingPlace::scores
                               ? MatrixId::masked_scores
                           : is_copy ? MatrixId::masked_weights
                                     : MatrixId::attention_weights;
    return formulaInConventions(sketch, shown, conventions);
}

/// A row of one method: laid out first, drawn when its height is known.
class MethodMenuRow {
public:
    MethodMenuRow(const Scene& scene, const Masked& masked, Painter& painter,
                  const MaskingRow& method, float width)
        : masked_(masked),
          look_(scene.look),
          painter_(painter),
          method_(method),
          inner_(width - look_.px(kMaskingMethodsSign) - look_.px(kEnd)),
          masking_(masked.document.masking) {
        masking_.method = method.method;
        if (info(method.method).uses_value) {
            masking_.value = fittingValue(masked.document.dtype, masking_.value);
        }
        const Conventions& conventions = scene.preferences().conventions;
        label_ = scene.said(method.words.label());
        line_ = scene.said(method.words.line());
        // On a slide it would cover what is read, to say the same.
        if (!scene.place().presenting) {
            tip_ = scene.said(
                say::masking::Tip{.method = method.words.label(), .line = method.words.line()});
        }
        if (method.words.is_mistake) mistake_ = scene.said(say::masking::Mistake{});
        const std::string formula = formulaOf(sketchOf(masked.document, masking_), conventions);
        formula_ = parseSymbols(formulaIn(scene.wording(), formula), Ink::soft);
        layOut();
    }

    [[nodiscard]] float height() const { return height_ + 2 * look_.px(kMaskingMethodsPad); }

    void draw(ImVec2 at, float width, bool takes_keyboard) {
        const Theme& c = look_.colors();
        const Rect box = Rect::at(at, {width, height()});
        const bool is_chosen = masked_.document.masking.method == method_.method;
        const std::string label = fmt::format("{}###method-{}", label_, info(method_.method).name);
        if (choiceBox(painter_, box,
                      {.label = label.c_str(), .is_chosen = is_chosen, .tooltip = tip_}) &&
            !is_chosen) {
            masked_.emit(SetMasking{masking_});
        }
        if (is_chosen && takes_keyboard) ImGui::SetItemDefaultFocus();
        float y = box.min.y + look_.px(kMaskingMethodsPad);
        radioSign(
            painter_,
            Rect::at({at.x, y}, {look_.px(kMaskingMethodsSign), look_.px(kMaskingMethodsTitle)}),
            is_chosen);
        const float x = at.x + look_.px(kMaskingMethodsSign);
        const auto line = [&](ImFont* font, Color color, std::string_view text, float high) {
            painter_.text(font, color, Rect::at({x, y}, {inner_, high}), text);
            y += high;
        };
        if (is_formula_beside_) {
            const float top = y + (look_.px(kMaskingMethodsTitle) - formula_size_.height) / 2;
            setLine(painter_, fonts(), {x + inner_ - formula_size_.width, top}, FLT_MAX, formula_);
        }
        const Color mistake = readable(c, c.bad, is_chosen ? c.chip : c.panel);
        for (const std::string_view words : labels_) {
            line(look_.fonts.strong, c.ink, words, look_.px(kMaskingMethodsTitle));
        }
        if (is_mistake_beside_) {
            const float left =
                x + painter_.width(look_.fonts.strong, labels_.back()) + look_.px(kEnd);
            painter_.text(look_.fonts.small_text, mistake,
                          {{left, y - look_.px(kMaskingMethodsTitle)}, {x + inner_, y}}, mistake_);
        }
        for (const std::string_view words : mistakes_) {
            line(look_.fonts.small_text, mistake, words, look_.px(kMaskingMethodsLine));
        }
        const Color soft = readable(c, c.soft, is_chosen ? c.chip : c.panel);
        for (const std::string_view words : lines_) {
            line(look_.fonts.small_text, soft, words, look_.px(kMaskingMethodsLine));
        }
        if (!is_formula_beside_) setLine(painter_, fonts(), {x, y}, inner_, formula_);
    }

private:
    [[nodiscard]] LineFonts fonts() const {
        return {look_.fonts.mono, look_.fonts.mono_bold, look_.fonts.caption};
    }

    void layOut() {
        labels_ = brokenLines(look_.fonts.strong, label_, inner_);
        lines_ = brokenLines(look_.fonts.small_text, line_, inner_);
        float used = painter_.width(look_.fonts.strong, labels_.back());
        if (!mistake_.empty()) {
            const float wide = look_.px(kEnd) + painter_.width(look_.fonts.small_text, mistake_);
            is_mistake_beside_ = used + wide <= inner_;
            if (is_mistake_beside_) used += wide;
            if (!is_mistake_beside_) {
                mistakes_ = brokenLines(look_.fonts.small_text, mistake_, inner_);
            }
        }
        formula_size_ = measuredLine(painter_, fonts(), FLT_MAX, formula_);
        is_formula_beside_ =
            labels_.size() == 1 && used + look_.px(kEnd) + formula_size_.width <= inner_;
        height_ =
            static_cast<float>(labels_.size()) * look_.px(kMaskingMethodsTitle) +
            static_cast<float>(mistakes_.size() + lines_.size()) * look_.px(kMaskingMethodsLine);
        if (is_formula_beside_) return;
        formula_size_ = measuredLine(painter_, fonts(), inner_, formula_);
        height_ += formula_size_.height;
    }

    const Masked& masked_;
    const Look& look_;
    Painter& painter_;
    const MaskingRow& method_;
    float inner_;
    Masking masking_;  ///< of the document, if this method is chosen
    std::string label_;
    std::string line_;  ///< the description of the method
    std::string tip_;
    std::string mistake_;  ///< empty for a method that is used
    TextLine formula_;
    SetLine formula_size_;
    bool is_formula_beside_ = false;
    bool is_mistake_beside_ = false;
    std::vector<std::string_view> labels_;
    std::vector<std::string_view> mistakes_;
    std::vector<std::string_view> lines_;
    float height_ = 0;
};

/// A choice between two ways.
struct TwoWays {
    std::array<std::string, 2> labels;
    std::array<std::string, 2> tips;
    std::size_t chosen;
};

/// Draws the ways side by side, or one below the other where they do not fit, and calls
/// `set(way)` when the other one is clicked. @return the height taken
template <class Set>
float drawTwoWays(const Scene& scene, ImVec2 at, float width, const TwoWays& ways, Set set) {
    const Look& look = scene.look;
    Painter painter(look);
    const float height = look.px(kOrder);
    if (segmentedWidth(painter, pointersTo(ways.labels)) <= width) {
        const int clicked = segmented(painter, at, height, pointersTo(ways.labels),
                                      static_cast<int>(ways.chosen), pointersTo(ways.tips));
        if (clicked >= 0 && static_cast<std::size_t>(clicked) != ways.chosen) {
            set(static_cast<std::size_t>(clicked));
        }
        return height;
    }
    for (std::size_t k = 0; k < ways.labels.size(); ++k) {
        const float y = at.y + static_cast<float>(k) * height;
        const Rect box = Rect::at({at.x, y}, {width, height});
        const float x = at.x + look.px(kMaskingMethodsSign);
        const bool is_chosen = k == ways.chosen;
        const bool is_clicked = choiceBox(
            painter, box,
            {.label = ways.labels[k].c_str(), .is_chosen = is_chosen, .tooltip = ways.tips[k]});
        if (is_clicked && !is_chosen) set(k);
        radioSign(painter, box.untilX(x), is_chosen);
        painter.text(look.fonts.text, look.colors().ink, {{x, y}, box.max},
                     shownPart(ways.labels[k]));
    }
    return static_cast<float>(ways.labels.size()) * height;
}

}  // namespace

float drawMaskingValue(const Scene& scene, const Masked& masked, ImVec2 at, float width) {
    const Masking& now = masked.document.masking;
    if (!info(now.method).uses_value) return 0;
    const Look& look = scene.look;
    Painter painter(look);
    const float heading = look.px(kFieldHeight);
    painter.text(look.fonts.caption, look.colors().soft, Rect::at(at, {width, heading}),
                 scene.said(say::masking::ValueHeading{}));
    typedValue(
        scene, masked,
        {{at.x + width - look.px(kMaskingValueField), at.y}, {at.x + width, at.y + heading}});
    const float top = at.y + heading + look.px(6);
    const float height = stopSliderHeight(look);
    const auto stops = stopsOf(masked.document.dtype);
    const std::string tip = scene.said(say::masking::ValueTip{});
    drag(scene, masked,
         stopSlider(
             painter, Rect::at({at.x, top}, {width, height}),
             {.label = "##value-slider", .stops = stops, .value = now.value, .tooltip = tip}));
    return top + height - at.y;
}

float drawBlockedTable(const Scene& scene, ImVec2 at, float width) {
    return BlockedTable(scene, at, width).draw();
}

float drawMaskingMethods(const Scene& scene, const Masked& masked, ImVec2 at, float width,
                         bool takes_keyboard) {
    Painter painter(scene.look);
    float y = at.y;
    for (const MaskingRow* method : kMaskingRows) {
        MethodMenuRow row(scene, masked, painter, *method, width);
        row.draw({at.x, y}, width, takes_keyboard);
        y += row.height();
    }
    return y - at.y;
}

float drawMaskingOrder(const Scene& scene, const Masked& masked, ImVec2 at, float width) {
    const Masking& now = masked.document.masking;
    if (info(now.method).place != MaskingPlace::scores) return 0;
    const auto set = [&](std::size_t order) {
        Masking masking = now;
        masking.order = kOrders[order];
        masked.emit(SetMasking{masking});
    };
    return drawTwoWays(scene, at, width,
                       {.labels = {scene.labelled(say::masking::AfterScaling{}, "after-scale"),
                                   scene.labelled(say::masking::BeforeScaling{}, "before-scale")},
                        .tips = {scene.said(say::masking::AfterScalingTip{}),
                                 scene.said(say::masking::BeforeScalingTip{})},
                        .chosen = static_cast<std::size_t>(now.order)},
                       set);
}

float drawSoftmaxAxis(const Scene& scene, const Masked& masked, ImVec2 at, float width) {
    if (!masked.is_on_stage) return 0;
    const Masking& now = masked.document.masking;
    const auto set = [&](std::size_t axis) {
        Masking masking = now;
        masking.softmax = kSoftmaxAxes[axis];
        masked.emit(SetMasking{masking});
    };
    return drawTwoWays(
        scene, at, width,
        {.labels = {scene.labelled(say::masking::OverRows{}, "softmax-rows"),
                    scene.labelled(say::masking::OverColumnsMistake{}, "softmax-columns")},
         .tips = {scene.said(say::masking::OverRowsTip{}),
                  scene.said(say::masking::OverColumnsTip{})},
         .chosen = static_cast<std::size_t>(now.softmax)},
        set);
}

}  // namespace lookback

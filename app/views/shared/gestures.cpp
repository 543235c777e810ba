#include "app/views/shared/gestures.h"

#include <algorithm>
#include <utility>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/widgets/expression.h"
#include "core/document/edit.h"
#include "core/document/words.h"
#include "core/explain/in_conventions.h"
#include "core/import/readers.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/bars.h"
#include "messages/notices.h"

namespace lookback {
namespace {

void takeName(const Scene& scene, const TokenNaming& naming) {
    if (naming.text == naming.before) return;
    if (!naming.is_new) {
        scene.emit(RenameToken{naming.at, naming.text, naming.draws_numbers});
    } else {
        scene.emit(InsertToken{naming.at, naming.text});
    }
}

/// Emits the actions that end a gesture.
struct Finish {
    const Scene& scene;

    void operator()(std::monostate) const {}
    void operator()(NumberTyping& typing) const { static_cast<void>(takeNumber(scene, typing)); }
    void operator()(NumberDrag&) const { scene.emit(FinishDrag{}); }
    void operator()(MaskPainting&) const { scene.emit(FinishDrag{}); }
    void operator()(MaskingDrag&) const { scene.emit(FinishDrag{}); }
    void operator()(ScaleDrag&) const { scene.emit(FinishDrag{}); }
    void operator()(NudgeDrag&) const {}
    void operator()(AnswerDrag&) const {}
    void operator()(ExperimentDrag&) const { scene.emit(FinishDrag{}); }
    void operator()(TemperatureDrag&) const {}
    void operator()(LightPointing&) const {}
    void operator()(TokenNaming& naming) const { takeName(scene, naming); }
    void operator()(SentenceTyping& typing) const {
        const std::vector<std::string> words = splitSentence(typing.text);
        if (typing.text != typing.before && !words.empty()) scene.emit(SetSentence{words});
    }
    void operator()(TitleTyping& typing) const {
        if (typing.text != typing.before) scene.emit(SetTitle{typing.text});
    }
};

/// True for a gesture that ends with the mouse button.
bool isHeld(const Hands& hands) {
    const auto* const light = hands.doing<LightPointing>();
    return hands.doing<NumberDrag>() != nullptr || hands.doing<MaskPainting>() != nullptr ||
           hands.doing<MaskingDrag>() != nullptr || hands.doing<ScaleDrag>() != nullptr ||
           hands.doing<NudgeDrag>() != nullptr || hands.doing<AnswerDrag>() != nullptr ||
           hands.doing<ExperimentDrag>() != nullptr || hands.doing<TemperatureDrag>() != nullptr ||
           (light != nullptr && !light->is_by_key);
}

/// Ends the gesture of the hands and returns it. The mouse button may still be down: it begins
/// nothing before it is pressed again.
Gesture release(Hands& hands) {
    if (isHeld(hands)) ImGui::ClearActiveID();
    return std::exchange(hands.gesture, Gesture());
}

}  // namespace

double dragStep(const Look& look) {
    constexpr double kPerPixel = 0.01;
    constexpr double kFiner = 0.1;
    constexpr double kCoarser = 10;
    const ImGuiIO& io = ImGui::GetIO();
    return kPerPixel * (io.KeyShift ? kFiner : 1) * (io.KeyCtrl ? kCoarser : 1) /
           static_cast<double>(look.scale);
}

void turnWheel(const Scene& scene, bool is_cut) {
    const ImGuiIO& io = ImGui::GetIO();
    if (io.MouseWheel == 0 || !ImGui::IsWindowHovered()) return;
    if (io.KeyCtrl) return scene.emit(Zoom{io.MouseWheel > 0 ? 1 : -1});
    if (!is_cut) return;
    const Index span = scene.place().pane.span;
    const auto by =
        static_cast<Index>(-io.MouseWheel * static_cast<float>(std::max<Index>(span / 8, 1)));
    const bool is_turned = isTurned(stageInFocus(scene.state), scene.preferences().conventions);
    const Pan down = is_turned ? Pan{0, by, 0} : Pan{by, 0, 0};
    const Pan across = is_turned ? Pan{by, 0, by} : Pan{0, by, by};
    scene.emit(io.KeyShift ? across : down);
}

std::string rangeInWords(const Scene& scene) {
    const Pane& pane = scene.place().pane;
    const Index n = scene.document().n();
    const AxisRange queries = pane.range(pane.query, n);
    const AxisRange keys = pane.range(pane.key, n);
    return scene.said(say::bars::Range{.query_first = Count{queries.first + 1},
                                       .query_last = Count{queries.first + queries.count},
                                       .key_first = Count{keys.first + 1},
                                       .key_last = Count{keys.first + keys.count},
                                       .of = Count{n}});
}

bool takeNumber(const Scene& scene, NumberTyping& typing) {
    const Result<double> value = parseExpression(typing.text);
    if (!value) {
        typing.error = scene.said(value.error().message);
        return false;
    }
    if (!fits(scene.document(), *value)) {
        const DTypeInfo& type = info(scene.document().dtype);
        typing.error = scene.said(say::notices::TypedTooLarge{
            .dtype = Verbatim{std::string(type.name)}, .largest = Rough{type.largest, 6}});
        return false;
    }
    scene.emit(SetNumber{typing.id, typing.cell, *value});
    return true;
}

void finishGesture(const Scene& scene) {
    Gesture ended = release(scene.hands);
    std::visit(Finish{scene}, ended);
}

void cancelGesture(const Scene& scene) {
    if (const auto* nudge = scene.hands.doing<NudgeDrag>()) {
        Nudge given_back = scene.place().leak.nudge;
        given_back.amount = nudge->was;
        scene.emit(Change(&LeakPlace::nudge, given_back));
    } else if (const auto* temperature = scene.hands.doing<TemperatureDrag>()) {
        GeneratePlace given_back = scene.state.generate_place;
        given_back.choice.temperature = temperature->was;
        scene.emit(Change(given_back));
    } else if (const auto* answer = scene.hands.doing<AnswerDrag>()) {
        scene.hands.answer.text = answer->was;
    } else if (isHeld(scene.hands)) {
        scene.emit(CancelDrag{});
    }
    release(scene.hands);
}

std::optional<std::string> pastedNumbers(std::optional<MatrixId> over) {
    if (!ImGui::GetIO().KeyCtrl || !ImGui::IsKeyPressed(ImGuiKey_V, false)) return std::nullopt;
    const char* const clipboard = ImGui::GetClipboardText();
    if (clipboard == nullptr || !holdsNumbers(clipboard, over)) return std::nullopt;
    return clipboard;
}

void endGestures(const Scene& scene) {
    Hands& hands = scene.hands;
    const bool is_shown = std::exchange(hands.is_gesture_shown, false);
    if (hands.isIdle()) return;
    const ImGuiIO& io = ImGui::GetIO();
    const bool is_held = isHeld(hands);
    if (is_held && ImGui::IsKeyPressed(ImGuiKey_Escape)) return cancelGesture(scene);
    const bool let_go = is_held && (!io.MouseDown[ImGuiMouseButton_Left] || io.AppFocusLost);
    if (let_go || !is_shown) finishGesture(scene);
}

}  // namespace lookback

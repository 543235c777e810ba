#include <algorithm>
#include <cmath>

#include "app/views/lab/lab.h"
#include "app/views/lab/mask_rules.h"
#include "app/views/lab/presented_layout.h"
#include "app/views/lab/presented_words.h"
#include "app/views/lab/step_header.h"
#include "app/views/shared/gestures.h"

namespace lookback {
namespace {

constexpr float kPresentationPad = 28;
constexpr float kTop = 16;
constexpr float kBelowHeader = 10;
constexpr float kPresentationLight = 34;  ///< radius
constexpr int kLightRings = 8;            ///< one over the other, so that it fades
constexpr float kLightStrength = 0.1f;    ///< of each

class Presentation {
public:
    Presentation(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          left_(region.min.x + look_.px(kPresentationPad)),
          right_(region.max.x - look_.px(kPresentationPad)) {}

    void draw() {
        const float top = drawHeader();
        const Rect body{{left_, top}, {right_, region_.max.y - look_.px(4)}};
        PresentedLayout layout = layOutPresented(scene_, painter_, body);
        const PresentedPlaces& places = layout.places;
        turnWheel(scene_, areCut(layout.figures));
        if (places.strip.height() > 0) drawSentenceArcs(scene_, painter_, places.strip);
        const Rect& room = places.figure;
        const ImVec2 at{std::floor(room.center().x - layout.size.x / 2),
                        std::floor(room.center().y - layout.size.y / 2)};
        drawInRow(scene_, layout.figures, at, presentedGap(look_));
        drawWords(places);
        pointWithLight();
    }

private:
    /// The pointer held on empty ground is a soft spot of light.
    void pointWithLight() {
        Hands& hands = scene_.hands;
        const bool is_empty = ImGui::IsWindowHovered() && !ImGui::IsAnyItemHovered();
        if (is_empty && ImGui::IsMouseClicked(ImGuiMouseButton_Left) && hands.isIdle()) {
            hands.gesture = LightPointing{};
        }
        if (hands.doing<LightPointing>() == nullptr) return;
        hands.is_gesture_shown = true;
        const ImVec2 at = ImGui::GetMousePos();
        ImDrawList* const list = ImGui::GetForegroundDrawList();
        for (int ring = kLightRings; ring > 0; --ring) {
            const float radius =
                look_.px(kPresentationLight) * static_cast<float>(ring) / kLightRings;
            list->AddCircleFilled(at, radius, faded(look_.colors().highlight, kLightStrength));
        }
    }

    /// The rules of the mask stand where other steps say what they do. @return where it ends
    float drawHeader() {
        const float y = region_.min.y + look_.px(kTop);
        const float height = look_.fonts.title->FontSize;
        const LineFonts fonts{look_.fonts.formula, look_.fonts.formula, look_.fonts.raised};
        const MatrixId shown = stageInFocus(scene_.state);
        const Rect room = drawStepHeader(scene_, painter_, shown, {{left_, y}, right_, fonts});
        if (!drawRules(room)) drawStepLine(scene_, painter_, shown, room);
        return y + height + look_.px(kBelowHeader);
    }

    /// With steppers, or where those have no room by their names. @return false: there are none
    bool drawRules(const Rect& room) {
        using Detail = MaskRules::Detail;
        const auto draw = [&](Detail detail) {
            return MaskRules(scene_, painter_, room.width(), detail).drawInLine(room);
        };
        return draw(Detail::steppers) || draw(Detail::names);
    }

    void drawWords(const PresentedPlaces& places) {
        PresentedWords words(scene_, painter_);
        words.fit(places.arithmetic.width(), places.arithmetic.height(), places.is_column);
        const float height = words.drawArithmetic(places.arithmetic.min);
        Rect room = places.meaning;
        if (places.areStacked()) room.min.y = places.arithmetic.min.y + height + look_.px(12);
        words.drawMeaning(room, places.told_height);
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    float left_;
    float right_;
};

}  // namespace

void drawPresentation(const Scene& scene, const Rect& region) {
    Presentation(scene, region).draw();
}

}  // namespace lookback

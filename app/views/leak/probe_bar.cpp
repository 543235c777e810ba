#include "app/views/leak/probe_bar.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/widgets/button.h"
#include "app/widgets/cell_fit.h"
#include "app/widgets/menu.h"
#include "app/widgets/slider.h"
#include "app/widgets/text_field.h"
#include "core/base/text.h"

namespace lookback {
namespace {

constexpr double kWiggle = 1.6;    ///< seconds there and back
constexpr float kMostToken = 110;  ///< width of the button with the word
constexpr float kProbeBarField = 140;
constexpr double kProbeBarSteps = 20;  ///< of the keys, from the middle to either end
constexpr const char* kProbeMenu = "##probe";
constexpr const char* kTokenMenu = "##nudged";
constexpr const char* kWayMenu = "##way";

class ProbeBar {
public:
    ProbeBar(const Scene& scene, const Rect& line)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          line_(line),
          place_(scene.place().leak),
          x_(line.min.x) {}

    void draw() {
        probeButton();
        if (place_.probe == Probe::append) return wordField();
        if (scene_.document().n() == 0) return;
        tokenButton();
        wayButton();
        amount();
    }

private:
    [[nodiscard]] float gap() const { return look_.px(scene_.narrow ? 6 : 10); }

    Rect next(float width) {
        const Rect box{{x_, line_.min.y}, {x_ + width, line_.max.y}};
        x_ = box.max.x + gap();
        return box;
    }

    /// @return true where its menu is to be filled
    bool menuButton(const std::string& title, const char* menu, float most,
                    std::string_view tooltip) {
        const ButtonOptions options{.tooltip = tooltip, .menu = true};
        const Rect box = next(std::min(buttonWidth(painter_, title, options), most));
        if (button(painter_, box, (title + menu).c_str(), options)) ImGui::OpenPopup(menu);
        return beginMenu(look_, menu, box, false);
    }

    void probeButton() {
        const bool nudges = place_.probe == Probe::nudge;
        if (!menuButton(nudges ? "Nudge" : "Append", kProbeMenu, look_.px(120),
                        "What is done to the sentence, to see which outputs move.")) {
            return;
        }
        if (menuItem(look_, "Nudge a word", {.chosen = nudges})) {
            scene_.emit(SetProbe{Probe::nudge});
        }
        if (menuItem(look_, "Append a word", {.chosen = !nudges})) {
            scene_.emit(SetProbe{Probe::append});
        }
        endMenu();
    }

    void tokenButton() {
        const Index now = nudgedToken(place_.nudge, scene_.document().n());
        const std::string tip = "The word that is moved. " + tooltipOf(command("nudge-next"));
        if (!menuButton(scene_.labels()[static_cast<std::size_t>(now)], kTokenMenu,
                        look_.px(kMostToken), tip)) {
            return;
        }
        for (Index token = 0; token < scene_.document().n(); ++token) {
            const std::string label =
                fmt::format("{}##{}", scene_.labels()[static_cast<std::size_t>(token)], token);
            if (!menuItem(look_, label, {.chosen = token == now})) continue;
            Nudge nudge = place_.nudge;
            nudge.token = token;
            scene_.emit(SetNudge{nudge});
        }
        endMenu();
    }

    [[nodiscard]] std::string wayTitle() const {
        if (!place_.nudge.dimension) return scene_.narrow ? "random" : "random direction";
        return fmt::format("{} {}", scene_.narrow ? "dim." : "dimension",
                           *place_.nudge.dimension + 1);
    }

    void wayButton() {
        if (!menuButton(wayTitle(), kWayMenu, look_.px(180),
                        "Where the word goes: along one of its numbers, or in a direction that is "
                        "drawn anew each time it is chosen.")) {
            return;
        }
        for (Index at = 0; at < scene_.document().dIn(); ++at) {
            const std::string label = fmt::format("dimension {}", at + 1);
            if (!menuItem(look_, label, {.chosen = place_.nudge.dimension == at})) continue;
            Nudge nudge = place_.nudge;
            nudge.dimension = at;
            scene_.emit(SetNudge{nudge});
        }
        if (menuItem(look_, "a random direction", {.chosen = !place_.nudge.dimension})) {
            Nudge nudge = place_.nudge;
            if (!nudge.dimension) ++nudge.seed;
            nudge.dimension.reset();
            scene_.emit(SetNudge{nudge});
        }
        endMenu();
    }

    void amount() {
        const char* const wiggle = place_.wiggling ? "Stop##wiggle" : "Wiggle \u223F##wiggle";
        const float wide = buttonWidth(painter_, "Wiggle \u223F");
        const Rect right{{line_.max.x - wide, line_.min.y}, line_.max};
        const std::string tip = tooltipOf(command("wiggle"));
        const ButtonKind kind = place_.wiggling ? ButtonKind::strong : ButtonKind::plain;
        if (button(painter_, right, wiggle, {.kind = kind, .tooltip = tip})) {
            scene_.emit(SetWiggling{!place_.wiggling});
        }
        const double most = scene_.shown().bound(MatrixId::embeddings);
        const double now = amountNow(place_);
        const DigitRoom room{Domain::signed_numbers, most};
        const std::string widest(static_cast<std::size_t>(room.characters(3)), '0');
        const float digits = painter_.width(look_.fonts.mono, widest);
        const Rect number{{right.min.x - gap() - digits, line_.min.y},
                          {right.min.x - gap(), line_.max.y}};
        painter_.text(look_.fonts.mono, look_.colors().ink, number,
                      (now > 0 ? "+" : "") + formatNumber(now, 3), Align::right);
        const Rect track{{x_, line_.min.y}, {number.min.x - gap(), line_.max.y}};
        if (track.width() < look_.px(40)) return;
        drag(slider(painter_, track,
                    {.label = "##amount",
                     .value = now,
                     .least = -most,
                     .most = most,
                     .step = most / kProbeBarSteps,
                     .tooltip = "How far the word is moved. Drag it; Left and Right move it by a "
                                "step."}));
    }

    void drag(const SliderEvents& events) {
        Hands& hands = scene_.hands;
        Nudge nudge = place_.nudge;
        if (events.stepped) {
            nudge.amount = *events.stepped;
            scene_.emit(SetNudge{nudge});
        }
        if (events.dragged && (hands.isIdle() || hands.doing<NudgeDrag>() != nullptr)) {
            if (hands.isIdle()) hands.gesture = NudgeDrag{nudge.amount};
            if (place_.wiggling) scene_.emit(SetWiggling{false});
            nudge.amount = *events.dragged;
            scene_.emit(SetNudge{nudge});
        }
        if (events.held && hands.doing<NudgeDrag>() != nullptr) hands.is_gesture_shown = true;
    }

    void wordField() {
        std::string word = place_.word;
        const FieldEvents events = textField(painter_, next(look_.px(kProbeBarField)), "##appended",
                                             word, look_.fonts.text, false);
        if (events.edited) scene_.emit(SetProbeWord{word});
        const Rect rest{{x_, line_.min.y}, line_.max};
        for (const char* const words :
             {"behind the last word: which outputs before it move?", "behind the last word"}) {
            if (painter_.width(look_.fonts.text, words) > rest.width()) continue;
            painter_.text(look_.fonts.text, look_.colors().soft, rest, words);
            break;
        }
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect line_;
    const LeakPlace& place_;
    float x_;
};

}  // namespace

double amountNow(const LeakPlace& place) {
    if (!place.wiggling) return place.nudge.amount;
    return place.nudge.amount * std::sin(2 * std::numbers::pi * place.wiggled / kWiggle);
}

void drawProbeBar(const Scene& scene, const Rect& line) { ProbeBar(scene, line).draw(); }

}  // namespace lookback

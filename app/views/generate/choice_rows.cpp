#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/model/sentences.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/writing_scene.h"
#include "app/widgets/button.h"
#include "app/widgets/expression.h"
#include "app/widgets/menu.h"
#include "app/widgets/slider.h"
#include "core/base/text.h"
#include "core/random/seed.h"

namespace lookback {
namespace {

constexpr float kChoiceRowsLabel = 112;
constexpr float kTyped = 62;
constexpr float kSeed = 110;
constexpr std::array<Index, 6> kBest{1, 2, 3, 5, 10, 20};

/// Rows of the settings by which one of the probabilities is chosen.
class ChoiceRows {
public:
    ChoiceRows(const Scene& scene, Painter& painter, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(painter),
          writing_(scene),
          choice_(scene.state.generate_place.choice),
          region_(region),
          y_(region.min.y) {}

    float draw() {
        temperature();
        best();
        drawnBy();
        if (!choice_.is_greedy) seed();
        return y_ - region_.min.y;
    }

private:
    template <class Change>
    void choose(Change how) {
        writing_.change([&](GeneratePlace& place) { how(place.choice); });
    }

    [[nodiscard]] float rowHeight() const { return look_.px(scene_.compact ? 26 : 32); }

    /// Draws the label of a row. @return the room to the right of it
    Rect row(std::string_view label) {
        const Rect line = region_.betweenY(y_, y_ + rowHeight());
        painter_.textFitted(look_.fonts.text, look_.colors().soft,
                            line.untilX(region_.min.x + look_.px(kChoiceRowsLabel) - look_.px(8)),
                            label);
        y_ = line.max.y + look_.px(scene_.compact ? 2 : 4);
        return line.fromX(region_.min.x + look_.px(kChoiceRowsLabel));
    }

    /// Draws the temperature with a logarithmic slider; 1 leaves the probabilities unchanged.
    void temperature() {
        const Rect room = row("temperature");
        const float typed = look_.px(kTyped);
        const Rect track = room.untilX(room.max.x - typed - look_.px(10));
        const auto set = [&](double power) {
            choose([&](NextWordChoice& choice) {
                choice.temperature = std::stod(fmt::format("{:.3g}", std::pow(10, power)));
            });
        };
        const SliderEvents events = slider(
            painter_, track,
            {.label = "##temperature",
             .value = std::log10(choice_.temperature),
             .least = std::log10(kLeastTemperature),
             .most = std::log10(kMostTemperature),
             .step = 0.1,
             .tooltip = "Logits are divided by it: below 1 bolder for the likely, above 1 more "
                        "even."});
        Hands& hands = scene_.hands;
        if (events.dragged && (hands.isIdle() || hands.doing<TemperatureDrag>() != nullptr)) {
            if (hands.isIdle()) hands.gesture = TemperatureDrag{choice_.temperature};
            set(*events.dragged);
        }
        if (events.held && hands.doing<TemperatureDrag>() != nullptr) {
            hands.is_gesture_shown = true;
        }
        if (events.stepped) set(*events.stepped);
        std::string text = formatShort(choice_.temperature);
        const MenuField field{.label = "##temperature-typed",
                              .font = look_.fonts.mono,
                              .tooltip = "Type another temperature.",
                              .fault = [](const std::string& wished) -> std::string {
                                  const auto value = parseExpression(wished);
                                  const bool is_fine = value && *value >= kLeastTemperature &&
                                                       *value <= kMostTemperature;
                                  return is_fine ? ""
                                                 : fmt::format("Expected a number from {} to {}.",
                                                               kLeastTemperature, kMostTemperature);
                              }};
        const Rect box = room.right(typed);
        if (menuField(look_, box, field, text)) {
            choose([&](NextWordChoice& choice) { choice.temperature = *parseExpression(text); });
        }
    }

    bool menuButton(const Rect& room, const std::string& title, const char* id,
                    std::string_view tip) {
        const ButtonOptions options{.tooltip = tip, .menu = true};
        const float wide = std::min(buttonWidth(painter_, title, options), room.width());
        const Rect box = room.left(wide);
        if (button(painter_, box, (title + id).c_str(), options)) ImGui::OpenPopup(id);
        return beginMenu(look_, id, box, false);
    }

    [[nodiscard]] std::string bestTitle(Index best) const {
        const Index all = writing_.run.text().vocabularySize();
        return best == 0 || best >= all ? fmt::format("all {}", all) : fmt::format("{}", best);
    }

    void best() {
        const Rect room = row("only the best");
        const Index all = writing_.run.text().vocabularySize();
        typedBest(room.right(look_.px(kTyped)), all);
        if (!menuButton(room, bestTitle(choice_.top_k), "##best",
                        "Only so many of the largest logits count.")) {
            return;
        }
        const auto item = [&](Index best) {
            if (!menuItem(look_, bestTitle(best), {.chosen = choice_.top_k == best})) return;
            choose([best](NextWordChoice& choice) { choice.top_k = best; });
        };
        item(0);
        for (const Index best : kBest) {
            if (best < all) item(best);
        }
        endMenu();
    }

    void typedBest(const Rect& box, Index all) {
        std::string text = std::to_string(choice_.top_k == 0 ? all : std::min(choice_.top_k, all));
        const auto meant = [all](const std::string& wished) -> std::optional<Index> {
            const auto value = parseExpression(wished);
            const bool is_fine = value && *value >= 1 && *value <= static_cast<double>(all) &&
                                 *value == std::floor(*value);
            return is_fine ? std::optional(static_cast<Index>(*value)) : std::nullopt;
        };
        const MenuField field{.label = "##best-typed",
                              .font = look_.fonts.mono,
                              .tooltip = "Type how many of the largest logits count.",
                              .fault = [&](const std::string& wished) -> std::string {
                                  if (meant(wished)) return "";
                                  return fmt::format("Expected a whole number from 1 to {}.", all);
                              }};
        if (!menuField(look_, box, field, text)) return;
        const Index best = *meant(text);
        choose([&](NextWordChoice& choice) { choice.top_k = best == all ? 0 : best; });
    }

    void drawnBy() {
        const std::string title = choice_.is_greedy ? "greedy" : "PyTorch\u2019s lots";
        if (!menuButton(row("drawn by"), title, "##drawn", "How one of the chances is chosen.")) {
            return;
        }
        for (const bool is_greedy : {false, true}) {
            if (menuItem(look_, is_greedy ? "greedy: the largest chance" : "PyTorch\u2019s lots",
                         {.chosen = choice_.is_greedy == is_greedy})) {
                choose([&](NextWordChoice& choice) { choice.is_greedy = is_greedy; });
            }
        }
        endMenu();
    }

    void seed() {
        Rect box = row("seed");
        box.max.x = std::min(box.max.x, box.min.x + look_.px(kSeed));
        std::string text = fmt::format("{}", choice_.seed);
        const MenuField field{.label = "##seed",
                              .font = look_.fonts.mono,
                              .tooltip = "Of the lots: torch.manual_seed.",
                              .fault = [](const std::string& wished) -> std::string {
                                  const auto seed = parseTorchSeed(wished);
                                  return seed ? "" : asSentence(seed.error().message);
                              }};
        if (menuField(look_, box, field, text)) {
            choose([&](NextWordChoice& choice) { choice.seed = *parseTorchSeed(text); });
        }
    }

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    WritingScene writing_;
    const NextWordChoice& choice_;
    Rect region_;
    float y_;
};

}  // namespace

float drawChoiceRows(const Scene& scene, Painter& painter, const Rect& region) {
    return ChoiceRows(scene, painter, region).draw();
}

}  // namespace lookback

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/writing_scene.h"
#include "app/widgets/button.h"
#include "app/widgets/expression.h"
#include "app/widgets/menu.h"
#include "app/widgets/slider.h"
#include "core/base/text.h"
#include "core/random/seed.h"
#include "messages/experiment.h"
#include "messages/generate.h"

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
    Rect row(const Message& label) {
        const Rect line = region_.betweenY(y_, y_ + rowHeight());
        const std::string words = writing_.said(label);
        const Rect room = line.untilX(region_.min.x + look_.px(kChoiceRowsLabel) - look_.px(8));
        const Fonts& f = look_.fonts;
        painter_.textFitted(painter_.fittingFont({f.text, f.small_text}, room.width(), words),
                            look_.colors().soft, room, words);
        y_ = line.max.y + look_.px(scene_.compact ? 2 : 4);
        return line.fromX(region_.min.x + look_.px(kChoiceRowsLabel));
    }

    /// Draws the temperature with a logarithmic slider; 1 leaves the probabilities unchanged.
    void temperature() {
        const Rect room = row(say::generate::Temperature{});
        const float typed = look_.px(kTyped);
        const Rect track = room.untilX(room.max.x - typed - look_.px(10));
        const auto set = [&](double power) {
            choose([&](NextWordChoice& choice) {
                choice.temperature = std::stod(fmt::format("{:.3g}", std::pow(10, power)));
            });
        };
        const std::string tip = writing_.said(say::generate::TemperatureTip{});
        const SliderEvents events = slider(painter_, track,
                                           {.label = "##temperature",
                                            .value = std::log10(choice_.temperature),
                                            .least = std::log10(kLeastTemperature),
                                            .most = std::log10(kMostTemperature),
                                            .step = 0.1,
                                            .tooltip = tip});
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
        const Verbatim least{formatShort(kLeastTemperature)};
        const Verbatim most{formatShort(kMostTemperature)};
        const std::string typed_tip =
            writing_.said(say::generate::TemperatureTypedTip{.least = least, .most = most});
        const MenuField field{.label = "##temperature-typed",
                              .font = look_.fonts.mono,
                              .tooltip = typed_tip,
                              .fault = [&](const std::string& wished) -> std::string {
                                  const auto value = parseExpression(wished);
                                  const bool is_fine = value && *value >= kLeastTemperature &&
                                                       *value <= kMostTemperature;
                                  if (is_fine) return "";
                                  return writing_.said(say::generate::TemperatureExpected{
                                      .least = least, .most = most});
                              }};
        const Rect box = room.right(typed);
        if (menuField(look_, box, field, text)) {
            choose([&](NextWordChoice& choice) { choice.temperature = *parseExpression(text); });
        }
    }

    bool menuButton(const Rect& room, const std::string& title, const char* id,
                    const std::string& tip) {
        const ButtonOptions options{.tooltip = tip, .menu = true};
        const float wide = std::min(buttonWidth(painter_, title, options), room.width());
        const Rect box = room.left(wide);
        if (button(painter_, box, (title + id).c_str(), options)) ImGui::OpenPopup(id);
        return beginMenu(look_, id, box, false);
    }

    [[nodiscard]] std::string bestTitle(Index best) const {
        const Index all = writing_.run.text().vocabularySize();
        return best == 0 || best >= all ? writing_.said(say::generate::TopKAll{})
                                        : fmt::format("{}", best);
    }

    void best() {
        const Rect room = row(say::generate::TopK{});
        const Index all = writing_.run.text().vocabularySize();
        const Rect typed = room.right(look_.px(kTyped));
        typedBest(typed, all);
        if (!menuButton(room.untilX(typed.min.x - look_.px(6)), bestTitle(choice_.top_k), "###best",
                        writing_.said(saidOf<say::generate::TopKTip>(writing_.unit())))) {
            return;
        }
        const auto item = [&](Index best) {
            const std::string label = bestTitle(best) + fmt::format("###best-{}", best);
            if (!menuItem(look_, label, {.chosen = choice_.top_k == best})) return;
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
        const std::string tip = writing_.said(saidOf<say::generate::TopKTypedTip>(writing_.unit()));
        const MenuField field{
            .label = "##best-typed",
            .font = look_.fonts.mono,
            .tooltip = tip,
            .fault = [&](const std::string& wished) -> std::string {
                if (meant(wished)) return "";
                return writing_.said(say::generate::TopKExpected{.most = Count{all}});
            }};
        if (!menuField(look_, box, field, text)) return;
        const Index best = *meant(text);
        choose([&](NextWordChoice& choice) { choice.top_k = best == all ? 0 : best; });
    }

    void drawnBy() {
        using Is = say::generate::MethodIs::Is;
        using Item = say::generate::MethodItem;
        const std::string title = writing_.said(
            say::generate::MethodIs{.is = choice_.is_greedy ? Is::greedy : Is::other});
        if (!menuButton(row(say::generate::Method{}), title, "###drawn",
                        writing_.said(saidOf<say::generate::MethodTip>(writing_.unit())))) {
            return;
        }
        for (const bool is_greedy : {false, true}) {
            const Message item = Item{.is = is_greedy ? Item::Is::greedy : Item::Is::other};
            const char* const id = is_greedy ? "###greedy" : "###sampling";
            if (menuItem(look_, writing_.said(item) + id,
                         {.chosen = choice_.is_greedy == is_greedy})) {
                choose([&](NextWordChoice& choice) { choice.is_greedy = is_greedy; });
            }
        }
        endMenu();
    }

    void seed() {
        Rect box = row(say::generate::Seed{});
        box.max.x = std::min(box.max.x, box.min.x + look_.px(kSeed));
        std::string text = fmt::format("{}", choice_.seed);
        const std::string tip = writing_.said(say::generate::SeedTip{});
        const MenuField field{
            .label = "##seed",
            .font = look_.fonts.mono,
            .tooltip = tip,
            .fault = [this](const std::string& wished) -> std::string {
                return parseTorchSeed(wished) ? "" : writing_.said(say::experiment::SeedExpected{});
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

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "app/state/sentences.h"
#include "app/views/shared/mask_menu.h"
#include "app/views/shared/stage_grid.h"
#include "app/views/train/train_views.h"
#include "app/widgets/button.h"
#include "app/widgets/expression.h"
#include "app/widgets/formula.h"
#include "app/widgets/menu.h"
#include "app/widgets/menu_field.h"
#include "app/widgets/slider.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/masking/methods.h"

namespace lookback {
namespace {

constexpr float kLabel = 112;
constexpr float kField = 74;
constexpr float kMostLines = 8;
constexpr std::array kUnits{"words", "characters"};
/// Powers of ten that the slider of the learning rate goes from and to.
constexpr double kLeastRate = -4;
constexpr double kMostRate = 0.5;

class TrainPanel {
public:
    TrainPanel(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          now_(scene.state.workshop.experiment()),
          left_(region.min.x + look_.px(scene.compact ? 14 : 18)),
          right_(region.max.x - look_.px(scene.compact ? 14 : 18)),
          y_(region.min.y + look_.px(scene.compact ? 12 : 18)) {}

    void draw() {
        text();
        heading("MODEL");
        whole("width d_model", now_.model.d_model,
              [](Experiment& e, Index v) { e.model.d_model = v; });
        whole("heads", now_.model.heads, [](Experiment& e, Index v) { e.model.heads = v; });
        whole("d_k and d_v", now_.model.d_k, [](Experiment& e, Index v) {
            e.model.d_k = v;
            e.model.d_v = v;
        });
        positions();
        heading("TRAINING");
        optimizer();
        learningRate();
        whole("batch", now_.batch, [](Experiment& e, Index v) { e.batch = v; });
        whole("steps", now_.steps, [](Experiment& e, Index v) { e.steps = v; });
        whole("seed", static_cast<Index>(now_.seed),
              [](Experiment& e, Index v) { e.seed = static_cast<std::uint64_t>(v); });
        heading("TWINS: SAME SEED, SAME BATCHES");
        for (std::size_t twin = 0; twin < now_.twins.size(); ++twin) twinRow(twin);
        hint();
        ImGui::SetCursorScreenPos({left_, y_});
        ImGui::Dummy({1, look_.px(8)});
    }

private:
    template <class Change>
    void edit(Change change) {
        Experiment next = now_;
        change(next);
        scene_.emit(SetExperiment{std::make_shared<const Experiment>(std::move(next))});
    }

    [[nodiscard]] float rowHeight() const { return look_.px(scene_.compact ? 26 : 32); }

    void heading(std::string_view text) {
        y_ += look_.px(scene_.compact ? 4 : 12);
        panelHeading(painter_, {left_, y_}, text, look_.colors().soft);
        y_ += look_.px(scene_.compact ? 18 : 22);
    }

    /// The label of a row. @return the room to the right of it
    Rect row(std::string_view label) {
        const Rect line{{left_, y_}, {right_, y_ + rowHeight()}};
        painter_.textFitted(look_.fonts.text, look_.colors().soft,
                            {line.min, {left_ + look_.px(kLabel) - look_.px(8), line.max.y}},
                            label);
        y_ = line.max.y + look_.px(scene_.compact ? 2 : 4);
        return {{left_ + look_.px(kLabel), line.min.y}, line.max};
    }

    template <class Change>
    void whole(const char* label, Index value, Change change) {
        Rect box = row(label);
        box.max.x = std::min(box.max.x, box.min.x + look_.px(kField));
        std::string typed = fmt::format("{}", value);
        const std::string id = fmt::format("##{}", label);
        const MenuField field{.label = id.c_str(),
                              .font = look_.fonts.mono,
                              .tooltip = "Type another number: both trainings run anew.",
                              .fault = [&](const std::string& text) -> std::string {
                                  const auto wished = wholeOf(text);
                                  if (!wished) return "Expected a whole number.";
                                  Experiment next = now_;
                                  change(next, *wished);
                                  const std::vector<Error> found = faults(next);
                                  return found.empty() ? "" : asSentence(found.front().message);
                              }};
        if (menuField(look_, box, field, typed)) {
            edit([&](Experiment& next) { change(next, *wholeOf(typed)); });
        }
    }

    [[nodiscard]] static std::optional<Index> wholeOf(const std::string& text) {
        const Result<double> value = parseExpression(text);
        if (!value || *value != std::floor(*value) || std::abs(*value) > 1e15) return std::nullopt;
        return static_cast<Index>(*value);
    }

    /// A button with a menu below it. @return true where it is to be filled
    bool menuButton(const Rect& room, const std::string& title, const char* id,
                    std::string_view tip) {
        const ButtonOptions options{.tooltip = tip, .menu = true};
        const float wide = std::min(buttonWidth(painter_, title, options), room.width());
        const Rect box{room.min, {room.min.x + wide, room.max.y}};
        if (button(painter_, box, (title + id).c_str(), options)) ImGui::OpenPopup(id);
        return beginMenu(look_, id, box, false);
    }

    /// What both learn from: its first lines, and how it is cut.
    void text() {
        const Theme& c = look_.colors();
        panelHeading(painter_, {left_, y_}, "TEXT", c.soft);
        const std::string cut = fmt::format("{} \u00b7 context {} \u00b7 {:.0f} % held out",
                                            kTextUnitNames[static_cast<std::size_t>(now_.unit)],
                                            now_.context, 100 * now_.held_out);
        painter_.text(look_.fonts.caption, c.soft,
                      {{left_, y_}, {right_, y_ + look_.fonts.caption->FontSize}}, cut,
                      Align::right);
        y_ += look_.px(22);
        const float line = look_.px(19);
        const float most = scene_.compact ? 4 : kMostLines;
        const Rect box{{left_, y_}, {right_, y_ + most * line + look_.px(16)}};
        painter_.fill(box, c.inset, look_.px(6));
        painter_.outline(box, c.line, look_.px(6));
        std::string_view rest = now_.text;
        float y = box.min.y + look_.px(8);
        for (int k = 0; static_cast<float>(k) < most && !rest.empty(); ++k, y += line) {
            const bool is_last = static_cast<float>(k + 1) >= most;
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            const std::string_view words = rest.substr(0, std::min<std::size_t>(end, 200));
            const bool goes_on = is_last && end < rest.size();
            painter_.textFitted(
                look_.fonts.mono_small, c.ink,
                {{box.min.x + look_.px(10), y}, {box.max.x - look_.px(10), y + line}},
                goes_on ? "\u2026" : words);
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        y_ = box.max.y + look_.px(8);
        const Rect buttons{{left_, y_}, {right_, y_ + rowHeight()}};
        const float wide = buttonWidth(painter_, "Paste a text");
        const Rect paste{buttons.min, {left_ + wide, buttons.max.y}};
        if (button(painter_, paste, "Paste a text##paste",
                   {.tooltip = "Puts the text of the clipboard into the place of this one."})) {
            pasteText();
        }
        const Rect room{{paste.max.x + look_.px(8), y_}, buttons.max};
        const int unit = static_cast<int>(now_.unit);
        if (menuButton(room, kUnits[static_cast<std::size_t>(unit)], "##unit",
                       "What the text is cut into.")) {
            for (int k = 0; k < 2; ++k) {
                if (!menuItem(look_, kUnits[static_cast<std::size_t>(k)], {.chosen = k == unit})) {
                    continue;
                }
                edit([k](Experiment& next) { next.unit = static_cast<TextUnit>(k); });
            }
            endMenu();
        }
        y_ = buttons.max.y;
    }

    void pasteText() {
        const char* const words = ImGui::GetClipboardText();
        const std::string text = words != nullptr ? words : "";
        if (text.empty()) return scene_.emit(Notice{"There is no text in the clipboard to paste."});
        edit([&](Experiment& next) { next.text = text; });
    }

    void positions() {
        const PositionInfo& now = info(now_.model.positions);
        if (!menuButton(row("positions"), std::string(now.name), "##positions",
                        "How the model is told where a word stands.")) {
            return;
        }
        for (const PositionInfo& kind : kPositionKinds) {
            if (kind.kind != PositionKind::none && !kind.is_added) continue;
            if (menuItem(look_, kind.name, {.chosen = kind.kind == now.kind})) {
                edit([&](Experiment& next) { next.model.positions = kind.kind; });
            }
        }
        endMenu();
    }

    void optimizer() {
        const OptimizerInfo& now = info(now_.optimizer.kind);
        if (!menuButton(row("optimizer"), std::string(now.name), "##optimizer",
                        "How a step follows from the gradients.")) {
            return;
        }
        for (const OptimizerInfo& kind : kOptimizers) {
            if (menuItem(look_, kind.name, {.chosen = kind.kind == now.kind})) {
                edit([&](Experiment& next) { next.optimizer.kind = kind.kind; });
            }
        }
        endMenu();
    }

    /// By powers of ten; a step of the keys is a tenth of one.
    void learningRate() {
        const Rect room = row("learning rate");
        Hands& hands = scene_.hands;
        const double rate = now_.optimizer.learning_rate;
        const std::string number = formatShort(rate);
        const float wide = look_.px(64);
        const Rect track{room.min, {room.max.x - wide, room.max.y}};
        const auto with = [&](double power) {
            auto next = std::make_shared<Experiment>(now_);
            next->optimizer.learning_rate = std::stod(fmt::format("{:.3g}", std::pow(10, power)));
            return next;
        };
        const SliderEvents events =
            slider(painter_, track,
                   {.label = "##rate",
                    .value = std::log10(std::max(rate, std::pow(10, kLeastRate))),
                    .least = kLeastRate,
                    .most = kMostRate,
                    .step = 0.1,
                    .tooltip = "How far each step goes. Drag it: both trainings run anew."});
        if (events.stepped) scene_.emit(SetExperiment{with(*events.stepped)});
        if (events.dragged && (hands.isIdle() || hands.doing<ExperimentDrag>() != nullptr)) {
            hands.gesture = ExperimentDrag{};
            scene_.emit(DragExperiment{with(*events.dragged)});
        }
        if (events.held && hands.doing<ExperimentDrag>() != nullptr) hands.is_gesture_shown = true;
        painter_.text(look_.fonts.mono, look_.colors().ink,
                      {{room.max.x - wide, room.min.y}, room.max}, number, Align::right);
    }

    void twinRow(std::size_t twin) {
        const Twin& now = now_.twins[twin];
        const Document attention = attentionOf(now_.model, now, now_.dtype, now_.context);
        const float chip =
            twinChip(painter_, {left_, y_ + look_.px(4)}, rowHeight() - look_.px(8), twin);
        const Rect room{{chip + look_.px(10), y_}, {right_, y_ + rowHeight()}};
        y_ = room.max.y + look_.px(4);
        const char* const id = twin == 0 ? "##twin-a" : "##twin-b";
        if (!menuButton(room, maskingTitle(attention), id, "What this twin may look at.")) return;
        menuHeading(look_, "At whom it may look");
        for (const MaskInfo& kind : maskKinds()) {
            const bool is_offered = kind.parameter == MaskParameter::nothing ||
                                    kind.parameter == MaskParameter::numbers;
            if (!is_offered) continue;
            const bool is_now = now.mask.rules.size() == 1 && now.mask.rules[0].kind == kind.kind;
            if (!menuItem(look_, kind.label, {.chosen = is_now, .stays = true}) || is_now) continue;
            edit([&](Experiment& next) {
                next.twins[twin].mask = {{newRule(kind.kind, now_.context)}, {}};
                next.twins[twin].name = lowered(kind.label);
            });
        }
        menuHeading(look_, "How that is applied");
        for (const MaskingRow* method : kMaskingRows) {
            const bool is_now = method->method == now.masking.method;
            if (!menuItem(look_, method->words.label, {.chosen = is_now, .stays = true}) ||
                is_now) {
                continue;
            }
            edit([&](Experiment& next) { next.twins[twin].masking.method = method->method; });
        }
        endMenu();
    }

    [[nodiscard]] static std::string lowered(std::string_view label) {
        std::string name(label);
        if (!name.empty()) name.front() = static_cast<char>(std::tolower(name.front()));
        return name;
    }

    void hint() {
        y_ += look_.px(scene_.compact ? 4 : 12);
        const TextLine words{
            {"Drag any of these: both trainings run anew while you drag.", Ink::soft}};
        ImFont* const font = look_.fonts.small_text;
        y_ += setLine(painter_, {font, font, font}, {left_, y_}, right_ - left_, words).height;
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    const Experiment& now_;
    float left_;
    float right_;
    float y_;
};

}  // namespace

void drawTrainPanel(const Scene& scene, const Rect& region) { TrainPanel(scene, region).draw(); }

}  // namespace lookback

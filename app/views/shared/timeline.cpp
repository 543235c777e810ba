#include "app/views/shared/timeline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/state/commands/commands.h"
#include "app/state/update/action.h"
#include "app/views/shared/bar.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/engine/stages.h"
#include "core/explain/in_conventions.h"
#include "core/explain/matrix_words.h"
#include "core/words/say.h"
#include "messages/bars.h"
#include "messages/player.h"
#include "messages/stages.h"

namespace lookback {
namespace {

struct KeyHint {
    const char* key;
    Message (*word)();
};
constexpr std::array kHints{KeyHint{"\u2192", stated<say::bars::HintStep>},
                            KeyHint{"\u2193", stated<say::bars::HintCell>},
                            KeyHint{"M", stated<say::bars::HintMask>}};
/// While a task of a lesson is open.
constexpr std::array kTaskHints{KeyHint{"Enter", stated<say::player::KeyCheck>},
                                KeyHint{"I", stated<say::player::KeyHint>},
                                KeyHint{"A", stated<say::player::KeyShow>}};

std::string backLabel(const Wording& wording) {
    return wording.text(say::bars::Back{}) + "###back";
}
std::string nextLabel(const Wording& wording) {
    return wording.text(say::bars::Next{}) + "###next";
}
constexpr const char* kBackSign = "\u25C0###back";  ///< its label where room is short
constexpr float kShortLine = 560;                   ///< width of a line of buttons
constexpr const char* kFirstLabel = "\u25C0\u25C0###first";

std::string playLabel(const Scene& scene) {
    return (scene.place().playing ? scene.said(say::bars::Pause{})
                                  : scene.said(say::bars::Play{})) +
           "###play";
}

std::string playSpeedTitle(const Wording& wording, double speed) {
    return wording.text(say::bars::Speed{.n = Verbatim{formatShort(speed)}});
}

/// Draws a button that goes to the next speed of Play, from the fastest on to the slowest.
void playSpeedButton(const Scene& scene, Painter& painter, const Rect& box) {
    const int now = scene.preferences().play_speed;
    const double speed = kPlaySpeeds[static_cast<std::size_t>(now)];
    const Wording wording = scene.wording();
    const std::string label = playSpeedTitle(wording, speed) + "###speed";
    const std::string tip = wording.text(say::bars::SpeedTip{});
    if (!button(painter, box, label.c_str(), {.tooltip = tip})) return;
    const bool is_fastest = now + 1 == static_cast<int>(kPlaySpeeds.size());
    scene.emit(Change(&Preferences::play_speed, is_fastest ? 0 : now + 1));
}

float playSpeedWidth(const Scene& scene, const Painter& painter) {
    return painter.width(scene.look.fonts.text, playSpeedTitle(scene.wording(), 0.5)) +
           scene.look.px(22);
}

class StepButtons {
public:
    explicit StepButtons(const Scene& scene)
        : scene_(scene), look_(scene.look), painter_(scene.look) {}

    void draw(Rect line) {
        listItems();
        float margin = look_.px(22);
        float gap = look_.px(10);
        if (!shareOut(items_, line.width() - 2 * margin, gap, &BarItem::usual)) {
            margin = look_.px(10);
            gap = look_.px(6);
            shareOut(items_, line.width() - 2 * margin, gap, &BarItem::least);
        }
        line = line.inset(margin, 0);
        drawBar(items_, line, gap);
    }

private:
    void listItems() {
        const Wording wording = scene_.wording();
        addCommand(7, "first-step", kFirstLabel, kFirstLabel);
        addCommand(2, "previous-step", backLabel(wording), kBackSign);
        addCommand(1, "next-step", nextLabel(wording), nextLabel(wording));
        addCommand(3, "play", playLabel(scene_), playLabel(scene_));
        addSpeed(5);
        const std::size_t steps = scene_.steps().size();
        const auto step_of = [&](std::size_t step, std::size_t of) {
            return wording.text(say::bars::StepOf{.step = Count{static_cast<Index>(step)},
                                                  .steps = Count{static_cast<Index>(of)}});
        };
        const float inset = look_.px(10);
        addWords(4, look_.fonts.strong, look_.colors().ink, inset,
                 step_of(scene_.place().step + 1, steps), step_of(steps, steps));
        addCell(6);
        addHints(9);
        if (scene_.place().mode == Mode::lab) addCode(8);
    }

    /// Adds the button of a command. @param brief its label where room is short
    void addCommand(int rank, std::string_view name, const std::string& label,
                    const std::string& brief) {
        const float usual = buttonWidth(painter_, label);
        const auto kind = name == "next-step" ? ButtonKind::strong : ButtonKind::plain;
        const auto draw = [this, name, label, brief, usual, kind](const Rect& box) {
            commandButton(scene_, painter_, box, name, box.width() < usual ? brief : label, kind);
        };
        const float least = buttonWidth(painter_, brief);
        items_.push_back({rank, true, least, usual, least, draw});
    }

    /// Adds the button that shows the code, and hides it.
    void addCode(int rank) {
        const std::string label = said(say::bars::Code{}) + "###code";
        const float width = buttonWidth(painter_, label);
        const auto draw = [this, label](const Rect& box) {
            const bool is_on = scene_.preferences().shows_code;
            commandButton(scene_, painter_, box, "code", label,
                          is_on ? ButtonKind::strong : ButtonKind::plain);
        };
        items_.push_back({rank, false, width, width, width, draw});
    }

    void addSpeed(int rank) {
        const float width = playSpeedWidth(scene_, painter_);
        const auto draw = [this](const Rect& box) { playSpeedButton(scene_, painter_, box); };
        items_.push_back({rank, true, width, width, width, draw});
    }

    /// Adds words. @param widest words that may stand there, so that nothing moves from step to
    /// step
    void addWords(int rank, ImFont* font, Color color, float inset, const std::string& words,
                  const std::string& widest) {
        const float slack = look_.px(3);  // digits differ a little in width
        const float width = inset + slack + painter_.width(font, widest);
        const auto draw = [this, font, color, inset, words](const Rect& box) {
            painter_.text(font, color, box.fromX(box.min.x + inset), words);
        };
        items_.push_back({rank, true, width, width, width, draw});
    }

    void addCell(int rank) {
        const Index cells = cellCount(scene_.document(), scene_.step());
        Index most = 0;
        for (const Step& step : scene_.steps()) {
            most = std::max(most, cellCount(scene_.document(), step));
        }
        if (most == 0) return;
        const auto cell_of = [this](Index cell, Index of) {
            return scene_.said(say::bars::CellOf{.n = Count{cell}, .of = Count{of}});
        };
        const std::string words = cells > 0 ? cell_of(scene_.place().cell + 1, cells) : "";
        addWords(rank, look_.fonts.text, look_.colors().soft, 0, words, cell_of(most, most));
    }

    /// Adds hints about the most important keys.
    void addHints(int rank) {
        const auto& hints = scene_.state.lesson.awaitsAnswer() ? kTaskHints : kHints;
        float width = -look_.px(14);  // there is no gap after the last hint
        for (const KeyHint& hint : hints) width += hintWidth(hint);
        const auto draw = [this, &hints](const Rect& box) {
            float x = box.min.x;
            for (const KeyHint& hint : hints) {
                drawHint(hint, box.fromX(x));
                x += hintWidth(hint);
            }
        };
        items_.push_back({rank, false, width, width, width, draw});
    }

    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }
    [[nodiscard]] float keyWidth(const KeyHint& hint) const {
        return painter_.width(look_.fonts.small_text, hint.key) + look_.px(14);
    }
    [[nodiscard]] float hintWidth(const KeyHint& hint) const {
        return keyWidth(hint) + painter_.width(look_.fonts.text, said(hint.word())) + look_.px(24);
    }

    void drawHint(const KeyHint& hint, const Rect& box) {
        const Theme& c = look_.colors();
        const Rect key{{box.min.x, box.min.y + look_.px(6)},
                       {box.min.x + keyWidth(hint), box.max.y - look_.px(6)}};
        painter_.outline(key, c.line, look_.px(4));
        painter_.text(look_.fonts.small_text, c.soft, key, hint.key, Align::center);
        painter_.text(look_.fonts.text, c.soft, box.fromX(key.max.x + look_.px(10)),
                      said(hint.word()));
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    std::vector<BarItem> items_;
};

class Timeline {
public:
    Timeline(const Scene& scene, const Rect& region)
        : scene_(scene), look_(scene.look), painter_(scene.look), region_(region) {}

    void draw() {
        drawTimelineGround(scene_, region_);
        if (!scene_.place().presenting) drawStepButtons(scene_, buttonLine(scene_, region_));
        track();
    }

private:
    [[nodiscard]] const std::vector<Step>& steps() const { return scene_.steps(); }

    [[nodiscard]] float stepX(std::size_t step) const {
        const float slot = (region_.width() - look_.px(40)) / static_cast<float>(steps().size());
        return region_.min.x + look_.px(20) + slot * (static_cast<float>(step) + 0.5f);
    }

    void track() {
        const Theme& c = look_.colors();
        const float y = trackHeight(scene_, region_);
        const float thick = std::max(1.0f, look_.px(2));
        const std::size_t now = scene_.place().step;
        const std::size_t last = steps().size() - 1;
        painter_.fill({{stepX(0), y - thick / 2}, {stepX(now), y + thick / 2}}, c.ink);
        painter_.fill({{stepX(now), y - thick / 2}, {stepX(last), y + thick / 2}}, c.line);
        for (std::size_t step = 0; step <= last; ++step) dot(step, y);
        scrub(y);
    }

    void dot(std::size_t step, float y) {
        const Theme& c = look_.colors();
        const ImVec2 at{stepX(step), y};
        const bool current = step == scene_.place().step;
        const bool done = step < scene_.place().step;
        if (current) {
            painter_.disc(at, look_.px(9.5f), c.ink);
            painter_.disc(at, look_.px(7), c.highlight);
        } else {
            painter_.disc(at, look_.px(7), done ? c.ink : c.line);
            if (!done) painter_.disc(at, look_.px(5.5f), c.panel);
        }
        const float slot = (region_.width() - look_.px(40)) / static_cast<float>(steps().size());
        if (!scene_.place().presenting) {
            label(scene_.said(steps()[step].title), at, slot - look_.px(4), current);
        } else if (current) {
            presentedLabels(at, slot);
        }
    }

    /// Draws the names of this step and the next, large enough for the back row, in the room of
    /// all.
    void presentedLabels(ImVec2 at, float slot) {
        const Theme& c = look_.colors();
        const Fonts& f = look_.fonts;
        const float top = at.y + look_.px(13);
        const float bottom = top + look_.px(20);
        const float gap = look_.px(16);
        const float left = region_.min.x + look_.px(20);
        const float right = region_.max.x - look_.px(20);
        const std::size_t next = scene_.place().step + 1;
        const std::string title = next < steps().size() ? scene_.said(steps()[next].title) : "";
        const float of_title = std::ceil(painter_.width(f.small_text, title));
        const float most = title.empty() ? right : right - of_title - gap;
        const std::string name = nameWithRow();
        const float of_name = std::ceil(painter_.width(f.strong_small, name));
        const float x = std::max(std::min(at.x - of_name / 2, most - of_name), left);
        painter_.textFitted(f.strong_small, c.ink,
                            {{x, top}, {std::min(x + of_name, most), bottom}}, name);
        const float wished = std::max(at.x + slot - of_title / 2, x + of_name + gap);
        const float x_next = std::min(wished, right - of_title);
        painter_.text(f.small_text, c.soft, {{x_next, top}, {x_next + of_title, bottom}}, title);
    }

    /// Returns the name of the step and its present row: "Scores, row 2 of 3".
    [[nodiscard]] std::string nameWithRow() const {
        const Step& step = scene_.step();
        const StepRow row = stepRow(scene_.document(), step, scene_.place().cell);
        if (row.count == 0) return scene_.said(step.title);
        const MatrixId shown = cellAt(scene_.document(), step, scene_.place().cell).id;
        return scene_.said(say::stages::AtRow{.step = step.title,
                                              .row = rowNameOf(shown),
                                              .n = Count{row.number + 1},
                                              .of = Count{row.count}});
    }

    /// Draws the name of a step below its dot, in two lines where it does not fit into one.
    void label(std::string_view title, ImVec2 at, float width, bool current) {
        ImFont* const font = current ? look_.fonts.strong_small : look_.fonts.small_text;
        const Color color = current ? look_.colors().ink : look_.colors().soft;
        const float left = at.x - width / 2;
        const std::size_t space = title.rfind(' ');
        if (painter_.width(font, title) <= width || space == std::string_view::npos) {
            const Rect line{{left, at.y + look_.px(13)}, {left + width, at.y + look_.px(33)}};
            painter_.textFitted(font, color, line, title, Align::center);
            return;
        }
        float y = at.y + look_.px(10);
        for (const std::string_view part : {title.substr(0, space), title.substr(space + 1)}) {
            const Rect line = Rect::at({left, y}, {width, look_.px(16)});
            painter_.textFitted(font, color, line, part, Align::center);
            y += look_.px(15);
        }
    }

    /// Handles the mouse: a click goes to a step, a drag through steps and their cells, both ways.
    void scrub(float y) {
        const Rect box{{region_.min.x + look_.px(20), y - look_.px(14)},
                       {region_.max.x - look_.px(20),
                        std::min(y + look_.px(42), region_.max.y - look_.px(1))}};
        ImGui::SetCursorScreenPos(box.min);
        ImGui::InvisibleButton("timeline", {box.width(), box.height()});
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        markDragged(look_);
        const float slot = box.width() / static_cast<float>(steps().size());
        const float place = (ImGui::GetMousePos().x - box.min.x) / slot;
        const auto most = static_cast<float>(steps().size()) - 0.001f;
        const float clamped = std::clamp(place, 0.0f, most);
        const auto step = static_cast<std::size_t>(clamped);
        if (!ImGui::IsItemActive()) {
            const float left = box.min.x + slot * std::floor(clamped);
            if (wantsTooltip()) sayWhatItDoes(step, box.betweenX(left, left + slot));
            return;
        }
        const Index cells = cellCount(scene_.document(), steps()[step]);
        const bool dragging = ImGui::IsMouseDragging(ImGuiMouseButton_Left);
        const float share = clamped - std::floor(clamped);
        const auto cell =
            dragging ? static_cast<Index>(share * static_cast<float>(cells)) : cells - 1;
        const bool moved = step != scene_.place().step || cell != scene_.place().cell;
        if (moved && (dragging || ImGui::IsItemActivated())) scene_.emit(GoTo{step, cell});
    }

    void sayWhatItDoes(std::size_t step, const Rect& slot) const {
        Listed lines;
        for (const MatrixId id : steps()[step].results) {
            lines.things.emplace_back(stageLine(scene_.document(), id));
        }
        const std::string pale = scene_.said(say::bars::TimelineTip{});
        showTooltip(look_, slot,
                    scene_.said(say::stages::Tip{.n = Count{static_cast<Index>(step) + 1},
                                                 .lines = lines,
                                                 .why = whyOf(scene_.document(), steps()[step])}),
                    {.pale = pale});
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
};

}  // namespace

void drawStepButtons(const Scene& scene, const Rect& line) { StepButtons(scene).draw(line); }

void drawTimelineGround(const Scene& scene, const Rect& region) {
    Painter painter(scene.look);
    const Theme& c = scene.look.colors();
    painter.fill(region, c.panel);
    if (scene.place().presenting) return;
    painter.hairline(region.min, {region.max.x, region.min.y}, c.line);
}

Rect buttonLine(const Scene& scene, const Rect& region) {
    const float top = region.min.y + scene.look.px(scene.compact ? 9 : 15);
    return region.betweenY(top, top + scene.look.px(scene.compact ? 30 : 33));
}

float trackHeight(const Scene& scene, const Rect& region) {
    if (scene.place().presenting) return region.min.y + scene.look.px(20);
    return region.min.y + scene.look.px(scene.compact ? 56 : 70);
}

void commandButton(const Scene& scene, Painter& painter, const Rect& box, std::string_view name,
                   const std::string& label, ButtonKind kind) {
    const Command& row = command(name);
    const std::string tip = scene.said(commandTooltip(row));
    const ButtonOptions options{.kind = kind, .enabled = row.enabled(scene.state), .tooltip = tip};
    if (button(painter, box, label.c_str(), options)) scene.emit(row.action(scene.state));
}

float drawPlayButtons(const Scene& scene, Painter& painter, const Rect& line,
                      const PlayCommands& commands) {
    const bool is_short = line.width() < scene.look.px(kShortLine);
    const float gap = is_short ? scene.look.px(6) : buttonGap(scene);
    float x = line.min.x + scene.look.px(is_short ? 10 : 22);
    const auto add = [&](std::string_view name, const std::string& label,
                         ButtonKind kind = ButtonKind::plain) {
        const Rect box = line.betweenX(x, x + buttonWidth(painter, label));
        commandButton(scene, painter, box, name, label, kind);
        x = box.max.x + gap;
    };
    const Wording wording = scene.wording();
    add(commands.first, kFirstLabel);
    add(commands.back, is_short ? kBackSign : backLabel(wording));
    add(commands.on, nextLabel(wording), ButtonKind::strong);
    add(commands.play, playLabel(scene));
    return x;
}

std::optional<Rect> drawPlayAndSpeed(const Scene& scene, Painter& painter, const Rect& line,
                                     const PlayCommands& commands) {
    const float x = drawPlayButtons(scene, painter, line, commands);
    const float width = playSpeedWidth(scene, painter);
    if (x + width > line.max.x) return std::nullopt;
    playSpeedButton(scene, painter, line.betweenX(x, x + width));
    return line.fromX(x + width + buttonGap(scene));
}

float buttonGap(const Scene& scene) { return scene.look.px(10); }

void drawTimeline(const Scene& scene, const Rect& region) { Timeline(scene, region).draw(); }

}  // namespace lookback

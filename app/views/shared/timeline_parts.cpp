#include "app/views/shared/timeline_parts.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/views/shared/bar.h"

namespace lookback {
namespace {

struct KeyHint {
    const char* key;
    const char* word;
};
constexpr std::array kHints{KeyHint{"\u2192", "step"}, KeyHint{"\u2193", "cell"},
                            KeyHint{"M", "mask"}};

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
        line = {{line.min.x + margin, line.min.y}, {line.max.x - margin, line.max.y}};
        drawBar(items_, line, gap);
    }

private:
    void listItems() {
        const bool is_playing = scene_.place().playing;
        addCommand(7, "first-step", "\u25C0\u25C0##first", "\u25C0\u25C0##first");
        addCommand(2, "previous-step", "\u25C0 Back##back", "\u25C0##back");
        addCommand(1, "next-step", "Next \u25B6##next", "Next \u25B6##next");
        addCommand(3, "play", is_playing ? "Pause##play" : "\u25B6 Play##play",
                   is_playing ? "Pause##play" : "\u25B6 Play##play");
        addSpeed(5);
        const std::size_t steps = scene_.state.steps().size();
        const float inset = look_.px(10);
        addWords(4, look_.fonts.strong, look_.colors().ink, inset,
                 fmt::format("Step {} of {}", scene_.place().step + 1, steps),
                 fmt::format("Step {0} of {0}", steps));
        addCell(6);
        addHints(8);
    }

    /// A button; where room is short it says less.
    void addCommand(int rank, std::string_view name, const char* label, const char* brief) {
        const float usual = buttonWidth(painter_, label);
        const auto kind = name == "next-step" ? ButtonKind::strong : ButtonKind::plain;
        const auto draw = [this, name, label, brief, usual, kind](const Rect& box) {
            commandButton(scene_, painter_, box, name, box.width() < usual ? brief : label, kind);
        };
        const float least = buttonWidth(painter_, brief);
        items_.push_back({rank, true, least, usual, least, draw});
    }

    void addSpeed(int rank) {
        const float width = playSpeedWidth(scene_, painter_);
        const auto draw = [this](const Rect& box) { playSpeedButton(scene_, painter_, box); };
        items_.push_back({rank, true, width, width, width, draw});
    }

    /// @param widest of what may stand there, so that nothing slides from step to step
    void addWords(int rank, ImFont* font, Color color, float inset, const std::string& words,
                  const std::string& widest) {
        const float slack = look_.px(3);  // not all digits are as wide
        const float width = inset + slack + painter_.width(font, widest);
        const auto draw = [this, font, color, inset, words](const Rect& box) {
            painter_.text(font, color, {{box.min.x + inset, box.min.y}, box.max}, words);
        };
        items_.push_back({rank, true, width, width, width, draw});
    }

    void addCell(int rank) {
        const Index cells = cellCount(scene_.trace(), scene_.state.step());
        Index most = 0;
        for (const Step& step : scene_.state.steps()) {
            most = std::max(most, cellCount(scene_.trace(), step));
        }
        if (most == 0) return;
        const std::string words =
            cells > 0 ? fmt::format("cell {} of {}", scene_.place().cell + 1, cells) : "";
        addWords(rank, look_.fonts.text, look_.colors().soft, 0, words,
                 fmt::format("cell {0} of {0}", most));
    }

    /// Keys that one needs most.
    void addHints(int rank) {
        float width = -look_.px(14);  // nothing stands to the right of the last
        for (const KeyHint& hint : kHints) width += hintWidth(hint);
        const auto draw = [this](const Rect& box) {
            float x = box.min.x;
            for (const KeyHint& hint : kHints) {
                drawHint(hint, {{x, box.min.y}, {box.max.x, box.max.y}});
                x += hintWidth(hint);
            }
        };
        items_.push_back({rank, false, width, width, width, draw});
    }

    [[nodiscard]] float keyWidth(const KeyHint& hint) const {
        return painter_.width(look_.fonts.small_text, hint.key) + look_.px(14);
    }
    [[nodiscard]] float hintWidth(const KeyHint& hint) const {
        return keyWidth(hint) + painter_.width(look_.fonts.text, hint.word) + look_.px(24);
    }

    void drawHint(const KeyHint& hint, const Rect& box) {
        const Theme& c = look_.colors();
        const Rect key{{box.min.x, box.min.y + look_.px(6)},
                       {box.min.x + keyWidth(hint), box.max.y - look_.px(6)}};
        painter_.outline(key, c.line, look_.px(4));
        painter_.text(look_.fonts.small_text, c.soft, key, hint.key, Align::center);
        painter_.text(look_.fonts.text, c.soft, {{key.max.x + look_.px(10), box.min.y}, box.max},
                      hint.word);
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    std::vector<BarItem> items_;
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
    return {{region.min.x, top}, {region.max.x, top + scene.look.px(scene.compact ? 30 : 33)}};
}

float trackHeight(const Scene& scene, const Rect& region) {
    if (scene.place().presenting) return region.min.y + scene.look.px(20);
    return region.min.y + scene.look.px(scene.compact ? 56 : 70);
}

void commandButton(const Scene& scene, Painter& painter, const Rect& box, std::string_view name,
                   const char* label, ButtonKind kind) {
    const Command& row = command(name);
    const std::string tip = tooltipOf(row);
    const ButtonOptions options{.kind = kind, .enabled = row.enabled(scene.state), .tooltip = tip};
    if (button(painter, box, label, options)) scene.emit(row.action(scene.state));
}

void playSpeedButton(const Scene& scene, Painter& painter, const Rect& box) {
    const int now = scene.preferences().play_speed;
    const double speed = kPlaySpeeds[static_cast<std::size_t>(now)];
    if (!button(painter, box, fmt::format("{} \u00d7##speed", speed).c_str(),
                {.tooltip = "How fast Play goes ([ slower, ] faster)"})) {
        return;
    }
    const bool is_fastest = now + 1 == static_cast<int>(kPlaySpeeds.size());
    scene.emit(SetPlaySpeed{is_fastest ? 0 : now + 1});
}

float playSpeedWidth(const Scene& scene, const Painter& painter) {
    return painter.width(scene.look.fonts.text, "0.5 \u00d7") + scene.look.px(22);
}

float drawPlayButtons(const Scene& scene, Painter& painter, const Rect& line,
                      const PlayCommands& commands) {
    float x = line.min.x + scene.look.px(22);
    const auto add = [&](std::string_view name, const char* label,
                         ButtonKind kind = ButtonKind::plain) {
        const Rect box{{x, line.min.y}, {x + buttonWidth(painter, label), line.max.y}};
        commandButton(scene, painter, box, name, label, kind);
        x = box.max.x + buttonGap(scene);
    };
    add(commands.first, "\u25C0\u25C0##first");
    add(commands.back, "\u25C0 Back##back");
    add(commands.on, "Next \u25B6##next", ButtonKind::strong);
    add(commands.play, scene.place().playing ? "Pause##play" : "\u25B6 Play##play");
    return x;
}

float buttonGap(const Scene& scene) { return scene.look.px(10); }

}  // namespace lookback

#include "app/views/shared/timeline_parts.h"

#include <string>

#include <fmt/format.h>

#include "app/state/commands.h"

namespace lookback {

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

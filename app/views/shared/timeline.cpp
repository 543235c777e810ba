#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/look/painter.h"
#include "app/views/shared/regions.h"
#include "app/views/shared/timeline_parts.h"
#include "app/widgets/tooltip.h"
#include "core/attention/stages.h"
#include "core/explain/written.h"

namespace lookback {
namespace {

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
    [[nodiscard]] const std::vector<Step>& steps() const { return scene_.state.steps(); }

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
        ImDrawList& list = painter_.list();
        if (current) {
            list.AddCircleFilled(at, look_.px(9.5f), c.ink);
            list.AddCircleFilled(at, look_.px(7), c.highlight);
        } else {
            list.AddCircleFilled(at, look_.px(7), done ? c.ink : c.line);
            if (!done) list.AddCircleFilled(at, look_.px(5.5f), c.panel);
        }
        const float slot = (region_.width() - look_.px(40)) / static_cast<float>(steps().size());
        if (!scene_.place().presenting) {
            label(steps()[step].title, at, slot - look_.px(4), current);
        } else if (current) {
            presentedLabels(at, slot);
        }
    }

    /// For the back row only this step and the next have names, which take the room of the others.
    void presentedLabels(ImVec2 at, float slot) {
        const Theme& c = look_.colors();
        const Fonts& f = look_.fonts;
        const float top = at.y + look_.px(13);
        const float bottom = top + look_.px(20);
        const float gap = look_.px(16);
        const float left = region_.min.x + look_.px(20);
        const float right = region_.max.x - look_.px(20);
        const std::size_t next = scene_.place().step + 1;
        const std::string_view title = next < steps().size() ? steps()[next].title : "";
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

    /// The step and how far it has come: "Scores, row 2 of 3".
    [[nodiscard]] std::string nameWithRow() const {
        const Step& step = scene_.state.step();
        const StepRow row = rowOf(scene_.trace(), step, scene_.place().cell);
        if (row.count == 0) return std::string(step.title);
        const MatrixId shown = cellAt(scene_.trace(), step, scene_.place().cell).id;
        const bool is_turned = isTurned(shown, scene_.preferences().conventions);
        return fmt::format("{} \u00b7 {} {} of {}", step.title, is_turned ? "column" : "row",
                           row.number + 1, row.count);
    }

    /// The name of a step below its dot, in two lines where one has no room for it.
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
            const Rect line{{left, y}, {left + width, y + look_.px(16)}};
            painter_.textFitted(font, color, line, part, Align::center);
            y += look_.px(15);
        }
    }

    /// Clicking goes to a step; dragging scrubs through steps and their cells, both ways.
    void scrub(float y) {
        const Rect box{{region_.min.x + look_.px(20), y - look_.px(14)},
                       {region_.max.x - look_.px(20),
                        std::min(y + look_.px(42), region_.max.y - look_.px(1))}};
        ImGui::SetCursorScreenPos(box.min);
        ImGui::InvisibleButton("timeline", {box.width(), box.height()});
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        const float slot = box.width() / static_cast<float>(steps().size());
        const float place = (ImGui::GetMousePos().x - box.min.x) / slot;
        const auto most = static_cast<float>(steps().size()) - 0.001f;
        const float clamped = std::clamp(place, 0.0f, most);
        const auto step = static_cast<std::size_t>(clamped);
        if (!ImGui::IsItemActive()) {
            const float left = box.min.x + slot * std::floor(clamped);
            if (wantsTooltip()) sayWhatItDoes(step, {{left, box.min.y}, {left + slot, box.max.y}});
            return;
        }
        const Index cells = cellCount(scene_.trace(), steps()[step]);
        const bool dragging = ImGui::IsMouseDragging(ImGuiMouseButton_Left);
        const float share = clamped - std::floor(clamped);
        const auto cell =
            dragging ? static_cast<Index>(share * static_cast<float>(cells)) : cells - 1;
        const bool moved = step != scene_.place().step || cell != scene_.place().cell;
        if (moved && (dragging || ImGui::IsItemActivated())) scene_.emit(GoTo{step, cell});
    }

    void sayWhatItDoes(std::size_t step, const Rect& slot) const {
        std::vector<std::string> lines;
        for (const MatrixId id : steps()[step].results) {
            lines.push_back(writtenLine(id, scene_.preferences().conventions));
        }
        showTooltip(look_, slot, fmt::format("Step {}: {}.", step + 1, fmt::join(lines, "; ")),
                    {.pale = "Click goes there, dragging scrubs through its cells."});
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
};

}  // namespace

void drawTimeline(const Scene& scene, const Rect& region) { Timeline(scene, region).draw(); }

}  // namespace lookback

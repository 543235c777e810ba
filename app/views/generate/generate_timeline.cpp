#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/generate/generate_views.h"
#include "app/views/generate/writing_scene.h"
#include "app/views/shared/timeline.h"
#include "app/widgets/formula.h"
#include "messages/generate.h"

namespace lookback {
namespace {

constexpr float kLeastSlot = 16;
constexpr std::size_t kGenerateTimelineAhead = 2;  ///< dots after that of the next unit

class GenerateTimeline {
public:
    GenerateTimeline(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          writing_(scene),
          units_(writing_.toldTwin().units) {}

    void draw() {
        drawTimelineGround(scene_, region_);
        if (!scene_.place().presenting) buttons();
        track();
    }

private:
    void buttons() {
        const Rect line = buttonLine(scene_, region_);
        const float x = drawPlayButtons(scene_, painter_, line,
                                        {"write-first", "write-back", "write-on", "write-play"});
        const float width = playSpeedWidth(scene_, painter_);
        if (x + width > line.max.x) return;
        playSpeedButton(scene_, painter_, line.betweenX(x, x + width));
        words(line.fromX(x + width + buttonGap(scene_)));
    }

    /// Draws the number of the next word and its steps, the present step in bold; where not all
    /// fit, only the present step.
    void words(const Rect& line) {
        TextLine all{{number(), Ink::plain, true}, {"   "}};
        for (const WordPartInfo& row : kWordParts) {
            if (row.part != kWordParts.front().part) all.push_back({" \u00b7 ", Ink::soft});
            const bool is_now = row.part == writing_.place.part;
            const std::string name = partTitle(row);
            all.push_back({name, is_now ? Ink::plain : Ink::soft, is_now});
        }
        const LineFonts fonts = sentenceFonts(look_);
        const float room = line.width() - look_.px(22);
        const TextLine brief{
            {number(), Ink::plain, true},
            {"   "},
            {partTitle(kWordParts[static_cast<std::size_t>(writing_.place.part)])}};
        const bool has_room = measuredLine(painter_, fonts, FLT_MAX, all).width <= room;
        if (!has_room && measuredLine(painter_, fonts, FLT_MAX, brief).width > room) return;
        const float y = line.center().y - lineHeight(fonts) / 2;
        setLine(painter_, fonts, {line.min.x + look_.px(6), std::floor(y)}, FLT_MAX,
                has_room ? all : brief);
    }

    [[nodiscard]] std::string number() const {
        using Number = say::generate::Number;
        return writing_.said(Number{.unit = unitIn<Number>(writing_.unit()),
                                    .n = Count{static_cast<Index>(writing_.nextNumber())}});
    }

    /// Returns the title of a step; that of the first is the unit before, which is read then.
    [[nodiscard]] std::string partTitle(const WordPartInfo& row) const {
        if (row.part == WordPart::word) {
            return writing_.said(
                say::generate::Read{.token = Verbatim{writing_.nameOf(units_.back())}});
        }
        if (row.part == WordPart::choice) {
            return writing_.said(saidOf<say::generate::Choose>(writing_.unit()));
        }
        return writing_.said(row.title());
    }

    /// Draws a dot for each unit: given, written, the next one, and a few after it.
    void track() {
        const float y = trackHeight(scene_, region_);
        const std::size_t to_end =
            writing_.moment.given + static_cast<std::size_t>(writing_.moment.to_end);
        const std::size_t all = std::max(to_end, units_.size() + 1 + kGenerateTimelineAhead);
        const float wide = region_.width() - look_.px(80);
        const auto fitting = static_cast<std::size_t>(wide / look_.px(kLeastSlot));
        count_ = std::min(all, std::max<std::size_t>(fitting, 4));
        // The dot of the next unit is shown, with those before it.
        const std::size_t last = std::min(units_.size() + kGenerateTimelineAhead, all - 1);
        first_ = last >= count_ ? last + 1 - count_ : 0;
        slot_ = wide / static_cast<float>(count_);
        const Theme& c = look_.colors();
        const float thick = std::max(1.0f, look_.px(2));
        const float now = dotX(units_.size());
        painter_.fill({{dotX(first_), y - thick / 2}, {now, y + thick / 2}}, c.ink);
        painter_.fill({{now, y - thick / 2}, {dotX(first_ + count_ - 1), y + thick / 2}}, c.line);
        for (std::size_t at = first_; at < first_ + count_; ++at) dot(at, y);
    }

    [[nodiscard]] float dotX(std::size_t at) const {
        return region_.min.x + look_.px(40) +
               slot_ * (static_cast<float>(at) - static_cast<float>(first_) + 0.5f);
    }

    /// Draws a dot; a click goes to the moment before its unit was written.
    void dot(std::size_t at, float y) {
        const Theme& c = look_.colors();
        const ImVec2 middle{dotX(at), y};
        const bool is_next = at == units_.size();
        ImDrawList& list = painter_.list();
        const float size = std::min(look_.px(7), slot_ / 2 - 1);
        if (is_next) {
            list.AddCircleFilled(middle, size * 1.35f, c.ink);
            list.AddCircleFilled(middle, size, c.highlight);
        } else {
            const bool is_there = at < units_.size();
            list.AddCircleFilled(middle, size, is_there ? c.ink : c.line);
            if (!is_there) list.AddCircleFilled(middle, size * 0.78f, c.panel);
        }
        const std::string name = is_next              ? "?"
                                 : at < units_.size() ? writing_.nameOf(units_[at])
                                                      : "";
        ImFont* const font = is_next ? look_.fonts.strong_small : look_.fonts.small_text;
        const float wide = painter_.width(font, name);
        const float room = slot_ - look_.px(4);
        if (wide <= room) {
            painter_.text(font, is_next ? c.ink : c.soft,
                          {{middle.x - slot_ / 2, y + look_.px(12)},
                           {middle.x + slot_ / 2, y + look_.px(32)}},
                          name, Align::center);
        }
        if (at < writing_.moment.given) return;
        ImGui::SetCursorScreenPos({middle.x - slot_ / 2, y - look_.px(11)});
        const std::string label = fmt::format("##word {}", at + 1);
        if (ImGui::InvisibleButton(label.c_str(), {slot_, look_.px(22)})) {
            scene_.emit(Change(goToWord, static_cast<Index>(at - writing_.moment.given),
                               writing_.place.part));
        }
        if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    WritingScene writing_;
    const std::vector<Unit>& units_;
    std::size_t count_ = 1;
    std::size_t first_ = 0;
    float slot_ = 1;
};

}  // namespace

void drawGenerateTimeline(const Scene& scene, const Rect& region) {
    if (scene.state.writing.moment() != nullptr) {
        GenerateTimeline(scene, region).draw();
    } else {
        Painter(scene.look).fill(region, scene.look.colors().panel);
    }
}

}  // namespace lookback

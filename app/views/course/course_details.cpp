#include "app/views/course/course_details.h"

#include <algorithm>
#include <utility>

#include "app/state/update/action.h"
#include "app/views/course/course_picture.h"
#include "app/views/shared/panel_column.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "core/words/say.h"
#include "imgui.h"
#include "messages/course.h"

namespace lookback {
namespace {

constexpr float kDetailsSide = 24;
constexpr float kDetailsPicture = 150;         ///< the most height
constexpr float kDetailsPictureShare = 0.18f;  ///< of the height that is seen
constexpr float kDetailsButton = 38;

class CourseDetails : PanelColumn {
public:
    CourseDetails(const Scene& scene, const Rect& region, const ChosenEntry& chosen)
        : PanelColumn(scene, region, scene.look.px(kDetailsSide), scene.look.px(22)),
          room_(region.height()),
          chosen_(chosen),
          entry_(chosen.entry) {}

    std::string draw() {
        place();
        paragraph({look_.fonts.title, look_.fonts.title, look_.fonts.raised},
                  {{.text = entry_.title}});
        y_ += look_.px(14);
        if (hasCoursePicture(scene_, entry_)) picture();
        if (!entry_.sentence.empty()) {
            paragraph(sentenceFonts(look_), {{.text = entry_.sentence}});
            y_ += look_.px(8);
        }
        y_ += look_.px(10);
        goal();
        std::string next = this->next();
        if (!entry_.source.empty()) hint(entry_.source);
        end();
        return next;
    }

private:
    void place() {
        const Color soft = look_.colors().soft;
        const Rect line = take(look_.px(18), look_.px(12));
        const std::string minutes = minutesOf();
        const float wide = painter_.text(look_.fonts.small_text, soft, line, minutes, Align::right);
        painter_.textFitted(look_.fonts.small_text, soft, line.left(line.width() - wide),
                            scene_.said(say::course::Place{.group = Verbatim{chosen_.group},
                                                           .n = Count{chosen_.number},
                                                           .of = Count{chosen_.of}}));
    }

    [[nodiscard]] std::string minutesOf() const {
        if (entry_.outline.minutes == 0) return "";
        return scene_.said(say::course::Minutes{.n = Count{entry_.outline.minutes}});
    }

    void picture() {
        const float most = std::floor(room_ * kDetailsPictureShare);
        const Rect box = take(std::min(look_.px(kDetailsPicture), most), look_.px(6));
        drawCoursePicture(scene_, painter_, entry_, box, true);
        hint(scene_.said(pictureCaption(scene_, entry_)));
        y_ += look_.px(14);
    }

    void heading(const Message& words) {
        panelHeading(painter_, at(), scene_.said(words), look_.colors().soft);
        y_ += look_.px(22);
    }

    void goal() {
        if (entry_.outline.goal.empty()) return;
        heading(say::course::Afterwards{});
        paragraph(sentenceFonts(look_), {{.text = scene_.said(entry_.outline.goal)}});
        y_ += look_.px(16);
    }

    std::string next() {
        const std::string title = courseTitle(scene_, entry_.outline.next);
        if (title.empty()) return "";
        heading(say::course::Next{});
        const std::string label = title + "###next";
        const Rect line = take(look_.px(34), look_.px(18));
        const float wide = std::min(buttonWidth(painter_, label), line.width());
        return button(painter_, line.left(wide), label.c_str()) ? entry_.outline.next : "";
    }

    float room_;  ///< height of the part that is seen
    const ChosenEntry& chosen_;
    const CourseEntry& entry_;
};

/// Draws the buttons below the details. @return their height
float drawButtons(const Scene& scene, Painter& painter, const Rect& box, const CourseEntry& entry) {
    const Look& look = scene.look;
    Rect rest = box.inset(look.px(kDetailsSide), look.px(18));
    const bool presents = entry.isShipped() && !scene.place().presenting;
    const float high = look.px(kDetailsButton);
    if (presents) {
        const std::string label = scene.said(say::course::Present{}) + "###present";
        const std::string tip = scene.said(say::course::PresentTip{});
        if (button(painter, rest.bottom(high), label.c_str(), {.tooltip = tip})) {
            openEntry(scene, entry);
            scene.emit(SetPresenting{true});
        }
        rest.max.y -= high + look.px(10);
    }
    struct Words {
        Message label;
        Message tip;
    };
    const Words words = entry.isShipped() ? Words{say::course::Start{}, say::course::StartTip{}}
                        : entry.kind == CourseEntry::Kind::recent
                            ? Words{say::course::Open{}, say::course::OpenTip{}}
                            : Words{say::course::GoOn{}, say::course::GoOnTip{}};
    const std::string label = scene.said(words.label) + "###start";
    const std::string tip = scene.said(words.tip);
    if (button(painter, rest.bottom(high), label.c_str(),
               {.kind = ButtonKind::strong, .tooltip = tip})) {
        openEntry(scene, entry);
    }
    return box.max.y - rest.max.y + high + look.px(10);
}

}  // namespace

std::string drawCourseDetails(const Scene& scene, Painter& painter, const Rect& box,
                              const ChosenEntry& chosen) {
    const Look& look = scene.look;
    painter.fill(box, look.colors().panel);
    painter.hairline(box.min, {box.min.x, box.max.y}, look.colors().line);
    Rect region = box;
    region.max.y -= drawButtons(scene, painter, box, chosen.entry);
    std::string next;
    ImGui::SetCursorScreenPos({region.min.x + 1, region.min.y});
    if (ImGui::BeginChild("details", {region.width() - 1, region.height()}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoNav)) {
        const ImVec2 at{region.min.x, region.min.y - ImGui::GetScrollY()};
        next = CourseDetails(scene, Rect::at(at, {region.width(), region.height()}), chosen).draw();
    }
    ImGui::EndChild();
    return next;
}

}  // namespace lookback

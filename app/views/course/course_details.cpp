#include "app/views/course/course_details.h"

#include <algorithm>
#include <utility>

#include "app/state/model/app_state.h"
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
        const bool asks = entry_.kind == CourseEntry::Kind::guided;
        const LineFonts large{look_.fonts.title, look_.fonts.title, look_.fonts.raised};
        if (asks) {
            const LineFonts strong{look_.fonts.strong, look_.fonts.strong, look_.fonts.raised};
            paragraph(strong, {{.text = entry_.title}});
            y_ += look_.px(8);
        }
        paragraph(large, {{.text = asks ? entry_.sentence : entry_.title}});
        y_ += look_.px(14);
        if (hasCoursePicture(scene_, entry_)) picture();
        if (!asks && !entry_.sentence.empty()) {
            paragraph(sentenceFonts(look_), {{.text = entry_.sentence}});
            y_ += look_.px(8);
        }
        y_ += look_.px(10);
        goal();
        goals();
        tasks();
        std::string next = this->next();
        if (!entry_.source.empty()) hint(entry_.source);
        end();
        return next;
    }

private:
    void place() {
        const Color soft = look_.colors().soft;
        ImFont* const font = look_.fonts.small_text;
        const std::string where = scene_.said(say::course::Place{
            .group = Verbatim{chosen_.group}, .n = Count{chosen_.number}, .of = Count{chosen_.of}});
        const std::string minutes = minutesOf();
        const float wide = painter_.width(font, where) + look_.px(12);
        const bool are_beside = wide + painter_.width(font, minutes) <= width();
        const Rect line = take(look_.px(18), look_.px(are_beside ? 12 : 0));
        painter_.textFitted(font, soft, line, where);
        if (minutes.empty()) return;
        const Rect end =
            are_beside ? line.fromX(line.min.x + wide) : take(look_.px(18), look_.px(12));
        painter_.textFitted(font, soft, end, minutes, are_beside ? Align::right : Align::left);
    }

    [[nodiscard]] std::string minutesOf() const {
        if (entry_.outline.minutes == 0) return "";
        const Count minutes{entry_.outline.minutes};
        if (entry_.tasks.empty()) return scene_.said(say::course::Minutes{.n = minutes});
        return scene_.said(say::course::TasksAndMinutes{
            .tasks = static_cast<Index>(entry_.tasks.size()), .n = minutes});
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

    void goals() {
        if (entry_.goals.empty()) return;
        heading(say::course::CanSay{});
        const Theme& c = look_.colors();
        const LineFonts fonts = sentenceFonts(look_);
        for (const std::string& goal : entry_.goals) {
            const float from = look_.px(14);
            const ImVec2 dot{left_ + look_.px(4), y_ + lineHeight(fonts) / 2};
            painter_.disc(dot, look_.px(2.5f), c.weights);
            y_ += setLine(painter_, fonts, {left_ + from, y_}, width() - from, {{goal}}).height +
                  look_.px(6);
        }
        y_ += look_.px(10);
    }

    void tasks() {
        if (entry_.tasks.empty()) return;
        heading(say::course::Tasks{});
        const LineFonts plain = sentenceFonts(look_);
        for (const CourseTask& task : entry_.tasks) {
            const float from = look_.px(24);
            drawTaskMark(painter_, {left_ + look_.px(8), y_ + lineHeight(plain) / 2}, task.mark);
            const TextLine words{{.text = task.title, .bold = task.mark == TaskMark::next}};
            y_ += setLine(painter_, plain, {left_ + from, y_}, width() - from, words).height +
                  look_.px(6);
        }
        y_ += look_.px(10);
    }

    std::string next() {
        const std::string title = courseTitle(scene_, entry_.outline.next);
        if (title.empty()) return "";
        heading(say::course::Next{});
        const LineFonts plain = sentenceFonts(look_);
        const float pad = look_.px(13);
        const TextLine words{{title}};
        const SetLine size = measuredLine(painter_, plain, width() - 2 * pad, words);
        const Rect box = take(size.height + look_.px(12), look_.px(18)).left(size.width + 2 * pad);
        const bool is_clicked = choiceBox(painter_, box, {.label = "###next", .is_framed = true});
        setLine(painter_, plain, {box.min.x + pad, box.min.y + look_.px(6)}, width() - 2 * pad,
                words);
        return is_clicked ? entry_.outline.next : "";
    }

    float room_;  ///< height of the part that is seen
    const ChosenEntry& chosen_;
    const CourseEntry& entry_;
};

/// The number of the first task that is not done, from 1 on.
Index nextTask(const CourseEntry& entry) {
    const auto next =
        std::find_if(entry.tasks.begin(), entry.tasks.end(),
                     [](const CourseTask& task) { return task.mark != TaskMark::done; });
    return next - entry.tasks.begin() + 1;
}

/// Draws the button that takes a file off the list. @return whether the entry has it
bool forgetFileButton(const Scene& scene, Painter& painter, const Rect& box,
                      const CourseEntry& entry) {
    const bool is_recent = entry.kind == CourseEntry::Kind::recent;
    if (!is_recent || scene.state.recents[entry.place].isDraft()) return false;
    const std::string label = scene.said(say::course::ForgetFile{}) + "###forget";
    const std::string tip = scene.said(say::course::ForgetFileTip{});
    if (button(painter, box, label.c_str(), {.tooltip = tip})) {
        scene.emit(ForgetFile{scene.state.recents[entry.place].file});
    }
    return true;
}

/// Draws the button that forgets the progress in a lesson when it is pressed twice. @return whether
/// the entry has it
bool forgetProgressButton(const Scene& scene, Painter& painter, const Rect& box,
                          const CourseEntry& entry) {
    const bool is_lesson = entry.kind == CourseEntry::Kind::guided;
    if (!is_lesson || findProgress(scene.place().lessons, entry.key) == nullptr) return false;
    CoursePage& page = *scene.hands.open<CoursePage>();
    const bool is_asked = page.forgets == entry.key;
    const Message words =
        is_asked ? Message(say::course::ForgetAgain{}) : Message(say::course::ForgetProgress{});
    const std::string label = scene.said(words) + "###forget";
    const std::string tip = scene.said(say::course::ForgetProgressTip{});
    if (button(painter, box, label.c_str(), {.tooltip = tip})) {
        if (is_asked) scene.emit(ForgetProgress{entry.key});
        page.forgets = is_asked ? std::string() : entry.key;
    }
    return true;
}

/// Draws the buttons below the details. @return their height
float drawButtons(const Scene& scene, Painter& painter, const Rect& box, const CourseEntry& entry) {
    const Look& look = scene.look;
    Rect rest = box.inset(look.px(kDetailsSide), look.px(18));
    const bool presents = entry.isTaught() && !scene.place().presenting;
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
    if (entry.hasDocumentAlone()) {
        const std::string label = scene.said(say::course::WithoutTasks{}) + "###without-tasks";
        const std::string tip = scene.said(say::course::WithoutTasksTip{});
        if (button(painter, rest.bottom(high), label.c_str(), {.tooltip = tip})) {
            scene.emit(Change(&Hands::sheet, {}));
            scene.emit(OpenLesson{entry.key, false});
        }
        rest.max.y -= high + look.px(10);
    }
    const Rect foot = rest.bottom(high);
    if (forgetFileButton(scene, painter, foot, entry) ||
        forgetProgressButton(scene, painter, foot, entry)) {
        rest.max.y -= high + look.px(10);
    }
    struct Words {
        Message label;
        Message tip;
    };
    const bool is_open = entry.is_asked;
    const bool goes_on = entry.isBegun() && !is_open;
    const Words words =
        goes_on
            ? Words{say::course::StartAt{.n = Count{nextTask(entry)}}, say::course::StartAtTip{}}
        : entry.isTaught() && !is_open ? Words{say::course::Start{}, say::course::StartTip{}}
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

void drawTaskMark(Painter& painter, ImVec2 center, TaskMark mark) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    const float radius = look.px(6);
    switch (mark) {
        case TaskMark::open:
            painter.circle(center, radius, c.soft, std::max(1.0f, look.px(1)));
            return;
        case TaskMark::next:
            painter.disc(center, radius, c.highlight);
            painter.circle(center, radius, c.ink, std::max(1.0f, look.px(1)));
            return;
        case TaskMark::done: break;
    }
    painter.disc(center, radius, c.good);
    const float r = radius * 0.5f;
    const float thick = std::max(1.0f, look.px(1.4f));
    painter.line({center.x - r, center.y}, {center.x - r / 4, center.y + r * 0.8f}, c.panel, thick);
    painter.line({center.x - r / 4, center.y + r * 0.8f}, {center.x + r, center.y - r * 0.7f},
                 c.panel, thick);
}

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

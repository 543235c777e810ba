#include "app/views/course/course_page.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/course/course_details.h"
#include "app/views/course/course_entries.h"
#include "app/views/course/course_picture.h"
#include "app/views/shared/sheets.h"
#include "app/views/shared/stage_grid.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "app/widgets/formula.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/course.h"

namespace lookback {
namespace {

constexpr float kCourseHead = 52;      ///< height of the bar at the top
constexpr float kCourseGroups = 264;   ///< width of the column of groups
constexpr float kCourseDetails = 330;  ///< width of the column of the chosen entry
constexpr float kCourseSearch = 460;   ///< width of the search field
/// The least widths of the window with the column of the chosen entry, and with that of groups too;
/// the least height with either.
constexpr float kWithDetails = 800;
constexpr float kWithGroups = 1080;
constexpr float kWithColumns = 420;
constexpr float kNamedHead = 900;   ///< the least width with the name of the page
constexpr float kCourseCard = 180;  ///< the least width of a card
constexpr int kMostCardColumns = 5;
constexpr float kCardGap = 14;
constexpr float kCardPad = 14;
constexpr float kCardPicture = 62;
constexpr float kGroupHead = 34;

/// A command for files, with a short label.
struct FileCommand {
    std::string_view name;
    Message (*label)();
};
constexpr std::array kFileCommands{FileCommand{"new", stated<say::course::StartNew>},
                                   FileCommand{"import", stated<say::course::Import>},
                                   FileCommand{"open", stated<say::course::OpenFile>},
                                   FileCommand{"save", stated<say::course::Save>},
                                   FileCommand{"save-as", stated<say::course::SaveAs>},
                                   FileCommand{"write-lesson", stated<say::course::MakeLesson>},
                                   FileCommand{"export", stated<say::course::Export>}};

/// An entry where it stands among the cards.
struct PlacedEntry {
    const CourseEntry* entry = nullptr;
    const CourseGroup* group = nullptr;
    Index number = 1;  ///< in its group
    int row = 0;       ///< of all rows of cards
    Rect box{};        ///< from the upper left corner of all cards
};

class CoursePageView {
public:
    explicit CoursePageView(const Scene& scene)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          page_(*scene.hands.open<CoursePage>()),
          groups_(courseGroups(scene, page_.search)) {}

    void draw() {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const Theme& c = look_.colors();
        if (ImGui::IsWindowAppearing()) scene_.emit(LookForRecents{});
        painter_.fill({{0, 0}, screen}, c.ground);
        const bool is_high = screen.y >= look_.px(kWithColumns);
        has_details_ = is_high && screen.x >= look_.px(kWithDetails);
        has_groups_ = is_high && screen.x >= look_.px(kWithGroups);
        Rect rest{{0, 0}, screen};
        drawHead(rest.takeTop(look_.px(kCourseHead)));
        if (has_groups_) {
            drawGroups(rest.left(look_.px(kCourseGroups)));
            rest.min.x += look_.px(kCourseGroups);
        }
        Rect details = rest;
        if (has_details_) {
            details = rest.right(look_.px(kCourseDetails));
            rest.max.x = details.min.x;
        }
        placeCards(rest.width() - 2 * side());
        chooseOne();
        takeKeys();
        drawCards(rest);
        if (has_details_) drawDetails(details);
    }

private:
    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }
    [[nodiscard]] float side() const { return look_.px(has_details_ ? 22 : 12); }
    void close() { scene_.emit(Change(&Hands::sheet, {})); }

    void choose(std::string key) {
        page_.chosen = std::move(key);
        page_.shows_chosen = true;
    }

    // --- the bar at the top ---

    void drawHead(const Rect& bar) {
        const Theme& c = look_.colors();
        painter_.fill(bar, c.panel);
        painter_.hairline({bar.min.x, bar.max.y - 1}, {bar.max.x, bar.max.y - 1}, c.line);
        const float margin = look_.px(has_details_ ? 18 : 8);
        Rect line = bar.inset(margin, look_.px(9));
        const bool is_named = bar.width() >= look_.px(kNamedHead);
        const std::string label =
            (is_named ? said(say::course::Close{}) : std::string("\u00d7")) + "###close";
        const Rect cross = line.right(buttonWidth(painter_, label));
        const std::string tip = said(say::course::CloseTip{});
        if (button(painter_, cross, label.c_str(), {.tooltip = tip})) close();
        line.max.x = cross.min.x - look_.px(8);
        if (is_named) {
            const float name =
                painter_.text(look_.fonts.title_small, c.ink, line, "Lookback") + look_.px(18);
            line.min.x += name;
            line.min.x += painter_.text(look_.fonts.text, c.ink, line, said(say::course::Title{})) +
                          look_.px(18);
            const float wide = std::min(look_.px(kCourseSearch), line.width());
            const float middle = std::max(bar.center().x, line.min.x + wide / 2);
            line.min.x = std::min(middle - wide / 2, line.max.x - wide);
            line.max.x = line.min.x + wide;
        }
        drawSearchField(line,
                        is_named ? Message(say::course::Search{}) : say::course::SearchShort{});
    }

    /// The field has the keyboard as long as no other item has it.
    void drawSearchField(const Rect& box, const Message& hint) {
        const bool takes_keyboard = ImGui::GetCurrentContext()->ActiveId == 0;
        const FieldEvents events =
            textField(painter_, box, "##search", page_.search, look_.fonts.text, takes_keyboard);
        if (page_.search.empty()) {
            painter_.textFitted(look_.fonts.text, look_.colors().soft, box.inset(look_.px(9), 0),
                                said(hint));
        }
        if (events.edited) {
            groups_ = courseGroups(scene_, page_.search);
            choose("");
        }
        is_entered_ = events.entered;
        is_tabbed_ = events.tabbed;
        is_tabbed_back_ = events.tabbed_back;
    }

    // --- the column of groups and of what one does with files ---

    void drawGroups(const Rect& box) {
        const Theme& c = look_.colors();
        painter_.fill(box, c.panel);
        painter_.hairline({box.max.x - 1, box.min.y}, {box.max.x - 1, box.max.y}, c.line);
        Rect rest = box.inset(look_.px(14), look_.px(20));
        const auto heading = [&](const Message& words) {
            const Rect line = rest.takeTop(look_.px(20), look_.px(6));
            panelHeading(painter_, {line.min.x + look_.px(12), line.min.y}, said(words), c.soft);
        };
        heading(say::course::Groups{});
        for (std::size_t k = 0; k < groups_.size(); ++k) groupRow(rest, k);
        rest.min.y += look_.px(12);
        painter_.hairline({rest.min.x + look_.px(12), rest.min.y},
                          {rest.max.x - look_.px(12), rest.min.y}, c.line);
        rest.min.y += look_.px(18);
        heading(say::course::File{});
        for (const FileCommand& one : kFileCommands) {
            if (isOffered(one)) fileRow(rest.takeTop(look_.px(34), look_.px(2)), one);
        }
    }

    /// Returns the first of two fonts in which the words have room, else the second.
    [[nodiscard]] ImFont* fitting(ImFont* first, ImFont* second, std::string_view words,
                                  float room) const {
        return painter_.width(first, words) <= room ? first : second;
    }

    void groupRow(Rect& rest, std::size_t k) {
        const Theme& c = look_.colors();
        const CourseGroup& group = groups_[k];
        const bool has_tasks = group.lessonsWithTasks() > 0;
        const Rect row = rest.takeTop(look_.px(has_tasks ? 54 : 42), look_.px(2));
        const std::string label = "###group-" + std::to_string(k);
        const bool is_chosen =
            std::any_of(group.entries.begin(), group.entries.end(),
                        [&](const CourseEntry& entry) { return entry.key == page_.chosen; });
        if (choiceBox(painter_, row, {.label = label.c_str(), .is_chosen = is_chosen})) {
            choose(group.entries.front().key);
        }
        const Rect inner = row.inset(look_.px(12), has_tasks ? look_.px(6) : 0);
        const Rect counted = has_tasks ? inner.bottom(look_.px(18)) : inner;
        const float wide = painter_.text(look_.fonts.small_text, c.soft, counted,
                                         countOf(group, false), Align::right);
        const Rect titled =
            has_tasks ? inner.top(look_.px(22)) : inner.left(inner.width() - wide - look_.px(6));
        painter_.textFitted(
            fitting(look_.fonts.strong, look_.fonts.strong_small, group.title, titled.width()),
            is_chosen ? c.query : c.ink, titled, group.title);
        if (!has_tasks) return;
        const float share =
            static_cast<float>(group.lessonsDone()) / static_cast<float>(group.lessonsWithTasks());
        const Rect bar = counted.left(counted.width() - wide - look_.px(12))
                             .inset(0, (counted.height() - look_.px(4)) / 2);
        painter_.fill(bar, c.line, look_.px(2));
        if (share > 0) painter_.fill(bar.left(bar.width() * share), c.strong, look_.px(2));
    }

    /// How many lessons of a group are done, of those with tasks; without any, how many entries.
    [[nodiscard]] std::string countOf(const CourseGroup& group, bool says_done) const {
        if (group.lessonsWithTasks() == 0) return std::to_string(group.entries.size());
        const Count done{static_cast<Index>(group.lessonsDone())};
        const Count of{static_cast<Index>(group.lessonsWithTasks())};
        return said(says_done ? Message(say::course::OfDone{.n = done, .of = of})
                              : Message(say::course::Of{.n = done, .of = of}));
    }

    /// The export menu is in the top bar, which presentation lacks.
    [[nodiscard]] bool isOffered(const FileCommand& one) const {
        if (one.name == "write-lesson") {
            return command(one.name).enabled(scene_.state) && !isWritingLesson(scene_.state);
        }
        return one.name != "export" || !scene_.place().presenting;
    }

    void carryOutFileCommand(std::string_view name) {
        close();
        scene_.emit(command(name).action(scene_.state));
    }

    void fileRow(const Rect& row, const FileCommand& one) {
        const std::string label = "###" + std::string(one.name);
        const std::string tip =
            scene_.said(commandTooltip(command(one.name), keyPlace(scene_.state)));
        if (choiceBox(painter_, row, {.label = label.c_str(), .tooltip = tip})) {
            carryOutFileCommand(one.name);
        }
        painter_.textFitted(look_.fonts.text, look_.colors().ink, row.inset(look_.px(12), 0),
                            said(one.label()));
    }

    // --- the cards ---

    /// Without the column of the chosen entry, each card holds all of its texts.
    [[nodiscard]] float cardHeight(const CourseEntry& entry, float width) {
        Painter measuring(look_);
        return drawCardTexts(measuring, entry, {0, 0}, width, false) + look_.px(kCardPad);
    }

    /// @param width of all cards
    void placeCards(float width) {
        const float gap = look_.px(kCardGap);
        const int columns = std::clamp(
            static_cast<int>((width + gap) / (look_.px(kCourseCard) + gap)), 1, kMostCardColumns);
        const float wide = std::floor((width - gap * static_cast<float>(columns - 1)) /
                                      static_cast<float>(columns));
        cards_.clear();
        headings_.clear();
        float y = 0;
        int row = 0;
        for (const CourseGroup& group : groups_) {
            headings_.push_back(y);
            y += look_.px(kGroupHead);
            for (std::size_t first = 0; first < group.entries.size();
                 first += static_cast<std::size_t>(columns)) {
                const std::size_t end =
                    std::min(first + static_cast<std::size_t>(columns), group.entries.size());
                float high = 0;
                for (std::size_t k = first; k < end; ++k) {
                    high = std::max(high, cardHeight(group.entries[k], wide));
                }
                for (std::size_t k = first; k < end; ++k) {
                    const float x = static_cast<float>(k - first) * (wide + gap);
                    cards_.push_back({&group.entries[k], &group, static_cast<Index>(k + 1), row,
                                      Rect::at({x, y}, {wide, std::ceil(high)})});
                }
                y += std::ceil(high) + gap;
                ++row;
            }
            y += look_.px(12);
        }
        height_ = y;
    }

    /// The entry that is on the screen where none is chosen, else the first.
    void chooseOne() {
        if (cards_.empty() || chosenCard() != nullptr) return;
        const auto on_screen =
            std::find_if(cards_.begin(), cards_.end(),
                         [](const PlacedEntry& card) { return card.entry->is_on_screen; });
        const bool is_there = page_.search.empty() && on_screen != cards_.end();
        choose((is_there ? *on_screen : cards_.front()).entry->key);
    }

    [[nodiscard]] const PlacedEntry* chosenCard() const {
        const auto at = std::find_if(cards_.begin(), cards_.end(), [&](const PlacedEntry& card) {
            return card.entry->key == page_.chosen;
        });
        return at == cards_.end() ? nullptr : &*at;
    }

    void drawCards(const Rect& box) {
        ImGui::SetCursorScreenPos(box.min);
        if (ImGui::BeginChild("cards", {box.width(), box.height()}, ImGuiChildFlags_None,
                              ImGuiWindowFlags_NoNav)) {
            takeScrollKeys(box.height());
            const ImVec2 at{box.min.x + side(), box.min.y + look_.px(16) - ImGui::GetScrollY()};
            Painter painter(look_);
            for (std::size_t k = 0; k < groups_.size(); ++k) {
                drawHeading(painter, groups_[k],
                            Rect::at({at.x, at.y + headings_[k]},
                                     {box.width() - 2 * side(), look_.px(kGroupHead)}));
            }
            for (const PlacedEntry& card : cards_) {
                drawCard(
                    painter, card,
                    Rect::at({std::floor(at.x + card.box.min.x), std::floor(at.y + card.box.min.y)},
                             {card.box.width(), card.box.height()}));
            }
            float high = height_;
            if (cards_.empty()) {
                const TextLine words =
                    scene_.wording().line(say::course::NotFound{.text = TokenLabel{page_.search}});
                high += setLine(painter, sentenceFonts(look_), at, box.width() - 2 * side(), words)
                            .height +
                        look_.px(16);
            }
            if (!has_groups_) {
                high += drawFileButtons(painter, {at.x, at.y + high}, box.width() - 2 * side());
            }
            ImGui::SetCursorScreenPos(at);
            ImGui::Dummy({1, high + look_.px(8)});
            if (std::exchange(page_.shows_chosen, false)) showChosen(box.height());
        }
        ImGui::EndChild();
    }

    void drawHeading(Painter& painter, const CourseGroup& group, const Rect& box) const {
        const Theme& c = look_.colors();
        const Rect line = box.top(look_.px(24));
        const std::string count = countOf(group, true);
        const float room =
            line.width() - look_.px(10) - std::ceil(painter.width(look_.fonts.text, count));
        ImFont* const font =
            fitting(look_.fonts.title_small, look_.fonts.strong, group.title, room);
        const float wide = std::ceil(painter.width(font, group.title)) + 1;
        painter.textFitted(font, c.ink, line, group.title);
        if (wide > room) return;
        painter.text(look_.fonts.text, c.soft, line.fromX(line.min.x + wide + look_.px(10)), count);
    }

    void drawCard(Painter& painter, const PlacedEntry& card, const Rect& box) {
        const Theme& c = look_.colors();
        const CourseEntry& entry = *card.entry;
        const bool is_chosen = entry.key == page_.chosen;
        painter.fill(box, c.panel, look_.px(7));
        const std::string label = "###" + entry.key;
        if (choiceBox(painter, box,
                      {.label = label.c_str(), .is_chosen = is_chosen, .is_framed = true})) {
            if (!has_details_) openEntry(scene_, entry);
            page_.chosen = entry.key;
        }
        // The search field may take the keyboard, and so the press, between two clicks.
        const bool is_pointed =
            ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
            box.contains(ImGui::GetIO().MousePos);
        if (has_details_ && is_pointed && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
            openEntry(scene_, entry);
        }
        const Rect inner = box.inset(look_.px(kCardPad), look_.px(kCardPad));
        if (hasCoursePicture(scene_, entry)) {
            const float side = look_.px(kCardPicture);
            drawCoursePicture(scene_, painter, entry,
                              Rect::at(inner.min, {inner.width() - look_.px(24), side}), false);
        }
        painter.text(look_.fonts.mono_small, c.soft, inner.top(look_.px(14)),
                     std::to_string(card.number), Align::right);
        drawCardTexts(painter, entry, box.min, box.width(), true);
        Rect foot = inner.bottom(look_.px(16));
        if (entry.outline.minutes > 0) {
            const std::string minutes =
                said(say::course::Minutes{.n = Count{entry.outline.minutes}});
            foot.max.x -= painter.text(look_.fonts.small_text, c.soft, foot, minutes, Align::right);
        }
        for (const CourseTask& task : entry.tasks) {
            drawTaskMark(painter, {foot.min.x + look_.px(6), foot.center().y}, task.mark);
            foot.min.x += look_.px(16);
        }
        if (entry.is_on_screen && entry.tasks.empty()) {
            painter.textFitted(look_.fonts.small_text, c.query, foot,
                               said(say::course::OnScreen{}));
        }
    }

    /// Draws the texts between picture and foot. @param at upper left corner of the card @return
    /// the height of the card without its lower margin
    float drawCardTexts(Painter& painter, const CourseEntry& entry, ImVec2 at, float width,
                        bool draws) const {
        const float pad = look_.px(kCardPad);
        const bool has_picture = hasCoursePicture(scene_, entry);
        float y = at.y + pad + (has_picture ? look_.px(kCardPicture + 10) : 0);
        const auto text = [&](const LineFonts& fonts, const std::string& words, Ink ink,
                              float room) {
            if (words.empty()) return;
            const TextLine line{{.text = words, .ink = ink}};
            y +=
                setLine(painter, fonts, {at.x + pad, y}, room, line, 0, draws).height + look_.px(4);
        };
        const float room = width - 2 * pad;
        const LineFonts titles{look_.fonts.strong, look_.fonts.strong, look_.fonts.raised};
        text(titles, entry.title, Ink::plain, has_picture ? room : room - look_.px(24));
        text(smallSentenceFonts(look_), entry.sentence, Ink::soft, room);
        if (!has_details_) tellAll(text, entry, room);
        const bool has_foot =
            entry.is_on_screen || entry.outline.minutes > 0 || !entry.tasks.empty();
        return y - at.y + (has_foot ? look_.px(8 + 16) : 0);
    }

    /// Goal and next one, for a window without room for the column that tells them.
    template <class Text>
    void tellAll(const Text& text, const CourseEntry& entry, float room) const {
        const LineFonts fonts = smallSentenceFonts(look_);
        text(fonts, scene_.said(entry.outline.goal), Ink::plain, room);
        for (const std::string& goal : entry.goals) text(fonts, goal, Ink::plain, room);
        const std::string next = courseTitle(scene_, entry.outline.next);
        if (next.empty()) return;
        text(fonts, said(say::course::NextIs{.title = Verbatim{next}}), Ink::soft, room);
    }

    /// @return the height
    float drawFileButtons(Painter& painter, ImVec2 at, float width) {
        const float high = look_.px(34);
        const float gap = look_.px(8);
        ImVec2 pen = at;
        for (const FileCommand& one : kFileCommands) {
            if (!isOffered(one)) continue;
            const std::string label = said(one.label()).append("###").append(one.name);
            const float wide = std::min(buttonWidth(painter, label), width);
            if (pen.x > at.x && pen.x + wide > at.x + width) pen = {at.x, pen.y + high + gap};
            const std::string tip =
                scene_.said(commandTooltip(command(one.name), keyPlace(scene_.state)));
            if (button(painter, Rect::at(pen, {wide, high}), label.c_str(), {.tooltip = tip})) {
                carryOutFileCommand(one.name);
            }
            pen.x += wide + gap;
        }
        return pen.y + high - at.y;
    }

    // --- the chosen entry ---

    void drawDetails(const Rect& box) {
        const PlacedEntry* const card = chosenCard();
        if (card == nullptr) {
            painter_.fill(box, look_.colors().panel);
            return;
        }
        std::string next = drawCourseDetails(scene_, painter_, box,
                                             {*card->entry, card->group->title, card->number,
                                              static_cast<Index>(card->group->entries.size())});
        if (next.empty()) return;
        page_.search.clear();
        choose(std::move(next));
    }

    /// Scrolls as little as shows the chosen card, with the heading above the first row.
    void showChosen(float room) const {
        const PlacedEntry* const card = chosenCard();
        if (card == nullptr) return;
        const float margin = look_.px(16);
        const bool is_first = card->group->entries.front().key == card->entry->key;
        const float top = card->box.min.y + (is_first ? -look_.px(kGroupHead) : 0);
        const float bottom = card->box.max.y + 2 * margin;
        const float now = ImGui::GetScrollY();
        if (top < now || bottom - top > room) {
            ImGui::SetScrollY(std::max(top, 0.0f));
        } else if (bottom > now + room) {
            ImGui::SetScrollY(bottom - room);
        }
    }

    // --- the keyboard ---

    void takeKeys() {
        const PlacedEntry* const now = chosenCard();
        if (now == nullptr) return;
        if (is_entered_) return openEntry(scene_, *now->entry);
        const auto at = static_cast<std::size_t>(now - cards_.data());
        if (is_tabbed_) return chooseGroup(*now->group, is_tabbed_back_);
        if (ImGui::IsKeyPressed(ImGuiKey_RightArrow) && at + 1 < cards_.size()) {
            return choose(cards_[at + 1].entry->key);
        }
        if (ImGui::IsKeyPressed(ImGuiKey_LeftArrow) && at > 0) {
            return choose(cards_[at - 1].entry->key);
        }
        if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) chooseInRow(*now, now->row + 1);
        if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) chooseInRow(*now, now->row - 1);
    }

    void chooseGroup(const CourseGroup& now, bool is_back) {
        const auto at = static_cast<std::size_t>(&now - groups_.data());
        const std::size_t to = (at + (is_back ? groups_.size() - 1 : 1)) % groups_.size();
        choose(groups_[to].entries.front().key);
    }

    /// Chooses the card of a row that is nearest to the one before.
    void chooseInRow(const PlacedEntry& from, int row) {
        const PlacedEntry* nearest = nullptr;
        const auto distance = [&](const PlacedEntry& card) {
            return std::abs(card.box.min.x - from.box.min.x);
        };
        for (const PlacedEntry& card : cards_) {
            if (card.row != row) continue;
            if (nearest == nullptr || distance(card) < distance(*nearest)) nearest = &card;
        }
        if (nearest != nullptr) choose(nearest->entry->key);
    }

    static void takeScrollKeys(float room) {
        const float now = ImGui::GetScrollY();
        if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) ImGui::SetScrollY(now + room);
        if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) ImGui::SetScrollY(std::max(now - room, 0.0f));
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    CoursePage& page_;
    std::vector<CourseGroup> groups_;
    std::vector<PlacedEntry> cards_;
    std::vector<float> headings_;  ///< upper edges, from that of all cards
    float height_ = 0;             ///< of all cards
    bool has_details_ = true;      ///< the column of the chosen entry
    bool has_groups_ = true;       ///< the column of groups
    bool is_entered_ = false;      ///< Enter was pressed
    bool is_tabbed_ = false;
    bool is_tabbed_back_ = false;
};

}  // namespace

void drawCoursePage(const Scene& scene) {
    drawOverlay(scene, "Course", [&] { CoursePageView(scene).draw(); });
}

}  // namespace lookback

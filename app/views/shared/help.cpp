#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/look/painter.h"
#include "app/state/update/action.h"
#include "app/views/shared/glossary.h"
#include "app/views/shared/help_lines.h"
#include "app/views/shared/manual.h"
#include "app/views/shared/sheets.h"
#include "app/views/shared/word_search.h"
#include "app/widgets/button.h"
#include "app/widgets/fields.h"
#include "app/widgets/formula.h"
#include "core/io/lesson_library.h"
#include "core/io/shipped.h"
#include "core/words/say.h"
#include "imgui_internal.h"
#include "messages/help.h"

namespace lookback {
namespace {

constexpr float kHelpWidth = 1360;
constexpr float kHelpHeight = 880;
constexpr float kHelpSide = 28;     ///< to the left and to the right of all
constexpr float kHelpHead = 70;     ///< above the blocks
constexpr float kHelpFoot = 18;     ///< below the blocks
constexpr float kHelpBetween = 32;  ///< two columns
constexpr float kHelpBar = 34;      ///< height of the controls at the top
constexpr float kHelpSearch = 300;  ///< width of the field
constexpr std::size_t kMostKeyColumns = 3;
constexpr float kKeyColumn = 372;  ///< the least width of a column of keys with all of their words
constexpr std::size_t kMostTextColumns = 2;
constexpr float kTextColumn = 440;  ///< the least width of a column of text
/// Heights of a line of keys, from the usual one to the least; later ones for low windows.
constexpr std::array kKeyLines{24.0f, 22.0f, 20.0f, 18.0f, 17.0f, 16.0f};
constexpr float kHeadingAbove = 10;
constexpr float kHelpItem = 16;      ///< from the dot of an item to its words
constexpr float kEntryHead = 30;     ///< title and button of an entry
constexpr float kEntrySide = 10;     ///< around an entry, which is marked when chosen
constexpr float kHelpParagraph = 8;  ///< below a paragraph
constexpr std::string_view kDot = "\u2022";
constexpr int kScrolledLines = 3;  ///< by an arrow key

/// A part of the sheet that stands in one column.
struct HelpBlock {
    enum class Kind : std::uint8_t { section, heading, key, paragraph, item, entry };
    Kind kind = Kind::paragraph;
    TextLine words{};                      ///< of an entry its title
    std::string how{};                     ///< the keys of a command
    TextLine text{};                       ///< the definition of an entry
    const GlossaryEntry* entry = nullptr;  ///< null: the block leads nowhere
};
using HelpBlocks = std::vector<HelpBlock>;

bool isHeading(const HelpBlock& block) {
    return block.kind == HelpBlock::Kind::section || block.kind == HelpBlock::Kind::heading;
}

void addHeading(HelpBlocks& blocks, std::string words,
                HelpBlock::Kind kind = HelpBlock::Kind::heading) {
    blocks.push_back({.kind = kind, .words = {{.text = std::move(words)}}});
}

void addKeys(HelpBlocks& blocks, const Scene& scene, std::span<const Command> own) {
    const HelpFor where = scene.place().presenting ? HelpFor::slide : HelpFor::window;
    const bool has_lesson = scene.state.lesson.step() != nullptr;
    const auto of_lesson = has_lesson ? lessonCommands() : std::span<const Command>();
    std::vector<HelpGroup> groups =
        keyGroups({own, modeCommands(), of_lesson, sharedCommands()}, where, keyPlace(scene.state));
    groups.insert(groups.begin(), mouseUses(info(scene.place().mode).subject, where));
    const Wording wording = scene.wording();
    for (const HelpGroup& group : groups) {
        addHeading(blocks, wording.text(group.heading));
        for (const HelpLine& line : group.lines) {
            blocks.push_back({.kind = HelpBlock::Kind::key,
                              .words = wording.line(line.what),
                              .how = wording.written(line.how)});
        }
    }
}

void addSection(HelpBlocks& blocks, const ManualSection& section) {
    addHeading(blocks, section.title, HelpBlock::Kind::section);
    for (const ManualBlock& block : section.blocks) {
        HelpBlock::Kind kind = HelpBlock::Kind::paragraph;
        if (block.kind == ManualBlock::Kind::heading) kind = HelpBlock::Kind::heading;
        if (block.kind == ManualBlock::Kind::item) kind = HelpBlock::Kind::item;
        blocks.push_back({.kind = kind, .words = block.words});
    }
}

/// Adds the section of the mode on screen and that of every mode.
void addThisMode(HelpBlocks& blocks, const Scene& scene) {
    const auto& sections = manual(scene.preferences().language->id);
    addSection(blocks, sections[static_cast<std::size_t>(scene.place().mode)]);
    addSection(blocks, sections.back());
}

/// A title as the order of the glossary compares it: from its first letter on, so that √d_k is at
/// D.
std::string inOrder(std::string_view title) {
    const std::string folded = forSearch(title);
    return folded.substr(
        std::min(folded.find_first_of("abcdefghijklmnopqrstuvwxyz"), folded.size()));
}

/// Adds the glossary, in the order of its titles.
void addGlossary(HelpBlocks& blocks, const Scene& scene) {
    HelpBlocks entries;
    for (const GlossaryEntry& entry : glossary()) {
        entries.push_back({.kind = HelpBlock::Kind::entry,
                           .words = scene.wording().line(entry.title()),
                           .text = scene.wording().line(entry.text()),
                           .entry = &entry});
    }
    std::stable_sort(entries.begin(), entries.end(), [](const HelpBlock& a, const HelpBlock& b) {
        return inOrder(plainText(a.words)) < inOrder(plainText(b.words));
    });
    blocks.insert(blocks.end(), std::make_move_iterator(entries.begin()),
                  std::make_move_iterator(entries.end()));
}

bool matches(const HelpBlock& block, std::string_view search) {
    return !isHeading(block) &&
           matchesSearch(plainText(block.words) + " " + block.how + " " + plainText(block.text),
                         search);
}

/// Adds the blocks that match under one heading; entries with the word in their titles come first.
void addFound(HelpBlocks& blocks, HelpBlocks among, std::string heading, std::string_view search) {
    std::erase_if(among, [&](const HelpBlock& block) { return !matches(block, search); });
    if (among.empty()) return;
    std::stable_partition(among.begin(), among.end(), [&](const HelpBlock& block) {
        return block.entry != nullptr && matchesSearch(plainText(block.words), search);
    });
    addHeading(blocks, std::move(heading));
    blocks.insert(blocks.end(), among.begin(), among.end());
}

class HelpSheetView {
public:
    HelpSheetView(const Scene& scene, std::span<const Command> own)
        : scene_(scene),
          look_(scene.look),
          own_(own),
          painter_(scene.look),
          sheet_(*scene.hands.open<HelpSheet>()) {}

    void draw() {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const Rect card =
            drawSheetCard(painter_, {std::min(look_.px(kHelpWidth), screen.x - look_.px(32)),
                                     std::min(look_.px(kHelpHeight), screen.y - look_.px(32))});
        const Rect inner = card.inset(look_.px(kHelpSide), 0);
        drawHead(inner.betweenY(card.min.y + look_.px(18), card.min.y + look_.px(18 + kHelpBar)));
        drawBody({{card.min.x, card.min.y + look_.px(kHelpHead)},
                  {card.max.x, card.max.y - look_.px(kHelpFoot)}});
        const bool is_clicked_away =
            ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !card.contains(ImGui::GetIO().MousePos);
        if (is_clicked_away) close();
    }

private:
    void close() { scene_.emit(Change(&Hands::sheet, {})); }

    void show(HelpPart part) {
        sheet_ = {.part = part};
        is_fresh_ = true;
    }

    // --- above the blocks ---

    void drawHead(const Rect& line) {
        const std::string title = scene_.said(say::help::Title{});
        Rect rest = line;
        const float gap = look_.px(14);
        if (line.width() > look_.px(kTextColumn + kHelpSearch)) {
            rest.min.x += painter_.textAt(look_.fonts.title, look_.colors().ink,
                                          {line.min.x, line.min.y + look_.px(3)}, title) +
                          2 * gap;
        }
        rest.min.x += drawParts(rest) + gap;
        const Rect cross = rest.right(rest.height());
        const std::string tip = scene_.said(say::help::Close{});
        if (button(painter_, cross, "\u00d7###close-help", {.tooltip = tip})) close();
        rest.max.x = cross.min.x - gap;
        drawSearch(rest.right(std::min(rest.width(), look_.px(kHelpSearch))));
    }

    /// @return the width of the choice
    float drawParts(const Rect& line) {
        const std::array titles{scene_.said(say::help::Keys{}) + "###keys-part",
                                scene_.said(say::help::ThisMode{}) + "###mode-part",
                                scene_.said(say::help::Glossary{}) + "###glossary-part"};
        const std::array tips{scene_.said(say::help::KeysTip{}), scene_.said(say::help::ModeTip{}),
                              scene_.said(say::help::GlossaryTip{})};
        const std::array labels = pointersTo(titles);
        const int now = sheet_.search.empty() ? static_cast<int>(sheet_.part) : -1;
        const int clicked =
            segmented(painter_, line.min, line.height(), labels, now, pointersTo(tips));
        if (clicked >= 0) show(static_cast<HelpPart>(clicked));
        return segmentedWidth(painter_, labels);
    }

    /// The field has the keyboard as long as no other item has it.
    void drawSearch(const Rect& box) {
        const bool takes_keyboard = ImGui::GetCurrentContext()->ActiveId == 0;
        const FieldEvents events =
            textField(painter_, box, "##search", sheet_.search, look_.fonts.text, takes_keyboard);
        if (sheet_.search.empty()) {
            painter_.textFitted(look_.fonts.text, look_.colors().soft, box.inset(look_.px(9), 0),
                                scene_.said(say::help::Search{}));
        }
        if (events.edited) {
            is_fresh_ = true;
            sheet_.chosen.reset();
            if (!sheet_.search.empty()) sheet_.chosen = 0;
        }
        if (events.tabbed) {
            const std::size_t by = events.tabbed_back ? kHelpPartCount - 1 : 1;
            show(static_cast<HelpPart>((static_cast<std::size_t>(sheet_.part) + by) %
                                       kHelpPartCount));
        }
        is_entered_ = events.entered;
    }

    // --- the blocks ---

    [[nodiscard]] HelpBlocks blocks() const {
        const Wording& wording = scene_.wording();
        HelpBlocks all;
        const std::string& search = sheet_.search;
        if (search.empty()) {
            switch (sheet_.part) {
                case HelpPart::keys: addKeys(all, scene_, own_); break;
                case HelpPart::this_mode: addThisMode(all, scene_); break;
                case HelpPart::glossary: addGlossary(all, scene_); break;
            }
            return all;
        }
        HelpBlocks words;
        addGlossary(words, scene_);
        addFound(all, std::move(words), wording.text(say::help::Glossary{}), search);
        HelpBlocks keys;
        addKeys(keys, scene_, own_);
        addFound(all, std::move(keys), wording.text(say::help::Keys{}), search);
        for (const ManualSection& section : manual(scene_.preferences().language->id)) {
            HelpBlocks text;
            addSection(text, section);
            addFound(all, std::move(text),
                     wording.text(say::help::Manual{}) + " \u00b7 " + section.title, search);
        }
        if (all.empty()) {
            all.push_back({.words = wording.line(say::help::NotFound{.text = TokenLabel{search}})});
        }
        return all;
    }

    void drawBody(const Rect& box) {
        const HelpBlocks all = blocks();
        const bool has_keys_alone = sheet_.search.empty() && sheet_.part == HelpPart::keys;
        const float least = look_.px(has_keys_alone ? kKeyColumn : kTextColumn);
        const std::size_t most = has_keys_alone ? kMostKeyColumns : kMostTextColumns;
        const float width = box.width() - 2 * look_.px(kHelpSide);
        const float between = look_.px(kHelpBetween);
        const auto fitting = static_cast<std::size_t>((width + between) / (least + between));
        const std::size_t count = std::clamp<std::size_t>(fitting, 1, most);
        column_ = (width + between) / static_cast<float>(count) - between;
        float tall = 0;
        for (const float line : kKeyLines) {
            line_ = look_.px(line);
            tall = layOut(all, count);
            if (tall <= box.height() || !has_keys_alone) break;
        }
        ImGui::SetCursorScreenPos(box.min);
        if (ImGui::BeginChild("help", {box.width(), box.height()}, ImGuiChildFlags_None,
                              ImGuiWindowFlags_NoNav)) {
            if (is_fresh_) ImGui::SetScrollY(0);
            takeKeys(static_cast<std::size_t>(std::count_if(
                         all.begin(), all.end(),
                         [](const HelpBlock& block) { return block.entry != nullptr; })),
                     box.height());
            const ImVec2 at{box.min.x + look_.px(kHelpSide), box.min.y - ImGui::GetScrollY()};
            drawBlocks(all, at, between, box.height());
            ImGui::SetCursorScreenPos({box.min.x, at.y});
            ImGui::Dummy({1, tall});
        }
        ImGui::EndChild();
    }

    /// Where a block stands, from the upper left corner of all.
    struct Placed {
        std::size_t column = 0;
        float y = 0;
    };

    /// Places the blocks in at most `count` columns, which are as low as possible. @return the
    /// height of the highest
    float layOut(const HelpBlocks& all, std::size_t count) {
        heights_.clear();
        float sum = 0;
        for (const HelpBlock& block : all) sum += heights_.emplace_back(heightOf(block));
        float low = sum / static_cast<float>(count);
        float high = sum;
        constexpr int kHalvings = 12;
        for (int k = 0; k < kHalvings; ++k) {
            const float middle = (low + high) / 2;
            (columnsWithin(all, middle) <= count ? high : low) = middle;
        }
        columnsWithin(all, high);
        float tall = 0;
        for (std::size_t k = 0; k < all.size(); ++k) {
            tall = std::max(tall, places_[k].y + heights_[k]);
        }
        return tall;
    }

    /// Places the blocks in columns of at most this height; none ends with a heading. @return the
    /// number of columns
    std::size_t columnsWithin(const HelpBlocks& all, float height) {
        places_.clear();
        Placed pen;
        for (std::size_t k = 0; k < all.size(); ++k) {
            float needed = heights_[k];
            for (std::size_t next = k; isHeading(all[next]) && next + 1 < all.size();) {
                needed += heights_[++next];
            }
            if (pen.y > 0 && pen.y + needed > height) pen = {pen.column + 1, 0};
            // The room above a heading is left out at the top of a column.
            if (pen.y == 0 && isHeading(all[k])) pen.y = -look_.px(kHeadingAbove);
            places_.push_back(pen);
            pen.y += heights_[k];
        }
        return pen.column + 1;
    }

    [[nodiscard]] float heightOf(const HelpBlock& block) const {
        const LineFonts fonts = sentenceFonts(look_);
        switch (block.kind) {
            case HelpBlock::Kind::section:
                return look_.fonts.title_small->FontSize + look_.px(kHeadingAbove + kHelpParagraph);
            case HelpBlock::Kind::heading: return line_ + look_.px(kHeadingAbove);
            case HelpBlock::Kind::key: return line_;
            case HelpBlock::Kind::paragraph:
                return measuredLine(painter_, fonts, column_, block.words).height +
                       look_.px(kHelpParagraph);
            case HelpBlock::Kind::item:
                return measuredLine(painter_, fonts, column_ - look_.px(kHelpItem), block.words)
                           .height +
                       look_.px(kHelpParagraph);
            case HelpBlock::Kind::entry: break;
        }
        return look_.px(kEntryHead + kEntrySide) +
               measuredLine(painter_, fonts, entryRoom(), block.text).height + look_.px(kEntrySide);
    }

    [[nodiscard]] float entryRoom() const { return column_ - 2 * look_.px(kEntrySide); }

    /// @param at upper left corner of all blocks @param room height of the part that is seen
    void drawBlocks(const HelpBlocks& all, ImVec2 at, float between, float room) {
        std::size_t entry = 0;
        Painter painter(look_);
        for (std::size_t k = 0; k < all.size(); ++k) {
            const Placed& place = places_[k];
            const ImVec2 corner{
                std::floor(at.x + static_cast<float>(place.column) * (column_ + between)),
                std::floor(at.y + place.y)};
            const Rect box = Rect::at(corner, {column_, heights_[k]});
            if (all[k].entry != nullptr) {
                drawEntry(painter, all[k], box, entry == sheet_.chosen);
                if (entry == sheet_.chosen && std::exchange(sheet_.shows_chosen, false)) {
                    bringIntoSight(place.y, heights_[k], room);
                }
                ++entry;
            } else {
                drawBlock(painter, all[k], box);
            }
        }
    }

    void drawBlock(Painter& painter, const HelpBlock& block, const Rect& box) const {
        const Theme& c = look_.colors();
        const LineFonts fonts = sentenceFonts(look_);
        switch (block.kind) {
            case HelpBlock::Kind::section:
            case HelpBlock::Kind::heading: {
                const bool is_section = block.kind == HelpBlock::Kind::section;
                const float below = is_section ? look_.px(kHelpParagraph) : 0;
                painter.textFitted(
                    is_section ? look_.fonts.title_small : look_.fonts.strong, c.ink,
                    box.betweenY(box.min.y + look_.px(kHeadingAbove), box.max.y - below),
                    plainText(block.words));
                break;
            }
            case HelpBlock::Kind::key: {
                ImFont* const font = look_.fonts.small_text;
                const float room = box.width() - painter.width(font, block.how) - look_.px(12);
                painter.text(font, c.soft, box, block.how, Align::right);
                painter.textFitted(font, c.ink, box.left(room), plainText(block.words));
                break;
            }
            case HelpBlock::Kind::item: {
                const float indent = look_.px(kHelpItem);
                painter.text(fonts.plain, c.soft, box.top(lineHeight(fonts)), kDot);
                setLine(painter, fonts, {box.min.x + indent, box.min.y}, box.width() - indent,
                        block.words);
                break;
            }
            case HelpBlock::Kind::paragraph:
            case HelpBlock::Kind::entry:
                setLine(painter, fonts, box.min, box.width(), block.words);
                break;
        }
    }

    void drawEntry(Painter& painter, const HelpBlock& block, const Rect& box, bool is_chosen) {
        const Theme& c = look_.colors();
        const GlossaryPlace& place = block.entry->place;
        const float side = look_.px(kEntrySide);
        if (is_chosen) {
            painter.fill(box.untilY(box.max.y - side / 2), c.chip, look_.px(7));
            painter.outline(box.untilY(box.max.y - side / 2), c.query, look_.px(7),
                            std::max(1.0f, look_.px(1.5f)));
        }
        const Rect inner = box.inset(side, side / 2);
        const Rect head = inner.top(look_.px(kEntryHead));
        const LineFonts fonts{look_.fonts.strong, look_.fonts.strong, look_.fonts.raised};
        setLine(painter, fonts, {head.min.x, head.center().y - lineHeight(fonts) / 2}, head.width(),
                block.words);
        const std::string title = placeTitle(scene_, place);
        const std::string label = title + "###" + std::string(block.entry->title().key);
        const ButtonOptions small{.font = look_.fonts.small_text};
        const float wide = buttonWidth(painter, title, small);
        if (button(painter, head.inset(0, look_.px(2)).right(wide), label.c_str(),
                   {.tooltip = tipOf(place, title), .font = look_.fonts.small_text})) {
            go(place);
        }
        setLine(painter, sentenceFonts(look_), {inner.min.x, head.max.y}, entryRoom(), block.text);
        if (is_chosen && is_entered_) go(place);
    }

    [[nodiscard]] std::string tipOf(const GlossaryPlace& place, const std::string& title) const {
        const std::string_view lesson = lessonToOpen(scene_, place);
        if (lesson.empty()) {
            return scene_.said(say::help::Goes{.place = Verbatim{title}});
        }
        const LessonEntry* const entry = findShipped(lessons(), lesson);
        return scene_.said(say::help::Opens{.lesson = TokenLabel{scene_.said(entry->title)},
                                            .place = Verbatim{title}});
    }

    void go(const GlossaryPlace& place) {
        close();
        goToPlace(scene_, place);
    }

    // --- the keyboard ---

    /// The arrow keys choose among the entries; where there are none, they scroll.
    void takeKeys(std::size_t entries, float room) {
        const bool is_down = ImGui::IsKeyPressed(ImGuiKey_DownArrow);
        const bool is_up = ImGui::IsKeyPressed(ImGuiKey_UpArrow);
        float by = 0;
        if (ImGui::IsKeyPressed(ImGuiKey_PageDown)) by = room - line_;
        if (ImGui::IsKeyPressed(ImGuiKey_PageUp)) by = line_ - room;
        if (entries == 0) {
            sheet_.chosen.reset();
            if (is_down) by = kScrolledLines * line_;
            if (is_up) by = -kScrolledLines * line_;
        } else if (is_down || is_up) {
            const std::size_t now = sheet_.chosen.value_or(is_down ? entries - 1 : 0);
            sheet_.chosen = (now + (is_down ? 1 : entries - 1)) % entries;
            sheet_.shows_chosen = true;
        }
        if (by != 0) ImGui::SetScrollY(std::max(0.0f, ImGui::GetScrollY() + by));
    }

    /// Scrolls as little as shows the block. @param y of its upper edge, below that of all blocks
    static void bringIntoSight(float y, float height, float room) {
        const float now = ImGui::GetScrollY();
        if (y < now) ImGui::SetScrollY(y);
        if (y + height > now + room) ImGui::SetScrollY(y + height - room);
    }

    const Scene& scene_;
    const Look& look_;
    std::span<const Command> own_;
    Painter painter_;
    HelpSheet& sheet_;
    bool is_fresh_ = false;    ///< other blocks than in the last frame: shown from the top
    bool is_entered_ = false;  ///< Enter was pressed
    float column_ = 0;         ///< width of a column
    float line_ = 0;           ///< height of a line of keys
    std::vector<float> heights_;
    std::vector<Placed> places_;
};

}  // namespace

void drawHelp(const Scene& scene, std::span<const Command> own) {
    drawOverlay(scene, "Help", [&] { HelpSheetView(scene, own).draw(); });
}

}  // namespace lookback

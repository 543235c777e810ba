#include <algorithm>
#include <array>
#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "app/state/commands/commands.h"
#include "app/state/model/sentences.h"
#include "app/state/model/shown_quantity.h"
#include "app/state/update/action.h"
#include "app/views/course/subject_title.h"
#include "app/views/edit/mask_menu.h"
#include "app/views/edit/model_menu.h"
#include "app/views/experiment/experiment_views.h"
#include "app/views/modes.h"
#include "app/views/shared/bar.h"
#include "app/views/shared/menus.h"
#include "app/widgets/button.h"
#include "app/widgets/menu.h"
#include "core/document/edit.h"
#include "core/words/say.h"
#include "messages/bars.h"
#include "messages/course.h"
#include "messages/notices.h"
#include "messages/sheets.h"

namespace lookback {
namespace {

constexpr float kTopBarHeight = 34;

/// The widths of the button of a menu, whatever its title.
struct MenuWidths {
    float most;
    float usual;
    float least;
};
constexpr MenuWidths kSubjectWidths{330, 172, 100};  // of the document or experiment on screen
constexpr MenuWidths kNarrowSubjectWidths{220, 138, 100};
constexpr MenuWidths kMaskWidths{420, 190, 174};
constexpr MenuWidths kNarrowMaskWidths{420, 174, 174};
constexpr MenuWidths kModelWidths{160, 118, 100};
constexpr MenuWidths kTwinWidths{240, 150, 128};  // of the mask of a model
constexpr const char* kRestMenu = "##rest";
constexpr const char* kRestButton = "\u2026###rest";

/// An arrangement of a bar that is too narrow for everything; the first that fits is taken.
struct GivingWay {
    bool has_name;
    bool is_folded;  ///< the tabs of the modes
};
constexpr std::array kGivingWay{GivingWay{false, false}, GivingWay{true, true},
                                GivingWay{false, true}};

class TopBar {
public:
    TopBar(const Scene& scene, const Rect& region)
        : scene_(scene),
          look_(scene.look),
          painter_(scene.look),
          region_(region),
          is_narrow_(scene.right_may_float || scene.place().presenting),
          gap_(look_.px(is_narrow_ ? 5 : 9)),
          margin_(look_.px(is_narrow_ ? 10 : 18)) {}

    void draw() {
        const Theme& c = look_.colors();
        painter_.fill(region_, c.panel);
        painter_.hairline({region_.min.x, region_.max.y - 1}, {region_.max.x, region_.max.y - 1},
                          c.line);
        listItems();
        Rect line{{region_.min.x + margin_, region_.center().y - look_.px(kTopBarHeight) / 2},
                  {region_.max.x - margin_, region_.center().y + look_.px(kTopBarHeight) / 2}};
        if (!arrange(line.width())) {
            const float width = buttonWidth(painter_, kRestButton);
            Rect rest = line;
            rest.min.x = rest.max.x - width;
            line.max.x = rest.min.x - gap_;
            shareOut(items_, line.width(), gap_, &BarItem::least);
            restMenu(rest);
        }
        drawBar(items_, line, gap_);
    }

private:
    /// Arranges the bar. Where room is short, the name of the program is left out first, then the
    /// tabs of the modes. @return true if nothing else is left out
    bool arrange(float room) {
        if (shareOut(items_, room, gap_, &BarItem::usual)) return true;
        const std::vector<BarItem> all = items_;
        for (const auto [has_name, is_folded] : kGivingWay) {
            items_.assign(all.begin() + (has_name ? 0 : 1), all.end());
            if (is_folded) fold(items_);
            if (shareOut(items_, room, gap_, &BarItem::usual)) return true;
        }
        return false;
    }

    /// Draws a menu with a row for each part that does not fit.
    void restMenu(const Rect& box) {
        const std::string tip = scene_.said(say::bars::More{});
        if (button(painter_, box, kRestButton, {.tooltip = tip})) {
            ImGui::OpenPopup(kRestMenu);
        }
        for (const BarItem& item : items_) {
            if (item.width == 0 && item.hidden) item.hidden(box);
        }
        if (!beginMenu(look_, kRestMenu, box, false)) return;
        for (const BarItem& item : items_) {
            if (item.width == 0 && item.row) item.row();
        }
        endMenu();
    }

    [[nodiscard]] std::string said(const Message& message) const { return scene_.said(message); }

    /// Lists the same items with the same widths for every document and experiment, so that no
    /// button has another place. Those that the subject lacks leave their places empty.
    void listItems() {
        addName(14);
        if (scene_.state.not_kept) addNotKept(0);
        const bool is_document = info(scene_.place().mode).subject == SubjectKind::document;
        addSubject(1, is_document ? "##lesson" : "##experiment",
                   is_narrow_ ? kNarrowSubjectWidths : kSubjectWidths);
        addCommand(4, true, "\u21B6###undo", "undo", look_.px(is_narrow_ ? 32 : 36));
        addCommand(5, true, "\u21B7###redo", "redo", look_.px(is_narrow_ ? 32 : 36));
        const std::size_t first = items_.size();
        // The panel of the experiment is not on a slide.
        const bool has_training = !is_document && scene_.place().presenting;
        if (has_training) {
            addExperimentMenus();
        } else {
            addDocumentMenus();
            if (!is_document) leaveEmpty(first);
        }
        addPanels();
        addModes(8);
        addCommand(11, false, "?###help", "help");
        addMenu(10, false, settingsMenu(scene_));
        addMenu(12, false, exportMenu(scene_));
        addCommand(13, false, said(say::bars::Present{}) + "###present", "present");
    }

    void addExperimentMenus() {
        addMenu(7, true, trainingMenu(scene_));
        const std::size_t twins = scene_.state.experiment().twins.size();
        for (std::size_t twin = 0; twin < twins; ++twin) {
            addMenu(6, true, twinMenu(scene_, twin), kTwinWidths);
        }
        addMenu(9, true, shapeMenu(scene_));
    }

    void addDocumentMenus() {
        addMaskSwitch(6);
        addMenu(7, true, maskMenu(scene_), is_narrow_ ? kNarrowMaskWidths : kMaskWidths);
        addMenu(9, true, modelMenu(scene_), kModelWidths);
    }

    void addPanels() {
        addPanel(2, say::bars::Edit{}, "edit-panel", SidePanel::edit,
                 {scene_.left_floats, scene_.left_may_float});
        addPanel(3, say::bars::Meaning{}, "meaning-panel", SidePanel::meaning,
                 {scene_.right_floats, scene_.right_may_float});
    }

    /// Leaves the places of the items from `first` on empty.
    void leaveEmpty(std::size_t first) {
        for (std::size_t k = first; k < items_.size(); ++k) {
            items_[k].draw = nullptr;
            items_[k].row = nullptr;
            items_[k].hidden = nullptr;
        }
    }

    void addName(int rank) {
        ImFont* const font = is_narrow_ ? look_.fonts.strong : look_.fonts.title_small;
        const float width = painter_.width(font, "Lookback");
        items_.push_back({rank, true, width, width, width, [this, font](const Rect& box) {
                              painter_.text(font, look_.colors().ink, box, "Lookback");
                          }});
    }

    /// Adds the button that says that the work is not kept, and opens the sheet about it.
    void addNotKept(int rank) {
        const std::string label = said(say::sheets::NotKept{}) + "###not-kept";
        const float width = buttonWidth(painter_, label);
        const auto draw = [this, label](const Rect& box) {
            const std::string tip =
                said(say::notices::NotKept{.reason = faultReason(*scene_.state.not_kept)});
            const ButtonOptions options{.kind = ButtonKind::strong, .tooltip = tip};
            if (button(painter_, box, label.c_str(), options)) scene_.emit(ShowKeepSheet{});
        };
        items_.push_back({rank, true, width, width, width, draw, nullptr});
    }

    /// Adds the button with the title of what is on the screen, which opens the page of lessons.
    /// @param widths in the design's pixels
    void addSubject(int rank, const char* id, const MenuWidths& widths) {
        const SubjectTitle subject = subjectTitle(scene_);
        const auto draw = [this, subject, id](const Rect& box) {
            const bool is_cut = buttonWidth(painter_, subject.title, {.menu = true}) > box.width();
            const std::string label = (is_cut ? subject.shorter : subject.title) + "#" + id;
            const Command& row = command("lessons");
            std::string tip = said(withKey(say::course::SubjectTip{}, row, keyPlace(scene_.state)));
            if (is_cut) tip = subject.title + "\n" + tip;
            if (button(painter_, box, label.c_str(), {.tooltip = tip, .menu = true})) {
                scene_.emit(row.action(scene_.state));
            }
        };
        items_.push_back({rank, true, look_.px(widths.most), look_.px(widths.usual),
                          look_.px(widths.least), draw,
                          [this] { commandItem(scene_, "lessons"); }});
    }

    /// Adds a menu whose button always has the same title.
    void addMenu(int rank, bool at_left, MenuSpec menu) {
        const float width = buttonWidth(painter_, menu.title, {.tooltip = {}, .menu = true});
        addMenuOf(rank, at_left, std::move(menu), {width, width, width});
    }

    /// Adds a menu. @param widths in the design's pixels
    void addMenu(int rank, bool at_left, MenuSpec menu, const MenuWidths& widths) {
        addMenuOf(rank, at_left, std::move(menu),
                  {look_.px(widths.most), look_.px(widths.usual), look_.px(widths.least)});
    }

    /// Adds a menu. Where its title has no room, the tooltip begins with it. @param widths on the
    /// screen
    void addMenuOf(int rank, bool at_left, MenuSpec menu, const MenuWidths& widths) {
        const MenuSpec& spec = menus_.emplace_back(std::move(menu));
        const auto draw = [this, &spec](const Rect& box) {
            const bool is_cut = buttonWidth(painter_, spec.title, {.menu = true}) > box.width();
            const std::string& title = is_cut && !spec.shorter.empty() ? spec.shorter : spec.title;
            const std::string label = title + "#" + spec.button;
            const std::string tip = is_cut ? spec.title + "\n" + spec.tooltip : spec.tooltip;
            const bool is_locked = !spec.locked.empty();
            const ButtonOptions options{
                .enabled = !is_locked, .tooltip = is_locked ? spec.locked : tip, .menu = true};
            drawMenu(scene_, spec, box, button(painter_, box, label.c_str(), options));
        };
        const auto row = [this, &spec] {
            const std::string& now = spec.brief.empty() ? spec.title : spec.brief;
            const std::string title =
                spec.says_now
                    ? said(say::bars::MenuNow{.menu = Verbatim{spec.name}, .now = Verbatim{now}})
                    : spec.name;
            if (!beginSubmenu(look_, title + "#" + spec.button)) return;
            spec.items(scene_);
            endSubmenu(look_);
        };
        const auto hidden = [this, &spec](const Rect& box) { drawMenu(scene_, spec, box, false); };
        items_.push_back(
            {rank, at_left, widths.most, widths.usual, widths.least, draw, row, hidden});
    }

    void addCommand(int rank, bool at_left, const std::string& label, std::string_view name,
                    float width = 0) {
        if (width == 0) width = buttonWidth(painter_, label);
        const auto draw = [this, label, name](const Rect& box) {
            const Command& row = command(name);
            const std::string tip = scene_.said(commandTooltip(row, keyPlace(scene_.state)));
            const bool can = row.enabled(scene_.state);
            if (button(painter_, box, label.c_str(), {.enabled = can, .tooltip = tip})) {
                scene_.emit(row.action(scene_.state));
            }
        };
        items_.push_back({rank, at_left, width, width, width, draw,
                          [this, name] { commandItem(scene_, name); }});
    }

    struct Floating {
        bool now;    ///< else its place is empty
        bool other;  ///< for another document: else there is no place
    };

    void addPanel(int rank, const Message& title, std::string_view name, SidePanel panel,
                  const Floating& floats) {
        if (!floats.other) return;
        const std::string label = said(title).append("###").append(name);
        const float width = buttonWidth(painter_, label);
        const auto draw = [this, label, name, panel](const Rect& box) {
            const Command& row = command(name);
            const std::string tip = scene_.said(commandTooltip(row, keyPlace(scene_.state)));
            const bool is_open = scene_.hands.open_panel == panel;
            const ButtonKind kind = is_open ? ButtonKind::strong : ButtonKind::plain;
            if (button(painter_, box, label.c_str(), {.kind = kind, .tooltip = tip})) {
                scene_.emit(row.action(scene_.state));
            }
        };
        items_.push_back(
            {rank, false, width, width, width, draw, [this, name] { commandItem(scene_, name); }});
        if (!floats.now) leaveEmpty(items_.size() - 1);
    }

    /// Adds all modes side by side where they fit, else the present mode with a menu.
    void addModes(int rank) {
        static constexpr const char* kModeMenu = "###modes";
        std::array<std::string, kModes.size()> titles;
        for (std::size_t k = 0; k < kModes.size(); ++k) {
            titles[k] = scene_.said(kModes[k].title()) + "###";
            titles[k] += kModes[k].name;
        }
        const std::string now = scene_.said(info(scene_.place().mode).title());
        const std::string label = now + kModeMenu;
        float least = 0;
        for (const std::string& title : titles) {
            least = std::max(least, buttonWidth(painter_, title, {.menu = true}));
        }
        const float whole = segmentedWidth(painter_, pointersTo(titles));
        const auto draw = [this, whole, label, titles](const Rect& box) {
            if (box.width() > whole - 1) return modeTabs(box, titles);
            const std::string tip = said(say::bars::ModesTip{});
            const ButtonOptions options{.tooltip = tip, .menu = true};
            if (button(painter_, box, label.c_str(), options)) ImGui::OpenPopup(kModeMenu);
            if (!beginMenu(look_, kModeMenu, box, false)) return;
            modeItems();
            endMenu();
        };
        items_.push_back({rank, false, whole, whole, least, draw, [this] { modeItems(); }});
        items_.back().folds = true;
    }

    /// Draws the modes that the lesson does not hide; the bar keeps the room of all.
    void modeTabs(const Rect& box, const std::array<std::string, kModes.size()>& titles) {
        std::vector<Mode> shown;
        std::vector<const char*> labels;
        std::vector<std::string> tips;
        int chosen = -1;
        for (std::size_t k = 0; k < kModes.size(); ++k) {
            if (isModeHidden(scene_.state, kModes[k].mode)) continue;
            if (kModes[k].mode == scene_.place().mode) chosen = static_cast<int>(shown.size());
            shown.push_back(kModes[k].mode);
            labels.push_back(titles[k].c_str());
            tips.push_back(
                scene_.said(commandTooltip(command(kModes[k].name), keyPlace(scene_.state))));
        }
        std::vector<const char*> tip_texts;
        for (const std::string& tip : tips) tip_texts.push_back(tip.c_str());
        const int clicked = segmented(painter_, box.min, box.height(), labels, chosen, tip_texts);
        if (clicked >= 0) scene_.emit(SetMode{shown[static_cast<std::size_t>(clicked)]});
    }

    void modeItems() {
        for (const ModeInfo& mode : kModes) {
            if (!isModeHidden(scene_.state, mode.mode)) commandItem(scene_, mode.name);
        }
    }

    void addMaskSwitch(int rank) {
        const std::array labels{said(say::bars::Masked{}) + "###masked",
                                said(say::bars::Unmasked{}) + "###unmasked"};
        const float width = segmentedWidth(painter_, pointersTo(labels));
        const auto draw = [this, labels](const Rect& box) {
            const bool is_locked = scene_.state.lesson.locks(DocumentPart::mask);
            const std::string tip =
                scene_.said(is_locked ? lockedSentence(scene_.state, DocumentPart::mask)
                                      : commandTooltip(command("mask")));
            const std::array tips{tip.c_str(), tip.c_str()};
            const int now = isMasked(scene_.document()) ? 0 : 1;
            const int clicked = segmented(painter_, box.min, box.height(), pointersTo(labels), now,
                                          tips, !is_locked);
            if (clicked >= 0) scene_.emit(SetMasked{clicked == 0});
        };
        items_.push_back(
            {rank, true, width, width, width, draw, [this] { commandItem(scene_, "mask"); }});
    }

    const Scene& scene_;
    const Look& look_;
    Painter painter_;
    Rect region_;
    bool is_narrow_;
    float gap_;
    float margin_;
    std::deque<MenuSpec> menus_;  ///< `items_` point at them
    std::vector<BarItem> items_;
};

}  // namespace

void drawTopBar(const Scene& scene, const Rect& region) { TopBar(scene, region).draw(); }

}  // namespace lookback

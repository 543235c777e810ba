#include "app/views/edit/mask_menu.h"

#include <algorithm>
#include <array>

#include "app/look/painter.h"
#include "app/state/commands/commands.h"
#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "app/views/edit/mask_parts.h"
#include "app/widgets/button.h"
#include "app/widgets/menu.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "core/masking/methods.h"
#include "core/words/say.h"
#include "messages/mask.h"
#include "messages/masking.h"

namespace lookback {
namespace {

constexpr float kMaskMenuHeading = 22;
constexpr float kMaskMenuSide = 5;      ///< to the left and to the right of all
constexpr float kMaskMenuBetween = 20;  ///< the columns
constexpr float kMaskMenuParts = 12;    ///< above each part of a column
constexpr float kMethods = 424;         ///< the width of the methods with all of their words
constexpr float kMaskMenuMargins = 40;  ///< outside of the columns, and to the figure
constexpr int kMaskMenuMostTiles = 4;   ///< side by side, ...
constexpr int kLowTiles = 5;            ///< ... and in a low window, so that all are on the screen
constexpr int kLeastTiles = 2;
constexpr int kSlideTiles = 5;  ///< on a slide, where they are smaller
constexpr float kColumnChoice = 34;
constexpr int kAsideTiles = 3;  ///< the least beside a figure, so that nothing scrolls

/// Parts of a column, one below the other.
class MaskMenuColumn {
public:
    MaskMenuColumn(const Scene& scene, const Masked& masked, ImVec2 at, float width)
        : scene_(scene), masked_(masked), at_(at), y_(at.y), width_(width) {}

    void heading(const Message& words) {
        const Look& look = scene_.look;
        Painter(look).textAt(look.fonts.caption, look.colors().soft, {at_.x, y_},
                             scene_.said(words));
        y_ += look.px(kMaskMenuHeading);
    }

    template <class Draw, class... More>
    void add(Draw draw, More... more) {
        const float height = draw(scene_, masked_, {at_.x, y_}, width_, more...);
        if (height > 0) y_ += height + scene_.look.px(kMaskMenuParts);
    }

    [[nodiscard]] float bottom() const { return y_ - scene_.look.px(kMaskMenuParts); }

private:
    const Scene& scene_;
    const Masked& masked_;
    ImVec2 at_;
    float y_;
    float width_;
};

void addRules(MaskMenuColumn& column) {
    column.add(drawMaskTiles);
    column.add(drawMaskRules);
}

/// Draws the table of weights of blocked tokens, if the mask is that of the document on screen.
float drawBlocked(const Scene& scene, const Masked& masked, ImVec2 at, float width) {
    return masked.is_on_stage ? drawBlockedTable(scene, at, width) : 0;
}

void addMethods(MaskMenuColumn& column, bool takes_keyboard) {
    column.add(drawMaskingMethods, takes_keyboard);
    column.add(drawMaskingValue);
    column.add(drawBlocked);
    column.add(drawMaskingOrder);
    column.add(drawSoftmaxAxis);
}

float drawSeen(const Scene& scene, const Masked& masked, ImVec2 at, float width) {
    MaskMenuColumn column(scene, masked, at, width);
    column.heading(say::mask::RulesHeading{});
    addRules(column);
    return column.bottom();
}

float drawApplied(const Scene& scene, const Masked& masked, ImVec2 at, float width,
                  bool takes_keyboard) {
    MaskMenuColumn column(scene, masked, at, width);
    column.heading(say::masking::Heading{});
    addMethods(column, takes_keyboard);
    return column.bottom();
}

/// Returns the largest number of pictures side by side that leaves room for the methods beside
/// them; 0: the methods stand below.
int tilesBeside(const Scene& scene, float width, int most) {
    const Look& look = scene.look;
    int tiles = most;
    while (tiles >= kLeastTiles &&
           maskTilesWidth(scene, tiles) + look.px(kMaskMenuBetween) + look.px(kMethods) > width) {
        --tiles;
    }
    return tiles >= kLeastTiles ? tiles : 0;
}

/// True if a narrower menu covers less of the figures that it changes. A low window, and larger
/// type, need the width so that all of the menu is on the screen.
bool givesWay(const Scene& scene, const Masked& masked) {
    const bool has_height = !scene.compact && scene.look.words <= 1;
    return has_height && masked.is_on_stage && maskedFigures(scene).width() > 0;
}

float roomBesideFigures(const Scene& scene) {
    const Rect figures = maskedFigures(scene);
    const float right = ImGui::GetIO().DisplaySize.x - figures.max.x;
    return std::max(figures.min.x, right) - scene.look.px(kMaskMenuMargins);
}

/// The name of the masking, with its order and the axis of softmax where they are not the usual
/// ones.
Message orderedTitle(const Masking& masking) {
    Message title = methodTitle(masking);
    if (masksBeforeScale(masking)) title = say::masking::BeforeScale{.method = title};
    if (isOverColumns(masking)) title = say::masking::WithColumns{.method = title};
    return title;
}

/// Returns the width of one column that leaves the figures in sight, in a low window, whose panel
/// to the left has no room for both; 0 where there is no such column.
float columnBesideFigures(const Scene& scene, const Masked& masked) {
    if (!scene.compact || !masked.is_on_stage || maskedFigures(scene).width() == 0) return 0;
    const float room = roomBesideFigures(scene);
    if (room < maskTilesWidth(scene, kAsideTiles)) return 0;
    return std::min(room, scene.look.px(kMethods));
}

/// Returns the width of the columns of a slide.
float slideColumn(const Scene& scene, bool shows_methods) {
    const float room = menuWidth(scene.look) - 2 * scene.look.px(kMaskMenuSide);
    const float tiles = maskTilesWidth(scene, kSlideTiles);
    return std::min(room, shows_methods ? std::max(scene.look.px(kMethods), tiles) : tiles);
}

/// Draws one of the two columns of the menu, below a choice of the column, where both would cover
/// the figures. @param wide width of the column; 0: that of a slide
void drawOneColumn(const Scene& scene, const Masked& masked, bool at_methods, float wide) {
    const Look& look = scene.look;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 at{corner.x + look.px(kMaskMenuSide), corner.y};
    bool& shows_methods = *ImGui::GetStateStorage()->GetBoolRef(ImGui::GetID("methods"));
    if (ImGui::IsWindowAppearing()) shows_methods = at_methods;
    const std::array titles{scene.labelled(say::mask::Rules{}, "show-rules"),
                            scene.labelled(say::masking::Methods{}, "show-methods")};
    const std::array labels = pointersTo(titles);
    Painter painter(look);
    const float height = look.px(kColumnChoice);
    const int chosen = segmented(painter, at, height, labels, shows_methods ? 1 : 0, {});
    if (chosen >= 0) shows_methods = chosen == 1;
    const float width = std::max(segmentedWidth(painter, labels),
                                 wide > 0 ? wide : slideColumn(scene, shows_methods));
    MaskMenuColumn column(scene, masked, {at.x, at.y + height + look.px(kMaskMenuParts)}, width);
    if (shows_methods) {
        addMethods(column, at_methods);
    } else {
        addRules(column);
    }
    ImGui::SetCursorScreenPos(corner);
    ImGui::Dummy({width + 2 * look.px(kMaskMenuSide), column.bottom() - corner.y});
}

}  // namespace

Message maskTitle(const Document& document) {
    std::optional<Message> title;
    for (const MaskRule& rule : document.mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        const Message name = maskRuleTitle(rule);
        title = title ? Message(say::mask::Plus{.a = *title, .b = name}) : name;
    }
    if (!title) title = info(MaskKind::none).label();
    if (document.mask.flips.empty()) return *title;
    return say::mask::Painted{.rules = *title};
}

Message methodTitle(const Masking& masking) {
    const Message label = maskingRow(masking.method).words.label();
    if (!info(masking.method).uses_value) return label;
    return say::masking::WithValue{.method = label, .value = Verbatim{formatShort(masking.value)}};
}

Message maskingTitle(const Document& document) {
    const Message seen = maskTitle(document);
    const bool is_over_columns = isOverColumns(document.masking);
    if (!isMasked(document) && !is_over_columns) return seen;
    return say::mask::RulesAndMethod{.rules = seen,
                                     .method = isMasked(document)
                                                   ? orderedTitle(document.masking)
                                                   : Message(say::masking::OverColumns{})};
}

std::vector<Message> shorterMaskingTitles(const Document& document) {
    if (!isMasked(document)) return {};
    std::vector<Message> titles{orderedTitle(document.masking)};
    if (isOverColumns(document.masking)) titles.push_back(say::masking::OverColumns{});
    titles.push_back(methodTitle(document.masking));
    if (info(document.masking.method).place == MaskingPlace::weights) {
        titles.push_back(say::masking::AfterSoftmax{});
    }
    return titles;
}

void maskMenuItems(const Scene& scene, bool at_methods) {
    maskMenuItems(scene,
                  {.document = scene.document(),
                   .effects = scene.shown().ruleEffects(),
                   .emit = [&scene](const Action& action) { scene.emit(action); }},
                  at_methods);
}

void maskMenuItems(const Scene& scene, const Masked& masked, bool at_methods) {
    if (scene.place().presenting) return drawOneColumn(scene, masked, at_methods, 0);
    const Look& look = scene.look;
    // The figures change with the mask; the menu keeps its width while it is open.
    float& wide = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("column"));
    if (ImGui::IsWindowAppearing()) wide = columnBesideFigures(scene, masked);
    if (wide > 0) return drawOneColumn(scene, masked, at_methods, wide);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 at{corner.x + look.px(kMaskMenuSide), corner.y};
    const float room = menuWidth(look) - 2 * look.px(kMaskMenuSide);
    const int most = scene.compact ? kLowTiles : kMaskMenuMostTiles;
    int tiles = tilesBeside(scene, room, most);
    if (tiles > kAsideTiles && givesWay(scene, masked)) {
        tiles = std::max(tilesBeside(scene, roomBesideFigures(scene), tiles), kAsideTiles);
    }
    const float left =
        tiles > 0 ? maskTilesWidth(scene, tiles)
                  : std::min(room, std::max(look.px(kMethods), maskTilesWidth(scene, most)));
    const float right = tiles > 0 ? look.px(kMethods) : left;
    const float seen = drawSeen(scene, masked, at, left);
    const ImVec2 second = tiles > 0 ? ImVec2{at.x + left + look.px(kMaskMenuBetween), at.y}
                                    : ImVec2{at.x, seen + look.px(kMaskMenuBetween)};
    const float applied = drawApplied(scene, masked, second, right, at_methods);
    ImGui::SetCursorScreenPos(corner);
    ImGui::Dummy(
        {second.x + right + look.px(kMaskMenuSide) - corner.x, std::max(seen, applied) - at.y});
}

MenuSpec maskMenu(const Scene& scene) {
    const bool at_methods = scene.hands.wanted_menu == Menu::masking;
    const Wording wording = scene.wording();
    const ShownLesson& lesson = scene.state.lesson;
    const bool is_locked = lesson.locks(DocumentPart::mask) && lesson.locks(DocumentPart::masking);
    return {.id = at_methods ? Menu::masking : Menu::mask,
            .name = scene.said(say::mask::Menu{}),
            .title = wording.text(maskingTitle(scene.document())),
            .shorter = isOverColumns(scene.document().masking)
                           ? wording.text(say::mask::RulesAndMethod{
                                 .rules = maskTitle(scene.document()),
                                 .method = say::masking::OverColumnsInShort{}})
                           : std::string(),
            .says_now = true,
            .brief = wording.text(maskTitle(scene.document())),
            .button = "##mask",
            .tooltip = scene.said(say::mask::MenuTip{
                .mask_key = firstKey(command("mask-menu"), keyPlace(scene.state)),
                .method_key = firstKey(command("masking-menu"), keyPlace(scene.state))}),
            .items = [at_methods](const Scene& inside) { maskMenuItems(inside, at_methods); },
            .is_at_edge = true,
            .locked = is_locked ? scene.said(lockedSentence(scene.state, DocumentPart::mask)) : ""};
}

}  // namespace lookback

#include "app/views/shared/recent_menu.h"

#include <fmt/format.h>

#include "app/state/own_work.h"
#include "app/widgets/menu.h"
#include "app/widgets/tooltip.h"
#include "core/base/text.h"
#include "core/io/path.h"

namespace lookback {
namespace {

constexpr std::size_t kMostTitle = 40;  ///< characters

bool isOnScreen(const RecentDocument& recent, const AppState& state) {
    if (!recent.isDraft()) return recent.file == ownWork(state).file;
    return recent.id == state.origin().draft || recent.id == state.workshop.origin().draft;
}

void recentItem(const Scene& scene, const RecentDocument& recent) {
    const std::string title = recent.title.empty() ? "Untitled" : recent.title;
    const std::string label =
        fmt::format("{}##{}{}", shortenedTo(title, kMostTitle), recent.id, recent.file);
    const std::string kind =
        recent.isDraft() ? "unsaved" : shortenedTo(lastName(recent.file), kMostTitle);
    if (menuItem(scene.look, label, {.detail = fmt::format("{}, {}", kind, recent.when)})) {
        if (recent.isDraft()) {
            scene.emit(OpenDraft{recent.id});
        } else {
            scene.emit(OpenFile{recent.file});
        }
    }
    tooltip(scene.look, recent.isDraft() ? "Kept because it was in no file: it comes with its undo."
                                         : recent.file);
}

}  // namespace

void recentMenu(const Scene& scene) {
    if (ImGui::IsWindowAppearing()) scene.emit(LookForRecents{});
    std::vector<const RecentDocument*> others;
    for (const RecentDocument& recent : scene.state.recents) {
        if (!isOnScreen(recent, scene.state)) others.push_back(&recent);
    }
    if (others.empty() || !beginSubmenu(scene.look, "Recent###recent")) return;
    for (const RecentDocument* recent : others) recentItem(scene, *recent);
    endSubmenu(scene.look);
}

}  // namespace lookback

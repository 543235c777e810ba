#include <fmt/format.h>

#include "app/state/model/compare_views.h"
#include "app/views/compare/compare.h"
#include "app/views/compare/row_table_view.h"
#include "app/views/compare/words_card.h"
#include "app/views/shared/gestures.h"
#include "app/views/shared/regions.h"
#include "app/widgets/formula.h"
#include "core/explain/written.h"

namespace lookback {
namespace {

constexpr float kComparedRowTitle = 8;  ///< between the title and the table

std::string_view ending(CompareView view) {
    switch (view) {
        case CompareView::methods: return ", under every masking";
        case CompareView::precisions: return ", in every precision";
        case CompareView::scales: return ", under every scale";
        case CompareView::pair: break;
    }
    return "";
}

/// Lines of what is told: where the table has few lines of its own there is more to say.
std::size_t linesOfWords(const Scene& scene) {
    if (scene.place().compare_view == CompareView::precisions) return scene.narrow ? 9 : 7;
    return scene.compact ? 3 : 5;
}

/// "The weights of “a” in head 2, under every masking"
TextLine titleOf(const Scene& scene) {
    TextLine title;
    title.push_back({.text = "The weights of "});
    const auto token = static_cast<std::size_t>(scene.state.token());
    title.push_back({.text = scene.labels()[token], .ink = Ink::query, .bold = true});
    if (scene.document().heads > 1) {
        title.push_back({.text = fmt::format(" in head {}", scene.place().head + 1)});
    }
    title.push_back({.text = std::string(ending(scene.place().compare_view))});
    return title;
}

}  // namespace

void drawComparedRow(const Scene& scene, const Rect& region) {
    if (scene.document().n() == 0) {
        return drawCompareFault(scene, region, "There is nothing to compare yet.",
                                "Without tokens nothing looks at anything.");
    }
    if (!hasRowTable(scene.state)) {
        return drawCompareFault(scene, region, "There is no table of this token.",
                                "So large a document is computed only once.");
    }
    const RowTable& table = rowTableOf(scene.state);
    std::vector<TextLine> told;
    for (const TextLine& line : table.told) {
        told.push_back(written(line, scene.preferences().conventions));
    }
    Painter painter(scene.look);
    const float pad = cardPad(scene);
    const float inside = region.width() - 2 * cardSide(scene);
    WordsCard words(scene, painter, told, region.width(), linesOfWords(scene));
    const LineFonts fonts = sentenceFonts(scene.look);
    const TextLine title = titleOf(scene);
    const float heading = setLine(painter, fonts, {0, 0}, inside, title, 0, false).height +
                          scene.look.px(kComparedRowTitle);
    RowTableView view(scene, painter, table);
    view.fitInto({inside, region.height() - words.height() - cardGap(scene) - 2 * pad - heading});
    const float bottom = region.min.y + 2 * pad + heading + view.size().y;
    drawPageCard(scene, painter, {region.min, {region.max.x, bottom}});
    const ImVec2 at{region.min.x + cardSide(scene), region.min.y + pad};
    setLine(painter, fonts, at, inside, title);
    view.draw({at.x, at.y + heading}, inside);
    words.draw({region.min.x, bottom + cardGap(scene)}, "WHAT THE NUMBERS SAY");
    turnWheel(scene, view.isCut());
}

}  // namespace lookback

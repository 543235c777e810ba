// Figures of one token to sixteen, of width two to sixteen, in three windows, presented or not: how
// large cells and digits are, and that nothing is cut, covered or moved.
#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "app/look/fonts.h"
#include "app/widgets/matrix_grid.h"
#include "tests/app/layout_check.h"
#include "tests/app/leak_under_test.h"
#include "tests/combinations.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const std::vector<ImVec2> kFigureWindows = windows({kLaptop, kUsual, kProjector});
constexpr Index kMostTokens = 16;
constexpr Index kMostWidth = 16;
constexpr Index kAllDigits = 8;     ///< tokens and columns of the largest document with all digits
constexpr Index kLargeDigits = 4;   ///< tokens and columns of the largest with large digits
constexpr float kLeastType = 12;    ///< px, in the Lab
constexpr float kSizeSlack = 0.6f;  ///< px: fonts have whole sizes

/// A document in one window.
struct FigureScreen {
    Index tokens = 1;
    Index width = 2;
    ImVec2 size;
    bool is_presented = false;

    [[nodiscard]] bool isUpTo(Index most) const { return std::max(tokens, width) <= most; }
    [[nodiscard]] std::string name() const {
        return fmt::format("{} tokens of width {} at {:.0f}x{:.0f}{}", tokens, width, size.x,
                           size.y, is_presented ? " presented" : "");
    }
};

/// Words of all lengths.
Document sentence(Index tokens, Index width) {
    Document document =
        randomDocument({.tokens = tokens, .d_in = width, .d_k = width, .d_v = width});
    constexpr std::array kWords{"The",  "understanding", "of",   "a",       "long",
                                "word", "never",         "asks", "shorter", "neighbours"};
    for (std::size_t k = 0; k < document.tokens.size(); ++k) {
        document.tokens[k] = kWords[k % kWords.size()];
    }
    return document;
}

/// Returns all screens in the deep check, else those of small documents at the limits and as few
/// others as hold every pair of tokens, width, window and presentation; with sanitizers of a few
/// sizes of documents.
std::vector<FigureScreen> figureScreens() {
    std::vector<FigureScreen> screens;
    std::vector<std::vector<std::size_t>> rows;
    for (Index tokens = 1; tokens <= kMostTokens; tokens += kIsSanitized ? 5 : 1) {
        for (Index width = 2; width <= kMostWidth; width += kIsSanitized ? 7 : 1) {
            for (std::size_t window = 0; window < kFigureWindows.size(); ++window) {
                for (const bool is_presented : {false, true}) {
                    screens.push_back({tokens, width, kFigureWindows[window], is_presented});
                    rows.push_back({static_cast<std::size_t>(tokens),
                                    static_cast<std::size_t>(width), window,
                                    is_presented ? std::size_t{1} : std::size_t{0}});
                }
            }
        }
    }
    if (everyCombination() && !kIsSanitized) return screens;
    std::vector<FigureScreen> chosen;
    std::set<std::size_t> pairs;
    for (const std::size_t k : coverPairs(rows)) pairs.insert(k);
    for (std::size_t k = 0; k < screens.size(); ++k) {
        const FigureScreen& one = screens[k];
        const bool is_limit =
            one.isUpTo(kLargeDigits) || std::max(one.tokens, one.width) == kAllDigits;
        if ((is_limit && !kIsSanitized) || pairs.contains(k)) chosen.push_back(one);
    }
    return chosen;
}

/// Opens the document in the mode of the screen.
void show(LabUnderTest& lab, const FigureScreen& screen, Mode mode = Mode::lab) {
    if (mode != Mode::lab) lab.act(SetMode{mode});
    if (screen.is_presented) lab.act(SetPresenting{true});
    lab.ui.step(3);
}

/// Least type of digits, in pixels. Those of presented figures follow the window.
float leastType(const FigureScreen& screen, bool is_result) {
    if (!screen.is_presented) return kLeastType;
    const float scale = std::min(screen.size.x / kProjector.x, screen.size.y / kProjector.y);
    if (screen.isUpTo(kLargeDigits)) return (is_result ? 34.0f : 24.0f) * scale;
    return (is_result ? 24.0f : 18.0f) * scale;
}

bool isResult(const LabUnderTest& lab, MatrixId id) {
    const std::vector<MatrixId>& results = lab.state().step().results;
    return std::find(results.begin(), results.end(), id) != results.end();
}

Rect cellsOf(const DrawnGrid& grid) {
    const Rect first = cellBox(grid, grid.first);
    const Rect last =
        cellBox(grid, {grid.first.row + grid.rows - 1, grid.first.col + grid.cols - 1});
    return {first.min, last.max};
}

std::string show(const Rect& box) {
    return fmt::format("({:.0f} {:.0f} {:.0f} {:.0f})", box.min.x, box.min.y, box.max.x, box.max.y);
}

std::string named(const LabUnderTest& lab, MatrixId id) {
    return fmt::format("{} in {}", info(id).name, lab.step());
}

/// Of one matrix of a figure: cells without text, and the type of its digits.
void checkDigits(const LabUnderTest& lab, const FigureScreen& screen, const DrawnGrid& grid,
                 std::vector<LayoutFault>& faults) {
    std::set<std::pair<Index, Index>> written;
    float least = 0;
    const Rect all = cellsOf(grid);
    for (const LayoutProbe::Text& text : lab.texts()) {
        const ImVec2 at = text.drawn.center();
        if (!all.contains(at)) continue;
        const auto pitch = [&](float from, float to, Index count) {
            return (to - from + grid.gap) / static_cast<float>(count);
        };
        const Index across = grid.transposed ? grid.rows : grid.cols;
        const Index down = grid.transposed ? grid.cols : grid.rows;
        written.emplace(
            static_cast<Index>((at.y - all.min.y) / pitch(all.min.y, all.max.y, down)),
            static_cast<Index>((at.x - all.min.x) / pitch(all.min.x, all.max.x, across)));
        const float type = text.drawn.height() / kMonoLine;
        least = least == 0 ? type : std::min(least, type);
    }
    const MatrixView values = lab.state().shown.matrix(grid.id, lab.place().head);
    const bool is_all = grid.rows == values.rows() && grid.cols == values.cols();
    if (screen.isUpTo(kAllDigits) && !is_all) {
        faults.push_back({"part", named(lab, grid.id),
                          fmt::format("{} x {} of {} x {}", grid.rows, grid.cols, values.rows(),
                                      values.cols())});
    }
    const auto cells = static_cast<std::size_t>(grid.rows * grid.cols);
    const bool has_signs =
        grid.id == MatrixId::mask && (grid.has_signs || !screen.isUpTo(kAllDigits));
    if (written.size() < cells && !has_signs) {
        faults.push_back({"no digits", named(lab, grid.id),
                          fmt::format("{} of {} cells of {:.0f} x {:.0f}", written.size(), cells,
                                      grid.cell.x, grid.cell.y)});
    }
    const float wanted = leastType(screen, isResult(lab, grid.id));
    if (grid.id != MatrixId::mask && least > 0 && least < wanted - kSizeSlack) {
        faults.push_back({"small digits", named(lab, grid.id),
                          fmt::format("{:.1f} px, wanted {:.1f}", least, wanted)});
    }
}

/// The cell in focus is among those that are shown of its matrix, and its row and its column of
/// the operands, too.
void checkFocus(const LabUnderTest& lab, std::vector<LayoutFault>& faults) {
    const Target focus = *focusedTarget(lab.state());
    for (const DrawnGrid& grid : lab.motion().drawn.grids) {
        if (grid.id != focus.id) continue;
        const bool is_shown =
            focus.cell.row >= grid.first.row && focus.cell.row < grid.first.row + grid.rows &&
            focus.cell.col >= grid.first.col && focus.cell.col < grid.first.col + grid.cols;
        if (!is_shown) faults.push_back({"no focus", named(lab, grid.id), show(cellsOf(grid))});
        return;
    }
    faults.push_back({"no result", named(lab, focus.id), ""});
}

/// All words beside the rows, or above the columns, have one size of type.
void checkLabels(const LabUnderTest& lab, const DrawnGrid& grid, std::vector<LayoutFault>& faults) {
    const Rect all = cellsOf(grid);
    const float line = lab.look().fonts.text->FontSize;
    const Rect beside{{all.min.x - grid.label_width - 2 * line, all.min.y}, {all.min.x, all.max.y}};
    const Rect above{{all.min.x, all.min.y - 2.2f * line}, {all.max.x, all.min.y}};
    const auto& tokens = lab.state().shown.labels();
    const auto isToken = [&](const std::string& text) {
        return std::find(tokens.begin(), tokens.end(), text) != tokens.end();
    };
    for (const auto& [side, box, is_named] :
         {std::tuple("row names", beside, grid.row_labels > 0),
          std::tuple("column names", above, grid.column_labels > 0)}) {
        if (!is_named) continue;
        std::set<float> sizes;
        for (const LayoutProbe::Text& text : lab.texts()) {
            if (box.contains(text.drawn.center()) && isToken(text.text)) {
                sizes.insert(std::round(text.drawn.height() * 10) / 10);
            }
        }
        if (sizes.size() <= 1) continue;
        faults.push_back({"uneven", fmt::format("{} of {}", side, named(lab, grid.id)),
                          fmt::format("{:.1f} to {:.1f} px", *sizes.begin(), *sizes.rbegin())});
    }
}

/// The tokens above the columns of a matrix that is drawn; none where other things are columns.
std::optional<AxisRange> columnTokens(const DrawnGrid& grid) {
    const Axis axis = grid.transposed ? info(grid.id).rows : info(grid.id).cols;
    if (axis != Axis::token) return std::nullopt;
    return grid.transposed ? AxisRange{grid.first.row, grid.rows}
                           : AxisRange{grid.first.col, grid.cols};
}

/// Matrices that stand one above the other and share the tokens of their columns line up, and every
/// matrix has its title.
void checkColumns(const LabUnderTest& lab, std::vector<LayoutFault>& faults) {
    const std::vector<DrawnGrid>& grids = lab.motion().drawn.grids;
    for (const DrawnGrid& grid : grids) {
        if (grid.titled <= 0) faults.push_back({"no title", named(lab, grid.id), ""});
        const auto tokens = columnTokens(grid);
        const Rect cells = cellsOf(grid);
        for (const DrawnGrid& below : grids) {
            const auto same = columnTokens(below);
            const Rect other = cellsOf(below);
            const bool is_below = other.min.y >= cells.max.y && other.min.x < cells.max.x &&
                                  cells.min.x < other.max.x;
            const bool shares = tokens && same && tokens->first == same->first &&
                                tokens->count == same->count && grid.id != MatrixId::mask;
            if (!is_below || !shares) continue;
            if (std::abs(cells.min.x - other.min.x) < kSizeSlack &&
                std::abs(cells.max.x - other.max.x) < kSizeSlack) {
                continue;
            }
            faults.push_back({"shifted", named(lab, below.id),
                              fmt::format("{} under {}", show(other), show(cells))});
        }
    }
}

/// The rows of all matrices of a step have one height; a mask to be painted has its own.
void checkRows(const LabUnderTest& lab, std::vector<LayoutFault>& faults) {
    std::set<float> heights;
    for (const DrawnGrid& grid : lab.motion().drawn.grids) {
        if (grid.type > 0 && grid.id != MatrixId::mask) heights.insert(grid.cell.y);
    }
    if (heights.size() <= 1) return;
    faults.push_back(
        {"rows", lab.step(), fmt::format("{} to {} px", *heights.begin(), *heights.rbegin())});
}

/// The numbers of decimals in the cells of matrices of a window.
std::set<int> decimalsOn(const LabUnderTest& lab) {
    std::set<int> decimals;
    const auto isDigit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
    for (const UiItem& item : lab.ui.items()) {
        const bool is_panel = item.window == "Edit";
        const bool is_matrix = (item.window == "Centre" || item.window == "Meaning") &&
                               findMatrix(item.label) != nullptr;
        if (!is_panel && !is_matrix) continue;
        for (const LayoutProbe::Text& text : lab.texts()) {
            const std::size_t point = text.text.find('.');
            if (point == std::string::npos || point + 1 == text.text.size()) continue;
            if (!item.rect.Contains(text.drawn.center())) continue;
            const std::string_view behind = std::string_view(text.text).substr(point + 1);
            if (!std::all_of(behind.begin(), behind.end(), isDigit)) continue;
            decimals.insert(static_cast<int>(behind.size()));
        }
    }
    return decimals;
}

/// One number of decimals is on the screen, at least two.
void checkDecimals(const LabUnderTest& lab, std::vector<LayoutFault>& faults) {
    const std::set<int> decimals = decimalsOn(lab);
    if (decimals.empty() || (decimals.size() == 1 && *decimals.begin() >= 2)) return;
    faults.push_back({"decimals", lab.step(), fmt::format("{}", fmt::join(decimals, ", "))});
}

/// The mask can be painted in its step.
void checkMask(const LabUnderTest& lab, float least, std::vector<LayoutFault>& faults) {
    if (!isResult(lab, MatrixId::masked_scores)) return;
    for (const DrawnGrid& grid : lab.motion().drawn.grids) {
        if (grid.id != MatrixId::mask) continue;
        if (std::min(grid.cell.x, grid.cell.y) >= least) return;
        faults.push_back({"small mask", named(lab, grid.id),
                          fmt::format("{:.1f} x {:.1f} px", grid.cell.x, grid.cell.y)});
        return;
    }
    faults.push_back({"no mask", lab.step(), ""});
}

constexpr float kMoveSlack = 0.5f;  ///< px: cells are drawn on whole ones
constexpr float kPaintedInLab = 12;
constexpr float kPaintedPresented = 24;

void checkFigure(LabUnderTest& lab, const FigureScreen& screen, LayoutReport& report) {
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        lab.goTo(step);
        std::vector<LayoutFault> faults = layoutFaults(lab);
        for (const DrawnGrid& grid : lab.motion().drawn.grids) {
            checkDigits(lab, screen, grid, faults);
            checkLabels(lab, grid, faults);
        }
        checkFocus(lab, faults);
        checkColumns(lab, faults);
        checkRows(lab, faults);
        checkDecimals(lab, faults);
        const bool is_large = screen.size.y >= kProjector.y;
        if (!screen.is_presented || is_large) {
            checkMask(lab, screen.is_presented ? kPaintedPresented : kPaintedInLab, faults);
        }
        report.add(screen.name(), faults, {"shortened"});
    }
}

bool areNear(ScreenPoint a, ScreenPoint b) {
    return std::abs(a.x - b.x) < kMoveSlack && std::abs(a.y - b.y) < kMoveSlack;
}

/// Walks through the cells of each step, or to the end of each row of many.
void checkWalk(LabUnderTest& lab, const FigureScreen& screen, LayoutReport& report) {
    lab.act(Change(&Preferences::has_motion, false));
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        const Index cells = cellCount(lab.document(), lab.state().steps()[step]);
        const Index stride =
            screen.isUpTo(kLargeDigits) ? 1 : std::max<Index>(cells / screen.tokens, 1);
        // Keys and values may be shown by turns: each is where it was before.
        std::map<MatrixId, std::vector<DrawnGrid>> first;
        for (Index cell = stride - 1; cell < cells; cell += stride) {
            lab.carryOut(GoTo{step, cell});
            lab.ui.step();
            const std::vector<DrawnGrid>& now = lab.motion().drawn.grids;
            const std::vector<DrawnGrid>& was = first.try_emplace(now.back().id, now).first->second;
            const auto where = [](const std::vector<DrawnGrid>& grids) {
                std::string all;
                for (const DrawnGrid& grid : grids) {
                    all += fmt::format(" {} {} x {} of {:.0f} px", show(cellsOf(grid)), grid.rows,
                                       grid.cols, grid.type);
                }
                return all;
            };
            const auto isInPlace = [](const DrawnGrid& a, const DrawnGrid& b) {
                return a.id == b.id && areNear(a.origin, b.origin) && areNear(a.cell, b.cell) &&
                       a.type == b.type && a.rows == b.rows && a.cols == b.cols &&
                       a.decimals == b.decimals;
            };
            if (std::equal(now.begin(), now.end(), was.begin(), was.end(), isInPlace)) continue;
            report.add(screen.name(),
                       {{"moved", lab.step(),
                         fmt::format("cell {}:{}, was{}", cell + 1, where(now), where(was))}});
        }
    }
}

/// Type of the results' digits, and the side of a square as large as all matrices together.
struct FigureSize {
    float type = 0;
    float side = 0;
};

FigureSize figureSize(const LabUnderTest& lab) {
    FigureSize size;
    ImRect all(FLT_MAX, FLT_MAX, -FLT_MAX, -FLT_MAX);
    for (const DrawnGrid& grid : lab.motion().drawn.grids) {
        if (isResult(lab, grid.id)) size.type = grid.type;
        const Rect cells = cellsOf(grid);
        all.Add(ImRect(cells.min, cells.max));
    }
    size.side = std::sqrt(all.GetWidth() * all.GetHeight());
    return size;
}

constexpr float kLeastGrowth = 1.5f;
constexpr float kMostGrowth = 2.8f;

}  // namespace

TEST_CASE("figures fill their room: digits, decimals, names, mask, nothing cut or covered") {
    for (const bool is_presented : {false, true}) {
        LayoutReport report;
        for (const FigureScreen& screen : figureScreens()) {
            if (screen.is_presented != is_presented) continue;
            LabUnderTest lab(sentence(screen.tokens, screen.width), screen.size);
            show(lab, screen);
            checkFigure(lab, screen, report);
        }
        const char* const where = is_presented ? "presented:" : "in the Lab:";
        CHECK_MESSAGE(report.empty(), where, report.text());
    }
}

TEST_CASE("the raised sign of the title above a figure is below the line above it") {
    LabUnderTest lab(sentence(12, 4), kLaptop);
    lab.goTo("Scores");
    const std::vector<LayoutProbe::Text>& texts = lab.texts();
    const auto keys = std::find_if(texts.begin(), texts.end(), [](const LayoutProbe::Text& text) {
        return text.text.starts_with("Keys ");
    });
    REQUIRE(keys != texts.end());
    const auto raised = std::find_if(
        keys, texts.end(), [](const LayoutProbe::Text& text) { return text.text == "T"; });
    REQUIRE(raised != texts.end());
    for (const LayoutProbe::Text& text : texts) {
        const bool is_above = text.drawn.max.y < keys->drawn.center().y &&
                              text.drawn.max.y > keys->drawn.min.y - 2 * keys->drawn.height();
        if (is_above) CHECK(text.drawn.max.y <= raised->drawn.min.y + 2);
    }
}

TEST_CASE("a figure that leaves columns or terms out leaves no height of the window blank") {
    constexpr float kMostBlank =
        72;  // a line that other sentences need, and the margins of the card
    struct Shown {
        Index tokens;
        ImVec2 size;
        const char* step;
    };
    for (const Shown& shown : {Shown{8, kLaptop, "Scores"},
                               {16, kLaptop, "Scores"},
                               {12, kUsual, "Weighted sum"},
                               {16, kUsual, "Weighted sum"}}) {
        LabUnderTest lab(sentence(shown.tokens, 16), shown.size);
        lab.goTo(shown.step);
        const ImRect centre = ImGui::FindWindowByName("Centre")->InnerRect;
        float end = 0;
        for (const LayoutProbe::Text& text : lab.texts()) {
            if (centre.Contains(text.drawn.center())) end = std::max(end, text.drawn.max.y);
        }
        CAPTURE(shown.tokens);
        CAPTURE(lab.step());
        CHECK(centre.Max.y - end <= kMostBlank);
    }
}

TEST_CASE("walking through a step moves no matrix of a figure") {
    LayoutReport report;
    for (const FigureScreen& screen : figureScreens()) {
        LabUnderTest lab(sentence(screen.tokens, screen.width), screen.size);
        show(lab, screen);
        checkWalk(lab, screen, report);
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the mask of up to forty tokens can be painted in the Lab") {
    LayoutReport report;
    for (const Index tokens : {20, 24, 32, 40}) {
        for (const Index width : {4, 16}) {
            for (const ImVec2 size : kFigureWindows) {
                LabUnderTest lab(sentence(tokens, width), size);
                lab.goTo("Mask");
                std::vector<LayoutFault> faults;
                checkMask(lab, kPaintedInLab, faults);
                report.add(FigureScreen{tokens, width, size}.name(), faults);
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("in a window twice as large figures and their type are twice as large") {
    LayoutReport report;
    for (const Index tokens : {1, 3, 6, 8, 12, 16}) {
        if (kIsSanitized && tokens != kAllDigits) continue;
        for (const Index width : {2, 4, 8, 16}) {
            for (const bool is_presented : {false, true}) {
                const FigureScreen screen{tokens, width, kProjector, is_presented};
                LabUnderTest one(sentence(tokens, width), screen.size);
                LabUnderTest two(sentence(tokens, width), {2 * screen.size.x, 2 * screen.size.y});
                for (LabUnderTest* const lab : {&one, &two}) show(*lab, screen);
                for (std::size_t step = 0; step < one.state().steps().size(); ++step) {
                    one.goTo(step);
                    two.goTo(step);
                    const FigureSize small = figureSize(one);
                    const FigureSize large = figureSize(two);
                    const auto compare = [&](const char* what, float a, float b) {
                        if (b >= kLeastGrowth * a && b <= kMostGrowth * a) return;
                        report.add(screen.name(),
                                   {{what, one.step(), fmt::format("{:.1f}, then {:.1f}", a, b)}});
                    };
                    // The type of the embeddings of twelve tokens grows by 1.46.
                    const bool is_flat = tokens == 12 && step == 0 && !is_presented;
                    if (!is_flat) compare("type", small.type, large.type);
                    compare("figure", small.side, large.side);
                }
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("Compare and the Leak test of one token to sixteen are whole") {
    for (const Mode mode : {Mode::compare, Mode::leak}) {
        LayoutReport report;
        for (Index tokens = 1; tokens <= kMostTokens; tokens += kIsSanitized ? 5 : 1) {
            for (const ImVec2 size : kFigureWindows) {
                for (const bool is_presented : {false, true}) {
                    const FigureScreen screen{tokens, 4, size, is_presented};
                    LabUnderTest lab(sentence(tokens, screen.width), size);
                    show(lab, screen, mode);
                    answerQuestions(lab);
                    const std::size_t steps = mode == Mode::leak ? 1 : lab.state().steps().size();
                    for (std::size_t step = 0; step < steps; ++step) {
                        if (mode == Mode::compare) lab.goTo(step);
                        std::vector<LayoutFault> faults = layoutFaults(lab);
                        checkDecimals(lab, faults);
                        for (const UiItem& item : lab.ui.items()) {
                            const bool is_matrix = findMatrix(item.label) != nullptr;
                            if (item.window != "Centre" || !is_matrix) continue;
                            if (!lab.textIn(item.rect).empty()) continue;
                            faults.push_back({"no digits", item.label + " in " + lab.step(), ""});
                        }
                        report.add(screen.name(), faults, {"shortened"});
                    }
                }
            }
        }
        const char* const where = mode == Mode::compare ? "Compare:" : "Leak test:";
        CHECK_MESSAGE(report.empty(), where, report.text());
    }
}

#include "app/views/shared/layout.h"

#include <algorithm>
#include <cmath>

namespace lookback {
namespace {

constexpr float kCompactBelow = 860;
constexpr float kNarrowBelow = 1400;
constexpr float kPanelsFloatBelow = 1180;
constexpr Index kLayoutLongSentence = 8;
// Pixels of the design:
constexpr float kNumberColumn = 43;      ///< width of a cell with two decimals in the smallest type
constexpr float kScoreColumn = 50;       ///< the same with two digits before the point
constexpr float kWeightColumn = 35;      ///< the same with neither sign nor a second digit
constexpr float kLeastRow = 14;          ///< height of its line
constexpr float kBesideFigure = 120;     ///< of the centre's width: margins and gaps
constexpr float kLabelLetter = 7;        ///< width of a letter of a token beside a row
constexpr float kCutLabel = 46;          ///< of a label that is cut, so that digits have room
constexpr float kAroundFigure = 450;     ///< of its height: all but the cells, in a low window, ...
constexpr float kAroundDense = 400;      ///< ... and without thumbnails
constexpr float kAroundWithCards = 640;  ///< the same in a higher window
constexpr float kAroundCrowded = 480;    ///< the same, crowded
constexpr float kEditedColumn = 40;      ///< of embeddings in the panel, with two decimals
constexpr float kBesideEdited = 82;      ///< of its width: margins and labels, ...
constexpr float kBesideEditedLow = 74;   ///< ... in a low window
constexpr float kWidestPanel = 366;      ///< so that figures of eight columns have digits, ...
constexpr float kWidestNarrow = 354;     ///< ... in a narrow window, too
constexpr float kSmallPanel = 308;       ///< beside a wide one
constexpr Index kMostEdited = 8;         ///< with more columns a part of them is shown
constexpr float kPresentedType = 2;      ///< size of type in a window of kPresentedSize
constexpr ImVec2 kPresentedSize{1920, 1080};
constexpr ImVec2 kUsualUpTo{1600, 1200};   ///< points: larger windows have a larger scale
constexpr ImVec2 kLeastWindow{1160, 650};  ///< pixels of the design: larger type would leave less
constexpr float kBesideCells = 190;        ///< of the centre's width: margins and labels
constexpr float kTypeSteps = 15;           ///< sizes of type from one multiple of the design's on

/// Returns the regions in presentation: the step, and below it the timeline.
Regions presentation(const Look& look, ImVec2 size) {
    const float bottom = size.y - look.px(56);
    Regions regions;
    regions.centre = {{0, 0}, {size.x, bottom}};
    regions.bottom = {{0, bottom}, size};
    regions.compact = size.y < look.px(kCompactBelow);
    return regions;
}

/// The division of the window: the edges of the centre.
struct Frame {
    bool compact = false;
    bool narrow = false;
    bool left_floats = false;
    bool right_floats = false;
    float edited = 0;  ///< width that embeddings want for the left panel, in pixels of the design
    float top = 0;     ///< y of the upper edge of the centre
    float bottom = 0;  ///< y of its lower edge
    float left = 0;    ///< x of the right edge of the left panel
    float right = 0;   ///< x of the left edge of the right panel

    [[nodiscard]] float width(float window) const {
        return (right_floats ? window : right) - (left_floats ? 0 : left);
    }
    [[nodiscard]] float height() const { return bottom - top; }
};

/// Sets the edges of a frame by its other members.
Frame placed(Frame frame, float scale, ImVec2 size) {
    const auto px = [scale](float length) { return std::floor(length * scale + 0.5f); };
    frame.top = px(frame.compact ? 46 : 52);
    frame.bottom = size.y - px(frame.compact ? 98 : 118);
    // Wide embeddings take their room from the centre and from the other panel.
    const float usual = frame.narrow ? 296.0f : 336.0f;
    const bool is_wide = frame.edited > usual && (!frame.narrow || frame.right_floats);
    frame.left = px(is_wide ? frame.edited : usual);
    frame.right = size.x - px(frame.narrow ? 290.0f : is_wide ? kSmallPanel : 330.0f);
    return frame;
}

/// Returns the frame for the size of the window. The centre is wider for large figures, so that
/// their digits fit.
Frame frameOf(float scale, ImVec2 size, const CellsToShow& cells) {
    Frame frame;
    frame.compact = size.y < kCompactBelow * scale;
    frame.narrow = size.x < kNarrowBelow * scale;
    frame.left_floats = size.x < kPanelsFloatBelow * scale;
    frame.right_floats = frame.left_floats;
    if (cells.edited <= kMostEdited) {
        const float beside = frame.compact ? kBesideEditedLow : kBesideEdited;
        frame.edited = std::min(static_cast<float>(cells.edited) * kEditedColumn + beside,
                                frame.narrow ? kWidestNarrow : kWidestPanel);
    }
    frame = placed(frame, scale, size);
    const float needed = kBesideFigure + cells.label + cells.width;
    const bool is_large =
        cells.tokens > kLayoutLongSentence || frame.width(size.x) < needed * scale;
    if (frame.narrow && is_large) frame.right_floats = true;
    return placed(frame, scale, size);
}

/// Returns the frame for type larger than usual: panels are left out until the centre has as much
/// room as with type of the usual size.
Frame roomiest(float scale, float usual_scale, ImVec2 size, const CellsToShow& cells) {
    const Frame usual = frameOf(usual_scale, size, cells);
    Frame frame = frameOf(scale, size, cells);
    const float beside = kBesideCells * std::max(scale - usual_scale, 0.0f);
    for (bool Frame::*const way : {&Frame::narrow, &Frame::right_floats, &Frame::left_floats}) {
        if (frame.width(size.x) >= usual.width(size.x) + beside) break;
        frame.*way = true;
        frame = placed(frame, scale, size);
    }
    if (frame.height() < usual.height()) frame.compact = true;
    return placed(frame, scale, size);
}

/// Returns the roomiest level at which the height has room for the figure.
Density densityOf(const Frame& frame, float scale, const CellsToShow& cells) {
    const auto has_room = [&](float around) {
        return frame.height() >= (around + static_cast<float>(cells.rows) * kLeastRow) * scale;
    };
    const bool is_long = cells.tokens > kLayoutLongSentence;
    if (frame.compact) {
        if (!is_long && has_room(kAroundFigure)) return Density::roomy;
    } else {
        if (cells.rows == 0 || has_room(kAroundWithCards)) return Density::roomy;
        if (has_room(kAroundCrowded)) return Density::crowded;
    }
    return !is_long && has_room(kAroundDense) ? Density::dense : Density::densest;
}

/// Returns a size of type in steps, so that resizing the window does not rebuild the fonts in every
/// frame.
float inSteps(float type) { return std::floor(type * kTypeSteps + 0.01f) / kTypeSteps; }

float presentingType(ImVec2 size) {
    const float share = std::min(size.x / kPresentedSize.x, size.y / kPresentedSize.y);
    return std::max(inSteps(kPresentedType * share), 0.8f);
}

/// Returns the scale of everything in a window that is larger than most.
float largeWindowScale(ImVec2 size) {
    return std::max(inSteps(std::min(size.x / kUsualUpTo.x, size.y / kUsualUpTo.y)), 1.0f);
}

}  // namespace

CellsToShow cellsToShow(const Document& document, Index span) {
    const auto shown = [span](Index count) { return std::min(count, span); };
    const Index n = shown(document.n());
    const Index d_in = shown(document.dIn());
    const Index d_k = shown(document.dK());
    const Index d_v = shown(document.dV());
    const auto width = [](Index numbers, Index scores, Index weights) {
        return static_cast<float>(numbers) * kNumberColumn +
               static_cast<float>(scores) * kScoreColumn +
               static_cast<float>(weights) * kWeightColumn;
    };
    std::size_t letters = 0;
    const auto first = document.tokens.begin();
    // Bytes are at least as many as letters. Labels of longer sentences make no difference.
    for (auto token = first; token != first + std::min(n, kLayoutLongSentence); ++token) {
        letters = std::max(letters, token->size());
    }
    CellsToShow cells{
        .tokens = n,
        .width = std::max({width(d_in + d_k, 0, 0), width(d_in + d_v, 0, 0), width(d_k, n, 0),
                           width(d_v, 0, n), width(0, n, n)}),
        .label = std::min(static_cast<float>(letters) * kLabelLetter, kCutLabel),
        .rows = std::max({d_in + n + (document.biases == Biases() ? 0 : 1), d_k + n, n + n}),
        .edited = d_in};
    if (const auto& output = document.weights.output) {
        const Index context = shown(output->rows());
        cells.width = std::max(cells.width, width(context + shown(output->cols()), 0, 0));
        cells.rows = std::max(cells.rows, context + n);
    }
    return cells;
}

float mostWords(ImVec2 size, float scale) {
    const float most = std::min(size.x / kLeastWindow.x, size.y / kLeastWindow.y) / scale;
    return std::max(most, 1.0f);
}

float centreWidth(const Look& look, float words, ImVec2 size, const CellsToShow& cells) {
    const float usual_scale = look.scale / look.words;
    return roomiest(words * usual_scale, usual_scale, size, cells).width(size.x);
}

TypeSize typeSize(const Preferences& preferences, const Place& place, ImVec2 size, float density) {
    const float wished = static_cast<float>(preferences.type_percent) / 100;
    if (place.presenting) {
        const float words = std::min(wished, 1.0f);
        return {words * presentingType(size) * density, words, wished};
    }
    const float scale = density == 1 ? largeWindowScale(size) : 1;
    const float words = std::min(wished, mostWords(size, scale));
    return {words * scale * density, words, wished};
}

Regions layOut(const Look& look, const Place& place, SidePanel open_panel, ImVec2 size,
               const CellsToShow& cells) {
    if (place.presenting) return presentation(look, size);
    const float usual_scale = look.scale / look.words;
    const Frame usual = frameOf(usual_scale, size, cells);
    const Frame frame = roomiest(look.scale, usual_scale, size, cells);
    const Frame of_short = roomiest(look.scale, usual_scale, size, {});
    const Frame of_long =
        roomiest(look.scale, usual_scale, size, {.tokens = kLayoutLongSentence + 1});
    const bool shows_left = !frame.left_floats || open_panel == SidePanel::edit;
    const bool shows_right = !frame.right_floats || open_panel == SidePanel::meaning;
    Regions regions;
    regions.top = {{0, 0}, {size.x, frame.top}};
    if (shows_left) regions.left = {{0, frame.top}, {frame.left, frame.bottom}};
    if (shows_right) regions.right = {{frame.right, frame.top}, {size.x, frame.bottom}};
    regions.centre = {{frame.left_floats ? 0 : frame.left, frame.top},
                      {frame.right_floats ? size.x : frame.right, frame.bottom}};
    regions.bottom = {{0, frame.bottom}, size};
    regions.left_floats = frame.left_floats;
    regions.right_floats = frame.right_floats;
    regions.left_may_float = of_short.left_floats || of_long.left_floats;
    regions.right_may_float = of_short.right_floats || of_long.right_floats;
    regions.density = densityOf(frame, look.scale, cells);
    regions.narrow = frame.narrow;
    regions.compact = frame.compact;
    regions.usual_centre = {usual.width(size.x), usual.height()};
    return regions;
}

}  // namespace lookback

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/state/model/hands.h"
#include "app/state/model/place.h"
#include "app/state/model/preferences.h"

namespace lookback {

struct LeakReport;

// What one looks at: none of it is undone.
struct SelectToken {
    Index at = 0;
};
struct GoTo {
    std::size_t step = 0;
    Index cell = 0;  ///< the last one that has appeared
};
/// Takes the focus to a cell of the step; what has appeared stays.
struct FocusCell {
    Index cell = 0;
};
struct MoveStep {
    int by = 1;
};
struct MoveCell {
    int by = 1;
};
/// By rows of the step, all of whose cells appear together.
struct MoveRow {
    int by = 1;
};
struct Pan {
    Index queries = 0;
    Index keys = 0;
    Index dimensions = 0;
};
struct Zoom {
    int by = 1;  ///< steps inwards; negative: outwards
};
struct Unfold {
    bool unfolded = true;
};
struct SetHead {
    Index head = 0;
};
struct SetMode {
    Mode mode = Mode::lab;
};
/// What Compare shows on one side.
struct SetVariant {
    Side side = Side::b;
    VariantChoice choice;
};
/// What Compare shows: two variants, or a table.
struct SetCompareView {
    CompareView view = CompareView::pair;
};
/// A document of its own file for one side of Compare.
struct CompareFile {
    Side side = Side::b;
    std::string path;
};
/// The answer to it.
struct VariantRead {
    Side side = Side::b;
    std::string name;
    std::shared_ptr<const Document> document;
};
struct SetProbe {
    Probe probe = Probe::nudge;
};
/// The word that is appended.
struct SetProbeWord {
    std::string word;
};
struct SetNudge {
    Nudge nudge;
};
struct SetWiggling {
    bool on = true;
};
/// What the worker found of the Leak test of the two variants.
struct LeaksTested {
    std::shared_ptr<const LeakReport> report;
};
struct SetConventions {
    Conventions conventions;
};
struct Lock {
    std::optional<Target> target;
};
struct SetPlaying {
    bool playing = true;
};
struct SetPlaySpeed {
    int speed = kUsualSpeed;
};
struct SetMotion {
    bool on = true;
};
struct TypeNumber {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    std::optional<MatrixId> figure{};  ///< the result of the figure it is typed in; none: the panel
};
struct NameToken {
    Index at = 0;
    bool is_new = false;
};
struct ShowMenu {
    Menu menu = Menu::none;
};
struct SetTheme {
    ThemeId theme = ThemeId::light;
};
struct SetTypeSize {
    int percent = 100;
};
struct SetDecimals {
    int decimals = 4;
};
/// In presentation: nothing is shown until one goes on.
struct SetBlank {
    bool blank = true;
};
struct SetPresenting {
    bool presenting = true;
};
struct ShowHelp {
    bool open = true;
};
struct ShowPanel {
    SidePanel panel = SidePanel::none;
};
struct Quit {};
struct Notice {
    std::string text;
};

}  // namespace lookback

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/state/model/hands.h"
#include "app/state/model/place.h"
#include "app/state/update/change.h"
#include "core/base/message.h"
#include "core/document/document.h"

namespace lookback {

struct DocumentPass;
struct LeakReport;
struct Preferences;

// What one looks at: none of it is undone. Change<Preferences>, Change<LeakPlace> and Change<Hands>
// set their fields; Change<Place> those of its fields that no act here is about: the head, the
// locked cell, what Compare shows, long sums written out, the dark window.

// The steps.
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
/// What the focus moves by; a stop of the remote (`stopsOf`) shows several cells together.
enum class StepUnit : std::uint8_t { cell, stop, step };
struct Move {
    StepUnit unit = StepUnit::step;
    int by = 1;
};
struct SetPlaying {
    bool playing = true;
};

// The part of large matrices that is on screen.
struct Pan {
    Index queries = 0;
    Index keys = 0;
    Index dimensions = 0;
};
struct Zoom {
    int by = 1;  ///< steps inwards; negative: outwards
};

// Modes.
struct SetMode {
    Mode mode = Mode::lab;
};
struct SetPresenting {
    bool presenting = true;
};
/// What Compare shows on one side.
struct SetVariant {
    Side side = Side::b;
    VariantChoice choice;
};
/// A document of its own file for one side of Compare.
struct CompareFile {
    Side side = Side::b;
    std::string path;
};
/// The document that CompareFile asked for.
struct VariantRead {
    Side side = Side::b;
    std::string name;
    std::shared_ptr<const Document> document;
};
/// The numbers that the document on screen waits for.
struct DocumentComputed {
    std::shared_ptr<DocumentPass> pass;
};
/// What the worker found of the Leak test of the two variants.
struct LeaksTested {
    std::shared_ptr<const LeakReport> report;
};

// What opens to be typed in or read.
struct TypeNumber {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    std::optional<MatrixId> figure{};  ///< the result of the figure it is typed in; none: the panel
};
struct NameToken {
    Index at = 0;
    bool is_new = false;
};
/// The whole sentence opens as text.
struct TypeSentence {};
/// The title opens as text.
struct TypeTitle {};
/// Puts a text into the clipboard.
struct CopyText {
    std::string text;
    Message notice;  ///< says what it is
};
/// Puts a link to what is on the screen into the clipboard. The address of another page than the
/// one that the program runs in becomes a preference. A text that is no address changes nothing but
/// the link sheet, which names the fault.
struct CopyLink {
    std::string page;  ///< address of the page that it leads to
};
/// Puts a matrix into the clipboard, in the chosen format.
struct CopyMatrix {
    PointedMatrix matrix;
};
struct Notice {
    std::vector<Message> sentences;
};
/// The program is to end, once all is kept that can be.
struct Quit {};
/// It ends, also where something is lost.
struct QuitAnyway {};
/// The answer of the program: it does not end, as these parts would be lost.
struct KeepFailed {
    std::vector<NotKept> parts;
};
/// Opens the sheet about work that is not kept.
struct ShowKeepSheet {};
struct CloseKeepSheet {};

}  // namespace lookback

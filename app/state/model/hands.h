#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/state/model/file_task.h"
#include "app/state/model/import_sheet.h"
#include "app/state/model/key_chord.h"
#include "app/state/model/place.h"
#include "core/base/message.h"
#include "core/document/document.h"
#include "core/document/shape.h"

namespace lookback {

/// A number that is being typed.
struct NumberTyping {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    std::string text;
    bool fresh = true;                 ///< drawn for the first time: takes the keyboard
    std::string error;                 ///< why the last text was not taken
    std::optional<MatrixId> figure{};  ///< the result of the figure it is typed in; none: the panel

    bool operator==(const NumberTyping&) const = default;
};

/// A number that is being dragged.
struct NumberDrag {
    MatrixId id = MatrixId::embeddings;
    Cell cell;
    double value = 0;  ///< exact, before it is rounded to what is shown

    bool operator==(const NumberDrag&) const = default;
};

/// A stroke over the mask.
struct MaskPainting {
    bool allowed = false;            ///< what its cells become
    Cell from{};                     ///< where it began
    bool is_line = false;            ///< whole rows, columns or diagonals
    std::vector<Cell> flips_were{};  ///< what was painted before it

    bool operator==(const MaskPainting&) const = default;
};

/// The masking's value on its slider.
struct MaskingDrag {
    bool operator==(const MaskingDrag&) const = default;
};

/// The scale's number on its slider.
struct ScaleDrag {
    bool operator==(const ScaleDrag&) const = default;
};

/// The answer to a task of a lesson, dragged across its field.
struct AnswerDrag {
    double number = 0;
    std::string was{};  ///< the text of the field before

    bool operator==(const AnswerDrag&) const = default;
};

/// How far a token is nudged, on its slider.
struct NudgeDrag {
    double was = 0;

    bool operator==(const NudgeDrag&) const = default;
};

/// A number of the experiment on its slider.
struct ExperimentDrag {
    bool operator==(const ExperimentDrag&) const = default;
};

/// The temperature of Generate on its slider.
struct TemperatureDrag {
    double was = 1;

    bool operator==(const TemperatureDrag&) const = default;
};

/// A spot of light at the pointer, in presentation; all around it is dimmed.
struct LightPointing {
    bool is_by_key = false;  ///< else the button is held on empty ground

    bool operator==(const LightPointing&) const = default;
};

/// A token that is being named: an old one, or a new one behind the last.
struct TokenNaming {
    Index at = 0;
    bool is_new = false;
    std::string before;  ///< what the field began with: of a long name its beginning
    std::string text = before;
    bool fresh = true;
    bool draws_numbers = true;  ///< another word gets numbers of its own

    bool operator==(const TokenNaming&) const = default;
};

/// A whole sentence that is being typed.
struct SentenceTyping {
    std::string before;  ///< the text that the field began with
    std::string text = before;
    bool fresh = true;  ///< drawn for the first time: takes the keyboard

    bool operator==(const SentenceTyping&) const = default;
};

/// The title that is being typed.
struct TitleTyping {
    std::string before;  ///< the title as it was shown
    std::string text = before;
    bool fresh = true;  ///< drawn for the first time: takes the keyboard

    bool operator==(const TitleTyping&) const = default;
};

/// What a hand is in the middle of: one thing at a time, or nothing.
using Gesture = std::variant<std::monostate, NumberTyping, NumberDrag, MaskPainting, MaskingDrag,
                             ScaleDrag, NudgeDrag, AnswerDrag, ExperimentDrag, TemperatureDrag,
                             LightPointing, TokenNaming, SentenceTyping, TitleTyping>;

/// The parts of the help.
enum class HelpPart : std::uint8_t { keys, this_mode, glossary };
inline constexpr std::size_t kHelpPartCount = 3;

/// The help.
struct HelpSheet {
    HelpPart part = HelpPart::keys;
    std::string search{};                 ///< text of the search field; empty: `part` is shown
    std::optional<std::size_t> chosen{};  ///< the entry of the glossary, of those shown, for Enter
    bool shows_chosen = false;            ///< the chosen entry is to be scrolled into sight

    bool operator==(const HelpSheet&) const = default;
};

/// The page of lessons, experiments and files.
struct CoursePage {
    std::string search{};      ///< text of the search field; empty: all entries are shown
    std::string chosen{};      ///< key of an entry; empty, or not among those shown: the first
    bool shows_chosen = true;  ///< the chosen entry is to be scrolled into sight
    std::string forgets{};     ///< key of the entry of which a second press forgets the progress

    bool operator==(const CoursePage&) const = default;
};

/// The fields of the sheet of a new document, in the order of Tab.
enum class NewField : std::uint8_t { sentence, title, seed };
inline constexpr int kNewFields = 3;

/// A document that is about to be made from nothing.
struct NewSheet {
    std::string sentence;  ///< as it is typed
    std::string title{};   ///< of the document, as it is typed; may be empty
    DocumentShape shape;
    std::string library = "torch";  ///< that draws the weights, as files spell it
    std::string seed = "42";
    std::vector<Message> message{};                     ///< why the last wish was not carried out
    std::optional<NewField> next = NewField::sentence;  ///< takes the keyboard in the next frame
    float height = 420;  ///< pixels, of the content in the frame before

    bool operator==(const NewSheet&) const = default;
};

/// The recipe of the numbers as it is being typed.
struct DrawSheet {
    Draw draw;
    std::string into;              ///< where results go, as `writeInto` puts it
    std::vector<Message> message;  ///< why the last wish was not carried out
    bool fresh = true;             ///< drawn for the first time: takes the keyboard
    float height = 360;            ///< pixels, of the content in the frame before

    bool operator==(const DrawSheet&) const = default;
};

/// The link that is about to be copied.
struct LinkSheet {
    std::string page;              ///< text of the field for the address of the page
    std::vector<Message> message;  ///< why the last wish was not carried out
    bool fresh = true;             ///< its field takes the keyboard in the next frame
    float height = 240;            ///< pixels, of the content in the frame before

    bool operator==(const LinkSheet&) const = default;
};

/// The number that is typed as the answer to a task of a lesson.
struct TypedAnswer {
    std::string text{};
    bool wants_keyboard = false;  ///< its field takes the keyboard in the next frame
    bool is_entered = false;      ///< it is to be checked in the next frame
    std::u32string awaiting{};    ///< typed before the field had the keyboard; begins the next text
    std::vector<Message> fault{};  ///< why the last text is not a number

    bool operator==(const TypedAnswer&) const = default;
};

/// What lies over the window: one sheet at a time, or none.
using OpenSheet = std::variant<std::monostate, HelpSheet, CoursePage, NewSheet, DrawSheet,
                               ImportSheet, FileSheet, LinkSheet, ConflictSheet, KeepSheet>;

/// Which numbers a matrix on the screen shows: those of the document; in Compare those of a variant
/// or the difference of both; in the Leak test the influence of tokens on the output of a variant.
enum class MatrixSource : std::uint8_t { document, a, b, difference, influence_a, influence_b };

/// A matrix under the pointer.
struct PointedMatrix {
    MatrixId id = MatrixId::embeddings;
    Index head = 0;
    MatrixSource source = MatrixSource::document;

    bool operator==(const PointedMatrix&) const = default;
};

/// The menu that copies a matrix.
struct CopyMenu {
    PointedMatrix matrix;
    float x = 0;  ///< of the pointer as it opened, pixels
    float y = 0;
    bool opens = true;  ///< in the next frame

    bool operator==(const CopyMenu&) const = default;
};

/// A menu that a key opens, in the top bar or on a side of Compare or of the Leak test. `masking`:
/// the menu of the mask, scrolled to the masking methods. `training`: the optimizer, on a slide.
enum class Menu : std::uint8_t {
    none,
    mask,
    masking,
    model,
    exports,
    settings,
    training,
    model_a,  ///< the mask of a model of the experiment
    model_b,
    variant_a,
    variant_b
};

/// A panel that a narrow window shows over the centre.
enum class SidePanel : std::uint8_t { none, edit, meaning };

/// What mouse and keyboard are about just now: the only thing that a view may write. Never kept,
/// never undone.
struct Hands {
    std::optional<Target> hovered;              ///< under the pointer in the frame before
    std::optional<Target> hovered_next;         ///< under the pointer in this frame
    std::optional<PointedMatrix> pointed;       ///< under the pointer in the frame before
    std::optional<PointedMatrix> pointed_next;  ///< under the pointer in this frame
    std::optional<CopyMenu> copy_menu;          ///< is open, or opens
    std::optional<Index> hovered_token;
    std::optional<Index> hovered_token_next;
    bool pointer_sleeps = false;  ///< since a key moved the focus, until it is moved or used
    Gesture gesture;
    bool is_gesture_shown = false;  ///< its widget was drawn in this frame
    OpenSheet sheet;
    TypedAnswer answer;             ///< to the task of the lesson
    std::string draft_field{};      ///< path of the text of a draft that takes the keyboard next
    bool redraws_shape = false;     ///< a new width or number of heads redraws all numbers
    Menu wanted_menu = Menu::none;  ///< opens in the next frame
    SidePanel open_panel = SidePanel::none;  ///< in a window too narrow for both
    bool has_slide_bar = false;              ///< in presentation the top bar lies over the slide

    /// The gesture of this kind; nullptr where the hand does something else.
    template <class Kind>
    [[nodiscard]] Kind* doing() {
        return std::get_if<Kind>(&gesture);
    }
    template <class Kind>
    [[nodiscard]] const Kind* doing() const {
        return std::get_if<Kind>(&gesture);
    }
    [[nodiscard]] bool isIdle() const { return std::holds_alternative<std::monostate>(gesture); }

    /// The open sheet of this kind; nullptr where there is another or none.
    template <class Kind>
    [[nodiscard]] Kind* open() {
        return std::get_if<Kind>(&sheet);
    }
    template <class Kind>
    [[nodiscard]] const Kind* open() const {
        return std::get_if<Kind>(&sheet);
    }
    /// True while a text is typed for the document, also before its field has the keyboard.
    [[nodiscard]] bool isTyping() const {
        return doing<TokenNaming>() != nullptr || doing<SentenceTyping>() != nullptr ||
               doing<TitleTyping>() != nullptr;
    }
    /// Closes the sheet of this kind, where it is open.
    template <class Kind>
    void close() {
        if (open<Kind>() != nullptr) sheet = {};
    }
    [[nodiscard]] bool hasSheet() const { return !std::holds_alternative<std::monostate>(sheet); }
};

}  // namespace lookback

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/state/view_state.h"
#include "core/attention/engine.h"
#include "core/attention/steps.h"
#include "core/document/document.h"
#include "core/document/history.h"
#include "core/explain/checks.h"
#include "core/lesson/lesson.h"

namespace lookback {

/// Where a document came from.
struct Origin {
    Document document;              ///< as it was opened
    std::string lesson;             ///< id of the lesson that it is; empty for a file
    std::string file;               ///< path where it was read or saved; empty where there is none
    std::optional<Document> saved;  ///< as it was last saved
};

/// What undo brings back: the document, and what was selected when it was edited. Opening another
/// document is undone like any edit.
struct Snapshot {
    Document document;
    Index token = 0;  ///< the query token that is read
    std::shared_ptr<const Origin> origin;

    bool operator==(const Snapshot&) const = default;
};

/// A number that no call gave before.
[[nodiscard]] std::uint64_t nextEdition();

/// The whole program as one value. `update` is its only writer.
struct AppState {
    /// A document as it is opened.
    explicit AppState(const Document& document, std::string lesson = "", std::string file = "");
    /// A document that was opened from `origin` and edited since.
    AppState(Origin origin, const Document& document);

    History<Snapshot> history;
    std::vector<Effect> effects;  ///< what the program is to do next
    Engine engine;                ///< computes the current document
    Engine unmasked_engine;       ///< the same document without its mask, where `has_unmasked`
    std::array<double, kMatrixCount>
        bounds{};                     ///< of the colour scales, by matrix; a drag moves none
    std::vector<Check> checks;        ///< what holds of the weights
    std::vector<Step> steps;          ///< of the current document
    std::vector<std::string> labels;  ///< of its tokens
    bool has_unmasked = false;        ///< the mask blocks, and the sentence is not very long
    bool blocks_some = false;         ///< the mask blocks at least one key
    bool is_as_opened = true;         ///< nothing differs from the document as it was opened
    bool is_saved = true;             ///< nothing would be lost if it were closed
    bool equals_expected = false;     ///< the lesson's prints come out, as the document is now
    ViewState view;
    std::uint64_t edition = nextEdition();  ///< another after every update, in no state the same

    [[nodiscard]] const Document& document() const { return history.current().document; }
    [[nodiscard]] const Origin& origin() const { return *history.current().origin; }
    [[nodiscard]] Index token() const { return history.current().token; }
    [[nodiscard]] const Trace& trace() const { return engine.trace(); }
    [[nodiscard]] const Trace& unmasked() const { return unmasked_engine.trace(); }
    [[nodiscard]] const Step& step() const { return steps[view.step]; }
};

/// The cell of the step that is in focus; nothing where the step has no cells.
[[nodiscard]] std::optional<Target> focusOf(const AppState& state);

/// True for the matrices in which masked cells are hatched: the mask and all that comes after it,
/// where it blocks anything.
[[nodiscard]] bool isHatched(const AppState& state, MatrixId id);

/// What the explanations speak of: what is locked, else pointed at, else in focus.
[[nodiscard]] std::optional<Target> targetOf(const AppState& state);

}  // namespace lookback

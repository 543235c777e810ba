#pragma once

#include <vector>

#include "app/state/model/memo.h"
#include "app/state/model/variant.h"
#include "core/base/message.h"

namespace lookback {

struct AppState;

/// Keeps the claims about the step on screen as a whole.
class Narrator {
public:
    /// The document became another one.
    void forget() {
        sentences_.forget();
        unchanged_.forget();
    }

    /// One or two sentences: made when a view asks, once a document, step and head. None before
    /// all numbers of the step are shown.
    [[nodiscard]] const std::vector<Message>& tell(const AppState& state) const;

    /// Whether the numbers of the step on screen, and their operands, equal those of the document
    /// that a lesson's notes are about. The notes about the step are true only then.
    [[nodiscard]] bool isStepAsNoted(const AppState& state) const;

private:
    /// What the sentences are about.
    struct Subject {
        std::size_t step = 0;
        Index head = 0;
        int decimals = 0;
        bool hides = false;  ///< cells are hidden until one steps to them

        bool operator==(const Subject&) const = default;
    };

    [[nodiscard]] std::vector<Message> sentences(const AppState& state,
                                                 const Subject& subject) const;

    /// The document as it was opened; nullptr where it has not been edited, or where
    /// `isComparable` is false.
    [[nodiscard]] const Variant* opened(const AppState& state) const;

    Memo<Subject, std::vector<Message>> sentences_;
    Memo<std::size_t, bool> unchanged_;  ///< by step
    Memo<Document, Variant> opened_;
    Memo<Document, Variant> noted_;  ///< the document that the notes are about
};

/// The document that the words and prints of a lesson are about: the lesson's own, whichever
/// numbers were drawn since; without a lesson, the document as it was opened.
[[nodiscard]] const Document& notedDocument(const AppState& state);

}  // namespace lookback

#pragma once

#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/engine/trace.h"
#include "core/gradients/leak_verdict.h"
#include "core/lesson/lesson_look.h"
#include "core/lesson/mistaken_documents.h"
#include "core/lesson/quantities.h"
#include "core/lesson/training_facts.h"

namespace lookback {

/// The state of a lesson at one moment: a document or an experiment, and where one stands.
struct LessonMoment {
    std::shared_ptr<const Document> document{};  ///< null: the lesson is about an experiment
    std::shared_ptr<const Trace> trace{};        ///< of the document; null: computed when asked
    std::shared_ptr<const Document> opened{};    ///< the lesson's own; null: the document
    std::shared_ptr<const Document> begun{};     ///< as the step began; null: the document
    std::shared_ptr<const TrainingFacts> training{};  ///< null: the lesson is about a document
    Standing standing{};
};

/// All that expressions may read at a moment of a lesson. Each fact is computed when it is first
/// asked for, and kept. Errors have no place: the caller knows the expression.
class LessonFacts {
public:
    explicit LessonFacts(LessonMoment moment) : moment_(std::move(moment)) {}

    [[nodiscard]] const LessonMoment& moment() const { return moment_; }
    [[nodiscard]] const Standing& standing() const { return moment_.standing; }
    [[nodiscard]] LessonSubject subject() const {
        return moment_.document != nullptr ? LessonSubject::document : LessonSubject::experiment;
    }
    /// The document as the step began.
    [[nodiscard]] const Document& begun() const {
        return moment_.begun != nullptr ? *moment_.begun : *moment_.document;
    }

    // Of a lesson about a document:

    /// A variant of the document. Errors: it has faults, as a divisor that does not fit the dtype.
    [[nodiscard]] Result<const Document*> document(
        DocumentVariant variant = DocumentVariant::present) const;
    [[nodiscard]] Result<const Trace*> trace(
        DocumentVariant variant = DocumentVariant::present) const;
    /// The influence of each token on each output. Errors: it takes too much work.
    [[nodiscard]] Result<const Influence*> influence(DocumentVariant variant) const;
    /// The leak test. @param promised mask; nothing: the variant's own
    [[nodiscard]] Result<const LeakVerdict*> leaks(DocumentVariant variant,
                                                   const std::optional<Mask>& promised) const;
    /// A weight or stage of a variant. Errors: it has no such stage, or no such head.
    [[nodiscard]] Result<MatrixView> matrix(DocumentVariant variant, MatrixId id, Index head) const;

    /// The facts of a lesson about an experiment.
    [[nodiscard]] const TrainingFacts& training() const { return *moment_.training; }

private:
    /// What follows from one variant of the document.
    struct OfVariant {
        std::shared_ptr<const Document> document;
        std::optional<Error> fault;
        std::shared_ptr<const Trace> trace;
        std::optional<Result<Influence>> influence;
        std::vector<std::pair<std::optional<Mask>, Result<LeakVerdict>>> leaks;
    };
    OfVariant& of(DocumentVariant variant) const;

    LessonMoment moment_;
    mutable std::array<OfVariant, kDocumentVariants> variants_;
};

}  // namespace lookback

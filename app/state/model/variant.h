#pragma once

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/state/model/memo.h"
#include "core/base/gives_up.h"
#include "core/base/matrix.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"
#include "core/document/verdict.h"
#include "core/engine/engine.h"
#include "core/engine/steps.h"
#include "core/explain/blocked_weight.h"
#include "core/explain/checks.h"

namespace lookback {

/// How long the numbers are that the masked cells of a matrix show.
struct MaskedDigits {
    double largest = 0;  ///< of those that are written with decimals; 0: none
    int characters = 0;  ///< of those that are written without, like −1e9; 0: none
};

/// What follows from a document and its trace. Each fact is derived when it is first asked for.
struct Facts {
    std::optional<std::vector<Step>> steps;
    std::optional<std::vector<std::string>> labels;        ///< of the tokens
    std::optional<std::vector<std::string>> whole_labels;  ///< the same, long tokens in full
    std::optional<std::string> writing;                    ///< all that it has to be written with
    std::optional<bool> blocks_some;                       ///< the mask blocks at least one key
    std::optional<std::vector<RuleEffect>> rule_effects;   ///< of the mask's rules
    std::optional<BlockedWeights> blocked_weights;         ///< by precision
    std::optional<std::vector<Check>> checks;              ///< what is true of the weights
    std::optional<bool> equals_prints;           ///< every print that the lesson expects comes out
    Memo<Index, std::vector<double>> influence;  ///< of each token, on the output that is read
    std::array<std::optional<double>, kMatrixCount> bounds;  ///< of the colour scales, by matrix
    std::array<std::optional<MaskedDigits>, kMatrixCount> masked_digits;
};

/// A document with all that is computed from it: what views draw.
class Variant {
public:
    Variant() = default;
    explicit Variant(const Document& document) { show(document); }

    /// Computes another document; only what follows from the differences is computed anew.
    /// @param in_drag the colour scales, and the room that numbers take, stay as they are, so that
    /// only what changes changes colour and nothing moves
    void show(const Document& document, bool in_drag = false);
    /// The same without the numbers: `compute` makes them.
    void await(const Document& document, bool in_drag = false);
    /// Where it is given up, there are no numbers, and nothing is left of those before.
    void compute(const GivesUp& gives_up = {});
    /// Derives every fact that looks at all numbers.
    void deriveFacts(const GivesUp& gives_up) const;
    /// Whether the numbers of the document are computed. Before that, call only functions that need
    /// no more than its words, its mask and its shapes: labels, steps, rule effects, the last cell.
    [[nodiscard]] bool hasNumbers() const { return has_numbers_; }

    [[nodiscard]] const Document& document() const { return document_; }
    [[nodiscard]] const Trace& trace() const { return engine_.trace(); }
    /// A weight or a stage. @param head of those that exist once a head
    [[nodiscard]] MatrixView matrix(MatrixId id, Index head = 0) const;

    [[nodiscard]] const std::vector<Step>& steps() const;
    /// The index of the last cell of a step, 0 where it has none.
    [[nodiscard]] Index lastCell(const Step& step) const;
    [[nodiscard]] const std::vector<std::string>& labels() const;
    /// The same, long tokens in full: for tooltips.
    [[nodiscard]] const std::vector<std::string>& wholeLabels() const;
    /// Title and tokens, a line each, as far as any of them is ever drawn.
    [[nodiscard]] const std::string& writing() const;
    [[nodiscard]] const std::vector<Check>& checks() const;
    [[nodiscard]] bool blocksSome() const;
    /// What each rule of the mask takes away.
    [[nodiscard]] const std::vector<RuleEffect>& ruleEffects() const;
    /// What blocked cells still get, in each precision; in others than the document's only where
    /// that is computed in an instant.
    [[nodiscard]] const BlockedWeights& blockedWeights() const;
    /// True where the document's lesson has prints and all of them come out.
    [[nodiscard]] bool equalsPrints() const;
    /// How much an output can change with each token: norms of the exact Jacobian's blocks, by
    /// token. Takes an n-th of `influenceWork` multiplications when it is first asked for.
    [[nodiscard]] const std::vector<double>& influenceOn(Index output) const;
    /// The bound of a matrix's colour scale: of all heads together, without what the mask blocks.
    [[nodiscard]] double bound(MatrixId id) const;
    /// How long the numbers of masked cells are, of all heads together.
    [[nodiscard]] MaskedDigits maskedDigits(MatrixId id) const;
    /// True for the matrices in which masked cells are hatched: those from the mask on, where it
    /// blocks anything.
    [[nodiscard]] bool isHatched(MatrixId id) const;

private:
    /// The fact, derived by `how` where nobody has asked for it yet.
    template <class Fact>
    const Fact& derive(std::optional<Fact>& fact, Fact (*how)(const Variant&)) const {
        if (!fact) fact = how(*this);
        return *fact;
    }

    Document document_;
    Engine engine_;
    mutable Facts facts_;
    bool has_numbers_ = false;
};

/// True for a document that is not too large to be computed a second time for comparing.
[[nodiscard]] bool mayBeComputedTwice(const Document& document);

/// True for a document of which the numbers may take longer than a frame.
[[nodiscard]] bool takesLong(const Document& document);

/// The same document without its mask, computed when a view asks for it.
class UnmaskedTwin {
public:
    /// The document became another one.
    void forget() { twin_.forget(); }

    /// @return nullptr where the mask of the document blocks nothing, or the document is too
    /// large to be computed twice.
    [[nodiscard]] const Variant* of(const Variant& masked) const;

private:
    Memo<std::monostate, Variant> twin_;
};

}  // namespace lookback

/// Where found numbers go in a document.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/base/range.h"
#include "core/base/result.h"
#include "core/document/document.h"
#include "core/document/matrix_id.h"
#include "core/import/found.h"

namespace lookback {

/// The matrices that numbers can go to, in the order in which numbers without names are taken.
inline constexpr std::array kImportTargets{MatrixId::embeddings, MatrixId::w_query, MatrixId::w_key,
                                           MatrixId::w_value, MatrixId::w_output};

/// The biases that lists of numbers can go to. They are named, or wished for.
inline constexpr std::array kImportBiases{MatrixId::b_query, MatrixId::b_key, MatrixId::b_value,
                                          MatrixId::b_output};

[[nodiscard]] bool isImportTarget(MatrixId id);

/// What a person says about the places of numbers; it goes before names and shapes.
struct ImportWishes {
    struct Into {
        std::string tensor{};  ///< its name; empty: the only matrix of the input
        MatrixId target = MatrixId::embeddings;

        bool operator==(const Into&) const = default;
    };
    /// What is said of one tensor, by its place among the found; it goes before all else.
    struct Choice {
        std::size_t tensor = 0;
        std::optional<MatrixId> target{};     ///< nothing: as names and shapes say
        bool is_left_out = false;             ///< it goes nowhere
        std::optional<bool> is_transposed{};  ///< nothing: as names and shapes say

        bool operator==(const Choice&) const = default;
    };
    std::vector<Choice> choices{};              ///< at most one for each tensor
    std::vector<std::size_t> texts_left_out{};  ///< lists of texts, by their places among the found
    std::vector<Into> into{};
    std::vector<std::string> transpose{};  ///< names of tensors or of matrices, `W_v`
    std::vector<std::string> keep{};       ///< likewise, of those that are not transposed
    std::optional<std::string> tensor{};   ///< of a model only this weight, or this module's
    std::optional<Index> layer{};          ///< of a model, as its names count
    std::optional<Index> heads{};          ///< in the model; the file does not say it
    std::optional<Index> head{};           ///< only this head, from 0; needs the number of heads

    [[nodiscard]] const Choice* choiceOf(std::size_t place) const;

    bool operator==(const ImportWishes&) const = default;
};

/// Why a tensor is transposed: it is not; its name says so, `W_q.T`; an nn.Linear stores (out, in);
/// a wish.
enum class Turned : std::uint8_t { no, name, layer, wish };

/// A tensor that goes to a matrix, or a part of it that does.
struct PlacedTensor {
    std::size_t tensor = 0;  ///< its place among the found
    MatrixId target = MatrixId::embeddings;
    Turned turned = Turned::no;
    Range outputs{};  ///< of a fused tensor: the columns that are taken, once it is turned
    bool is_part = false;
    Index repeats = 1;  ///< how often each head's columns stand side by side: grouped keys, values
};

/// A tensor that goes nowhere, and why.
struct UnusedTensor {
    std::size_t tensor = 0;
    Message why;
};

/// A question that an input leaves open. The window asks it beside its tensor, the command refuses
/// with the option that answers; `ImportWishes::Choice` holds the answer.
struct OpenQuestion {
    enum class Kind : std::uint8_t {
        transposed,  ///< only that fits, but neither a name nor a layer says so
        linear,      ///< a square Parameter: it may be that of an nn.Linear, (out, in)
    };
    Kind kind = Kind::transposed;
    std::size_t tensor = 0;  ///< its place among the found
    MatrixId target = MatrixId::embeddings;
    std::size_t fault = 0;  ///< its place among the faults of the placement
};

/// The places of all that was found.
struct Placement {
    std::vector<PlacedTensor> placed{};  ///< in the order of kImportTargets, then kImportBiases
    /// Of a placement with faults: the tensors that are chosen for a place, as far as that goes;
    /// they are not turned yet, and need not fit.
    std::vector<PlacedTensor> taken{};
    std::vector<UnusedTensor> unused{};
    std::optional<std::size_t> texts{};     ///< the list of texts that gives the tokens
    Index heads = 1;                        ///< in the input
    bool are_heads_assumed = false;         ///< neither the input nor a wish tells their number
    std::optional<Index> head{};            ///< the only head that is taken
    std::vector<Index> layers{};            ///< of a model, as its names count; ascending
    std::vector<OpenQuestion> questions{};  ///< each has a fault, too
    std::vector<Message> warnings{};  ///< why the model's own weights differ from the document's
    /// All that does not fit or has to be chosen; empty: a document can be made. `where` is a
    /// tensor or matrix, or the wish that is missing: `layer`, `heads`, `head`, `into`, `tensor`.
    std::vector<Error> faults{};

    [[nodiscard]] const PlacedTensor* find(MatrixId target) const;

    /// The first place for which a tensor is placed or taken; null where it has none.
    [[nodiscard]] const PlacedTensor* placeOf(std::size_t tensor) const;
};

/// Places found numbers: by the wishes, else by their names, else by their shapes, in the order
/// X, W_q, W_k, W_v; W_o and biases by wishes and names only. A matrix without a name has no place
/// where others of its input have names, and neither has one whose name means nothing, a result or
/// a mask. A tensor is transposed where its name or its layer says so, or a wish.
/// @param onto the document to change; null: a new one, which needs X, W_q, W_k and W_v
[[nodiscard]] Placement placementOf(const Found& found, const ImportWishes& wishes,
                                    const Document* onto = nullptr);

/// The empty places that a tensor without one can fill: each leaves fewer faults. None for an
/// index, a mask, a result, and for what a model computes with beside its weights.
[[nodiscard]] std::vector<MatrixId> placesFor(const Found& found, const ImportWishes& wishes,
                                              const Document* onto, const Placement& placement,
                                              std::size_t tensor);

/// The rows and columns of a tensor as this target, before it is transposed: for a bias one row,
/// where at most one side is not 1, else `matrixSize`; nothing where it cannot be the target.
[[nodiscard]] std::optional<Cell> sizeAs(MatrixId target, const FoundTensor& tensor);

/// A placement in sentences, one for each tensor and list, then `unplacedSentences`.
[[nodiscard]] std::vector<Message> sentencesOf(const Found& found, const Placement& placement);

/// Says that words of an input were not computed.
[[nodiscard]] Message passedSentence(const PassedOver& words);

/// All that was found and has no place, a sentence each, and why: of the tensors the first forty,
/// then the words that were passed over. Of a placement with faults also the tensors without a name
/// that are taken in order.
[[nodiscard]] std::vector<Message> unplacedSentences(const Found& found,
                                                     const Placement& placement);

/// The document with the numbers in their places. A new one has a causal mask filled with -inf, the
/// widest dtype of its numbers (float64 where none says it), the found tokens or t1 to tn. One that
/// is changed keeps all else, its tokens where their number fits, its biases where they fit the
/// replaced weights; a recipe (`draw`) that gave it
/// replaced numbers goes. @param placement without faults, of the same `found` and `onto`
/// Errors: `faults` of the document, `needsFault`. @param allowed bytes of memory
[[nodiscard]] Checked<Document> importedDocument(const Found& found, const Placement& placement,
                                                 const Document* onto, double allowed);

}  // namespace lookback

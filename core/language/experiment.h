#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/local_text.h"
#include "core/base/result.h"
#include "core/document/document.h"

namespace lookback {

inline constexpr std::size_t kMaxTextBytes = 10'000'000;
inline constexpr Index kMaxBatch = 4096;
inline constexpr Index kMaxSteps = 1'000'000;
inline constexpr Index kMaxWidth = 4096;
/// Most units of a vocabulary: a model has two matrices with a row or a column for each.
inline constexpr Index kMaxVocabulary = 50'000;
inline constexpr std::size_t kMaxTwins = 2;

/// The units that a text is cut into.
enum class TextUnit : std::uint8_t { words, characters };
/// Where windows may begin.
enum class WindowStarts : std::uint8_t { lines, anywhere };

/// How files spell them, in the order of the enumerators.
inline constexpr std::array<std::string_view, 2> kTextUnitNames{"words", "characters"};
inline constexpr std::array<std::string_view, 2> kWindowStartsNames{"lines", "anywhere"};

/// The sizes and choices of a small language model of one attention layer.
struct ModelShape {
    Index d_model = 16;
    Index heads = 1;
    Index d_k = 8;                                ///< of one head
    Index d_v = 8;                                ///< of one head
    PositionKind positions = PositionKind::none;  ///< none, or one that is added
    Scale scale;
    std::optional<double> softcap{};
    bool residual = true;  ///< whether the input of attention is added to its output

    bool operator==(const ModelShape&) const = default;
};

enum class OptimizerKind : std::uint8_t { sgd, adam, adamw };

struct OptimizerInfo {
    OptimizerKind kind;
    std::string_view name;  ///< as files spell it
    bool has_momentum = false;
    bool has_moments = false;  ///< beta1, beta2 and epsilon matter
    bool has_decay = false;
};

/// In the order of the enumerators, which is that of the menu.
inline constexpr std::array kOptimizers{
    OptimizerInfo{.kind = OptimizerKind::sgd, .name = "sgd", .has_momentum = true},
    OptimizerInfo{.kind = OptimizerKind::adam, .name = "adam", .has_moments = true},
    OptimizerInfo{
        .kind = OptimizerKind::adamw, .name = "adamw", .has_moments = true, .has_decay = true},
};

[[nodiscard]] constexpr const OptimizerInfo& info(OptimizerKind kind) {
    return kOptimizers[static_cast<std::size_t>(kind)];
}

/// The numbers of an optimizer, with PyTorch's names and defaults.
struct Optimizer {
    OptimizerKind kind = OptimizerKind::adam;
    double learning_rate = 0.001;
    double momentum = 0;
    double beta1 = 0.9;
    double beta2 = 0.999;
    double epsilon = 1e-8;
    double weight_decay = 0.01;

    bool operator==(const Optimizer&) const = default;
};

/// One of the models that are trained side by side: they differ in their masks alone.
struct Twin {
    LocalText name;
    Mask mask;
    Masking masking;

    bool operator==(const Twin&) const = default;
};

/// The settings of a training, as edited, saved and undone. A run is a function of them.
struct Experiment {
    std::string title;
    std::string text;
    TextUnit unit = TextUnit::words;
    WindowStarts starts = WindowStarts::lines;
    Index context = 8;    ///< units that the model sees at once
    double held_out = 0;  ///< share of the text that is not trained on, below 1
    ModelShape model;
    DType dtype = DType::float32;  ///< or float64
    std::uint64_t seed = 0;        ///< of PyTorch's generator
    Optimizer optimizer;
    Index batch = 16;  ///< windows a step
    Index steps = 100;
    std::string prompt{};  ///< that Generate opens with; empty: the text's first two units
    std::vector<Twin> twins;

    bool operator==(const Experiment&) const = default;
};

/// The attention of a twin as a document without numbers: `tokens` nameless tokens without
/// embeddings, and weights of the right widths without rows.
[[nodiscard]] Document attentionDocument(const ModelShape& model, const Twin& twin, DType dtype,
                                         Index tokens);

/// Every way in which an experiment cannot be run; empty where it can. `where` is a path as in its
/// file: `twins[0].mask[1].window`.
[[nodiscard]] std::vector<Error> faults(const Experiment& experiment);

// Edits of the sizes of an experiment. The new experiment may have `faults`: the caller checks.

/// Sets the width. Heads that shared the width evenly share the new width, where it is divisible.
void setWidth(ModelShape& model, Index d_model);

/// Sets the number of heads. Heads that shared the width evenly still do, where it is divisible.
void setHeads(ModelShape& model, Index heads);

/// Sets the context length. Masks of single places keep their entries for the places that remain; a
/// new place is not padding, belongs to the document of the place before, and has no painted cell.
void setContext(Experiment& experiment, Index context);

}  // namespace lookback

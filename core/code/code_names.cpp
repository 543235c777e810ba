#include "core/code/code_names.h"

#include <algorithm>
#include <array>
#include <span>

#include "core/lesson/lesson.h"

namespace lookback {
namespace {

using Id = MatrixId;

struct CodeName {
    MatrixId id;
    std::string_view name;
};

/// Python's names where no notebook has its own. Stages from the scores on are named as in files.
constexpr std::array kPythonNames{
    CodeName{Id::w_query, "W_q"},
    CodeName{Id::w_key, "W_k"},
    CodeName{Id::w_value, "W_v"},
    CodeName{Id::w_output, "W_o"},
    CodeName{Id::b_query, "b_q"},
    CodeName{Id::b_key, "b_k"},
    CodeName{Id::b_value, "b_v"},
    CodeName{Id::b_output, "b_o"},
    CodeName{Id::embeddings, "X"},
    CodeName{Id::positions, "P"},
    CodeName{Id::query, "Q"},
    CodeName{Id::key, "K"},
    CodeName{Id::rotated_query, "Q_rot"},
    CodeName{Id::rotated_key, "K_rot"},
    CodeName{Id::value, "V"},
};

constexpr std::array kTextbookNames{
    CodeName{Id::w_query, "w_q"},
    CodeName{Id::w_key, "w_k"},
    CodeName{Id::w_value, "w_v"},
    CodeName{Id::w_output, "w_o"},
    CodeName{Id::b_query, "b_q"},
    CodeName{Id::b_key, "b_k"},
    CodeName{Id::b_value, "b_v"},
    CodeName{Id::b_output, "b_o"},
    CodeName{Id::query, "queries"},
    CodeName{Id::key, "keys"},
    CodeName{Id::rotated_query, "rotated_queries"},
    CodeName{Id::rotated_key, "rotated_keys"},
    CodeName{Id::value, "values"},
};

constexpr std::array kMaskedSelfAttention{
    CodeName{Id::embeddings, "encodings_matrix"},
    CodeName{Id::query, "q"},
    CodeName{Id::key, "k"},
    CodeName{Id::value, "v"},
    CodeName{Id::scores, "similarity_scores"},
    CodeName{Id::scaled_scores, "scaled_similarity_scores"},
    CodeName{Id::masked_scores, "masked_similarity_scores"},
    CodeName{Id::attention_weights, "attention_probs"},
    CodeName{Id::context, "attention_scores"},
};

constexpr std::array kWriteAPoem{
    CodeName{Id::embeddings, "encodings_matrix"},
    CodeName{Id::query, "q"},
    CodeName{Id::key, "k"},
    CodeName{Id::value, "v"},
    CodeName{Id::scores, "sims"},
    CodeName{Id::scaled_scores, "scaled_sims"},
    CodeName{Id::masked_scores, "masked_scaled_sims"},
    CodeName{Id::attention_weights, "attention_percents"},
    CodeName{Id::context, "attention_scores"},
};

constexpr std::array kTheCatSat{
    CodeName{Id::embeddings, "token_embeddings"},
    CodeName{Id::scores, "similarity_scores"},
    CodeName{Id::context, "attention_output"},
};

constexpr std::array kCausalTwoWays{
    CodeName{Id::w_query, "w_query"},
    CodeName{Id::w_key, "w_key"},
    CodeName{Id::w_value, "w_value"},
    CodeName{Id::embeddings, "x"},
    CodeName{Id::query, "queries"},
    CodeName{Id::key, "keys"},
    CodeName{Id::value, "values"},
    CodeName{Id::scores, "attn_scores"},
    CodeName{Id::scaled_scores, "scaled_attn_scores"},
    CodeName{Id::masked_scores, "masked"},
    CodeName{Id::unmasked_weights, "attn_weights"},
    CodeName{Id::masked_weights, "masked_attn_weights"},
    CodeName{Id::attention_weights, "norm_attn_w"},
};

/// A notebook that a shipped document follows.
struct NotebookCode {
    std::string_view lesson;  ///< id
    std::span<const CodeName> names;
    std::string_view width = "d_k";
    bool blocks = true;  ///< its mask is true where blocked
};

constexpr std::array kNotebooks{
    NotebookCode{"masked-self-attention", kMaskedSelfAttention},
    NotebookCode{"write-a-poem", kWriteAPoem},
    NotebookCode{"the-cat-sat", kTheCatSat},
    NotebookCode{.lesson = "numpy-from-scratch", .names = {}, .width = "embedding_dim"},
    NotebookCode{"causal-two-ways", kCausalTwoWays, "d_out_kq", false},
};

const NotebookCode* notebookOf(const Document& document) {
    if (!document.lesson) return nullptr;
    const auto* const found =
        std::find_if(kNotebooks.begin(), kNotebooks.end(),
                     [&](const NotebookCode& row) { return row.lesson == document.lesson->id; });
    return found == kNotebooks.end() ? nullptr : found;
}

/// Empty where the list has no name for the matrix.
std::string_view nameIn(std::span<const CodeName> names, MatrixId id) {
    for (const CodeName& row : names) {
        if (row.id == id) return row.name;
    }
    return {};
}

}  // namespace

std::string pythonName(const Document& document, MatrixId id) {
    const NotebookCode* const notebook = notebookOf(document);
    const std::string_view own = notebook != nullptr ? nameIn(notebook->names, id) : "";
    if (!own.empty()) return std::string(own);
    const std::string_view usual = nameIn(kPythonNames, id);
    return std::string(usual.empty() ? info(id).name : usual);
}

std::string_view textbookName(MatrixId id) {
    const std::string_view own = nameIn(kTextbookNames, id);
    return own.empty() ? info(id).name : own;
}

std::string_view widthName(const Document& document) {
    const NotebookCode* const notebook = notebookOf(document);
    return notebook != nullptr ? notebook->width : "d_k";
}

bool notebookBlocks(const Document& document) {
    const NotebookCode* const notebook = notebookOf(document);
    return notebook != nullptr && notebook->blocks;
}

}  // namespace lookback

#include "core/import/name_words.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "core/document/words.h"
#include "core/import/number_text.h"

namespace lookback {
namespace {

template <class Names>
bool isOneOfNames(std::string_view name, const Names& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 26> kInputNames{
    "x",        "input",        "inputs",     "xinput",       "inputx",     "xin",   "xs",
    "xemb",     "xembed",       "xembedding", "xembeddings",  "xembedded",  "emb",   "embs",
    "embed",    "embeds",       "embedding",  "embeddings",   "embedded",   "words", "wordvectors",
    "wordvecs", "tokenvectors", "tokenvecs",  "inputvectors", "inputmatrix"};

/// Words for the queries, keys or values of a layer, and for the weights that make them.
struct RoleNames {
    MatrixId result;
    MatrixId weight;
    std::array<std::string_view, 4> words;    ///< the role: `query`
    std::array<std::string_view, 3> results;  ///< alone they are the result: `queries`
};
constexpr std::array kRoleNames{
    RoleNames{MatrixId::query,
              MatrixId::w_query,
              {"query", "queries", "q", "qs"},
              {"q", "qs", "queries"}},
    RoleNames{MatrixId::key, MatrixId::w_key, {"key", "keys", "k", "ks"}, {"k", "ks", "keys"}},
    RoleNames{
        MatrixId::value, MatrixId::w_value, {"value", "values", "v", "vs"}, {"v", "vs", "values"}},
};

/// Names of other results.
struct ResultNames {
    MatrixId result;
    std::array<std::string_view, 16> names;
};
constexpr std::array kResultNames{
    ResultNames{MatrixId::scores,
                {"s", "score", "scores", "attnscores", "attentionscores", "attentionscore",
                 "attnscore", "qk", "qkt", "logits", "rawscores", "dotproducts", "attnlogits",
                 "attentionlogits", "similarity", "similarities"}},
    ResultNames{MatrixId::scaled_scores,
                {"scaledscores", "scaledattentionscores", "scaledattnscores", "scaled", "sscaled",
                 "scoresscaled", "scaledlogits", "scaledqk"}},
    ResultNames{MatrixId::masked_scores,
                {"maskedscores", "maskedattentionscores", "maskedattnscores", "sm", "masked",
                 "scoresmasked", "maskedlogits"}},
    ResultNames{MatrixId::attention_weights,
                {"a", "attn", "attention", "attentionweights", "attnweights", "attnprobs",
                 "attentionprobs", "probs", "softmax", "attentionmatrix", "maskedattentionweights",
                 "attnweight", "attentionweight", "alpha", "alphas", "attentions"}},
    ResultNames{MatrixId::context,
                {"c", "z", "context", "contexts", "contextvector", "contextvectors", "contextvec",
                 "contextvecs", "ctx", "head", "headoutput", "contextmatrix"}},
    ResultNames{
        MatrixId::output,
        {"y", "o", "out", "output", "outputs", "result", "results", "attnoutput", "attentionoutput",
         "attnout", "finaloutput", "maskedattentionoutput", "finalmaskedattentionoutput",
         "outputaftermaskedattention", "outputmatrix", "outputvectors"}},
};

/// Words of labels that tell nothing about the numbers.
constexpr std::array<std::string_view, 25> kFillers{
    "the",   "a",       "an",     "of",      "for",       "is",      "are",   "my",    "our",
    "full",  "initial", "random", "learned", "learnable", "shape",   "size",  "dtype", "trainable",
    "array", "tensor",  "matrix", "here",    "matrices",  "vectors", "vector"};

/// Words that say that a role is that of weights.
constexpr std::array<std::string_view, 8> kWeightWords{
    "weight", "weights", "w", "projection", "proj", "projections", "linear", "parameters"};

/// Ends of names that say that a matrix is transposed.
constexpr std::array<std::string_view, 8> kTurnedEnds{".T",   ".mT", ".t()",        "^T",
                                                      "^{T}", "_T",  " transposed", " transpose"};

/// True for a name with a sign that computes: `X * 0.1`, `np.round(X)`, `X'`, `2X`, and for one
/// with a Greek letter before it.
bool computes(std::string_view name) {
    if (name.find_first_of("*@+%&|<>!?=;'\"`") != std::string_view::npos) return true;
    for (const std::string_view sign : {" - ", " / ", "^-"}) {
        if (name.find(sign) != std::string_view::npos) return true;
    }
    const std::size_t slash = name.rfind('/');
    const bool is_divided =
        slash != std::string_view::npos &&
        name.find_first_not_of("0123456789. ", slash + 1) == std::string_view::npos;
    const bool is_plain = std::all_of(name.begin(), name.end(),
                                      [](char c) { return static_cast<unsigned char>(c) < 128; });
    for (std::size_t at = name.find('('); at != std::string_view::npos;
         at = name.find('(', at + 1)) {
        if (at > 0 && name[at - 1] != ' ') return true;
    }
    const bool has_factor =
        !name.empty() && std::string_view("-+~.0123456789").find(name.front()) != name.npos;
    return is_divided || !is_plain || has_factor;
}

bool isMaskName(std::string_view plain) {
    return plain == "causal" || plain.starts_with("tril") || plain.starts_with("triu") ||
           plain.ends_with("mask") || plain.starts_with("mask");
}

std::optional<NameMeaning> meaningOfOne(std::string_view plain) {
    NameMeaning meaning;
    if (isOneOfNames(plain, kInputNames)) {
        meaning.target = MatrixId::embeddings;
        meaning.rank = plain == "x" ? 0 : 1;
        return meaning;
    }
    for (const RoleNames& role : kRoleNames) {
        if (isOneOfNames(plain, role.results)) meaning.result = role.result;
        for (const std::string_view word : role.words) {
            for (const std::string_view end : {"matrix", "matrices", "vector", "vectors"}) {
                if (plain == std::string(word) + std::string(end)) meaning.result = role.result;
            }
        }
    }
    for (const ResultNames& row : kResultNames) {
        if (!plain.empty() && isOneOfNames(plain, row.names)) meaning.result = row.result;
    }
    if (meaning.result) return meaning;
    meaning.is_mask = isMaskName(plain);
    return meaning.is_mask ? std::optional(meaning) : std::nullopt;
}

/// True for a word of a label that tells nothing, and for sizes: `2x2`.
bool isFiller(const std::string& plain) {
    const bool is_number =
        plain.find_first_not_of("0123456789x") == std::string::npos && plain != "x";
    return is_number || isOneOfNames(plain, kFillers);
}

/// Reads a label of several words, all of which must be understood and agree.
NameMeaning meaningOfLabel(const std::vector<std::string>& words) {
    NameMeaning none;
    std::optional<NameMeaning> said;  // by a symbol: `W_q`, `X`, `scores`
    const RoleNames* role = nullptr;
    bool has_weight = false;
    std::string joined;
    for (const std::string& word : words) {
        if (!isFiller(plainName(word))) joined += plainName(word);
    }
    if (const auto whole = meaningOfOne(joined); whole && whole->result) return *whole;
    for (const std::string& word : words) {
        const std::string plain = plainName(word);
        if (isFiller(plain)) continue;
        if (isOneOfNames(plain, kWeightWords)) {
            has_weight = true;
            continue;
        }
        const auto* const named =
            std::find_if(kRoleNames.begin(), kRoleNames.end(),
                         [&](const RoleNames& row) { return isOneOfNames(plain, row.words); });
        if (named != kRoleNames.end()) {
            if (role != nullptr && role != named) return none;
            role = named;
            continue;
        }
        const NameMeaning meaning = meaningOf(word);
        const bool is_other =
            said && (said->target != meaning.target || said->result != meaning.result);
        if (is_other || !meaning.isUnderstood()) {
            return meaningOfOne(joined).value_or(none);
        }
        said = meaning;
    }
    if (said && role != nullptr) return said->target == role->weight ? *said : none;
    const bool is_output = said && said->result == MatrixId::output;
    if (is_output && has_weight) return {.target = MatrixId::w_output, .rank = 1};
    if (said && has_weight && said->target == MatrixId::embeddings) return none;
    if (said && has_weight && said->result != MatrixId::attention_weights && !said->target) {
        return none;
    }
    if (said) return *said;
    if (role == nullptr) return none;
    if (has_weight) return {.target = role->weight, .rank = 1};
    return {.result = role->result};
}

/// The words of a label without the brackets and stops around them.
std::vector<std::string> wordsOfLabel(std::string_view name) {
    std::vector<std::string> words;
    for (const std::string& part : splitWords(name)) {
        std::string_view word = part;
        const auto is_around = [](char c) {
            return std::string_view("(),.:[]{}").find(c) != std::string_view::npos;
        };
        while (!word.empty() && is_around(word.front())) word.remove_prefix(1);
        while (!word.empty() && is_around(word.back())) word.remove_suffix(1);
        if (!word.empty()) words.emplace_back(word);
    }
    return words;
}

}  // namespace

std::string plainName(std::string_view name) {
    std::string plain;
    for (const char c : name) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        if (is_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
            plain += is_upper ? static_cast<char>(c | 0x20) : c;
        }
    }
    return plain;
}

std::optional<NameMeaning> meaningOfWords(std::string_view name) {
    name = trimmed(name);
    for (const std::string_view end : kTurnedEnds) {
        if (!name.ends_with(end) || name.size() == end.size()) continue;
        NameMeaning meaning = meaningOf(name.substr(0, name.size() - end.size()));
        meaning.is_turned = !meaning.is_turned;
        return meaning;
    }
    if (computes(name)) return NameMeaning{};
    const std::vector<std::string> words = wordsOfLabel(name);
    if (words.size() > 1) {
        const NameMeaning meaning = meaningOfLabel(words);
        return meaning.isUnderstood() ? std::optional(meaning) : std::nullopt;
    }
    if (words.empty()) return std::nullopt;
    const bool is_path = words.front().find_first_of("./") != std::string::npos;
    return is_path ? std::nullopt : meaningOfOne(plainName(words.front()));
}

}  // namespace lookback

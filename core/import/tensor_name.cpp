#include "core/import/tensor_name.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

namespace lookback {
namespace {

/// Names are compared without case and without signs: `W_q` and `w.Q` are `wq`.
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

template <class Names>
bool isAmong(std::string_view name, const Names& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 7> kEmbeddingNames{
    "embeddings",   "embedding",    "tokenembeddings", "inputembeddings",
    "inputsembeds", "hiddenstates", "inputs"};
constexpr std::array<std::string_view, 5> kVocabularyNames{"wte", "embedtokens", "tokemb",
                                                           "wordembeddings", "tokenembedding"};
constexpr std::array<std::string_view, 6> kFusedNames{"cattn", "inproj", "inprojweight",
                                                      "qkv",   "wqkv",   "qkvproj"};

/// The words for a role in names, and the parts that stand before and after them.
struct RoleWords {
    MatrixId target;
    std::array<std::string_view, 4> words;
};
constexpr std::array kRoles{
    RoleWords{MatrixId::w_query, {"q", "query", "queries", "qry"}},
    RoleWords{MatrixId::w_key, {"k", "key", "keys", "ky"}},
    RoleWords{MatrixId::w_value, {"v", "value", "values", "val"}},
    RoleWords{MatrixId::w_output, {"o", "output", "out", "outputs"}},
};
constexpr std::array<std::string_view, 7> kBefore{"",     "w",  "weight", "weights",
                                                  "proj", "to", "lin"};
constexpr std::array<std::string_view, 9> kAfter{
    "", "w", "weight", "weights", "proj", "projection", "projweight", "lin", "matrix"};

/// True where a plain name is one of the words with parts around it; `alone` lets it stand alone.
bool isRole(std::string_view name, const RoleWords& role, bool alone) {
    for (const std::string_view before : kBefore) {
        if (!name.starts_with(before)) continue;
        for (const std::string_view after : kAfter) {
            const std::string_view rest = name.substr(before.size());
            if (!rest.ends_with(after)) continue;
            const std::string_view word = rest.substr(0, rest.size() - after.size());
            const bool is_alone = before.empty() && after.empty();
            if (isAmong(word, role.words) && (!is_alone || alone)) return true;
        }
    }
    return false;
}

std::optional<MatrixId> roleOf(std::string_view name, bool alone) {
    for (const RoleWords& role : kRoles) {
        if (isRole(name, role, alone)) return role.target;
    }
    return std::nullopt;
}

/// The parts of a name between its points.
std::vector<std::string_view> partsOf(std::string_view name) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t point = name.find('.');
        parts.push_back(name.substr(0, point));
        if (point == std::string_view::npos) return parts;
        name.remove_prefix(point + 1);
    }
}

std::optional<Index> wholeIn(std::string_view part) {
    Index number = 0;
    const auto [end, fault] = std::from_chars(part.data(), part.data() + part.size(), number);
    const bool is_whole = fault == std::errc() && end == part.data() + part.size() && number >= 0;
    return is_whole ? std::optional(number) : std::nullopt;
}

/// The layers and the last part of a name with points: of modules as PyTorch names them.
struct ModulePath {
    std::string core;  ///< plain, without `weight` or `bias` behind it
    bool is_weight = false;
    bool is_bias = false;
    bool is_attention = false;  ///< a part names attention
    std::optional<Index> layer;
};

ModulePath pathOf(std::string_view name) {
    std::vector<std::string_view> parts = partsOf(name);
    ModulePath path;
    for (const std::string_view part : parts) {
        if (const auto number = wholeIn(part)) path.layer = number;
        const std::string plain = plainName(part);
        path.is_attention = path.is_attention || plain.find("attn") != std::string::npos ||
                            plain.find("attention") != std::string::npos;
    }
    const std::string last = plainName(parts.back());
    path.is_weight = parts.size() > 1 && last == "weight";
    path.is_bias = parts.size() > 1 && last == "bias";
    if (path.is_weight || path.is_bias) parts.pop_back();
    path.core = plainName(parts.back());
    const bool is_bert_output = parts.size() > 2 && path.core == "dense" && path.is_attention &&
                                plainName(parts[parts.size() - 2]) == "output";
    if (is_bert_output) path.core = "outproj";
    return path;
}

constexpr std::string_view kFusedBias = "inprojbias";

/// The weight with the bias of this name: `b_q`, `bias_q`, `q_bias`.
std::optional<MatrixId> roleOfBias(std::string_view plain) {
    constexpr std::string_view kBiasWord = "bias";
    if (plain.starts_with(kBiasWord)) return roleOf(plain.substr(kBiasWord.size()), true);
    if (plain.ends_with(kBiasWord)) {
        return roleOf(plain.substr(0, plain.size() - kBiasWord.size()), true);
    }
    return plain.starts_with('b') && plain.size() == 2 ? roleOf(plain.substr(1), true)
                                                       : std::nullopt;
}

}  // namespace

NameMeaning meaningOf(std::string_view name) {
    const std::string whole = plainName(name);
    const ModulePath path = pathOf(name);
    NameMeaning meaning{.layer = path.layer};
    if (whole == "x" || path.core == "x") {
        meaning.target = MatrixId::embeddings;
        return meaning;
    }
    if (isAmong(path.core, kEmbeddingNames) && !path.is_weight) {
        meaning.target = MatrixId::embeddings;
        meaning.rank = 1;
        return meaning;
    }
    if (isAmong(path.core, kVocabularyNames)) {
        meaning.target = MatrixId::embeddings;
        meaning.is_vocabulary = true;
        meaning.rank = 2;
        return meaning;
    }
    const bool is_projection = path.core == "cproj" && path.is_attention;
    meaning.is_fused = isAmong(path.core, kFusedNames);
    const bool stands_alone =
        path.core.size() == 1
            ? (path.is_weight || path.is_bias) && path.is_attention
            : path.core != "output" && path.core != "out" && path.core != "outputs";
    auto role = is_projection ? std::optional(MatrixId::w_output) : roleOf(path.core, stands_alone);
    if (!role && !path.is_weight && !path.is_bias) role = roleOf(whole, false);
    if (path.core == kFusedBias || (path.is_bias && meaning.is_fused)) {
        meaning.is_bias = true;
        meaning.is_fused = true;
        return meaning;
    }
    const auto role_of_bias = path.is_bias ? role : roleOfBias(path.core);
    if (path.is_bias || role_of_bias) {
        meaning.is_bias = role_of_bias.has_value();
        if (role_of_bias) meaning.target = biasOfWeight(*role_of_bias);
        return meaning;
    }
    meaning.target = meaning.is_fused ? std::nullopt : role;
    meaning.may_be_conv = path.core == "cattn" || is_projection;
    meaning.is_layer = path.is_weight || path.core == "inprojweight";
    const bool is_symbol = whole.size() == 2 && whole.front() == 'w';
    meaning.rank = is_symbol ? 0 : 1;
    return meaning;
}

std::optional<MatrixId> targetNamed(std::string_view name) {
    if (name == "output") return MatrixId::w_output;
    if (const MatrixInfo* const row = findMatrix(name)) {
        if (isParameter(row->id) || row->id == MatrixId::embeddings) return row->id;
    }
    return meaningOf(name).target;
}

}  // namespace lookback

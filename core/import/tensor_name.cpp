#include "core/import/tensor_name.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string>
#include <vector>

#include "core/import/name_words.h"

namespace lookback {
namespace {

template <class Names>
bool isAmong(std::string_view name, const Names& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

constexpr std::array<std::string_view, 7> kEmbeddingNames{
    "embeddings",   "embedding",    "tokenembeddings", "inputembeddings",
    "inputsembeds", "hiddenstates", "inputs"};
constexpr std::array<std::string_view, 5> kVocabularyNames{"wte", "embedtokens", "tokemb",
                                                           "wordembeddings", "tokenembedding"};
constexpr std::array<std::string_view, 7> kFusedNames{"cattn", "inproj",  "inprojweight", "qkv",
                                                      "wqkv",  "qkvproj", "toqkv"};

/// The modules of attention that are W_o: `attn.proj`, `attention.out`.
constexpr std::array<std::string_view, 3> kOutputNames{"proj", "out", "output"};

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
constexpr std::array<std::string_view, 8> kBefore{"",     "w",  "weight", "weights",
                                                  "proj", "to", "lin",    "linear"};
constexpr std::array<std::string_view, 11> kAfter{
    "",           "w",          "weight", "weights",      "proj", "lin",
    "projection", "projweight", "matrix", "weightmatrix", "dense"};

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

/// The part of a name that libraries of LoRA put behind the module that they wrap.
constexpr std::string_view kBaseLayer = "base_layer";

/// The parts of a name between its points and strokes: `encoder.layers.0`, `encoder/layers_0`.
std::vector<std::string_view> partsOf(std::string_view name) {
    // TensorFlow numbers the outputs of its variables: `kernel:0`.
    if (name.ends_with(":0")) name.remove_suffix(2);
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t point = name.find_first_of("./");
        const std::string_view part = name.substr(0, point);
        if (part != kBaseLayer) parts.push_back(part);
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
    std::string core;        ///< plain, without `weight` or `bias` behind it
    bool is_weight = false;  ///< also a `kernel`
    bool is_kernel = false;  ///< it stores (in, out)
    bool is_bias = false;
    bool is_attention = false;  ///< a part names attention
    bool is_direct = false;     ///< the part before the core names attention
    bool is_other = false;      ///< a part names the layers behind attention
    bool changes_scores = false;
    bool lacks_scale = false;
    std::optional<Index> layer;
    std::optional<Index> head;
};

constexpr std::array<std::string_view, 2> kAttentionNames{"sa", "mha"};
constexpr std::array<std::string_view, 7> kOtherLayers{"densereludense", "mlp", "ffn", "ff",
                                                       "feedforward",    "moe", "ffwd"};
constexpr std::array<std::string_view, 3> kWrappers{"linear", "lin", "dense"};

/// The modules that come between queries and scores, beside rotations of queries.
constexpr std::array<std::string_view, 26> kScoreChanges{"qnorm",
                                                         "knorm",
                                                         "normq",
                                                         "normk",
                                                         "querynorm",
                                                         "keynorm",
                                                         "qln",
                                                         "kln",
                                                         "qlayernorm",
                                                         "klayernorm",
                                                         "querylayernorm",
                                                         "keylayernorm",
                                                         "invfreq",
                                                         "logitscale",
                                                         "relativebias",
                                                         "relativeattentionbias",
                                                         "relposh",
                                                         "relposw",
                                                         "relposbias",
                                                         "relativepositionbiastable",
                                                         "relembeddings",
                                                         "rrbias",
                                                         "rwbias",
                                                         "distanceembedding",
                                                         "poskeyproj",
                                                         "posqueryproj"};

/// The tensors with which a model makes its weights, by the beginnings of plain names: those of
/// LoRA and its kin, of a weight that is split in length and direction, and of packed weights.
constexpr std::array<std::string_view, 23> kWeightChanges{
    "lora",   "dora",   "hada",       "lokr",         "ia3",         "oft",
    "vera",   "boft",   "adalora",    "weightg",      "weightv",     "parametrizations",
    "scb",    "absmax", "quantstate", "quantmap",     "weightscale", "qweight",
    "qzeros", "scales", "gidx",       "weightabsmax", "weightformat"};

bool namesAttention(std::string_view plain) {
    return plain.find("attn") != std::string_view::npos ||
           plain.find("attention") != std::string_view::npos || isAmong(plain, kAttentionNames);
}

/// True for the name of a list of layers: `h`, `layers`, `trf_blocks`.
bool namesLayers(std::string_view plain) {
    for (const std::string_view word : {"layer", "layers", "block", "blocks"}) {
        if (plain.ends_with(word)) return true;
    }
    return plain == "h";
}

/// The number of a layer that is one word with its list: `layers_0`, `h0`.
std::optional<Index> layerWithin(std::string_view part) {
    const std::size_t digits = part.find_last_not_of("0123456789") + 1;
    if (digits == 0 || digits == part.size()) return std::nullopt;
    return namesLayers(plainName(part.substr(0, digits))) ? wholeIn(part.substr(digits))
                                                          : std::nullopt;
}

/// Reads the numbers of layer and head from the parts of a path before its core. Of several lists
/// of layers, the outermost counts.
void readListNumbers(const std::vector<std::string_view>& parts, ModulePath& path) {
    std::optional<Index> other;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::string before = k > 0 ? plainName(parts[k - 1]) : "";
        const std::optional<Index> within = layerWithin(parts[k]);
        const std::optional<Index> number = wholeIn(parts[k]);
        if (number && (before == "heads" || before == "head")) {
            path.head = number;
        } else if (within || (number && namesLayers(before))) {
            if (!path.layer) path.layer = within ? within : number;
        } else if (number && !other) {
            other = number;
        }
    }
    if (!path.layer) path.layer = other;
}

/// Takes the words behind the module off a path: `weight`, `kernel`, `bias`, of TensorFlow `w`,
/// `b`.
void takeEnding(std::vector<std::string_view>& parts, ModulePath& path) {
    if (parts.size() < 2) return;
    const std::string last = plainName(parts.back());
    const bool is_short = isAmong(plainName(parts[parts.size() - 2]),
                                  std::array<std::string_view, 2>{"cattn", "cproj"});
    path.is_kernel = last == "kernel" || (is_short && last == "w");
    path.is_weight = last == "weight" || path.is_kernel;
    path.is_bias = last == "bias" || (is_short && last == "b");
    if (path.is_weight || path.is_bias) parts.pop_back();
}

/// The plain name of the module that a path ends with: `query` of `query.linear`, `to_out` of
/// `to_out.0`; of the list `linears` of The Annotated Transformer its role.
std::string coreOf(std::vector<std::string_view>& parts) {
    constexpr std::array<std::string_view, 4> kLinears{"wq", "wk", "wv", "wo"};
    const auto before = [&] {
        return parts.size() > 1 ? plainName(parts[parts.size() - 2]) : std::string();
    };
    if (const auto number = wholeIn(parts.back())) {
        const bool is_role = before() == "linears" && *number < std::ssize(kLinears);
        if (is_role || before() == "toout") parts.pop_back();
        if (is_role) return std::string(kLinears[asSize(*number)]);
    }
    const bool is_wrapped = isAmong(plainName(parts.back()), kWrappers);
    if (is_wrapped && before() != "output" && roleOf(before(), true)) parts.pop_back();
    return plainName(parts.back());
}

ModulePath pathOf(std::string_view name) {
    std::vector<std::string_view> parts = partsOf(name);
    ModulePath path;
    for (std::size_t k = 0; k < parts.size(); ++k) {
        const std::string plain = plainName(parts[k]);
        path.is_attention = path.is_attention || namesAttention(plain);
        path.is_other = path.is_other || isAmong(plain, kOtherLayers);
        path.changes_scores = path.changes_scores || isAmong(plain, kScoreChanges);
        const bool is_neo = k > 0 && plain == "attention" && parts[k - 1] == "attn";
        path.lacks_scale = path.lacks_scale || parts[k] == "SelfAttention" ||
                           parts[k] == "EncDecAttention" || is_neo;
    }
    takeEnding(parts, path);
    path.core = coreOf(parts);
    const bool is_bert_output = parts.size() > 2 && path.core == "dense" && path.is_attention &&
                                plainName(parts[parts.size() - 2]) == "output";
    if (is_bert_output) path.core = "outproj";
    parts.pop_back();
    path.is_direct = !parts.empty() && namesAttention(plainName(parts.back()));
    readListNumbers(parts, path);
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

/// Reads the name of a module's tensor, or one that is made of a role and of words for weights.
NameMeaning meaningOfPath(std::string_view name) {
    const std::string whole = plainName(name);
    const ModulePath path = pathOf(name);
    NameMeaning meaning{.layer = path.layer, .head = path.head};
    meaning.changes_scores = path.changes_scores;
    if (path.changes_scores || (path.is_other && !path.is_attention)) return meaning;
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
    const bool is_projection =
        (path.core == "cproj" && path.is_attention) || path.core == "attentionoutput" ||
        (path.is_direct && (path.is_weight || path.is_bias) && isAmong(path.core, kOutputNames));
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
    const bool is_symbol = path.core.size() == 2;
    meaning.head_axis = path.is_kernel || (path.is_bias && !path.is_weight) ? HeadAxis::middle
                        : is_symbol                                         ? HeadAxis::first
                                                                            : HeadAxis::none;
    const auto role_of_bias = path.is_bias ? role : roleOfBias(path.core);
    if (path.is_bias || role_of_bias) {
        meaning.is_bias = role_of_bias.has_value();
        if (role_of_bias) meaning.target = biasOfWeight(*role_of_bias);
        return meaning;
    }
    meaning.target = meaning.is_fused ? std::nullopt : role;
    meaning.may_be_conv = path.core == "cattn" || path.core == "cproj";
    meaning.is_layer = (path.is_weight && !path.is_kernel) || path.core == "inprojweight";
    meaning.lacks_scale = path.lacks_scale && meaning.target.has_value();
    meaning.rank = whole.size() == 2 && whole.front() == 'w' ? 0 : 1;
    return meaning;
}

/// True for a tensor with which a model makes a weight of attention: `q_proj.lora_A.weight`. Its
/// module is named before it.
bool changesWeight(std::string_view name) {
    for (std::size_t at = name.find('.'); at != std::string_view::npos;
         at = name.find('.', at + 1)) {
        const std::string part = plainName(name.substr(at + 1, name.find('.', at + 1) - at - 1));
        const bool is_change =
            std::any_of(kWeightChanges.begin(), kWeightChanges.end(),
                        [&](std::string_view word) { return part.starts_with(word); });
        if (!is_change) continue;
        constexpr std::string_view kWeight = ".weight";
        std::string_view module = name.substr(0, at);
        if (module.ends_with(kWeight)) module.remove_suffix(kWeight.size());
        const NameMeaning whole = meaningOfPath(std::string(module).append(kWeight));
        return whole.isKnown() && whole.target != MatrixId::embeddings;
    }
    return false;
}

}  // namespace

NameMeaning meaningOf(std::string_view name) {
    const std::optional<NameMeaning> words = meaningOfWords(name);
    if (words) return *words;
    NameMeaning meaning = meaningOfPath(name);
    if (!changesWeight(name)) return meaning;
    return {.layer = meaning.layer, .changes_weights = true};
}

std::optional<MatrixId> targetNamed(std::string_view name) {
    if (name == "output") return MatrixId::w_output;
    if (const MatrixInfo* const row = findMatrix(name)) {
        if (isParameter(row->id) || row->id == MatrixId::embeddings) return row->id;
    }
    return meaningOf(name).target;
}

}  // namespace lookback

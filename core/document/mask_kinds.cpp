#include "core/document/mask_kinds.h"

#include <array>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {
namespace {

using Name = std::string_view;

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

bool isValid(const MaskRule& rule, Index token) { return rule.per_token[at(token)] != 0; }

std::string comesAfter(const MaskRule&, Name query, Name key) {
    return fmt::format("{} comes after {}", quoted(key), quoted(query));
}

const std::array kMaskKinds{
    MaskInfo{MaskKind::none, "none", "No mask", "every key",
             "BERT and other encoders look at everything.", MaskParameter::nothing, "", 0, 0,
             [](const MaskRule&, Index, Index) { return true; },
             [](const MaskRule&, Name, Name) { return std::string(); }},
    MaskInfo{MaskKind::causal, "causal", "Causal", "key \u2264 query",
             "GPT, Llama and all other decoders use it.", MaskParameter::nothing, "", 0, 0,
             [](const MaskRule&, Index query, Index key) { return key <= query; }, comesAfter},
    MaskInfo{MaskKind::strict_causal, "strict_causal", "Strictly causal", "key < query",
             "A common slip: the first row is left empty.", MaskParameter::nothing, "", 0, 0,
             [](const MaskRule&, Index query, Index key) { return key < query; },
             [](const MaskRule&, Name query, Name key) {
                 return fmt::format("{} does not come before {}", quoted(key), quoted(query));
             }},
    MaskInfo{
        MaskKind::offset, "offset", "Diagonal offset", "key \u2264 query + k",
        "What tril(diagonal=k) makes.", MaskParameter::number, "diagonal", -4096, 1,
        [](const MaskRule& rule, Index query, Index key) { return key <= query + rule.number; },
        [](const MaskRule& rule, Name query, Name key) {
            return fmt::format("{} is beyond diagonal {} of {}", quoted(key), rule.number,
                               quoted(query));
        }},
    MaskInfo{MaskKind::sliding_window, "sliding_window", "Sliding window",
             "query \u2212 w < key \u2264 query", "Mistral and the decoder of Longformer use it.",
             MaskParameter::number, "window", 1, 2,
             [](const MaskRule& rule, Index query, Index key) {
                 return key <= query && key > query - rule.number;
             },
             [](const MaskRule& rule, Name query, Name key) {
                 return fmt::format("{} is not among the last {} up to {}", quoted(key),
                                    counted(rule.number, "token"), quoted(query));
             }},
    MaskInfo{MaskKind::local_window, "local_window", "Local window", "|query \u2212 key| < w",
             "Longformer and other local attention use it.", MaskParameter::number, "window", 1, 2,
             [](const MaskRule& rule, Index query, Index key) {
                 return key > query - rule.number && key < query + rule.number;
             },
             [](const MaskRule& rule, Name query, Name key) {
                 return fmt::format("{} is {} or more away from {}", quoted(key),
                                    counted(rule.number, "place"), quoted(query));
             }},
    MaskInfo{MaskKind::prefix_lm, "prefix_lm", "Prefix", "key \u2264 query or key < p",
             "T5 and PaliGemma use it.", MaskParameter::number, "prefix", 0, 2,
             [](const MaskRule& rule, Index query, Index key) {
                 return key <= query || key < rule.number;
             },
             [](const MaskRule& rule, Name query, Name key) {
                 return fmt::format("{} comes after {} and is not in the prefix of {}", quoted(key),
                                    quoted(query), counted(rule.number, "token"));
             }},
    MaskInfo{
        MaskKind::padding, "padding", "Padding", "key is valid",
        "For batches of sentences of unequal length.", MaskParameter::valid_tokens, "valid", 0, 0,
        [](const MaskRule& rule, Index, Index key) { return isValid(rule, key); },
        [](const MaskRule&, Name, Name key) { return fmt::format("{} is padding", quoted(key)); }},
    MaskInfo{MaskKind::documents, "documents", "Packed documents", "same document",
             "For several texts that are packed into one row.", MaskParameter::token_documents,
             "doc", 0, 0,
             [](const MaskRule& rule, Index query, Index key) {
                 return rule.per_token[at(query)] == rule.per_token[at(key)];
             },
             [](const MaskRule&, Name query, Name key) {
                 return fmt::format("{} belongs to another document than {}", quoted(key),
                                    quoted(query));
             }},
    MaskInfo{MaskKind::strided, "strided", "Strided", "key \u2264 query, every s-th",
             "The Sparse Transformer uses it.", MaskParameter::number, "stride", 1, 2,
             [](const MaskRule& rule, Index query, Index key) {
                 return key <= query && (query - key) % rule.number == 0;
             },
             [](const MaskRule& rule, Name query, Name key) {
                 return fmt::format("{} is not a whole number of steps of {} before {}",
                                    quoted(key), rule.number, quoted(query));
             }},
    MaskInfo{MaskKind::custom, "custom", "Custom", "as drawn",
             "Any pattern: paint it in the step Mask.", MaskParameter::cells, "allowed", 0, 0,
             [](const MaskRule& rule, Index query, Index key) -> bool {
                 return rule.allowed[at(query)][at(key)];
             },
             [](const MaskRule&, Name query, Name key) {
                 return fmt::format("the custom mask blocks {} for {}", quoted(key), quoted(query));
             }},
};

}  // namespace

std::span<const MaskInfo> maskKinds() { return kMaskKinds; }

const MaskInfo& info(MaskKind kind) { return kMaskKinds[static_cast<std::size_t>(kind)]; }

const MaskInfo* findMaskKind(std::string_view name) {
    for (const MaskInfo& row : kMaskKinds) {
        if (row.name == name) return &row;
    }
    return nullptr;
}

MaskRule newRule(MaskKind kind, Index tokens) {
    MaskRule rule{kind, info(kind).usual, {}, {}};
    switch (info(kind).parameter) {
        case MaskParameter::valid_tokens: rule.per_token.assign(at(tokens), 1); break;
        case MaskParameter::token_documents: rule.per_token.assign(at(tokens), 1); break;
        case MaskParameter::cells:
            rule.allowed.assign(at(tokens), std::vector<bool>(at(tokens), true));
            break;
        case MaskParameter::nothing:
        case MaskParameter::number: break;
    }
    return rule;
}

}  // namespace lookback

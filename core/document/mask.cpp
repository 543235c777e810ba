#include "core/document/mask.h"

#include <algorithm>

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

template <class Change>
void changeFlips(Mask& mask, Change change) {
    std::vector<Cell> kept;
    for (const Cell cell : mask.flips) {
        const Cell moved{change(cell.row), change(cell.col)};
        if (moved.row >= 0 && moved.col >= 0) kept.push_back(moved);
    }
    std::sort(kept.begin(), kept.end());
    mask.flips = std::move(kept);
}

template <class T>
void moveElement(std::vector<T>& list, Index from, Index to) {
    const auto begin = list.begin();
    if (from < to) {
        std::rotate(begin + from, begin + from + 1, begin + to + 1);
    } else {
        std::rotate(begin + to, begin + from, begin + from + 1);
    }
}

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

bool allows(const Mask& mask, Index query, Index key) {
    const bool by_rules =
        std::all_of(mask.rules.begin(), mask.rules.end(),
                    [&](const MaskRule& rule) { return info(rule.kind).allows(rule, query, key); });
    const bool flipped = std::binary_search(mask.flips.begin(), mask.flips.end(), Cell{query, key});
    return by_rules != flipped;
}

bool allowsAll(const Mask& mask, Index tokens) {
    for (Index query = 0; query < tokens; ++query) {
        for (Index key = 0; key < tokens; ++key) {
            if (!allows(mask, query, key)) return false;
        }
    }
    return true;
}

MaskRule asDrawn(const Mask& mask, Index tokens) {
    MaskRule rule = newRule(MaskKind::custom, tokens);
    for (Index query = 0; query < tokens; ++query) {
        for (Index key = 0; key < tokens; ++key) {
            rule.allowed[at(query)][at(key)] = allows(mask, query, key);
        }
    }
    return rule;
}

void flip(Mask& mask, Cell cell) {
    const auto place = std::lower_bound(mask.flips.begin(), mask.flips.end(), cell);
    if (place != mask.flips.end() && *place == cell) {
        mask.flips.erase(place);
    } else {
        mask.flips.insert(place, cell);
    }
}

void insertToken(Mask& mask, Index place) {
    for (MaskRule& rule : mask.rules) {
        if (!rule.per_token.empty() || info(rule.kind).parameter == MaskParameter::valid_tokens ||
            info(rule.kind).parameter == MaskParameter::token_documents) {
            const bool padding = rule.kind == MaskKind::padding;
            const Index value = padding || rule.per_token.empty()
                                    ? 1
                                    : rule.per_token[at(std::max<Index>(place - 1, 0))];
            rule.per_token.insert(rule.per_token.begin() + place, value);
        }
        if (rule.kind == MaskKind::custom) {
            for (auto& row : rule.allowed) row.insert(row.begin() + place, true);
            rule.allowed.insert(rule.allowed.begin() + place,
                                std::vector<bool>(rule.allowed.size() + 1, true));
        }
    }
    changeFlips(mask, [&](Index token) { return token < place ? token : token + 1; });
}

void removeToken(Mask& mask, Index place) {
    for (MaskRule& rule : mask.rules) {
        if (!rule.per_token.empty()) rule.per_token.erase(rule.per_token.begin() + place);
        if (rule.kind == MaskKind::custom) {
            rule.allowed.erase(rule.allowed.begin() + place);
            for (auto& row : rule.allowed) row.erase(row.begin() + place);
        }
    }
    changeFlips(mask, [&](Index token) {
        return token == place ? Index{-1} : token < place ? token : token - 1;
    });
}

void moveToken(Mask& mask, Index from, Index to) {
    for (MaskRule& rule : mask.rules) {
        if (!rule.per_token.empty()) moveElement(rule.per_token, from, to);
        if (rule.kind == MaskKind::custom) {
            moveElement(rule.allowed, from, to);
            for (auto& row : rule.allowed) moveElement(row, from, to);
        }
    }
    changeFlips(mask, [&](Index token) {
        if (token == from) return to;
        if (from < to) return token > from && token <= to ? token - 1 : token;
        return token >= to && token < from ? token + 1 : token;
    });
}

std::optional<std::string> blockedReason(const Mask& mask, Cell cell,
                                         const std::vector<std::string>& tokens) {
    if (allows(mask, cell.row, cell.col)) return std::nullopt;
    const Name query = tokens[at(cell.row)];
    const Name key = tokens[at(cell.col)];
    for (const MaskRule& rule : mask.rules) {
        if (!info(rule.kind).allows(rule, cell.row, cell.col)) {
            return info(rule.kind).reason(rule, query, key);
        }
    }
    return fmt::format("{} was blocked for {} by hand", quoted(key), quoted(query));
}

}  // namespace lookback

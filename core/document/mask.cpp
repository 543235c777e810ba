#include "core/document/mask.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include <fmt/format.h>

#include "core/base/text.h"
#include "messages/mask.h"

namespace lookback {
namespace {

bool isValid(const MaskRule& rule, Index token) { return rule.per_token[asSize(token)] != 0; }

Message comesAfter(const MaskRule&, const TokenLabel& query, const TokenLabel& key) {
    return say::mask::ReasonAfter{.key = key, .query = query};
}

constexpr std::span<const MaskNumber> kNoNumbers{};
constexpr std::array kDiagonal{MaskNumber{"diagonal", -4096, 1}};
constexpr std::array kWindow{MaskNumber{"window", 1, 2}};
constexpr std::array kPrefix{MaskNumber{"prefix", 0, 2}};
constexpr std::array kStride{MaskNumber{"stride", 1, 2}};
constexpr std::array kWindowAndSinks{MaskNumber{"window", 1, 2}, MaskNumber{"sinks", 0, 1}};
constexpr std::array kWindowAndGlobal{MaskNumber{"window", 1, 2}, MaskNumber{"global", 0, 1}};
constexpr std::array kWindowAndDilation{MaskNumber{"window", 1, 2}, MaskNumber{"dilation", 1, 2}};

const std::array kMaskKinds{
    MaskInfo{MaskKind::none, "none", stated<say::mask::KindNone>, "every key",
             stated<say::mask::UseNone>, MaskParameter::nothing, "", kNoNumbers,
             [](const MaskRule&, Index, Index) { return true; }, nullptr},
    MaskInfo{MaskKind::causal, "causal", stated<say::mask::KindCausal>, "key \u2264 query",
             stated<say::mask::UseCausal>, MaskParameter::nothing, "", kNoNumbers,
             [](const MaskRule&, Index query, Index key) { return key <= query; }, comesAfter},
    MaskInfo{MaskKind::strict_causal, "strict_causal", stated<say::mask::KindStrictCausal>,
             "key < query", stated<say::mask::UseStrictCausal>, MaskParameter::nothing, "",
             kNoNumbers, [](const MaskRule&, Index query, Index key) { return key < query; },
             [](const MaskRule&, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonNotBefore{.key = key, .query = query};
             }},
    MaskInfo{
        MaskKind::offset, "offset", stated<say::mask::KindOffset>, "key \u2264 query + k",
        stated<say::mask::UseOffset>, MaskParameter::numbers, "", kDiagonal,
        [](const MaskRule& rule, Index query, Index key) { return key <= query + rule.numbers[0]; },
        [](const MaskRule& rule, const TokenLabel& query, const TokenLabel& key) -> Message {
            return say::mask::ReasonDiagonal{
                .key = key, .diagonal = Count{rule.numbers[0]}, .query = query};
        }},
    MaskInfo{MaskKind::sliding_window, "sliding_window", stated<say::mask::KindSlidingWindow>,
             "query \u2212 w < key \u2264 query", stated<say::mask::UseSlidingWindow>,
             MaskParameter::numbers, "", kWindow,
             [](const MaskRule& rule, Index query, Index key) {
                 return key <= query && key > query - rule.numbers[0];
             },
             [](const MaskRule& rule, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonWindow{.key = key, .n = rule.numbers[0], .query = query};
             }},
    MaskInfo{MaskKind::local_window, "local_window", stated<say::mask::KindLocalWindow>,
             "|query \u2212 key| < w", stated<say::mask::UseLocalWindow>, MaskParameter::numbers,
             "", kWindow,
             [](const MaskRule& rule, Index query, Index key) {
                 return key > query - rule.numbers[0] && key < query + rule.numbers[0];
             },
             [](const MaskRule& rule, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonLocal{.key = key, .n = rule.numbers[0], .query = query};
             }},
    MaskInfo{MaskKind::prefix_lm, "prefix_lm", stated<say::mask::KindPrefixLm>,
             "key \u2264 query or key < p", stated<say::mask::UsePrefixLm>, MaskParameter::numbers,
             "", kPrefix,
             [](const MaskRule& rule, Index query, Index key) {
                 return key <= query || key < rule.numbers[0];
             },
             [](const MaskRule& rule, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonPrefix{.key = key, .query = query, .n = rule.numbers[0]};
             }},
    MaskInfo{MaskKind::padding, "padding", stated<say::mask::KindPadding>, "key is valid",
             stated<say::mask::UsePadding>, MaskParameter::valid_tokens, "valid", kNoNumbers,
             [](const MaskRule& rule, Index, Index key) { return isValid(rule, key); },
             [](const MaskRule&, const TokenLabel&, const TokenLabel& key) -> Message {
                 return say::mask::ReasonPadding{.key = key};
             }},
    MaskInfo{MaskKind::documents, "documents", stated<say::mask::KindDocuments>, "same document",
             stated<say::mask::UseDocuments>, MaskParameter::token_documents, "doc", kNoNumbers,
             [](const MaskRule& rule, Index query, Index key) {
                 return rule.per_token[asSize(query)] == rule.per_token[asSize(key)];
             },
             [](const MaskRule&, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonDocument{.key = key, .query = query};
             }},
    MaskInfo{MaskKind::strided, "strided", stated<say::mask::KindStrided>,
             "key \u2264 query, every s-th", stated<say::mask::UseStrided>, MaskParameter::numbers,
             "", kStride,
             [](const MaskRule& rule, Index query, Index key) {
                 return key <= query && (query - key) % rule.numbers[0] == 0;
             },
             [](const MaskRule& rule, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonStrided{.key = key, .n = rule.numbers[0], .query = query};
             }},
    MaskInfo{MaskKind::streaming, "streaming", stated<say::mask::KindStreaming>,
             "key \u2264 query, the last w or first s", stated<say::mask::UseStreaming>,
             MaskParameter::numbers, "", kWindowAndSinks,
             [](const MaskRule& rule, Index query, Index key) {
                 return key <= query && (query - key < rule.numbers[0] || key < rule.numbers[1]);
             },
             [](const MaskRule& rule, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonStreaming{
                     .key = key, .n = rule.numbers[0], .query = query};
             }},
    MaskInfo{MaskKind::global_window, "global_window", stated<say::mask::KindGlobalWindow>,
             "|query \u2212 key| < w or either < g", stated<say::mask::UseGlobalWindow>,
             MaskParameter::numbers, "", kWindowAndGlobal,
             [](const MaskRule& rule, Index query, Index key) {
                 return std::abs(query - key) < rule.numbers[0] ||
                        std::min(query, key) < rule.numbers[1];
             },
             [](const MaskRule& rule, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonGlobal{.key = key, .n = rule.numbers[0], .query = query};
             }},
    MaskInfo{MaskKind::dilated_window, "dilated_window", stated<say::mask::KindDilatedWindow>,
             "|query \u2212 key| < w\u00b7d, every d-th", stated<say::mask::UseDilatedWindow>,
             MaskParameter::numbers, "", kWindowAndDilation,
             [](const MaskRule& rule, Index query, Index key) {
                 const Index distance = std::abs(query - key);
                 return distance % rule.numbers[1] == 0 &&
                        distance / rule.numbers[1] < rule.numbers[0];
             },
             [](const MaskRule& rule, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonDilated{.key = key,
                                                 .n = rule.numbers[0],
                                                 .dilation = Count{rule.numbers[1]},
                                                 .query = query};
             }},
    MaskInfo{MaskKind::custom, "custom", stated<say::mask::KindCustom>, "as drawn",
             stated<say::mask::UseCustom>, MaskParameter::cells, "allowed", kNoNumbers,
             [](const MaskRule& rule, Index query, Index key) -> bool {
                 return rule.allowed[asSize(query)][asSize(key)];
             },
             [](const MaskRule&, const TokenLabel& query, const TokenLabel& key) -> Message {
                 return say::mask::ReasonCustom{.key = key, .query = query};
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

MaskRule newRule(MaskKind kind, Index tokens) {
    MaskRule rule{.kind = kind};
    const std::span<const MaskNumber> numbers = info(kind).numbers;
    for (std::size_t k = 0; k < numbers.size(); ++k) rule.numbers[k] = numbers[k].usual;
    switch (info(kind).parameter) {
        case MaskParameter::valid_tokens: rule.per_token.assign(asSize(tokens), 1); break;
        case MaskParameter::token_documents: rule.per_token.assign(asSize(tokens), 1); break;
        case MaskParameter::cells:
            rule.allowed.assign(asSize(tokens), std::vector<bool>(asSize(tokens), true));
            break;
        case MaskParameter::nothing:
        case MaskParameter::numbers: break;
    }
    return rule;
}

std::string ruleNumbers(const MaskRule& rule) {
    const std::span<const MaskNumber> numbers = info(rule.kind).numbers;
    if (numbers.empty()) return "";
    return fmt::format("{} {}", numbers[0].field, briefRuleNumbers(rule));
}

std::string briefRuleNumbers(const MaskRule& rule) {
    const std::span<const MaskNumber> numbers = info(rule.kind).numbers;
    std::string brief;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        if (k > 0) brief += fmt::format(", {} ", numbers[k].field);
        brief += formatShort(static_cast<double>(rule.numbers[k]));
    }
    return brief;
}

Message maskRuleTitle(const MaskRule& rule) {
    const MaskInfo& kind = info(rule.kind);
    if (kind.numbers.empty()) return kind.label();
    return say::mask::WithNumbers{.kind = kind.label(),
                                  .numbers = Verbatim{briefRuleNumbers(rule)}};
}

bool allows(const Mask& mask, Index query, Index key) {
    const bool by_rules =
        std::all_of(mask.rules.begin(), mask.rules.end(),
                    [&](const MaskRule& rule) { return info(rule.kind).allows(rule, query, key); });
    const bool flipped = std::binary_search(mask.flips.begin(), mask.flips.end(), Cell{query, key});
    return by_rules != flipped;
}

MaskRule asCustomRule(const Mask& mask, Index tokens) {
    MaskRule rule = newRule(MaskKind::custom, tokens);
    for (Index query = 0; query < tokens; ++query) {
        for (Index key = 0; key < tokens; ++key) {
            rule.allowed[asSize(query)][asSize(key)] = allows(mask, query, key);
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
                                    : rule.per_token[asSize(std::max<Index>(place - 1, 0))];
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

std::optional<Message> blockedReason(const Mask& mask, Cell cell,
                                     const std::vector<std::string>& tokens) {
    if (allows(mask, cell.row, cell.col)) return std::nullopt;
    const TokenLabel query{tokens[asSize(cell.row)]};
    const TokenLabel key{tokens[asSize(cell.col)]};
    for (const MaskRule& rule : mask.rules) {
        if (!info(rule.kind).allows(rule, cell.row, cell.col)) {
            return info(rule.kind).reason(rule, query, key);
        }
    }
    return say::mask::ReasonByHand{.key = key, .query = query};
}

}  // namespace lookback

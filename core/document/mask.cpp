#include "core/document/mask.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text.h"

namespace lookback {
namespace {

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

std::optional<std::string> blockedReason(const Mask& mask, Cell cell,
                                         const std::vector<std::string>& tokens) {
    if (allows(mask, cell.row, cell.col)) return std::nullopt;
    const std::string_view query = tokens[asSize(cell.row)];
    const std::string_view key = tokens[asSize(cell.col)];
    for (const MaskRule& rule : mask.rules) {
        if (!info(rule.kind).allows(rule, cell.row, cell.col)) {
            return info(rule.kind).reason(rule, query, key);
        }
    }
    return fmt::format("{} was blocked for {} by hand", inQuotes(key), inQuotes(query));
}

}  // namespace lookback

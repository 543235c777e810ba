#include "core/code/mask_code.h"

#include <map>

#include <fmt/format.h>

namespace lookback {
namespace {

/// The name of a kind's list without a number; empty: the kind has none.
std::string_view listName(MaskParameter parameter) {
    switch (parameter) {
        case MaskParameter::valid_tokens: return "valid";
        case MaskParameter::token_documents: return "doc";
        case MaskParameter::cells: return "allowed";
        case MaskParameter::nothing:
        case MaskParameter::numbers: break;
    }
    return {};
}

std::string_view nameOfList(const std::vector<MaskList>& lists, const MaskRule& rule) {
    for (const MaskList& list : lists) {
        if (list.rule == &rule) return list.name;
    }
    return {};
}

/// The condition of one rule: i is the query, j the key.
std::string conditionOf(const MaskRule& rule, std::string_view list, std::string_view i,
                        std::string_view j) {
    const auto [a, b] = rule.numbers;
    switch (rule.kind) {
        case MaskKind::none: break;
        case MaskKind::causal: return fmt::format("{} <= {}", j, i);
        case MaskKind::strict_causal: return fmt::format("{} < {}", j, i);
        case MaskKind::offset: return fmt::format("{} - {} <= {}", j, i, a);
        case MaskKind::sliding_window:
            return fmt::format("({1} <= {0}) & ({0} - {1} < {2})", i, j, a);
        case MaskKind::local_window: return fmt::format("abs({} - {}) < {}", i, j, a);
        case MaskKind::prefix_lm: return fmt::format("({1} <= {0}) | ({1} < {2})", i, j, a);
        case MaskKind::padding: return fmt::format("{}[{}]", list, j);
        case MaskKind::documents: return fmt::format("{0}[{1}] == {0}[{2}]", list, i, j);
        case MaskKind::strided:
            return fmt::format("({1} <= {0}) & (({0} - {1}) % {2} == 0)", i, j, a);
        case MaskKind::streaming:
            return fmt::format("({1} <= {0}) & (({0} - {1} < {2}) | ({1} < {3}))", i, j, a, b);
        case MaskKind::global_window:
            return fmt::format("(abs({0} - {1}) < {2}) | ({0} < {3}) | ({1} < {3})", i, j, a, b);
        case MaskKind::dilated_window:
            return fmt::format("(abs({0} - {1}) % {3} == 0) & (abs({0} - {1}) // {3} < {2})", i, j,
                               a, b);
        case MaskKind::custom: return fmt::format("{}[{}, {}]", list, i, j);
    }
    return {};
}

/// The call of the textbook's function.
std::string textbookCall(const MaskRule& rule, std::string_view list) {
    const auto [a, b] = rule.numbers;
    switch (rule.kind) {
        case MaskKind::none: break;
        case MaskKind::causal: return "causalMask(n)";
        case MaskKind::strict_causal: return "strictCausalMask(n)";
        case MaskKind::offset: return fmt::format("offsetMask(n, {})", a);
        case MaskKind::sliding_window: return fmt::format("slidingWindowMask(n, {})", a);
        case MaskKind::local_window: return fmt::format("localWindowMask(n, {})", a);
        case MaskKind::prefix_lm: return fmt::format("prefixMask(n, {})", a);
        case MaskKind::padding: return fmt::format("paddingMask({})", list);
        case MaskKind::documents: return fmt::format("documentsMask({})", list);
        case MaskKind::strided: return fmt::format("stridedMask(n, {})", a);
        case MaskKind::streaming: return fmt::format("streamingMask(n, {}, {})", a, b);
        case MaskKind::global_window: return fmt::format("globalWindowMask(n, {}, {})", a, b);
        case MaskKind::dilated_window: return fmt::format("dilatedWindowMask(n, {}, {})", a, b);
        case MaskKind::custom: return std::string(list);
    }
    return "allowAll(n)";
}

}  // namespace

std::vector<MaskList> maskLists(const Mask& mask) {
    std::vector<MaskList> lists;
    std::map<std::string_view, int> used;
    for (const MaskRule& rule : mask.rules) {
        const std::string_view name = listName(info(rule.kind).parameter);
        if (name.empty()) continue;
        const int number = ++used[name];
        lists.push_back(
            {number == 1 ? std::string(name) : fmt::format("{}_{}", name, number), &rule});
    }
    return lists;
}

std::string maskCondition(const Mask& mask, std::string_view query, std::string_view key) {
    const std::vector<MaskList> lists = maskLists(mask);
    std::vector<std::string> conditions;
    for (const MaskRule& rule : mask.rules) {
        std::string condition = conditionOf(rule, nameOfList(lists, rule), query, key);
        if (!condition.empty()) conditions.push_back(std::move(condition));
    }
    if (conditions.size() == 1) return conditions.front();
    std::string all;
    for (const std::string& condition : conditions) {
        const bool is_plain = condition.find(' ') == std::string::npos;
        all += all.empty() ? "" : " & ";
        all += is_plain ? condition : fmt::format("({})", condition);
    }
    return all;
}

std::string textbookMaskCode(const Mask& mask) {
    const std::vector<MaskList> lists = maskLists(mask);
    std::string all;
    for (const MaskRule& rule : mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        const std::string call = textbookCall(rule, nameOfList(lists, rule));
        all = all.empty() ? call : fmt::format("joinMasks({}, {})", all, call);
    }
    return all.empty() ? "allowAll(n)" : all;
}

const MaskRule* onlyRule(const Mask& mask) {
    const MaskRule* only = nullptr;
    for (const MaskRule& rule : mask.rules) {
        if (rule.kind == MaskKind::none) continue;
        if (only != nullptr) return nullptr;
        only = &rule;
    }
    return only;
}

bool isTriangle(const Mask& mask, Index& diagonal) {
    const MaskRule* const rule = onlyRule(mask);
    if (rule == nullptr) return false;
    switch (rule->kind) {
        case MaskKind::causal: diagonal = 0; return true;
        case MaskKind::strict_causal: diagonal = -1; return true;
        case MaskKind::offset: diagonal = rule->numbers[0]; return true;
        default: return false;
    }
}

}  // namespace lookback

#include "core/import/model_heads.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/import/tensor_name.h"

namespace lookback {
namespace {

/// The values of (heads, in, out) in the order of (in, heads, out).
std::vector<double> headsInside(const std::vector<double>& values, Index heads, Index in,
                                Index out) {
    std::vector<double> result;
    result.reserve(values.size());
    for (Index row = 0; row < in; ++row) {
        for (Index head = 0; head < heads; ++head) {
            const auto begin = values.begin() + (head * in + row) * out;
            result.insert(result.end(), begin, begin + out);
        }
    }
    return result;
}

/// Makes a matrix of a weight with an axis of heads, and a list of a bias.
void joinAxis(FoundTensor& tensor, const NameMeaning& meaning) {
    if (!meaning.target || meaning.head_axis == HeadAxis::none || tensor.values.empty()) return;
    std::vector<Index>& shape = tensor.shape;
    if (isBias(*meaning.target)) {
        if (shape.size() != 2 || shape[0] == 1 || shape[1] == 1) return;
        tensor.heads = shape[0];
        shape = {shape[0] * shape[1]};
        return;
    }
    if (shape.size() != 3) return;
    const bool is_output = meaning.target == MatrixId::w_output;
    const bool is_first = meaning.head_axis == HeadAxis::first;
    const bool is_told = tensor.name.find_first_of("./") != std::string::npos;
    if (is_first && (shape[0] == 1 || (!is_told && !is_output && shape[0] == shape[1]))) return;
    const Index heads = is_first || is_output ? shape[0] : shape[1];
    if (is_output) {
        shape = {shape[0] * shape[1], shape[2]};
    } else if (is_first) {
        tensor.values = headsInside(tensor.values, shape[0], shape[1], shape[2]);
        shape = {shape[1], shape[0] * shape[2]};
    } else {
        shape = {shape[0], shape[1] * shape[2]};
    }
    tensor.heads = heads;
}

/// The heads of one weight in a list of modules.
struct HeadList {
    std::map<Index, std::size_t> tensors{};  ///< places among the found, by head
    NameMeaning meaning{};
};

/// A name before and behind the number of its head: `sa.heads.` and `.key.weight`.
std::pair<std::string, std::string> aroundHead(const std::string& name) {
    std::size_t at = 0;
    for (const std::string_view list : {"heads.", "head.", "heads/", "head/"}) {
        if (at = name.find(list); at == std::string::npos) continue;
        at += list.size();
        const std::size_t end = std::min(name.find_first_of("./", at), name.size());
        return {name.substr(0, at), name.substr(end)};
    }
    return {name, ""};
}

/// True where all heads from 0 on are there, in one shape.
bool isWhole(const HeadList& list, const Found& found) {
    const std::vector<Index>& shape = found.tensors[list.tensors.begin()->second].shape;
    const std::size_t sides = isBias(*list.meaning.target) ? 1 : 2;
    Index wanted = 0;
    return shape.size() == sides &&
           std::all_of(list.tensors.begin(), list.tensors.end(), [&](const auto& entry) {
               return entry.first == wanted++ && found.tensors[entry.second].shape == shape;
           });
}

/// Joins the heads of a list in the tensor of its first.
void joinList(const HeadList& list, Found& found) {
    FoundTensor& first = found.tensors[list.tensors.begin()->second];
    const auto heads = std::ssize(list.tensors);
    const auto [before, behind] = aroundHead(first.name);
    std::vector<double> values;
    for (const auto& [head, place] : list.tensors) {
        std::vector<double>& own = found.tensors[place].values;
        values.insert(values.end(), own.begin(), own.end());
        own = {};
        if (!first.change) first.change = found.tensors[place].change;
    }
    const bool is_beside = !isBias(*list.meaning.target) && !list.meaning.is_layer;
    if (is_beside) {
        values = headsInside(values, heads, first.shape[0], first.shape[1]);
        first.shape[1] *= heads;
    } else {
        first.shape[0] *= heads;
    }
    first.name = fmt::format("{}0-{}{}", before, heads - 1, behind);
    first.values = std::move(values);
    first.heads = heads;
}

}  // namespace

void joinHeads(Found& found) {
    std::map<std::string, HeadList> lists;
    for (std::size_t k = 0; k < found.tensors.size(); ++k) {
        FoundTensor& tensor = found.tensors[k];
        const NameMeaning meaning = meaningOf(tensor.name);
        joinAxis(tensor, meaning);
        const bool is_output =
            meaning.target == MatrixId::w_output || meaning.target == MatrixId::b_output;
        if (!meaning.head || !meaning.target || is_output) continue;
        const auto [before, behind] = aroundHead(tensor.name);
        HeadList& list = lists[before + behind];
        list.meaning = meaning;
        list.tensors.emplace(*meaning.head, k);
    }
    std::vector<bool> is_joined(found.tensors.size());
    for (const auto& [name, list] : lists) {
        if (list.tensors.size() < 2 || !isWhole(list, found)) continue;
        joinList(list, found);
        for (const auto& [head, place] : list.tensors) is_joined[place] = head > 0;
    }
    std::size_t place = 0;
    std::erase_if(found.tensors, [&](const FoundTensor&) { return is_joined[place++]; });
}

}  // namespace lookback

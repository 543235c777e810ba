#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/import/placement.h"
#include "messages/imports.h"

namespace lookback {

namespace {

Verbatim labelOf(const FoundTexts& list) {
    return list.name.empty() ? Verbatim{list.where} : Verbatim{oneLine(list.name)};
}

}  // namespace

std::vector<Message> sentencesOf(const Found& found, const Placement& placement) {
    constexpr std::array kTurned{
        say::imports::Placed::Turned::other, say::imports::Placed::Turned::name,
        say::imports::Placed::Turned::layer, say::imports::Placed::Turned::wish};
    constexpr std::array kPartTurned{
        say::imports::PlacedPart::Turned::other, say::imports::PlacedPart::Turned::name,
        say::imports::PlacedPart::Turned::layer, say::imports::PlacedPart::Turned::wish};
    std::vector<Message> lines;
    Index rows = 0;
    for (const PlacedTensor& placed : placement.placed) {
        const FoundTensor& tensor = found.tensors[placed.tensor];
        const Verbatim shape{shapeText(tensor.shape)};
        const Verbatim symbol{std::string(info(placed.target).symbol)};
        const auto turned = static_cast<std::size_t>(placed.turned);
        if (placed.target == MatrixId::embeddings) {
            const Cell size = *matrixSize(tensor);
            rows = placed.turned == Turned::no ? size.row : size.col;
        }
        if (placed.is_part) {
            lines.emplace_back(say::imports::PlacedPart{.tensor = tensorLabel(tensor),
                                                        .shape = shape,
                                                        .first = Count{placed.outputs.begin + 1},
                                                        .last = Count{placed.outputs.end},
                                                        .target = symbol,
                                                        .turned = kPartTurned[turned]});
        } else {
            lines.emplace_back(say::imports::Placed{.tensor = tensorLabel(tensor),
                                                    .shape = shape,
                                                    .target = symbol,
                                                    .turned = kTurned[turned]});
        }
        if (placed.repeats > 1) {
            lines.emplace_back(say::imports::Repeated{.target = symbol, .n = placed.repeats});
        }
    }
    if (placement.head) {
        lines.emplace_back(say::imports::OneHead{.head = Verbatim{std::to_string(*placement.head)},
                                                 .heads = Count{placement.heads}});
    }
    for (std::size_t k = 0; k < found.texts.size(); ++k) {
        const FoundTexts& list = found.texts[k];
        const auto n = static_cast<Index>(list.texts.size());
        lines.emplace_back(
            placement.texts == k
                ? Message(say::imports::PlacedTexts{.list = labelOf(list), .n = n})
                : Message(say::imports::UnusedTexts{.list = labelOf(list), .n = n, .rows = rows}));
    }
    lines.insert(lines.end(), placement.warnings.begin(), placement.warnings.end());
    for (Message& line : unplacedSentences(found, placement)) lines.push_back(std::move(line));
    return lines;
}

Message passedSentence(const PassedOver& words) {
    constexpr std::size_t kLongestPassed = 80;
    return say::imports::PassedOver{
        .where = Verbatim{oneLine(words.where)},
        .text = Verbatim{inQuotes(oneLine(shortenedTo(words.text, kLongestPassed)))}};
}

std::vector<Message> unplacedSentences(const Found& found, const Placement& placement) {
    constexpr std::size_t kMostUnused = 40;
    std::vector<Message> lines;
    for (const PlacedTensor& taken : placement.taken) {
        const FoundTensor& tensor = found.tensors[taken.tensor];
        if (!tensor.name.empty()) continue;
        lines.emplace_back(
            say::imports::TakenInOrder{.tensor = tensorLabel(tensor),
                                       .shape = Verbatim{shapeText(tensor.shape)},
                                       .target = Verbatim{std::string(info(taken.target).symbol)}});
    }
    const std::size_t told = std::min(placement.unused.size(), kMostUnused);
    for (std::size_t k = 0; k < told; ++k) {
        const FoundTensor& tensor = found.tensors[placement.unused[k].tensor];
        lines.emplace_back(say::imports::Unused{.tensor = tensorLabel(tensor),
                                                .shape = Verbatim{shapeText(tensor.shape)},
                                                .why = placement.unused[k].why});
    }
    if (const std::size_t others = placement.unused.size() - told; others > 0) {
        lines.emplace_back(say::imports::UnusedOthers{.n = static_cast<Index>(others)});
    }
    for (std::size_t k = 0; k < std::min(found.passed.size(), kMostUnused); ++k) {
        lines.push_back(passedSentence(found.passed[k]));
    }
    return lines;
}

}  // namespace lookback

#include "core/lesson/document_part.h"

#include <cassert>

#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr std::array kDocumentParts{
    DocumentPartInfo{DocumentPart::tokens, "tokens", stated<say::lesson::PartTokens>,
                     [](const Document& a, const Document& b) { return a.tokens == b.tokens; }},
    DocumentPartInfo{
        DocumentPart::embeddings, "embeddings", stated<say::lesson::PartEmbeddings>,
        [](const Document& a, const Document& b) { return a.embeddings == b.embeddings; }},
    DocumentPartInfo{
        DocumentPart::positions, "positions", stated<say::lesson::PartPositions>,
        [](const Document& a, const Document& b) { return a.positions == b.positions; }},
    DocumentPartInfo{DocumentPart::heads, "heads", stated<say::lesson::PartHeads>,
                     [](const Document& a, const Document& b) { return a.heads == b.heads; }},
    DocumentPartInfo{DocumentPart::weights, "weights", stated<say::lesson::PartWeights>,
                     [](const Document& a, const Document& b) {
                         return a.weights == b.weights && a.biases == b.biases;
                     }},
    DocumentPartInfo{DocumentPart::scale, "scale", stated<say::lesson::PartScale>,
                     [](const Document& a, const Document& b) { return a.scale == b.scale; }},
    DocumentPartInfo{DocumentPart::softcap, "softcap", stated<say::lesson::PartSoftcap>,
                     [](const Document& a, const Document& b) { return a.softcap == b.softcap; }},
    DocumentPartInfo{DocumentPart::mask, "mask", stated<say::lesson::PartMask>,
                     [](const Document& a, const Document& b) { return a.mask == b.mask; }},
    DocumentPartInfo{DocumentPart::masking, "masking", stated<say::lesson::PartMasking>,
                     [](const Document& a, const Document& b) { return a.masking == b.masking; }},
    DocumentPartInfo{DocumentPart::dtype, "dtype", stated<say::lesson::PartDtype>,
                     [](const Document& a, const Document& b) { return a.dtype == b.dtype; }},
    DocumentPartInfo{DocumentPart::draw, "draw", stated<say::lesson::PartDraw>,
                     [](const Document& a, const Document& b) { return a.draw == b.draw; }},
    DocumentPartInfo{DocumentPart::experiment, "experiment", stated<say::lesson::PartExperiment>,
                     nullptr},
    DocumentPartInfo{DocumentPart::everything, "everything", stated<say::lesson::PartEverything>,
                     [](const Document& a, const Document& b) { return a == b; }},
};

}  // namespace

std::span<const DocumentPartInfo> documentParts() { return kDocumentParts; }

const DocumentPartInfo& info(DocumentPart part) {
    const DocumentPartInfo& row = kDocumentParts[static_cast<std::size_t>(part)];
    assert(row.part == part);
    return row;
}

}  // namespace lookback

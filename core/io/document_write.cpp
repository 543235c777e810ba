#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/document_json.h"
#include "core/io/draw_json.h"
#include "core/io/drawn_matrices.h"
#include "core/io/json_text.h"
#include "core/io/lesson_json.h"
#include "core/io/mask_json.h"
#include "core/io/scale_json.h"

namespace lookback {
namespace {

std::string writeTokens(const std::vector<std::string>& tokens, int indent) {
    return jsonList(jsonItems(tokens, jsonString), indent);
}

std::string writePositions(const Positions& positions, int indent) {
    const PositionInfo& kind = info(positions.kind);
    JsonFields fields{{"kind", jsonString(kind.name)}};
    if (kind.has_base) fields.emplace_back("base", jsonNumber(positions.base));
    if (!positions.slopes.empty() && kind.has_slopes) {
        fields.emplace_back(
            "slopes",
            jsonList(jsonItems(positions.slopes, [](double slope) { return jsonNumber(slope); }),
                     indent));
    }
    if (kind.has_table) {
        fields.emplace_back("table", jsonMatrix(positions.table.get(), indent));
    }
    return jsonInline(fields);
}

std::string writeWeights(const Weights& weights, int indent) {
    const auto matrix = [&](const SharedMatrix& shared) {
        return jsonMatrix(shared.get(), indent + 2);
    };
    return jsonObject({{"query", matrix(weights.query)},
                       {"key", matrix(weights.key)},
                       {"value", matrix(weights.value)},
                       {"output", weights.output ? matrix(*weights.output) : "null"}},
                      indent);
}

std::string writeObject(const Document& document, int indent);

std::string writeSnapshots(const std::vector<DocumentSnapshot>& snapshots, int indent) {
    const auto items = jsonItems(snapshots, [&](const DocumentSnapshot& snapshot) {
        return jsonObject({{"name", jsonString(snapshot.name)},
                           {"document", writeObject(*snapshot.document, indent + 4)}},
                          indent + 2);
    });
    return jsonLines(items, indent);
}

/// @param indent of the closing brace
std::string writeObject(const Document& document, int indent) {
    const int inner = indent + 2;
    JsonFields fields{{"lookback", std::to_string(kFileVersion)},
                      {"title", jsonString(document.title)},
                      {"tokens", writeTokens(document.tokens, inner)},
                      {"dtype", jsonString(info(document.dtype).name)},
                      {"embeddings", jsonMatrix(document.embeddings.get(), inner)},
                      {"positions", writePositions(document.positions, inner)},
                      {"heads", std::to_string(document.heads)},
                      {"weights", writeWeights(document.weights, inner)},
                      {"scale", writeScale(document.scale)}};
    if (document.softcap) fields.emplace_back("softcap", jsonNumber(*document.softcap));
    fields.emplace_back("mask", writeMaskRules(document.mask.rules, inner));
    if (!document.mask.flips.empty()) {
        fields.emplace_back("flips", writeFlips(document.mask.flips, inner));
    }
    fields.emplace_back("masking", writeMasking(document.masking));
    if (drawHolds(document)) fields.emplace_back("draw", writeDraw(*document.draw, inner));
    if (!document.snapshots.empty()) {
        fields.emplace_back("snapshots", writeSnapshots(document.snapshots, inner));
    }
    if (document.lesson) {
        const std::string texts = writeLesson(*document.lesson, inner);
        if (!texts.empty()) fields.emplace_back("lesson", texts);
        const std::string expect = writeExpectations(*document.lesson, inner);
        if (!expect.empty()) fields.emplace_back("expect", expect);
    }
    return jsonObject(fields, indent);
}

}  // namespace

std::string writeDocument(const Document& document, std::size_t limit) {
    std::string text = writeObject(document, 0) + "\n";
    return text.size() <= limit ? text : jsonWithoutSpace(text);
}

Result<std::string> documentBytes(const Document& document, std::size_t limit) {
    std::string text = writeDocument(document, limit);
    if (text.size() > limit) {
        return tl::unexpected(
            Error{"", fmt::format("would be larger than {} MiB, the most that can be opened again; "
                                  "nothing was written",
                                  limit >> 20)});
    }
    if (const Checked<Document> again = readDocument(text); !again) {
        const Error& first = again.error().front();
        return tl::unexpected(
            Error{"", fmt::format("could not be opened again ({}{}{}); nothing was written",
                                  first.where, first.where.empty() ? "" : ": ", first.message)});
    }
    return text;
}

}  // namespace lookback

#include "core/io/document_json.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/engine/memory.h"
#include "core/io/document_draw.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/io/lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/mask_json.h"
#include "core/lesson/needs.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::array<std::string_view, 19> kDocumentFields{
    "lookback", "title",  "tokens",    "dtype",   "embeddings", "positions", "heads",
    "weights",  "biases", "scale",     "softcap", "mask",       "flips",     "masking",
    "draw",     "from",   "snapshots", "lesson",  "expect"};

/// Checked before the document of a snapshot is read: reading recurses once at most.
bool hasSnapshots(const Json& document) {
    if (!document.is_object()) return false;
    const auto field = document.find("snapshots");
    return field != document.end() && !(field->is_array() && field->empty());
}

std::optional<DocumentSnapshot> readSnapshot(const Json& json, const std::string& path,
                                             double allowed, Faults& faults) {
    constexpr std::array<std::string_view, 2> kSnapshotFields{"name", "document"};
    const Fields fields(json, path, kSnapshotFields, faults);
    const Json* name = fields.need("name", say::expected::Text{});
    const Json* document = fields.need("document", say::expected::Document{});
    if (name == nullptr || document == nullptr) return std::nullopt;
    std::optional<std::string> text = readString(*name, fields.path("name"), faults);
    const std::string where = fields.path("document");
    if (hasSnapshots(*document)) {
        faults.add(joined(where, "snapshots"), say::faults::NestedSnapshots{});
        return std::nullopt;
    }
    Checked<Document> read = documentOf(*document, allowed);
    if (!read) {
        for (Error& fault : read.error()) {
            faults.add(fault.where.empty() ? where : joined(where, fault.where),
                       std::move(fault.message));
        }
    }
    if (!read || !text) return std::nullopt;
    return DocumentSnapshot{*std::move(text), std::make_shared<const Document>(*std::move(read))};
}

/// Reads the field `snapshots` of a document file, each of which is a document file. Faults have
/// the path of the whole: `snapshots[0].document.weights.query[1][0]`.
/// @param allowed bytes of memory for each snapshot with its trace, and for the numbers of all
/// snapshots
std::vector<DocumentSnapshot> readSnapshots(const Json& json, const std::string& path,
                                            double allowed, Faults& faults) {
    // A draw of a few letters makes millions of numbers: memory is counted snapshot by snapshot.
    double kept = 0;
    const auto read = [&](const Json& entry,
                          const std::string& at) -> std::optional<DocumentSnapshot> {
        if (kept > allowed) return std::nullopt;
        auto snapshot = readSnapshot(entry, at, allowed, faults);
        if (snapshot) kept += keptMemoryOf(*snapshot->document);
        if (kept > allowed) {
            faults.add(at,
                       say::faults::SnapshotsMemory{.memory = Verbatim{memoryText(kept, allowed)},
                                                    .most = Verbatim{memoryText(allowed)}});
        }
        return snapshot;
    };
    return readList<DocumentSnapshot>(json, path, faults, read)
        .value_or(std::vector<DocumentSnapshot>());
}

class DocumentReader {
public:
    DocumentReader(const Json& root, double allowed)
        : fields_(root, "", kDocumentFields, faults_), allowed_(allowed) {}

    Checked<Document> read() {
        readHead();
        readTarget("embeddings", fields_.find("embeddings"));
        if (const Json* positions = fields_.find("positions")) readPositions(*positions);
        if (const Json* weights = fields_.find("weights")) readWeights(*weights);
        if (const Json* biases = fields_.find("biases")) readBiases(*biases);
        if (const Json* scale = fields_.find("scale")) {
            doc_.scale = readScale(*scale, "scale", faults_).value_or(Scale());
        }
        if (const Json* softcap = fields_.find("softcap"); softcap && !softcap->is_null()) {
            doc_.softcap = readNumber(*softcap, "softcap", faults_);
        }
        readMask();
        if (const Json* draw = fields_.find("draw")) doc_.draw = readDraw(*draw, "draw", faults_);
        if (const Json* snapshots = fields_.find("snapshots")) {
            doc_.snapshots = readSnapshots(*snapshots, "snapshots", allowed_, faults_);
        }
        readTexts();
        reportMissing();
        if (faults_.empty() && doc_.draw) {
            if (auto fault = drawFault(*doc_.draw, doc_, matrices_, allowed_)) {
                return tl::unexpected(std::vector{*std::move(fault)});
            }
            supplyDrawn(*doc_.draw, doc_.dtype, doc_.n(), matrices_, faults_);
        }
        if (faults_.empty()) {
            takeMatrices();
            for (Error& fault : faults(doc_)) {
                faults_.add(std::move(fault.where), std::move(fault.message));
            }
        }
        if (auto fault = faults_.empty() ? needsFault(doc_, allowed_) : std::nullopt) {
            return tl::unexpected(std::vector{*std::move(fault)});
        }
        if (!faults_.empty()) return tl::unexpected(faults_.take());
        return std::move(doc_);
    }

private:
    void readHead() {
        const auto text = [&](const Json& json, const std::string& path) {
            return readString(json, path, faults_);
        };
        if (const Json* title = fields_.find("title")) {
            doc_.title = text(*title, "title").value_or("");
        }
        if (const Json* tokens = fields_.need("tokens", say::expected::Tokens{})) {
            doc_.tokens = readList<std::string>(*tokens, "tokens", faults_, text)
                              .value_or(std::vector<std::string>());
        }
        if (const Json* dtype = fields_.find("dtype")) readDType(*dtype);
        if (const Json* heads = fields_.find("heads")) {
            doc_.heads = readWhole(*heads, "heads", 1, faults_, kMaxHeads).value_or(1);
        }
    }

    /// The lesson of the shipped document that the file was made from, or the file's own. An
    /// unknown id is kept: a newer version may have shipped that document.
    void readTexts() {
        const Json* const from = fields_.find("from");
        doc_.lesson = readLesson(fields_.find("lesson"), fields_.find("expect"), faults_);
        if (doc_.lesson) doc_.lesson = withMasking(*doc_.lesson, doc_.masking);
        if (from == nullptr) return;
        if (doc_.lesson) {
            faults_.add("from", say::faults::TwoTexts{});
            return;
        }
        const auto id = readString(*from, "from", faults_);
        if (!id || id->empty()) {
            if (id) faults_.add("from", say::faults::NoId{});
            return;
        }
        const Checked<Document> shipped = openLesson(*id);
        doc_.lesson = shipped ? shipped->lesson : std::make_shared<const Lesson>(Lesson{.id = *id});
    }

    static std::shared_ptr<const Lesson> withMasking(Lesson lesson, const Masking& masking) {
        lesson.masking = masking;
        return std::make_shared<const Lesson>(std::move(lesson));
    }

    void readDType(const Json& json) {
        const std::vector<std::string_view> names = namesOf(kDTypes);
        const auto place = readName(json, "dtype", names, faults_);
        if (place) doc_.dtype = kDTypes[*place].dtype;
    }

    /// A matrix that the file gives itself.
    void readTarget(std::string_view name, const Json* json) {
        if (json == nullptr) return;
        seen_.push_back(name);
        const DrawTarget& target = *findDrawTarget(name);
        matrices_.*target.matrix = readMatrix(*json, std::string(target.path), faults_);
    }

    /// Biases that the file gives as lists; null: the document has none.
    void readBiases(const Json& json) {
        constexpr std::array<std::string_view, 4> kBiasFields{"query", "key", "value", "output"};
        const Fields fields(json, "biases", kBiasFields, faults_);
        for (const DrawTarget& target : kDrawTargets) {
            const Json* const list =
                target.is_bias ? fields.find(target.name.substr(target.name.find('.') + 1))
                               : nullptr;
            if (list == nullptr) continue;
            seen_.push_back(target.name);
            if (list->is_null()) continue;
            const auto numbers = readList<double>(*list, std::string(target.path), faults_,
                                                  [&](const Json& number, const std::string& path) {
                                                      return readNumber(number, path, faults_);
                                                  });
            if (numbers) {
                matrices_.*target.matrix =
                    Eigen::Map<const Matrix<double>>(numbers->data(), 1, std::ssize(*numbers));
            }
        }
    }

    void readPositions(const Json& json) {
        const Json* kind_json = json.is_object() && json.contains("kind") ? &json["kind"] : nullptr;
        const std::vector<std::string_view> names = namesOf(kPositionKinds);
        const auto place = kind_json == nullptr
                               ? std::optional<std::size_t>(0)
                               : readName(*kind_json, "positions.kind", names, faults_);
        if (!place) return;
        const PositionInfo& kind = kPositionKinds[*place];
        doc_.positions.kind = kind.kind;
        std::vector<std::string_view> known{"kind"};
        if (kind.has_base) known.emplace_back("base");
        if (kind.has_table) known.emplace_back("table");
        if (kind.has_slopes) known.emplace_back("slopes");
        const Fields fields(json, "positions", known, faults_);
        static_cast<void>(fields.need("kind", oneOf(names)));
        if (const Json* base = kind.has_base ? fields.find("base") : nullptr) {
            doc_.positions.base = readNumber(*base, "positions.base", faults_).value_or(1);
        }
        if (kind.has_table) readTarget("positions", fields.find("table"));
        if (kind.has_slopes && fields.find("slopes") != nullptr) {
            doc_.positions.slopes =
                readList<double>(*fields.find("slopes"), "positions.slopes", faults_,
                                 [&](const Json& slope, const std::string& path) {
                                     return readNumber(slope, path, faults_);
                                 })
                    .value_or(std::vector<double>());
        }
    }

    void readWeights(const Json& json) {
        constexpr std::array<std::string_view, 4> kWeightFields{"query", "key", "value", "output"};
        const Fields fields(json, "weights", kWeightFields, faults_);
        for (const std::string_view name : {"query", "key", "value"}) {
            readTarget(name, fields.find(name));
        }
        const Json* output = fields.find("output");
        matrices_.takes_output = output == nullptr || !output->is_null();
        if (matrices_.takes_output) readTarget("output", output);
    }

    void readMask() {
        if (const Json* mask = fields_.find("mask")) {
            doc_.mask.rules =
                readMaskRules(*mask, "mask", faults_).value_or(std::vector<MaskRule>());
        }
        if (const Json* flips = fields_.find("flips")) {
            doc_.mask.flips = readFlips(*flips, "flips", faults_).value_or(std::vector<Cell>());
        }
        if (const Json* masking = fields_.find("masking")) {
            doc_.masking = readMasking(*masking, "masking", faults_).value_or(Masking());
        }
    }

    /// Matrices that neither the file nor its draw gives.
    void reportMissing() {
        matrices_.takes_positions = info(doc_.positions.kind).has_table;
        for (const DrawTarget& target : kDrawTargets) {
            const bool is_needed = target.name == "positions"
                                       ? matrices_.takes_positions
                                       : target.name != "output" && !target.is_bias;
            const bool is_seen = std::find(seen_.begin(), seen_.end(), target.name) != seen_.end();
            const bool is_drawn =
                doc_.draw && std::find(doc_.draw->into.begin(), doc_.draw->into.end(),
                                       target.name) != doc_.draw->into.end();
            if (is_needed && !is_seen && !is_drawn) {
                faults_.add(
                    std::string(target.path),
                    say::faults::Missing{.expected = Message(say::expected::MatrixOrDraw{})});
            }
        }
    }

    /// Gives a matrix without rows, which has no width in a file, the width of its neighbour.
    static void widen(Matrix<double>& matrix, Index cols) {
        if (matrix.rows() == 0) matrix.resize(0, cols);
    }

    /// Moves the matrices into the document; all that it needs are there.
    void takeMatrices() {
        Matrix<double>& x = *matrices_.embeddings;
        widen(x, matrices_.query->rows());
        if (x.cols() == 0) {
            const auto as_bias = [](Matrix<double>& weight, const auto& bias) {
                if (bias) widen(weight, bias->cols());
            };
            if (matrices_.output) widen(*matrices_.value, matrices_.output->rows());
            as_bias(*matrices_.query, matrices_.query_bias);
            as_bias(*matrices_.key, matrices_.key_bias);
            as_bias(*matrices_.value, matrices_.value_bias);
        }
        if (matrices_.positions) {
            widen(*matrices_.positions, x.cols());
            doc_.positions.table = *std::move(matrices_.positions);
        }
        doc_.embeddings = std::move(x);
        doc_.weights.query = *std::move(matrices_.query);
        doc_.weights.key = *std::move(matrices_.key);
        doc_.weights.value = *std::move(matrices_.value);
        if (matrices_.output) doc_.weights.output = *std::move(matrices_.output);
        if (matrices_.query_bias) doc_.biases.query = *std::move(matrices_.query_bias);
        if (matrices_.key_bias) doc_.biases.key = *std::move(matrices_.key_bias);
        if (matrices_.value_bias) doc_.biases.value = *std::move(matrices_.value_bias);
        if (matrices_.output_bias) doc_.biases.output = *std::move(matrices_.output_bias);
    }

    Faults faults_;
    Fields fields_;
    double allowed_;  // bytes of memory
    Document doc_;
    GivenMatrices matrices_;
    std::vector<std::string_view> seen_;  // matrices that the file gives, right or wrong
};

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

/// The field `biases`; empty where the document has none.
std::string writeBiases(const Biases& biases, int indent) {
    if (biases == Biases()) return {};
    const auto list = [&](const std::optional<SharedMatrix>& bias) {
        if (!bias) return std::string("null");
        std::vector<double> numbers(bias->get().data(), bias->get().data() + bias->cols());
        return jsonList(jsonItems(numbers, [](double number) { return jsonNumber(number); }),
                        indent + 2);
    };
    return jsonObject({{"query", list(biases.query)},
                       {"key", list(biases.key)},
                       {"value", list(biases.value)},
                       {"output", list(biases.output)}},
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
                      {"weights", writeWeights(document.weights, inner)}};
    const std::string biases = writeBiases(document.biases, inner);
    if (!biases.empty()) fields.emplace_back("biases", biases);
    fields.emplace_back("scale", writeScale(document.scale));
    if (document.softcap) fields.emplace_back("softcap", jsonNumber(*document.softcap));
    fields.emplace_back("mask", writeMaskRules(document.mask.rules, inner));
    if (!document.mask.flips.empty()) {
        fields.emplace_back("flips", writeFlips(document.mask.flips, inner));
    }
    fields.emplace_back("masking", writeMasking(document.masking));
    if (drawHolds(document)) fields.emplace_back("draw", writeDraw(*document.draw, inner));
    const bool is_shipped = document.lesson && !document.lesson->id.empty();
    if (is_shipped) fields.emplace_back("from", jsonString(document.lesson->id));
    if (!document.snapshots.empty()) {
        fields.emplace_back("snapshots", writeSnapshots(document.snapshots, inner));
    }
    if (document.lesson && !is_shipped) {
        const std::string texts = writeLesson(*document.lesson, inner);
        if (!texts.empty()) fields.emplace_back("lesson", texts);
        const std::string expect = writeExpectations(*document.lesson, inner);
        if (!expect.empty()) fields.emplace_back("expect", expect);
    }
    return jsonObject(fields, indent);
}

}  // namespace

Checked<Document> documentOf(const Json& root, double allowed) {
    if (auto fault = versionFault(root, "lookback", kFileVersion))
        return tl::unexpected(std::vector{*std::move(fault)});
    return DocumentReader(root, allowed).read();
}

Checked<Document> readDocument(std::string_view text, double allowed) {
    return parseJson(text).and_then([&](const Json& root) { return documentOf(root, allowed); });
}

std::string writeDocument(const Document& document, std::size_t limit) {
    std::string text = writeObject(document, 0) + "\n";
    return text.size() <= limit ? text : jsonWithoutSpace(text);
}

Result<std::string> documentBytes(const Document& document, std::size_t limit) {
    std::string text = writeDocument(document, limit);
    if (text.size() > limit) {
        return tl::unexpected(
            Error{"", say::faults::TooLargeToOpen{.n = Count{static_cast<Index>(limit >> 20)}}});
    }
    if (const Checked<Document> again = readDocument(text); !again) {
        const Error& first = again.error().front();
        using Said = say::faults::NotOpenedAgain;
        return tl::unexpected(
            Error{"", Said{.place = first.where.empty() ? Said::Place::other : Said::Place::known,
                           .where = Verbatim{first.where},
                           .reason = first.message}});
    }
    return text;
}

}  // namespace lookback

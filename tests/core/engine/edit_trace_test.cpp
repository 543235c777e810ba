// An engine that goes from edit to edit gives, to the last bit, what computing all anew gives.
#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <utility>

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/engine/engine.h"
#include "core/engine/scalar.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// The first stage of which two traces differ in any bit, by name; empty where they are the same.
std::string firstDifference(const Document& document, const Trace& a, const Trace& b) {
    if (a.order != b.order) return "order";
    for (const MatrixId id : a.order) {
        const auto same = [&]<class Scalar>(Scalar) {
            const Tensor& left = a.tensor(id);
            const Tensor& right = b.tensor(id);
            if (!left.holds<Scalar>(right.heads(), right.rows(), right.cols())) return false;
            const auto size = left.heads() * left.rows() * left.cols();
            return size == 0 || std::memcmp(left.as<Scalar>().data(), right.as<Scalar>().data(),
                                            static_cast<std::size_t>(size) * sizeof(Scalar)) == 0;
        };
        const bool is_same = id == MatrixId::mask ? same(static_cast<unsigned char>(0))
                                                  : withScalar(document.dtype, same);
        if (!is_same) return std::string(info(id).name);
    }
    return "";
}

class Editor {
public:
    Editor(Document document, unsigned seed) : document_(std::move(document)), generator_(seed) {}

    [[nodiscard]] const Document& document() const { return document_; }

    /// One of the edits that a person can make, drawn by lot.
    std::string edit() {
        switch (below(20)) {
            case 0: return set("embeddings", document_.embeddings);
            case 1: return set("embeddings", document_.embeddings);
            case 2: return set("query", document_.weights.query);
            case 3: return set("key", document_.weights.key);
            case 4: return set("value", document_.weights.value);
            case 5:
                if (!document_.weights.output) return edit();
                return set("output", *document_.weights.output);
            case 6: flip(document_.mask, cell(document_.n(), document_.n())); return "flip";
            case 7: {
                const Index kind = below(static_cast<Index>(maskKinds().size()));
                document_.mask.rules = {
                    telling(maskKinds()[std::size_t(kind)].kind, document_.n())};
                return "mask rule";
            }
            case 8:
                document_.masking.method =
                    kMaskingMethods[std::size_t(below(static_cast<Index>(kMaskingMethods.size())))]
                        .method;
                return "masking method";
            case 9:
                document_.masking.value = -static_cast<double>(below(9));
                return "masking value";
            case 10:
                document_.masking.order =
                    below(2) == 0 ? MaskingOrder::after_scale : MaskingOrder::before_scale;
                return "masking order";
            case 11:
                document_.scale = {Scale::Kind::number, static_cast<double>(1 + below(4))};
                return "scale";
            case 12: {
                const Index kind = below(static_cast<Index>(kPositionKinds.size()));
                document_.positions.kind = kPositionKinds[std::size_t(kind)].kind;
                if (document_.positions.kind == PositionKind::learned) {
                    document_.positions.table =
                        randomMatrix(generator_, document_.n(), document_.dIn());
                }
                return "positions";
            }
            case 13:
                if (document_.positions.kind != PositionKind::learned) return edit();
                return set("position table", document_.positions.table);
            case 14: document_.positions.base = static_cast<double>(10 + below(3)); return "base";
            case 15:
                document_.softcap.reset();
                if (below(3) > 0) document_.softcap = static_cast<double>(1 + below(3)) / 2;
                return "softcap";
            case 16: {
                const bool is_over_rows = document_.masking.softmax == SoftmaxOver::rows;
                document_.masking.softmax = is_over_rows ? SoftmaxOver::columns : SoftmaxOver::rows;
                return "softmax";
            }
            case 17: return changeBias();
            case 18: {
                const bool has_biases = document_.biases.query.has_value();
                document_.biases = {};
                if (!has_biases) addBiases(document_, generator_);
                return "biases";
            }
            default: break;
        }
        // Values that overflow or vanish spread in their own ways.
        const double odd[] = {1e30, -1e30, 1e-30, 0.0, -0.0};
        document_.embeddings.set(cell(document_.n(), document_.dIn()), odd[below(5)]);
        return "odd embedding";
    }

private:
    Index below(Index end) { return static_cast<Index>(generator_() % static_cast<unsigned>(end)); }
    Cell cell(Index rows, Index cols) {
        const Index row = below(rows);
        return {row, below(cols)};
    }
    std::string changeBias() {
        constexpr std::array kAll{&Biases::query, &Biases::key, &Biases::value, &Biases::output};
        auto& bias = document_.biases.*kAll[std::size_t(below(std::ssize(kAll)))];
        return bias ? set("bias", *bias) : edit();
    }
    std::string set(const char* name, SharedMatrix& matrix) {
        matrix.set(cell(matrix.rows(), matrix.cols()), static_cast<double>(below(257) - 128) / 64);
        return name;
    }

    Document document_;
    std::mt19937 generator_;
};

/// Follows random edits of a document, and compares with computing it anew after each.
void follow(const Wanted& wanted, int edits) {
    Editor editor(randomDocument(wanted), wanted.seed);
    Engine engine;
    engine.attend(editor.document());
    std::string history;
    for (int k = 0; k < edits; ++k) {
        history += " / " + editor.edit();
        if (!fits(editor.document().dtype, editor.document().masking)) continue;
        const Trace& trace = engine.attend(editor.document());
        CAPTURE(history);
        REQUIRE(firstDifference(editor.document(), trace, attend(editor.document())) == "");
    }
}

}  // namespace

TEST_CASE("after an edit a trace is the same to the last bit as one computed anew") {
    unsigned seed = 1;
    forEveryTable([&](Wanted wanted) {
        wanted.seed = ++seed;
        // More than one block of rows, more than one panel, and sizes that fill neither.
        wanted.tokens = seed % 7 == 0 ? 70 : 13;
        wanted.d_in = 5;
        wanted.heads = 1 + seed % 3;
        wanted.d_k = 4;
        wanted.d_v = 3;
        wanted.output = seed % 2 == 0;
        follow(wanted, 4);
    });
}

TEST_CASE("a trace follows long rows of edits") {
    for (const DTypeInfo& dtype : kDTypes) {
        follow({.tokens = 40,
                .d_in = 6,
                .heads = 2,
                .d_k = 4,
                .d_v = 5,
                .output = true,
                .dtype = dtype.dtype,
                .seed = 7},
               500);
    }
}

TEST_CASE("an edit computes what depends on it, and nothing else") {
    // What is not computed anew keeps a mark that was put there.
    const Document document = randomDocument(
        {.tokens = 60, .d_in = 4, .heads = 2, .d_k = 4, .d_v = 4, .output = true, .masking = {}});
    constexpr double kMark = 12345;
    const auto isMarked = [&](const Document& edited, MatrixId id, Index head, Cell at) {
        Engine engine;
        // Nobody but a test may write into the trace of an engine.
        auto& trace = const_cast<Trace&>(engine.attend(document));
        trace.tensors[static_cast<std::size_t>(id)].as<double>(head)(at.row, at.col) = kMark;
        return engine.attend(edited).view(id, head)(at) == kMark;
    };
    Document one = document;
    one.embeddings.set({30, 1}, 0.3);
    CHECK(isMarked(one, MatrixId::query, 0, {29, 0}));
    CHECK_FALSE(isMarked(one, MatrixId::query, 0, {30, 0}));
    CHECK(isMarked(one, MatrixId::scores, 1, {59, 59}));
    CHECK_FALSE(isMarked(one, MatrixId::scores, 1, {2, 30}));  // a score, though a masked one
    CHECK(isMarked(one, MatrixId::attention_weights, 1, {29, 7}));
    CHECK_FALSE(isMarked(one, MatrixId::attention_weights, 1, {30, 7}));
    CHECK(isMarked(one, MatrixId::context, 0, {29, 3}));
    CHECK(isMarked(one, MatrixId::output, 0, {29, 2}));
    CHECK_FALSE(isMarked(one, MatrixId::output, 0, {59, 2}));

    Document values = document;
    values.weights.value.set({0, 5}, 0.3);  // of the second head
    for (const MatrixId id : {MatrixId::query, MatrixId::scores, MatrixId::attention_weights}) {
        CHECK(isMarked(values, id, 1, {5, 2}));
    }
    CHECK(isMarked(values, MatrixId::value, 0, {5, 1}));
    CHECK(isMarked(values, MatrixId::context, 0, {5, 3}));
    CHECK_FALSE(isMarked(values, MatrixId::context, 0, {5, 5}));
    CHECK_FALSE(isMarked(values, MatrixId::output, 0, {5, 0}));

    Document painted = document;
    flip(painted.mask, {30, 40});
    CHECK(isMarked(painted, MatrixId::scaled_scores, 1, {30, 40}));
    CHECK_FALSE(isMarked(painted, MatrixId::masked_scores, 1, {30, 40}));
    CHECK(isMarked(painted, MatrixId::masked_scores, 1, {31, 40}));
    CHECK(isMarked(painted, MatrixId::context, 0, {31, 3}));
}

TEST_CASE("with softmax over columns, an edited token changes every column that its query is in") {
    const Document document = randomDocument({.tokens = 30,
                                              .d_in = 4,
                                              .heads = 2,
                                              .d_k = 4,
                                              .d_v = 4,
                                              .masking = {.softmax = SoftmaxOver::columns}});
    Engine engine;
    engine.attend(document);
    Document edited = document;
    edited.embeddings.set({20, 1}, 0.3);
    const Trace& trace = engine.attend(edited);
    const Trace before = attend(document);
    const MatrixView was = before.view(MatrixId::attention_weights, 1);
    const MatrixView is = trace.view(MatrixId::attention_weights, 1);
    CHECK(is(3, 2) != was(3, 2));
    CHECK(firstDifference(edited, trace, attend(edited)) == "");
}

TEST_CASE("an engine takes little more memory than the matrices of its trace") {
    Engine engine;
    for (const Index tokens : {256, 300, 200, 256, 20, 300}) {
        const Trace& trace = engine.attend(randomDocument({.tokens = tokens,
                                                           .d_in = 16,
                                                           .heads = 2,
                                                           .d_k = 8,
                                                           .d_v = 8,
                                                           .dtype = DType::float32}));
        std::size_t kept = 0;
        for (const MatrixId id : trace.order) {
            const Tensor& tensor = trace.tensor(id);
            kept += static_cast<std::size_t>(tensor.heads() * tensor.rows() * tensor.cols()) *
                    (id == MatrixId::mask ? 1 : sizeof(float));
        }
        CAPTURE(tokens);
        CHECK(trace.bytes() >= kept);
        CHECK(engine.bytes() > trace.bytes());
        if (tokens > 200)
            CHECK(static_cast<double>(engine.bytes()) <= 1.2 * static_cast<double>(kept));
    }
}

TEST_CASE("a copy of an engine goes its own way, and a moved engine goes on") {
    const Document document =
        randomDocument({.tokens = 40, .d_in = 6, .heads = 2, .d_k = 4, .d_v = 4, .output = true});
    Document edited = document;
    edited.embeddings.set({7, 1}, 0.3);
    Engine engine;
    engine.attend(document);
    Engine copy = engine;
    copy.attend(edited);
    CHECK(firstDifference(document, engine.trace(), attend(document)) == "");
    CHECK(firstDifference(edited, copy.trace(), attend(edited)) == "");
    Engine taken = std::move(engine);
    CHECK(firstDifference(edited, taken.attend(edited), attend(edited)) == "");
}

TEST_CASE("an engine that is given up keeps nothing, and begins anew") {
    const Document document =
        randomDocument({.tokens = 700, .d_in = 8, .heads = 2, .d_k = 4, .d_v = 4});
    Document edited = document;
    edited.embeddings.set({7, 1}, 0.3);
    Engine engine;
    int asked = 0;
    engine.attend(document, [&] { return ++asked < 0; });
    CHECK(asked > 5);  // between blocks of rows, not only between stages
    CHECK(firstDifference(document, engine.trace(), attend(document)) == "");
    for (const int allowed : {0, 1, asked / 2, asked - 1}) {
        CAPTURE(allowed);
        int questions = 0;
        engine.attend(edited, [&] { return questions++ >= std::min(allowed, 1); });
        CHECK(engine.bytes() == 0);
        questions = 0;
        engine.attend(document, [&] { return questions++ >= allowed; });
        CHECK(questions == allowed + 1);
        CHECK(engine.bytes() == 0);
        CHECK(firstDifference(document, engine.attend(document), attend(document)) == "");
    }
}

#include "core/document/edit.h"

#include <doctest/doctest.h>

#include "core/base/result.h"
#include "core/document/labels.h"
#include "core/document/words.h"
#include "core/engine/attend.h"
#include "tests/core/documents.h"
#include "tests/core/reference.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Words = std::vector<std::string>;

Document drawn(std::vector<std::optional<std::string>> into, PositionKind position = {}) {
    Document document = randomDocument({.position = position});
    document.draw = Draw{"torch", "42", "randn:1", std::move(into)};
    return document;
}

Eigen::RowVectorXd embedding(const Document& document, Index token) {
    return document.embeddings.get().row(token);
}

}  // namespace

TEST_CASE("numbers of weights, embeddings and a learned table can be set") {
    const Document before =
        randomDocument({.output = true, .biases = true, .position = PositionKind::learned});
    for (const MatrixInfo& row : kMatrices) {
        const bool expected =
            isParameter(row.id) || row.id == MatrixId::embeddings || row.id == MatrixId::positions;
        CHECK(isEditable(before, row.id) == expected);
        if (!expected) continue;
        Document after = before;
        const Cell cell{isBias(row.id) ? 0 : 1, 0};
        setNumber(after, row.id, cell, 0.125);
        CHECK(editable(after, row.id)(cell.row, 0) == 0.125);
        CHECK(editable(before, row.id)(cell.row, 0) ==
              editable(Document(before), row.id)(cell.row, 0));
        const Trace trace = attend(after);
        CHECK(matrixById(after, trace, row.id)(cell) == 0.125);
    }
    CHECK(!isEditable(randomDocument({}), MatrixId::w_output));
    CHECK(!isEditable(randomDocument({.position = PositionKind::sinusoidal}), MatrixId::positions));
}

TEST_CASE("a token gets another embedding where both have a place") {
    const Document before = randomDocument({});
    const Matrix<double> row = Matrix<double>::Constant(1, before.dIn(), 0.5);
    Document after = before;
    setEmbedding(after, 1, row);
    CHECK(embedding(after, 1) == Eigen::RowVectorXd(row));
    CHECK(embedding(after, 0) == embedding(before, 0));
    Document untouched = before;
    setEmbedding(untouched, before.n(), row);
    setEmbedding(untouched, -1, row);
    setEmbedding(untouched, 0, Matrix<double>::Constant(1, before.dIn() + 1, 0.5));
    CHECK(untouched == before);
}

TEST_CASE("numbers must fit the dtype") {
    Document document = randomDocument({.dtype = DType::float32});
    CHECK(fits(document, -3e38));
    CHECK(fits(document, 3.4028235e38));   // above the largest float, and rounds to it
    CHECK(!fits(document, 3.4028236e38));  // rounds to infinity
    CHECK(!fits(document, 1e39));
    CHECK(!fits(document, std::numeric_limits<double>::quiet_NaN()));
    document.dtype = DType::float64;
    CHECK(fits(document, 1e39));
    CHECK(!fits(document, std::numeric_limits<double>::infinity()));
}

TEST_CASE("a recipe that no longer gives its matrix is dropped") {
    Document document = drawn({"query", std::nullopt, "embeddings"});
    CHECK(isDrawn(document, MatrixId::w_query));
    CHECK(isDrawn(document, MatrixId::embeddings));
    CHECK(!isDrawn(document, MatrixId::w_key));
    CHECK(!isDrawn(document, MatrixId::query));
    setNumber(document, MatrixId::w_key, {0, 0}, 7);
    setNumber(document, MatrixId::w_query, {0, 0}, document.weights.query(0, 0));  // no change
    renameToken(document, 0, "other");
    moveToken(document, 1, 1);
    CHECK(document.draw.has_value());

    const auto drops = [](Document edited, auto edit) {
        edit(edited);
        return !edited.draw.has_value();
    };
    CHECK(drops(document, [](Document& d) { setNumber(d, MatrixId::w_query, {0, 0}, 7); }));
    CHECK(drops(document, [](Document& d) { insertToken(d, 0, "new"); }));
    CHECK(drops(document, [](Document& d) { removeToken(d, 0); }));
    CHECK(drops(document, [](Document& d) { moveToken(d, 0, 1); }));
    const Document weights_only = drawn({"query", "key", "value"});
    CHECK(!drops(weights_only, [](Document& d) { insertToken(d, 0, "new"); }));
    const Document places = drawn({"positions"}, PositionKind::learned);
    CHECK(!drops(places, [](Document& d) { moveToken(d, 0, 2); }));
    CHECK(drops(places, [](Document& d) { removeToken(d, 0); }));
}

TEST_CASE("a new token brings the embedding of its word, or one drawn from its letters") {
    Document document = randomDocument({});
    const Document before = document;
    insertToken(document, 2, "t1");
    CHECK(document.tokens == Words{"t1", "t2", "t1", "t3", "t4"});
    CHECK(embedding(document, 2) == embedding(before, 0));
    CHECK(embedding(document, 3) == embedding(before, 2));
    insertToken(document, 5, "poem");
    insertToken(document, 0, "");
    CHECK(document.tokens.back() == "poem");
    const std::vector<double> numbers = drawnEmbedding("poem", 3);
    CHECK(embedding(document, 6) == Eigen::Map<const Eigen::RowVectorXd>(numbers.data(), 3));
    CHECK(faults(document).empty());
}

TEST_CASE("drawn embeddings are whole hundredths from -2 to 2 and the same everywhere") {
    // FNV-1a of "a" is 0xe40c292c; MT19937 of that seed starts with these three outputs.
    const std::vector<double> a = drawnEmbedding("a", 3);
    std::mt19937 generator(0xe40c292cu);
    for (const double number : a) {
        CHECK(number == (static_cast<double>(generator() % 401) - 200) / 100);
    }
    double least = 0;
    double most = 0;
    for (const double number : drawnEmbedding("word", 5000)) {
        least = std::min(least, number);
        most = std::max(most, number);
    }
    CHECK(least == -2);
    CHECK(most == 2);
    CHECK(drawnEmbedding("word", 4) != drawnEmbedding("Word", 4));
    CHECK(drawnEmbedding("", 0).empty());
}

TEST_CASE("every token can go, and the last one can come back") {
    for (const PositionInfo& position : kPositionKinds) {
        for (const MaskInfo& mask : maskKinds()) {
            Document document = randomDocument({.position = position.kind, .mask = mask.kind});
            while (document.n() > 0) removeToken(document, document.n() / 2);
            CHECK(faults(document).empty());
            CHECK(document.dIn() == 3);
            CHECK(attend(document).view(MatrixId::context).rows() == 0);
            insertToken(document, 0, "again");
            insertToken(document, 1, "again");
            CHECK(faults(document).empty());
            CHECK(embedding(document, 0) == embedding(document, 1));
        }
    }
}

TEST_CASE("a learned table belongs to the places: it grows by zeros and shrinks at the end") {
    Document document = randomDocument({.position = PositionKind::learned});
    const Matrix<double> table = document.positions.table.get();
    insertToken(document, 0, "new");
    CHECK(document.positions.table.get().topRows(4) == table);
    CHECK(document.positions.table.get().row(4).isZero());
    removeToken(document, 2);
    removeToken(document, 0);
    CHECK(document.positions.table.get() == Matrix<double>(table.topRows(3)));
    moveToken(document, 0, 2);
    CHECK(document.positions.table.get() == Matrix<double>(table.topRows(3)));
}

TEST_CASE("a moved token takes its embedding and its mask along") {
    const Document before = randomDocument({.mask = MaskKind::custom});
    for (Index from = 0; from < 4; ++from) {
        for (Index to = 0; to < 4; ++to) {
            Document document = before;
            moveToken(document, from, to);
            CHECK(document.tokens[static_cast<std::size_t>(to)] ==
                  before.tokens[static_cast<std::size_t>(from)]);
            CHECK(embedding(document, to) == embedding(before, from));
            CHECK(allows(document.mask, to, to) == allows(before.mask, from, from));
            // A custom mask and no positions: attention is the same, in another order.
            const Matrix<double> context = copied(attend(document).view(MatrixId::context));
            const Matrix<double> expected = copied(attend(before).view(MatrixId::context));
            CHECK((context.row(to) - expected.row(from)).cwiseAbs().maxCoeff() < 1e-14);
            moveToken(document, to, from);
            CHECK(document == before);
        }
    }
}

TEST_CASE("a pasted sentence keeps what it knows of its words") {
    Document document = randomDocument({.mask = MaskKind::padding});
    document.tokens = {"the", "cat", "the", "mat"};
    flip(document.mask, {0, 3});
    const Document before = document;
    setSentence(document, {"the", "big", "the", "mat"});
    CHECK(embedding(document, 0) == embedding(before, 0));
    CHECK(embedding(document, 2) == embedding(before, 2));
    CHECK(embedding(document, 3) == embedding(before, 3));
    CHECK(document.mask.flips == std::vector<Cell>{{0, 3}});
    CHECK(document.mask.rules.front().per_token == std::vector<Index>{1, 1, 1, 1});

    document = before;
    setSentence(document, {"mat", "cat", "the", "the", "the"});
    CHECK(embedding(document, 0) == embedding(before, 3));
    CHECK(embedding(document, 1) == embedding(before, 1));
    CHECK(embedding(document, 2) == embedding(before, 0));
    CHECK(embedding(document, 3) == embedding(before, 2));
    CHECK(embedding(document, 4) == embedding(before, 2));
    CHECK(faults(document).empty());

    document = before;
    setSentence(document, before.tokens);
    CHECK(document == before);
    setSentence(document, {});
    CHECK(document.n() == 0);
    setSentence(document, Words(kMaxTokens, "long"));
    CHECK(document.n() == kMaxTokens);
    CHECK(faults(document).empty());
}

TEST_CASE("masked and unmasked") {
    Document document = randomDocument({.mask = MaskKind::documents});
    flip(document.mask, {1, 1});
    const Mask mask = document.mask;
    CHECK(isMasked(document));
    setMasked(document, true);
    CHECK(document.mask == mask);
    setMasked(document, false);
    CHECK(!isMasked(document));
    CHECK(allowsAll(document.mask, 4));
    setMasked(document, true, mask);
    CHECK(document.mask == mask);

    setMasked(document, false);
    removeToken(document, 0);
    setMasked(document, true, mask);  // made for four tokens
    CHECK(document.mask == Mask{{MaskRule{}}, {}});
    document.mask = {{newRule(MaskKind::none, 3)}, {}};
    CHECK(!isMasked(document));
    setMasked(document, true);
    CHECK(document.mask.rules.front().kind == MaskKind::causal);
}

TEST_CASE("words are split at white space") {
    CHECK(splitWords("").empty());
    CHECK(splitWords(" \t\r\n ").empty());
    CHECK(splitWords("Write a poem") == Words{"Write", "a", "poem"});
    CHECK(splitWords("  the\tcat\n\nsat. ") == Words{"the", "cat", "sat."});
    CHECK(splitWords("no\u00a0break \u4f60\u597d\u3000\u4e16\u754c") ==
          Words{"no", "break", "\u4f60\u597d", "\u4e16\u754c"});
    CHECK(splitWords("one\xC2\x85two\u2028three\u2029four") ==
          Words{"one", "two", "three", "four"});
    CHECK(splitWords("na\u00efve \U0001F642") == Words{"na\u00efve", "\U0001F642"});
}

TEST_CASE("labels tell repeated tokens apart") {
    CHECK(tokenLabels({}).empty());
    CHECK(tokenLabels({"the", "cat", "the", "the"}) ==
          Words{"the", "cat", "the\u2082", "the\u2083"});
    CHECK(tokenLabels({"", "", "a"}) == Words{"\u2205", "\u2205\u2082", "a"});
    const Words many = tokenLabels(Words(12, "x"));
    CHECK(many.back() == "x\u2081\u2082");
    // A token that looks like a label does not take another one's.
    CHECK(tokenLabels({"a", "a\u2082", "a"}) == Words{"a", "a\u2082", "a\u2083"});
}

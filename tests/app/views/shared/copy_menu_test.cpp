// Any matrix is copied: by its menu, and by Ctrl+C in the format that was chosen last.
#include <fmt/format.h>

#include "app/state/commands/commands.h"
#include "app/state/model/copied_matrix.h"
#include "core/code/matrix_text.h"
#include "core/document/edit.h"
#include "core/io/document_json.h"
#include "tests/app/leak_under_test.h"
#include "tests/app/lesson_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr ImGuiKeyChord kCopyKey = ImGuiMod_Ctrl | ImGuiKey_C;

std::string takeCopiedMatrix(LabUnderTest& lab) {
    std::string copied;
    for (const Effect& effect : lab.takeEffects()) {
        if (const auto* const set = std::get_if<SetClipboard>(&effect)) copied = set->text;
    }
    return copied;
}

/// A grid of the centre; in Compare the one at this place from the left.
UiItem gridOfCentre(const LabUnderTest& lab, MatrixId id, std::size_t place = 0) {
    std::vector<UiItem> grids;
    for (const UiItem& item : lab.ui.items()) {
        if (item.window == "Centre" && item.label == info(id).name) grids.push_back(item);
    }
    std::sort(grids.begin(), grids.end(), [](const UiItem& a, const UiItem& b) {
        return std::pair(a.rect.Min.y, a.rect.Min.x) < std::pair(b.rect.Min.y, b.rect.Min.x);
    });
    REQUIRE(grids.size() > place);
    return grids[place];
}

void rightClick(LabUnderTest& lab, const UiItem& item) {
    lab.ui.clickAt({item.rect.Min.x + 5, item.rect.Min.y + 5}, ImGuiMouseButton_Right);
    lab.ui.step(3);
}

std::string expectedText(const MatrixView& matrix, const Document& document,
                         const MatrixTextOptions& options) {
    return matrixText(document, matrix, options);
}

}  // namespace

TEST_CASE("a right click on a matrix offers every format, and Ctrl+C takes the last one") {
    LabUnderTest lab;
    lab.goTo("Softmax");
    lab.ui.step(2);
    const MatrixView weights = lab.state().shown.matrix(MatrixId::attention_weights, 0);
    for (const MatrixFormatInfo& row : kMatrixFormats) {
        CAPTURE(row.name);
        rightClick(lab, gridOfCentre(lab, MatrixId::attention_weights));
        lab.ui.click(fmt::format("popup/###copy-{}", row.name));
        lab.ui.step(2);
        const std::string text =
            expectedText(weights, lab.document(),
                         {.format = row.format, .decimals = 4, .variable = "attention_percents"});
        CHECK(takeCopiedMatrix(lab) == text);
        CHECK(lab.preferences().copy_format == row.format);
        CHECK(lab.shows("Copied attention weights as "));
        CHECK(lab.shows("with 4 decimals."));
        lab.ui.move(gridOfCentre(lab, MatrixId::attention_weights).center());
        lab.ui.step(2);
        lab.ui.key(kCopyKey);
        CHECK(takeCopiedMatrix(lab) == text);
    }
    CHECK(lab.isAsOpened());
}

TEST_CASE("all digits are copied where that is ticked, of given numbers, too") {
    LabUnderTest lab;
    lab.ui.clickAt(lab.center(MatrixId::w_query, {0, 0}), ImGuiMouseButton_Right);
    lab.ui.step(3);
    lab.ui.click("popup/###copy-all-digits");
    lab.ui.step(2);
    lab.ui.click("popup/###copy-pytorch");
    lab.ui.step(2);
    CHECK(takeCopiedMatrix(lab) ==
          "W_q = torch.tensor([[0.5406104, -0.16565566],\n"
          "                    [0.5869042, 0.6495563]])\n");
    CHECK(lab.shows("Copied query weights as a PyTorch tensor, with all digits."));
    CHECK(lab.isAsOpened());
}

TEST_CASE("without a matrix under the mouse, Ctrl+C copies that of the step") {
    LabUnderTest lab;
    lab.goTo("Scores");
    lab.ui.move({2, 2});
    lab.ui.step(2);
    lab.ui.key(kCopyKey);
    CHECK(takeCopiedMatrix(lab).starts_with("sims = np.array([["));
    lab.act(SetMode{Mode::compare});
    lab.ui.move({2, 2});
    lab.ui.step(2);
    lab.ui.key(kCopyKey);
    CHECK(takeCopiedMatrix(lab).empty());
}

TEST_CASE("in Compare each side and the difference are copied as they are shown") {
    LabUnderTest lab;
    lab.goTo("Softmax");
    lab.act(SetMode{Mode::compare});
    lab.ui.step(3);
    const MatrixId id = stageInFocus(lab.state());
    const ComparedPair pair = lab.state().comparison.of(lab.state().shown, lab.place().compared);
    REQUIRE_FALSE(pair.fault.has_value());
    const std::array expected{pair.a->matrix(id, 0), pair.b->matrix(id, 0),
                              lab.state().comparison.difference(pair, id).values.view(0)};
    std::set<std::string> texts;
    for (std::size_t place = 0; place < expected.size(); ++place) {
        CAPTURE(place);
        lab.ui.move(gridOfCentre(lab, id, place).center());
        lab.ui.step(2);
        lab.ui.key(kCopyKey);
        const std::string text = takeCopiedMatrix(lab);
        const std::string variable = place == 2 ? "difference" : "attention_percents";
        CHECK(text ==
              expectedText(expected[place], lab.document(), {.decimals = 4, .variable = variable}));
        texts.insert(text);
    }
    CHECK(texts.size() == 3);
}

TEST_CASE("in Compare each side is copied in its own precision, a difference in the wider one") {
    Document document = lessonDocument("write-a-poem");
    document.dtype = DType::float32;
    LabUnderTest lab(document);
    lab.act(SetVariant{Side::b, {.kind = VariantKind::dtype, .dtype = DType::float64}});
    lab.act(SetMode{Mode::compare});
    lab.ui.step(3);
    lab.act(Change(&Preferences::copies_all_digits, true));
    const auto copied = [&](MatrixSource source) {
        return *copiedMatrix(lab.state(), {.id = MatrixId::scores, .source = source});
    };
    CHECK(copied(MatrixSource::a).find("dtype=np.float32") != std::string::npos);
    CHECK(copied(MatrixSource::b).find("dtype") == std::string::npos);
    CHECK(copied(MatrixSource::difference).find("dtype") == std::string::npos);
}

TEST_CASE("in the Leak test the influence of each side is copied, as doubles") {
    LabUnderTest lab;
    REQUIRE(lab.document().dtype == DType::float32);
    openLeakTest(lab);
    (void)answerQuestions(lab);
    const Tested tested(lab);
    for (const Side side : {Side::a, Side::b}) {
        const bool is_a = side == Side::a;
        CAPTURE(is_a);
        const UiItem grid = lab.ui.find(is_a ? "Centre/influence-a" : "Centre/influence-b");
        lab.ui.move(grid.center());
        lab.ui.step(2);
        lab.ui.key(kCopyKey);
        CHECK(lab.shows(is_a ? "Copied the influence in A" : "Copied the influence in B"));
        Document doubles = lab.document();
        doubles.dtype = DType::float64;
        const Matrix<double>& norms = tested.answer(side).influence->norms;
        CHECK(takeCopiedMatrix(lab) ==
              expectedText(MatrixView(norms), doubles, {.decimals = 4, .variable = "influence"}));
        lab.ui.clickAt(grid.center(), ImGuiMouseButton_Right);
        lab.ui.step(3);
        CHECK(lab.ui.exists("popup/###copy-numpy"));
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step(2);
    }
}

TEST_CASE("a mask is copied as the window shows it") {
    LabUnderTest lab;
    const PointedMatrix mask{.id = MatrixId::mask};
    CHECK(copiedMatrix(lab.state(), mask)->find("[[True, False, False],") != std::string::npos);
    lab.act(command("mask-truth").action(lab.state()));
    CHECK(copiedMatrix(lab.state(), mask)->find("[[False, True, True],") != std::string::npos);
}

TEST_CASE("no matrix is copied while a lesson hides numbers") {
    Document document = lessonDocument("write-a-poem");
    document.lesson = nullptr;
    document.draw.reset();
    LabUnderTest lab;
    openText(lab, fmt::format(R"({{"lookback_lesson": 1, "title": "Hidden", "minutes": 1,
        "summary": "Hidden.", "goal": "Hidden.", "document": {}, "steps": [{{"title": "One",
        "text": "A step.", "look": {{"step": "context", "cell": [1, 0]}},
        "task": {{"kind": "number", "ask": "How large?", "of": "context[1][0]"}}}}]}})",
                              writeDocument(document)));
    REQUIRE(lab.state().lesson.awaitsAnswer());
    for (const MatrixId id : {MatrixId::embeddings, MatrixId::scores, MatrixId::context}) {
        lab.act(CopyMatrix{{.id = id}});
        CHECK(takeCopiedMatrix(lab).empty());
        CHECK(lab.shows("Hidden until you have answered."));
        CHECK_FALSE(lab.shows("answered.."));
    }
    lab.act(ShowAnswer{});
    lab.act(CopyMatrix{{.id = MatrixId::context}});
    CHECK_FALSE(takeCopiedMatrix(lab).empty());
}

TEST_CASE("with K a stage that is to come is not copied") {
    LabUnderTest lab;
    lab.goTo("Scores");
    lab.act(Change(&Preferences::hides_what_is_to_come, true));
    lab.act(CopyMatrix{{.id = MatrixId::attention_weights}});
    CHECK(takeCopiedMatrix(lab).empty());
    CHECK(lab.shows("Hidden until you step to it."));
    lab.act(CopyMatrix{{.id = MatrixId::query}});
    CHECK_FALSE(takeCopiedMatrix(lab).empty());
}

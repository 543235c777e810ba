// A precision that holds all but the masking's value is offered with one that it holds.

#include <algorithm>

#include "core/document/edit.h"
#include "core/words/say.h"
#include "tests/app/menus.h"
#include "tests/strange_numbers.h"

using namespace lookback;
using namespace lookback::test;

namespace {

void openPrecisions(LabUnderTest& lab) {
    lab.ui.click("Top/##model");
    lab.ui.step(2);
    openSubmenu(lab, "popup/###dtype");
}

}  // namespace

TEST_CASE("float16 is offered with -65504 and with -inf where it does not hold -1e9") {
    struct Way {
        const char* row;
        double value;
    };
    for (const Way way : {Way{"popup/float16 with \u221265504", -65504},
                          Way{"popup/float16 with \u2212\u221e", -kInfinity}}) {
        for (const ImVec2 size : {kUsual, ImVec2{640, 480}}) {
            CAPTURE(way.row);
            LabUnderTest lab("write-a-poem", size);
            REQUIRE(lab.document().masking.value == -1e9);
            const Document before = lab.document();
            if (lab.ui.exists("Top/##model")) {
                lab.ui.click("Top/##model");
            } else {
                lab.ui.click("Top/##rest");
                lab.ui.step(3);
                openSubmenu(lab, "popup/###model");
            }
            lab.ui.step(2);
            openSubmenu(lab, "popup/###dtype");
            CHECK(!lab.ui.find("popup/###float16").disabled);
            CHECK(lab.ui.find("popup/###float16").shown() == "float16: \u22121e9 does not fit");
            openSubmenu(lab, "popup/###float16");
            std::string read = lab.ui.read();
            std::replace(read.begin(), read.end(), '\n', ' ');
            CHECK(read.find(english().text(misfitSentence(DType::float16, -1e9))) !=
                  std::string::npos);
            checkWhole(lab);
            lab.ui.scrollTo(way.row);
            lab.ui.click(way.row);
            lab.ui.step(2);
            CHECK(lab.document().dtype == DType::float16);
            CHECK(lab.document().masking.value == way.value);
            CHECK(isUpToDate(lab.state()));
            closeAll(lab);
            lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
            CHECK(lab.document() == before);
            CHECK(!lab.state().document_work.history.canUndo());
        }
    }
}

TEST_CASE("where another number does not fit, float16 stays refused and says why") {
    Document document = lessonDocument("write-a-poem");
    Matrix<double> numbers = document.embeddings.get();
    numbers(0, 0) = 1e6;
    document.embeddings = SharedMatrix(numbers);
    LabUnderTest lab(document);
    openPrecisions(lab);
    CHECK(lab.ui.find("popup/float16").disabled);
    CHECK(!lab.ui.find("popup/bfloat16").disabled);
}

TEST_CASE("a precision that holds the value is one row") {
    LabUnderTest lab("write-a-poem");
    openPrecisions(lab);
    lab.ui.click("popup/bfloat16");
    lab.ui.step(2);
    CHECK(lab.document().dtype == DType::bfloat16);
    CHECK(lab.document().masking.value == -1e9);
}

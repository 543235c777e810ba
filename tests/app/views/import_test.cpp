// Journeys: numbers of one's own are pasted or opened, placed on their sheet, and become a
// document.
#include "app/state/model/import_reading.h"
#include "core/document/edit.h"
#include "core/import/placement.h"
#include "core/words/language.h"
#include "tests/app/lab_under_test.h"
#include "tests/app/layout_check.h"
#include "tests/app/menus.h"

#include <fmt/format.h>

#include "imgui_internal.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// A session of NumPy: five tokens, d_model 4, d_k 4, and a W_v that is stored as (out, in).
const std::string kSession = R"(>>> tokens
['The', 'cat', 'saw', 'a', 'bird']
>>> X
[[ 0.5214 -1.1302  0.3378  0.8641]
 [-0.4127  0.9046  1.2085 -0.2753]
 [ 1.0468  0.2219 -0.7436  0.5590]
 [ 0.1893 -0.6417  0.0952 -1.3370]
 [-0.8825  1.4731  0.4066  0.2148]]
>>> W_q
[[ 0.9986 -0.6895  0.4572  0.8021]
 [-0.3667  0.8873  1.0752 -0.1718]
 [ 0.5410  0.2251 -0.9266  1.1326]
 [-1.0572  0.2789  0.5009  0.7327]]
>>> W_k
[[ 0.7390  0.4430 -1.0109  0.2321]
 [-0.6362  1.0615  0.4171  0.6936]
 [ 0.1234 -0.8076  0.9422 -0.3545]
 [ 1.1131  0.5282  0.1884 -0.7666]]
>>> W_v
[[ 0.3570 -0.0821  0.2946  0.1418]
 [ 0.1165  0.4307 -0.2789 -0.3652]
 [-0.2438  0.1973  0.3321  0.4096]]
)";

/// The same session, with a name that says that W_v is transposed.
const std::string kTurned = [] {
    std::string text = kSession;
    return text.replace(text.find("W_v"), 3, "W_v.T");
}();

/// The same session, in which X has no name.
const std::string kNameless = [] {
    std::string text = kTurned;
    return text.erase(text.find(">>> X"), 6);
}();

/// Twelve tokens and sixteen dimensions, without names.
const std::string kWide = [] {
    std::string text;
    for (const int rows : {12, 16, 16, 16}) {
        text += "[";
        for (int row = 0; row < rows; ++row) {
            text += "[";
            for (int col = 0; col < 16; ++col) {
                text += fmt::format("{:.4f}, ", 0.0625 * (row + 1) - 0.125 * col);
            }
            text += "],\n";
        }
        text += "]\n";
    }
    return text;
}();

const ImportReading& reading(const LabUnderTest& lab) {
    const auto* const sheet = lab.hands().open<ImportSheet>();
    REQUIRE(sheet != nullptr);
    REQUIRE(sheet->reading != nullptr);
    return *sheet->reading;
}

/// Presses Ctrl+V with this text in the clipboard.
void paste(LabUnderTest& lab, const std::string& text) {
    lab.copy(text);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_V);
    lab.ui.step(3);
}

void chooseTarget(LabUnderTest& lab, std::string_view target) {
    lab.ui.click("popup/###" + std::string(target));
    lab.ui.step(2);
}

}  // namespace

TEST_CASE("numbers as NumPy prints them become a new document, and the one before stays") {
    LabUnderTest lab("write-a-poem");
    lab.dragCell(MatrixId::w_query, {0, 0}, 30);
    const Document before = lab.document();
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_I);
    lab.ui.step(2);
    REQUIRE(lab.hands().open<ImportSheet>() != nullptr);
    CHECK(lab.ui.find("Import/###open").disabled);
    paste(lab, kSession);
    CHECK(lab.hands().open<ImportSheet>()->text == kSession);
    // What only fits transposed, and the number of heads, are asked.
    CHECK_FALSE(lab.shows("Everything fits."));
    CHECK(lab.showsLines("W_v 3 \u00d7 4 does not fit"));
    CHECK(lab.ui.find("Import/###open").disabled);
    lab.ui.click("Import/###turn");
    lab.ui.step(2);
    CHECK_FALSE(lab.shows("Everything fits."));
    CHECK(lab.showsLines("How many heads share the 4 columns of W_q?"));
    CHECK(lab.showsLines("5 tokens, d_model 4, d_k 4, d_v 3, 1 head"));
    lab.ui.click("Import/###answer-1");
    lab.ui.step(2);
    CHECK(lab.shows("Everything fits."));
    CHECK(lab.shows("Opens as a new document."));
    lab.ui.click("Import/###open");
    lab.ui.step(2);
    CHECK_FALSE(lab.hands().hasSheet());
    CHECK(lab.document().tokens == std::vector<std::string>{"The", "cat", "saw", "a", "bird"});
    CHECK(lab.number(MatrixId::embeddings, {3, 3}) == -1.3370);
    CHECK(lab.number(MatrixId::w_value, {0, 2}) == -0.2438);
    CHECK(lab.document().dV() == 3);
    CHECK(lab.document().dtype == DType::float64);
    CHECK(isUpToDate(lab.state()));
    CHECK_FALSE(lab.state().document_work.is_saved);
    // The edited lesson became a draft, and undo brings it back.
    const std::vector<Effect> effects = lab.takeEffects();
    CHECK(std::any_of(effects.begin(), effects.end(), [](const Effect& effect) {
        return std::holds_alternative<PutAside>(effect);
    }));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.document() == before);
}

TEST_CASE("a transposition is asked for, and Open waits for what fits") {
    LabUnderTest lab("write-a-poem");
    lab.act(ShowImport{kSession});
    lab.ui.step(2);
    CHECK(reading(lab).document == nullptr);
    CHECK(lab.showsLines("W_v: is 3 \u00d7 4, but X has 4 columns, so W_v needs 4 rows"));
    CHECK(lab.ui.find("Import/###open").disabled);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Enter);
    CHECK(lab.hands().open<ImportSheet>() != nullptr);
    lab.ui.click("Import/###turn");
    lab.ui.step(2);
    REQUIRE(reading(lab).document != nullptr);
    CHECK(reading(lab).document->dV() == 3);
}

TEST_CASE("a matrix goes where one says, or nowhere") {
    LabUnderTest lab("write-a-poem");
    lab.act(ShowImport{kTurned});
    lab.ui.step(2);
    const Matrix<double> keys = reading(lab).document->weights.key.get();
    // The second menu of a tensor is that of W_q.
    std::vector<UiItem> menus;
    for (const UiItem& item : lab.ui.items()) {
        if (item.label.ends_with("###target")) menus.push_back(item);
    }
    REQUIRE(menus.size() == 5);  // the list of tokens and four matrices
    CHECK(menus[2].shown() == "Query weights");
    lab.ui.clickAt(menus[2].center());
    lab.ui.step(2);
    chooseTarget(lab, "weights.key");
    CHECK(reading(lab).document == nullptr);
    CHECK(lab.showsLines("W_q: is missing"));
    CHECK(lab.showsLines("W_k is given by W_q"));
    lab.act(ShowImport{kTurned});
    lab.ui.step(2);
    lab.ui.clickAt(menus[0].center());
    lab.ui.step(2);
    chooseTarget(lab, "not-used");
    CHECK(reading(lab).document->tokens.front() == "t1");
    CHECK(reading(lab).document->weights.key.get() == keys);
}

TEST_CASE("a matrix whose name does not tell its place is asked about") {
    LabUnderTest lab("write-a-poem");
    for (const std::string name : {"", "stuff"}) {
        std::string text = kNameless.substr(kNameless.find("[["));
        if (!name.empty()) text.insert(0, ">>> " + name + "\n");
        lab.act(ShowImport{text});
        lab.ui.step(3);
        CHECK(lab.shows("Choose its place"));
        CHECK_FALSE(lab.shows("Not used"));
        CHECK(lab.showsLines(name.empty() ? "It has no name" : "Its name does not say"));
        CHECK(reading(lab).document == nullptr);
        lab.ui.click("Import/###take-X");
        lab.ui.step(2);
        CHECK_FALSE(lab.shows("Choose its place"));
        REQUIRE(reading(lab).document != nullptr);
        CHECK(reading(lab).document->embeddings(0, 0) == 0.5214);
    }
    // Numbers that fit the document on the screen are asked about as well.
    lab.act(
        ShowImport{"X = [[1, 2], [3, 4]]\nW_q = [[1, 0], [0, 1]]\nW_k = [[2, 0], [0, 2]]\n"
                   "[[1.5, 0], [0, 2.5]]\n"});
    lab.ui.step(3);
    CHECK(lab.shows("Choose its place"));
    CHECK_FALSE(lab.shows("Everything fits."));
    lab.ui.click("Import/###take-W_v");
    lab.ui.step(2);
    REQUIRE(reading(lab).document != nullptr);
    CHECK(reading(lab).changed == nullptr);
    CHECK(reading(lab).document->weights.value(1, 1) == 2.5);
    // Without any name they are taken in order, also where some are missing.
    lab.act(ShowImport{"[[1, 2], [3, 4]]\n[[5, 6], [7, 8]]\n"});
    lab.ui.step(3);
    CHECK(lab.shows("taken in order, for it has no name"));
    CHECK_FALSE(lab.shows("Not used"));
    CHECK_FALSE(lab.shows("Choose its place"));
}

TEST_CASE("mask, masking value, heads and precision of a new document are chosen") {
    LabUnderTest lab("write-a-poem");
    lab.act(ShowImport{kTurned});
    lab.ui.step(2);
    const auto choose = [&](const char* menu, const char* row) {
        lab.ui.click(std::string("Import/###") + menu);
        lab.ui.step(2);
        lab.ui.click(std::string("popup/") + row);
        lab.ui.step(2);
    };
    CHECK(lab.ui.find("Import/###import-mask").shown() == "Causal mask (assumed)");
    lab.ui.click("Import/###import-masked");
    lab.ui.step(2);
    CHECK_FALSE(isMasked(*reading(lab).document));
    lab.ui.click("Import/###import-masked");
    lab.ui.step(2);
    CHECK(isMasked(*reading(lab).document));
    CHECK(lab.ui.find("Import/###import-mask").shown() != "Causal mask (assumed)");
    choose("import-value", "###value-1");
    choose("import-dtype", "float16");
    CHECK(reading(lab).document->dtype == DType::float16);
    CHECK(reading(lab).document->masking.value == -65504);
    choose("import-mask", "###sliding_window");
    CHECK(reading(lab).document->mask.rules.front().kind == MaskKind::sliding_window);
    choose("import-mask", "###none");
    CHECK_FALSE(isMasked(*reading(lab).document));
    choose("import-heads", "###heads-2");
    CHECK(reading(lab).document == nullptr);  // W_v has 3 columns
    CHECK(lab.showsLines("2 heads cannot share evenly"));
    choose("import-heads", "###heads-1");
    CHECK(reading(lab).document != nullptr);
}

TEST_CASE("a faulty text is told in the sheet, and nothing else happens") {
    LabUnderTest lab("write-a-poem");
    const char* const kFaulty[] = {"X = [[1, 2], [3]]", "[[1. ... 2.]]", "[[1, 2], [3, 4]",
                                   "X = [[1, 2], [3, x]]"};
    for (const char* text : kFaulty) {
        CAPTURE(text);
        lab.act(ShowImport{text});
        lab.ui.step(2);
        CHECK(reading(lab).faults.size() == 1);
        CHECK(lab.ui.find("Import/###open").disabled);
    }
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK_FALSE(lab.hands().hasSheet());
    CHECK(lab.isAsOpened());
}

TEST_CASE("a printed matrix that is pasted where a sentence is expected opens the sheet") {
    LabUnderTest lab("write-a-poem");
    paste(lab, kSession);
    REQUIRE(lab.hands().open<ImportSheet>() != nullptr);
    CHECK(lab.isAsOpened());
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    // As a sentence, and in the field of a sentence.
    paste(lab, "the cat sat");
    CHECK(lab.document().n() == 3);
    CHECK_FALSE(lab.hands().hasSheet());
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    lab.ui.click("Edit/##type-sentence");
    lab.ui.step(2);
    paste(lab, kSession);
    REQUIRE(lab.hands().open<ImportSheet>() != nullptr);
    CHECK(lab.hands().open<ImportSheet>()->text == kSession);
    CHECK(lab.isAsOpened());
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    // A list of texts is a sentence.
    paste(lab, "['New York', 'is', 'large']");
    CHECK(lab.document().tokens == std::vector<std::string>{"New York", "is", "large"});
}

TEST_CASE("numbers that are pasted over a matrix of their shape fill it in one step of undo") {
    LabUnderTest lab("write-a-poem");
    lab.ui.move(lab.center(MatrixId::w_key, {0, 0}));
    lab.ui.step(2);
    paste(lab, "[[1.5, 2], [3, 4]]");
    CHECK_FALSE(lab.hands().hasSheet());
    CHECK(lab.number(MatrixId::w_key, {0, 0}) == 1.5);
    CHECK(lab.number(MatrixId::w_key, {1, 0}) == 3);
    CHECK(lab.shows("W_k has the pasted numbers"));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
    // While a number of it is typed, too: cells of a spreadsheet.
    lab.typeInto(MatrixId::w_query, {0, 1}, "7");
    paste(lab, "1\t2\n3\t4\n");
    CHECK(lab.number(MatrixId::w_query, {0, 1}) == 2);
    CHECK(lab.hands().isIdle());
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
}

TEST_CASE("biases and positions are filled, too") {
    Document document = lessonDocument("write-a-poem");
    document.biases.key = SharedMatrix(Matrix<double>::Zero(1, document.weights.key.cols()));
    setPositions(document, PositionKind::learned);
    LabUnderTest lab(document);
    lab.ui.move(lab.center(MatrixId::b_key, {0, 0}));
    lab.ui.step(2);
    paste(lab, "[1.5, 2]");
    CHECK_FALSE(lab.hands().hasSheet());
    CHECK(lab.number(MatrixId::b_key, {0, 1}) == 2);
    // While a number of it is typed, too: a row of a spreadsheet.
    lab.typeInto(MatrixId::b_key, {0, 0}, "7");
    paste(lab, "3\t4\n");
    CHECK(lab.number(MatrixId::b_key, {0, 0}) == 3);
    CHECK(lab.hands().isIdle());
    lab.typeInto(MatrixId::positions, {0, 0}, "7");
    paste(lab, "[[1, 2], [3, 4], [5, 6]]");
    CHECK(lab.number(MatrixId::positions, {2, 1}) == 6);
    CHECK(lab.shows("has the pasted numbers"));
    // Of another size, they open the sheet: it has no place for positions.
    lab.typeInto(MatrixId::positions, {0, 0}, "7");
    paste(lab, "[[1, 2], [3, 4]]");
    REQUIRE(lab.hands().open<ImportSheet>() != nullptr);
    CHECK(lab.hands().open<ImportSheet>()->wishes.choices.empty());
}

TEST_CASE("a list goes to a bias that is chosen on the sheet") {
    LabUnderTest lab("write-a-poem");
    lab.act(ShowImport{kTurned + ">>> c\n[0.5 1 2 3]\n>>> b_v\n[1 2 3]\n"});
    lab.ui.step(2);
    REQUIRE(reading(lab).document != nullptr);
    CHECK(reading(lab).document->biases.value->cols() == 3);
    std::vector<UiItem> menus;
    constexpr int kMostTurns = 30;  // of the wheel, until the last row is in sight
    for (int turn = 0; turn < kMostTurns; ++turn) {
        menus.clear();
        for (const UiItem& item : lab.ui.items()) {
            if (item.label.ends_with("###target")) menus.push_back(item);
        }
        REQUIRE(!menus.empty());  // rows out of sight are no items
        const UiItem& last = menus.back();
        // Biases that are placed stand before what is not used.
        if (last.shown() == "Not used" && last.visible.Contains(last.rect)) break;
        lab.ui.move(menus.front().visible.GetCenter());
        lab.ui.wheel(-1);
    }
    CHECK(menus.back().shown() == "Not used");
    lab.ui.clickAt(menus.back().center());
    lab.ui.step(2);
    CHECK_FALSE(lab.ui.exists("popup/###weights.key"));
    chooseTarget(lab, "biases.key");
    REQUIRE(reading(lab).document != nullptr);
    CHECK(reading(lab).document->biases.key->get()(0, 3) == 3);
}

TEST_CASE("numbers of another shape over a matrix open the sheet with that matrix chosen") {
    LabUnderTest lab("write-a-poem");
    lab.ui.move(lab.center(MatrixId::w_value, {0, 0}));
    lab.ui.step(2);
    paste(lab, "[[1, 2, 3], [4, 5, 6]]");
    REQUIRE(lab.hands().open<ImportSheet>() != nullptr);
    REQUIRE(reading(lab).document != nullptr);
    CHECK(reading(lab).changed != nullptr);
    CHECK(reading(lab).document->dV() == 3);
    CHECK(lab.shows("in one step of undo"));
    lab.ui.click("Import/###open");
    lab.ui.step(2);
    CHECK(lab.document().dV() == 3);
    CHECK(lab.document().tokens == lessonDocument("write-a-poem").tokens);
    CHECK(isUpToDate(lab.state()));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.isAsOpened());
}

TEST_CASE("files are read beside the text; a text that is under way keeps its place") {
    LabUnderTest lab("write-a-poem");
    const auto bytes = [](const char* text) { return std::make_shared<const std::string>(text); };
    lab.act(NumbersOpened{"/home/ada/W_q.csv", bytes("1,2\n3,4\n")});
    lab.act(NumbersOpened{"/home/ada/W_k.csv", bytes("1,0\n0,1\n")});
    lab.act(NumbersOpened{"/home/ada/W_v.csv", bytes("1,1\n1,1\n")});
    lab.ui.step(2);
    CHECK(lab.shows("W_k.csv"));
    // Three weights that fit change the document on the screen.
    CHECK(reading(lab).changed != nullptr);
    paste(lab, "X = [[1, 2], [3, 4], [5, 6]]");
    lab.ui.step(2);
    CHECK(reading(lab).changed == nullptr);
    REQUIRE(reading(lab).document != nullptr);
    CHECK(reading(lab).document->title == "W_q");
    (void)lab.takeEffects();
    lab.ui.click("Import/###file");
    lab.ui.step(2);
    REQUIRE(lab.hands().open<FileSheet>() != nullptr);
    CHECK(lab.shows("Open numbers"));
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    REQUIRE(lab.hands().open<ImportSheet>() != nullptr);
    CHECK(lab.hands().open<ImportSheet>()->files.size() == 3);
    lab.ui.click("Import/###remove-1");
    lab.ui.step(2);
    CHECK(lab.hands().open<ImportSheet>()->files.size() == 2);
    CHECK(reading(lab).document != nullptr);  // W_k stays that of the document on the screen
    CHECK(reading(lab).changed != nullptr);
}

TEST_CASE("a large text is read beside the frames, and a late answer is dropped") {
    LabUnderTest lab("write-a-poem");
    std::string large = "X = [";
    for (int row = 0; row < 300; ++row) {
        large += "[";
        for (int col = 0; col < 200; ++col) large += "0.125, ";
        large += "],\n";
    }
    large += "]";
    lab.act(ShowImport{large});
    const std::vector<Effect> effects = lab.takeEffects();
    REQUIRE(effects.size() == 1);
    const auto& read = std::get<ReadNumbers>(effects.front());
    CHECK(lab.shows("Reading"));
    CHECK(lab.ui.find("Import/###open").disabled);
    const auto answer = std::make_shared<const ImportReading>(importReading(*read.question));
    lab.act(ShowImport{"[[1, 2], [3, 4]]"});
    lab.act(ImportRead{answer});
    CHECK(reading(lab).found->tensors.front().values.size() == 4);
    lab.act(ShowImport{large});
    (void)lab.takeEffects();
    auto right = *answer;
    right.number = lab.hands().open<ImportSheet>()->awaited;
    lab.act(ImportRead{std::make_shared<const ImportReading>(std::move(right))});
    lab.ui.step(2);
    CHECK(reading(lab).found->tensors.front().values.size() == 60000);
    CHECK(lab.showsLines("The text has 421.2 kB."));
}

TEST_CASE("of a model a layer and a head are chosen") {
    LabUnderTest lab("write-a-poem");
    std::string model = "X = [[1, 2], [3, 4], [5, 6]]\n";
    for (const char* layer : {"0", "1"}) {
        for (const char* name : {"q_proj", "k_proj", "v_proj"}) {
            model += "layers." + std::string(layer) + ".self_attn." + name + ".weight = [[" +
                     layer + ", 2], [3, 4]]\n";
        }
    }
    lab.act(ShowImport{model});
    lab.ui.step(2);
    REQUIRE(reading(lab).document != nullptr);
    CHECK(reading(lab).document->weights.query.get()(0, 0) == 0);
    lab.ui.click("Import/###import-layer");
    lab.ui.step(2);
    lab.ui.click("popup/###layer-1");
    lab.ui.step(2);
    CHECK(reading(lab).document->weights.query.get()(0, 0) == 1);
    CHECK(reading(lab).document->weights.query.get()(0, 1) == 3);  // nn.Linear: (out, in)
    lab.ui.click("Import/###import-heads");
    lab.ui.step(2);
    lab.ui.click("popup/###heads-2");
    lab.ui.step(2);
    CHECK(reading(lab).document->heads == 2);
    lab.ui.click("Import/###import-head");
    lab.ui.step(2);
    lab.ui.click("popup/###head-1");
    lab.ui.step(2);
    CHECK(reading(lab).document->heads == 1);
    CHECK(reading(lab).document->weights.query.cols() == 1);
    CHECK(reading(lab).document->weights.query.get()(0, 0) == 3);
}

TEST_CASE("the sheet of numbers has room for its words in every window, theme and language") {
    LayoutReport report;
    constexpr ImVec2 kLeast{480, 320};
    constexpr ImVec2 kSmall{640, 400};
    for (const ImVec2 size : windows({kLaptop, kLeast, kSmall, kUsual, kProjector})) {
        for (const Language& language : kLanguages) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(Change(&Preferences::language, &language));
            for (const std::string& text :
                 {std::string(), kSession, kWide, kSession + kSession, kNameless}) {
                lab.act(ShowImport{text});
                lab.ui.step(3);
                report.add(fmt::format("{} {} {}", size.x, language.id, text.size()),
                           layoutFaults(lab), {"shortened"});
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("Tab goes through the controls of the sheet, and Enter presses them") {
    LabUnderTest lab("write-a-poem");
    lab.act(ShowImport{kSession});
    lab.ui.step(3);
    bool is_reached = false;
    std::string passed;
    for (int k = 0; k < 40 && !is_reached; ++k) {
        lab.ui.key(ImGuiKey_Tab);
        lab.ui.step(2);
        const ImGuiContext& imgui = *ImGui::GetCurrentContext();
        const char* const label = lab.ui.labelOf(imgui.NavId);
        passed += fmt::format("{} ({}); ", label != nullptr ? label : "?", imgui.NavWindow->Name);
        is_reached = imgui.NavId == lab.ui.find("Import/###turn").id;
    }
    REQUIRE_MESSAGE(is_reached, passed);
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(reading(lab).document != nullptr);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK_FALSE(lab.hands().hasSheet());
    // Enter opens what fits, where no control has the keyboard.
    lab.act(ShowImport{kTurned});
    lab.ui.step(3);
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK(lab.document().n() == 5);
}

TEST_CASE("Enter opens the numbers of a file at once") {
    LabUnderTest lab("write-a-poem");
    const auto bytes = std::make_shared<const std::string>("1,2\n3,4\n5,6\n");
    lab.act(NumbersOpened{"/home/ada/X.csv", bytes});
    lab.ui.step(3);
    REQUIRE(reading(lab).changed != nullptr);
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(2);
    CHECK_FALSE(lab.hands().hasSheet());
    CHECK(lab.document().embeddings(2, 1) == 6);
}

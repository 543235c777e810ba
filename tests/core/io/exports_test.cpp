#include <algorithm>
#include <sstream>

#include <nlohmann/json.hpp>

#include "core/base/foreign_text.h"
#include "core/base/named_rows.h"
#include "core/base/utf8.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/io/export_formats.h"
#include "core/io/json_tree.h"
#include "core/io/lesson_library.h"
#include "core/io/zip_archive.h"
#include "core/words/say.h"
#include "messages/faults.h"
#include "tests/core/documents.h"

namespace lookback::test {
namespace {

Result<std::string> exportedAs(const Document& document, std::string_view format,
                               std::optional<Index> blanks = {}, std::uint32_t seed = 1) {
    const Trace trace = attend(document);
    return findByName(kExportFormats, format)
        ->write({.report = {document, trace, trace.order},
                 .language = kLanguages.front(),
                 .seed = seed,
                 .blanks = blanks});
}

std::vector<std::string> linesOfExport(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

/// The lines of `after` that differ from the line at the same place before.
std::vector<std::string> changedLines(const std::string& before, const std::string& after) {
    const std::vector<std::string> old_lines = linesOfExport(before);
    const std::vector<std::string> new_lines = linesOfExport(after);
    REQUIRE(old_lines.size() == new_lines.size());
    std::vector<std::string> changed;
    for (std::size_t k = 0; k < new_lines.size(); ++k) {
        if (old_lines[k] != new_lines[k]) changed.push_back(new_lines[k]);
    }
    return changed;
}

Index timesIn(const std::string& text, const std::string& part) {
    Index count = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++count;
    }
    return count;
}

/// Texts that are more than text to a terminal, a browser, Markdown, a spreadsheet or an editor.
std::vector<std::string> hostileTexts() {
    return {"<img src=x onerror=alert(1)> ![p](http://127.0.0.1:9/p.png) [l](javascript:alert(1))",
            "\x1b]0;title\x07\x1b[2J\u009b31m", "\u202egnp.exe\u2066 \u2028 \u05d0\u202d",
            "www.a.example $a^2$ a@b.example `code` https://a.example", "=1+1;\"x\""};
}

/// The first control of a text but ends of lines and tabs; empty: it has none.
std::string controlIn(std::string_view text) {
    while (!text.empty()) {
        const Utf8Character first = firstCharacter(text);
        const bool is_plain = first.code == '\n' || first.code == '\t';
        if (!first.is_valid || (isControl(first.code) && !is_plain)) {
            return std::to_string(static_cast<std::uint32_t>(first.code));
        }
        text.remove_prefix(first.bytes);
    }
    return "";
}

Document documentOfPoem() {
    const auto lesson = openLesson("write-a-poem");
    REQUIRE(lesson);
    return *lesson;
}

}  // namespace

TEST_CASE("exports: a script draws the numbers again, and one edited number is seen in each step") {
    const Document before = documentOfPoem();
    const std::string script = *exportedAs(before, "pytorch");
    CHECK(timesIn(script, "torch.manual_seed(42)\n") == 1);
    CHECK(timesIn(script, "W_q = nn.Linear(2, 2, bias=False).weight.detach().T\n") == 1);
    CHECK(timesIn(script, "tensor([[0.54") == 0);

    Document after = before;
    after.embeddings.set({2, 0}, 4.5);
    const auto changed = changedLines(script, *exportedAs(after, "pytorch"));
    // Its row, and the numbers of each step that follow from it: rows of the last token, and what
    // other tokens have of its key.
    CHECK(changed.size() == 13);
    CHECK(changed.front() == "                                 [4.5, -2.16]])");

    // NumPy does not have the numbers of PyTorch: they are written out.
    const std::string numpy = *exportedAs(before, "numpy");
    CHECK(timesIn(numpy, "W_q = np.array([[0.5406104, -0.16565566],\n") == 1);
    CHECK(timesIn(numpy, "dtype=np.float32") >= 4);
    // A draw that does not give the numbers is not run.
    Document edited = before;
    edited.weights.key.set({0, 0}, 7);
    CHECK(timesIn(*exportedAs(edited, "pytorch"), "manual_seed") == 0);
}

TEST_CASE("exports: bfloat16 is rounded in scripts, and NumPy's says that it has none") {
    const Document document = randomDocument({.dtype = DType::bfloat16});
    const std::string numpy = *exportedAs(document, "numpy");
    CHECK(timesIn(numpy, "NumPy does not have bfloat16.") == 1);
    CHECK(timesIn(numpy, "def rounded(x):\n") == 1);
    CHECK(timesIn(*exportedAs(document, "pytorch"), "torch.bfloat16") == 1);
    CHECK(timesIn(*exportedAs(randomDocument({}), "numpy"), "rounded") == 0);
}

TEST_CASE("exports: LaTeX marks blocked cells, and one edited number is one line of its matrix") {
    const Document before = documentOfPoem();
    const std::string text = *exportedAs(before, "latex");
    // Three blocked pairs in the mask, the masked scores and the weights; one is the definition.
    CHECK(timesIn(text, "\\blocked{") == 9);
    CHECK(timesIn(text, "S_M") >= 1);
    CHECK(timesIn(text, "    1.1600 & 0.2300 \\\\ % Write\n") == 1);
    CHECK(timesIn(text, "\\blocked{-10^{9}}") == 3);
    Document after = before;
    after.embeddings.set({0, 1}, 0.5);
    const auto changed = changedLines(text, *exportedAs(after, "latex"));
    CHECK(std::count(changed.begin(), changed.end(), "    1.1600 & 0.5000 \\\\ % Write") == 1);
    for (const std::string& line : changed) CHECK(line.find(" & ") != std::string::npos);
    CHECK(findByName(kExportFormats, "latex")->fault(randomDocument({.tokens = 64})) ==
          std::nullopt);
    CHECK(findByName(kExportFormats, "latex")->fault(randomDocument({.tokens = 65})));
}

TEST_CASE("exports: an archive is the same each time, with a checksum for each array") {
    CHECK(crcOf("123456789") == 0xCBF43926U);
    const Document document = randomDocument({.heads = 2, .output = true});
    const std::string archive = *exportedAs(document, "npz");
    CHECK(archive == *exportedAs(document, "npz"));
    CHECK(archive.substr(0, 4) == "PK\x03\x04");
    for (const char* const name : {"X", "W_q", "W_k", "W_v", "W_o", "mask", "output"}) {
        CHECK(timesIn(archive, std::string(name) + ".npy") >= 2);
    }
    CHECK(timesIn(archive, "'shape': (2, 4, 4)") == 4);
}

TEST_CASE("exports: an exercise leaves out as many steps as wanted, its solution has them") {
    const Document document = documentOfPoem();
    const auto cells = [](const std::string& text) {
        std::vector<Json> code;
        const Json book = Json::parse(text);
        for (const Json& cell : book["cells"]) {
            if (cell["cell_type"] == "code") code.push_back(cell);
        }
        return code;
    };
    const auto exercise = cells(*exportedAs(document, "exercise", 3, 7));
    const auto solution = cells(*exportedAs(document, "solution", 3, 7));
    REQUIRE(exercise.size() == solution.size());
    REQUIRE(exercise.size() > 10);
    int differing = 0;
    for (std::size_t k = 0; k < exercise.size(); ++k) {
        if (exercise[k] == solution[k]) continue;
        ++differing;
        CHECK(exercise[k]["metadata"]["nbgrader"]["solution"] == true);
        CHECK(exercise[k].dump().find(" = ...") != std::string::npos);
        CHECK(exercise[k + 1]["metadata"]["nbgrader"]["grade"] == true);
    }
    CHECK(differing == 3);
    CHECK(*exportedAs(document, "exercise", 3, 7) == *exportedAs(document, "exercise", 3, 7));
    CHECK(*exportedAs(document, "exercise", 3, 7) != *exportedAs(document, "exercise", 3, 8));
    // No answer stands in the exercise: neither the weight 0.6394 nor the context.
    CHECK(timesIn(*exportedAs(document, "exercise", 3, 7), "0.63") == 0);
    const auto too_many = exportedAs(document, "exercise", 50);
    REQUIRE(!too_many);
    CHECK(too_many.error().where == "blanks");
}

TEST_CASE("exports: a page of the walk explains every cell once, in the language of the page") {
    const Document document = documentOfPoem();
    const Trace trace = attend(document);
    for (const Language& language : kLanguages) {
        const Result<std::string> page =
            walkPage({.report = {document, trace, trace.order}, .language = language});
        REQUIRE(page.has_value());
        Index cells = 0;
        for (const MatrixId id : trace.order) {
            cells += static_cast<Index>(stageShape(stage(id), document).cells());
        }
        CHECK(timesIn(*page, "data-cell=") == cells);
        CHECK(timesIn(*page, "<div class=\"told\"") == cells);
        CHECK(timesIn(*page, "<section class=\"step\"") == 8);
        CHECK(page->find("id=\"attention_weights.0.1.1\"") != std::string::npos);
        CHECK((page->find("Step 8 of 8") != std::string::npos) == (language.id == "en"));
    }
}

TEST_CASE("exports: a title is text in the heads of pages") {
    Document document = documentOfPoem();
    document.lesson = nullptr;
    document.title = "</title><script>alert(1)</script>";
    for (const char* const format : {"html", "worksheet"}) {
        CAPTURE(format);
        const std::string page = *exportedAs(document, format);
        CHECK(page.find("alert(1)") != std::string::npos);
        CHECK(page.find("<script>alert") == std::string::npos);
    }
}

TEST_CASE("exports: title and tokens of others are plain text in every format of text") {
    Document document = documentOfPoem();
    document.lesson = nullptr;
    const std::vector<std::string> hostile = hostileTexts();
    document.tokens = {hostile[0], hostile[1], hostile[2]};
    for (const std::string& title : hostile) {
        document.title = title;
        for (const ExportFormat& format : kExportFormats) {
            if (format.write == nullptr || format.name == "npz") continue;
            CAPTURE(title);
            CAPTURE(format.name);
            const auto text = exportedAs(document, format.name);
            REQUIRE(text.has_value());
            CHECK(controlIn(*text).empty());
            CHECK(text->find("&amp;lt;") == std::string::npos);
            if (format.name != "ipynb" && format.name.find("exercise") == std::string::npos)
                continue;
            const auto notebook = parseJson(*text);
            REQUIRE(notebook.has_value());
            for (const Json& cell : notebook->at("cells")) {
                if (cell.at("cell_type") != "markdown") continue;
                std::string source;
                for (const Json& line : cell.at("source")) source += line.get<std::string>();
                CAPTURE(source);
                for (const char* const part :
                     {"<", ">", "](", "http:", "www.", " $a", "a@", " `"}) {
                    CHECK(source.find(part) == std::string::npos);
                }
            }
        }
    }
}

TEST_CASE("exports: a document with more cells than a page explains is refused") {
    Document document = documentOfPoem();
    CHECK(!walkFault(document));
    document.tokens.resize(60, "x");
    document.embeddings = SharedMatrix(Matrix<double>::Ones(60, 2).eval());
    const auto fault = walkFault(document);
    REQUIRE(fault.has_value());
    CHECK(english().text(fault->message).find("at most 10,000") != std::string::npos);
}

TEST_CASE("exports: every format takes every document of the tables, and an empty sentence") {
    forEveryTable([](const Wanted& wanted) {
        const Document document = randomDocument(wanted);
        for (const ExportFormat& format : kExportFormats) {
            if (format.drawn) continue;
            CAPTURE(format.name);
            const auto text = exportedAs(document, format.name);
            CHECK((text || isMessage<say::faults::NoEmptiedCells>(text.error().message) ||
                   isMessage<say::faults::NoBlanks>(text.error().message)));
        }
    });
    const Document empty = randomDocument({.tokens = 0});
    for (const char* const format :
         {"pytorch", "numpy", "mask", "ipynb", "latex", "npz", "csv", "html"}) {
        CHECK(exportedAs(empty, format));
    }
}

}  // namespace lookback::test

// A frame as vectors: all of its texts, in the order of its windows.
#include "app/look/vector_drawing.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <doctest/doctest.h>

#include "app/program/carried_work.h"
#include "app/program/opened_file.h"
#include "app/program/pdf_page.h"
#include "app/program/svg_page.h"
#include "app/state/update/update.h"
#include "core/io/picture_text.h"
#include "tests/app/lab_under_test.h"
#include "tests/app/trains.h"

namespace lookback {
namespace {

using test::LabUnderTest;

/// The content of an SVG file: the texts of its elements, one after the other.
std::string wordsOf(const std::string& svg) {
    std::string words;
    for (std::size_t at = svg.find("<text"); at != std::string::npos; at = svg.find("<text", at)) {
        const std::size_t end = svg.find("</text>", at);
        REQUIRE(end != std::string::npos);
        bool is_tag = false;
        for (; at < end; ++at) {
            if (svg[at] == '<') is_tag = true;
            if (!is_tag) words += svg[at];
            if (svg[at] == '>') is_tag = false;
        }
        words += '\n';
    }
    for (const auto& [sign, plain] :
         {std::pair{"&quot;", "\""}, {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}}) {
        for (std::size_t at = words.find(sign); at != std::string::npos; at = words.find(sign)) {
            words.replace(at, std::string_view(sign).size(), plain);
        }
    }
    return words;
}

bool isVisible(const LayoutProbe::Text& text) {
    return text.drawn.overlap(text.clip) > 0 && text.drawn.width() > 0;
}

/// Checks that the file has every text that the frame shows.
void checkTexts(LabUnderTest& lab) {
    const std::string words = wordsOf(svgPage(lab.recorded(), "A title", ""));
    std::size_t texts = 0;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (!isVisible(text)) continue;
        CAPTURE(text.text);
        CHECK(words.find(text.text) != std::string::npos);
        ++texts;
    }
    CHECK(texts > 50);
}

/// Returns the shapes of one form.
template <class Form>
std::vector<const VectorShape*> shapesOf(const VectorPage& page) {
    std::vector<const VectorShape*> found;
    for (const VectorShape& shape : page.shapes) {
        if (std::holds_alternative<Form>(shape.form)) found.push_back(&shape);
    }
    return found;
}

std::ptrdiff_t placeOfText(const VectorPage& page, std::string_view wanted) {
    const auto found =
        std::find_if(page.shapes.begin(), page.shapes.end(), [&](const VectorShape& shape) {
            const auto* const text = std::get_if<DrawnText>(&shape.form);
            return text != nullptr && text->text == wanted;
        });
    return found == page.shapes.end() ? -1 : found - page.shapes.begin();
}

TEST_CASE("vectors: the texts of every step of the Lab are in the file") {
    LabUnderTest lab("write-a-poem");
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) {
        CAPTURE(step);
        lab.goTo(step);
        checkTexts(lab);
    }
}

TEST_CASE("vectors: the texts of the other modes are in the file, light and dark") {
    for (const Mode mode : {Mode::compare, Mode::leak, Mode::train, Mode::generate}) {
        for (const ThemeId theme : kThemes) {
            LabUnderTest lab("the-cat-sat");
            lab.act(SetMode{mode});
            lab.act(Change(&Preferences::theme, theme));
            if (info(mode).subject == SubjectKind::experiment) trainToTheEnd(lab);
            lab.ui.step(4);
            checkTexts(lab);
        }
    }
}

TEST_CASE("vectors: a line that is drawn word by word is one text") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Scores");
    const std::string words = wordsOf(svgPage(lab.recorded(), "A title", ""));
    CHECK(words.find("The query of \u201cpoem\u201d and its own key") != std::string::npos);
    CHECK(words.find("how well each query matches each key\n") != std::string::npos);
}

TEST_CASE("vectors: no raster image is in the file, and its fonts are") {
    LabUnderTest lab("write-a-poem");
    const std::string svg = svgPage(lab.recorded(), "<A & B>", "");
    CHECK(svg.find("<image") == std::string::npos);
    CHECK(svg.find("<title>&lt;A &amp; B&gt;</title>") != std::string::npos);
    CHECK(svg.find("@font-face{font-family:\"Inter\";font-weight:400;src:url(data:") !=
          std::string::npos);
    CHECK(svg.find("@font-face{font-family:\"JetBrains Mono\"") != std::string::npos);
    CHECK(svg.find("@font-face{font-family:\"DejaVu Sans\"") != std::string::npos);
    CHECK(svg.find("text,tspan{unicode-bidi:bidi-override}") != std::string::npos);
    CHECK(svg.size() < 400'000);
}

TEST_CASE("vectors: a PDF is made of the same page") {
    LabUnderTest lab("write-a-poem");
    const Result<std::string> pdf = pdfPage(lab.recorded(), "A title");
    REQUIRE(pdf);
    CHECK(pdf->starts_with("%PDF-"));
    CHECK(pdf->find("/FontFile") != std::string::npos);
    CHECK(pdf->find("/Image") == std::string::npos);
    // The same frame gives the same file.
    CHECK(pdf->size() == pdfPage(lab.recorded(), "A title")->size());
}

TEST_CASE("vectors: the window is recorded from the lowest to the highest") {
    LabUnderTest lab("write-a-poem");
    const std::ptrdiff_t below = placeOfText(lab.recorded(), "Lookback");
    REQUIRE(below >= 0);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_O);  // a sheet
    lab.ui.step(2);
    const VectorPage page = lab.recorded();
    CHECK(placeOfText(page, "Lookback") >= 0);
    CHECK(placeOfText(page, "Open a document") > placeOfText(page, "Lookback"));
}

TEST_CASE("vectors: menus and tooltips are no part of a picture") {
    LabUnderTest lab("write-a-poem");
    const std::size_t without = lab.recorded().shapes.size();
    lab.ui.click("Top/##export");
    lab.ui.step(2);
    const VectorPage page = lab.recorded();
    CHECK(placeOfText(page, "PyTorch") == -1);
    CHECK(page.shapes.size() < without + 20);
}

TEST_CASE("vectors: a frame that is not recorded leaves nothing behind") {
    LabUnderTest lab("write-a-poem");
    const VectorPage first = lab.recorded();
    lab.ui.step(3);
    const VectorPage second = lab.recorded();
    CHECK(first.shapes.size() == second.shapes.size());
}

TEST_CASE("vectors: dashes of one colour are one path, and masked cells are hatched") {
    LabUnderTest lab("write-a-poem");
    lab.goTo("Mask");
    const VectorPage page = lab.recorded();
    const auto paths = shapesOf<DrawnPath>(page);
    const auto is_hatching = [&](const VectorShape* shape) {
        return shape->color == lab.look().colors().hatch_line && shape->thickness == 0 &&
               std::get<DrawnPath>(shape->form).ends.size() > 3;
    };
    CHECK(std::any_of(paths.begin(), paths.end(), is_hatching));
}

TEST_CASE("vectors: an SVG of the window opens as its document") {
    LabUnderTest lab("the-cat-sat");
    lab.act(SetTitle{"Mine & yours"});
    const std::string svg = svgPage(lab.recorded(), "Mine", carriedWork(lab.state()));
    AppState state(test::lessonDocument("write-a-poem"), "write-a-poem");
    const Action opened = openedFile(state, "/home/mine.svg", svg);
    REQUIRE(opened.as<FileOpened>() != nullptr);
    update(state, opened);
    CHECK(state.document().embeddings == lab.document().embeddings);
    CHECK(state.document().title == "Mine & yours");
    CHECK(state.document_work.origin().file.empty());
}

TEST_CASE("vectors: a text is split where another face draws its signs") {
    Document document = test::lessonDocument("write-a-poem");
    document.tokens = {"caf\u00E9", "\u2207x < 1 & \"2\"", "\u25B2 \u00D7"};
    LabUnderTest lab(document);
    checkTexts(lab);
}

}  // namespace
}  // namespace lookback

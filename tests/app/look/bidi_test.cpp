// Texts from right to left: their order, the shapes in which Arabic letters join, and their fonts.

#include <algorithm>

#include "app/look/characters.h"
#include "app/platform/font_files.h"
#include "core/base/text.h"
#include "core/document/labels.h"
#include "tests/app/lab_under_test.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr std::string_view kShalom = "\u05e9\u05dc\u05d5\u05dd";
constexpr std::string_view kOlam = "\u05e2\u05d5\u05dc\u05dd";
constexpr std::string_view kSalam = "\u0633\u0644\u0627\u0645";
constexpr std::string_view kSalamDrawn = "\ufee1\ufefc\ufeb3";  // its l and a are one letter
constexpr std::string_view kBayt = "\u0628\u064a\u062a";
constexpr std::string_view kBaytDrawn = "\ufe96\ufef4\ufe91";

/// As a person reads it who knows the order of the bytes only.
std::string reversed(std::string_view hebrew) {
    std::string text;
    for (std::size_t at = hebrew.size(); at > 0; at -= 2) text += hebrew.substr(at - 2, 2);
    return text;
}

/// Fonts that have learned these texts, with all the fallbacks of this machine.
class LearnedFonts {
public:
    explicit LearnedFonts(const std::vector<std::string>& texts) : context_(make(atlas_)) {
        const Result<FontFiles> files = loadFontFiles();
        REQUIRE(files.has_value());
        fonts_ = buildFonts(*files, {}, withShapes(unusualCharacters(texts)));
    }
    ~LearnedFonts() {
        ImGui::DestroyContext(context_);
        ImGui::SetCurrentContext(outer_);
    }
    LearnedFonts(const LearnedFonts&) = delete;
    LearnedFonts& operator=(const LearnedFonts&) = delete;

    [[nodiscard]] const Fonts& fonts() const { return fonts_; }

private:
    static ImGuiContext* make(ImFontAtlas& atlas) {
        ImGuiContext* const context = ImGui::CreateContext(&atlas);
        ImGui::SetCurrentContext(context);
        return context;
    }

    ImGuiContext* outer_ = ImGui::GetCurrentContext();
    ImFontAtlas atlas_;
    ImGuiContext* context_;
    Fonts fonts_;
};

}  // namespace

TEST_CASE("texts from left to right stay as they are") {
    for (const std::string text :
         {"", "the cat sat", "\u2212\u221e \u00b7 \u221a2", "\u0416\u00e9 \u2026", "A[a, poem]"}) {
        CAPTURE(text);
        CHECK_FALSE(hasRightToLeft(text));
        CHECK(visualOrder(text) == text);
        CHECK(everyShape(text) == text);
    }
    CHECK(visualOrder("\u8a69\u4eba \U0001F600") == "\u8a69\u4eba \U0001F600");
}

TEST_CASE("Hebrew stands from right to left") {
    CHECK(visualOrder(kShalom) == reversed(kShalom));
    CHECK(visualOrder(std::string("q(") + std::string(kShalom) + ")") ==
          "q(" + reversed(kShalom) + ")");
}

TEST_CASE("Arabic letters join, and lam with alef is one letter") {
    CHECK(visualOrder(kSalam) == kSalamDrawn);
    CHECK(visualOrder(kBayt) == kBaytDrawn);
    CHECK(visualOrder("\u0644\u0627") == "\ufefb");
}

TEST_CASE("numbers and Latin words keep their own direction") {
    CHECK(visualOrder("abc " + std::string(kShalom) + " 12 xyz") ==
          "abc 12 " + reversed(kShalom) + " xyz");
    CHECK(visualOrder("\u0661\u0662 " + std::string(kBayt)) ==
          std::string(kBaytDrawn) + " \u0661\u0662");
}

TEST_CASE("a label keeps what stands around it in order") {
    const std::vector<std::string> labels =
        tokenLabels({std::string(kShalom), std::string(kOlam), std::string(kShalom)});
    CHECK(visualOrder("A[" + labels[0] + ", " + labels[1] + "]") ==
          "A[" + reversed(kShalom) + ", " + reversed(kOlam) + "]");
    // What tells the second from the first stands behind it, to the left.
    CHECK(visualOrder(labels[2]) == "\u2082" + reversed(kShalom));
    const std::string loud = tokenLabels({std::string(kShalom) + "!"}).front();
    CHECK(visualOrder(loud) == "!" + reversed(kShalom));
}

TEST_CASE("the fonts draw Arabic and Hebrew in all shapes that a line may cut them to") {
    const std::vector<std::string> texts{std::string(kSalam), std::string(kShalom),
                                         std::string(kBayt)};
    const LearnedFonts learned(texts);
    CHECK(missingCharacters(learned.fonts(), unusualCharacters(texts)).empty());
    for (const ImFont* font : {learned.fonts().text, learned.fonts().formula}) {
        // In the field where it is typed, and where the middle of a word becomes its end.
        for (const ImWchar letter : {0x0633U, 0x064AU, 0xFEF2U, 0xFEF1U, 0xFEF3U, 0x05E9U}) {
            CAPTURE(letter);
            CHECK(font->FindGlyphNoFallback(letter) != nullptr);
        }
    }
}

TEST_CASE("what no font has is still told by its code point") {
    const std::vector<std::string> texts{"a\U00012000", "\u05e9\U00010a00"};
    const LearnedFonts learned(texts);
    CHECK(missingCharacters(learned.fonts(), unusualCharacters(texts)) ==
          std::vector<char32_t>{0x12000, 0x10A00});
}

TEST_CASE("words from right to left draw on every step, and a sentence keeps its own order") {
    Document document = randomDocument({.tokens = 3});
    document.tokens = {std::string(kShalom), std::string(kSalam),
                       std::string(kSalam) + std::string(kBayt) + std::string(kShalom) +
                           std::string(kSalam) + std::string(kBayt) + std::string(kShalom) +
                           std::string(kBayt)};
    LabUnderTest lab(document);
    for (std::size_t step = 0; step < lab.state().steps().size(); ++step) lab.goTo(step);
    lab.goTo("Softmax");
    const auto& texts = lab.texts();
    CHECK(std::any_of(texts.begin(), texts.end(),
                      [](const LayoutProbe::Text& text) { return text.text.ends_with("\u2026"); }));
}

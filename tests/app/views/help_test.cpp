// The help: its parts, its search, the manual, and the places that the glossary leads to.
#include <set>

#include <fmt/format.h>

#include "app/views/shared/glossary.h"
#include "app/views/shared/manual.h"
#include "core/words/say.h"
#include "tests/app/layout_check.h"
#include "tests/app/menus.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr const char* kPartItems[] = {"Help/###keys-part", "Help/###mode-part",
                                      "Help/###glossary-part"};

bool isOpen(const LabUnderTest& lab) { return lab.hands().open<HelpSheet>() != nullptr; }

void openHelp(LabUnderTest& lab) {
    lab.ui.key(ImGuiKey_F1);
    REQUIRE(isOpen(lab));
    lab.ui.step(3);  // the search takes the keyboard
}

/// The buttons of the entries on the sheet, in the order they are drawn.
std::vector<std::string> shownEntries(const LabUnderTest& lab) {
    std::vector<std::string> entries;
    for (const UiItem& item : lab.ui.items()) {
        const std::size_t at = item.label.find("###glossary.");
        if (at != std::string::npos) entries.push_back(item.label.substr(at + 3));
    }
    return entries;
}

void checkIsAt(const LabUnderTest& lab, const GlossaryPlace& place) {
    if (!std::holds_alternative<OnCoursePage>(place.at)) CHECK(lab.place().mode == place.mode);
    if (const auto* const id = std::get_if<MatrixId>(&place.at)) {
        CHECK(stepCovering(lab.state().steps(), *id) == lab.place().step);
        CHECK(lab.place().revealed == lab.state().shown.lastCell(lab.state().step()));
    } else if (const auto* const part = std::get_if<WordPart>(&place.at)) {
        CHECK(lab.state().generate_place.part == *part);
    } else if (const auto* const view = std::get_if<CompareView>(&place.at)) {
        CHECK(lab.place().compare_view == *view);
    } else if (const auto* const below = std::get_if<TrainBelow>(&place.at)) {
        CHECK(lab.state().train_place.below == *below);
    }
    CHECK(openMenus() == (std::holds_alternative<Menu>(place.at) ? 1 : 0));
    CHECK((lab.hands().open<CoursePage>() != nullptr) ==
          std::holds_alternative<OnCoursePage>(place.at));
}

/// The texts of the sheet, which is drawn last.
std::vector<std::string> sheetTexts(const LabUnderTest& lab) {
    std::vector<std::string> texts;
    for (const LayoutProbe::Text& text : lab.texts()) {
        if (!texts.empty() || text.text == "This mode") texts.push_back(text.text);
    }
    return texts;
}

std::string plain(const ManualBlock& block) { return plainText(block.words); }

}  // namespace

TEST_CASE("every part of the help draws in every mode without a fault of layout") {
    LayoutReport report;
    for (const ImVec2 size : windows({kLaptop, kUsual, kProjector, ImVec2{800, 600}})) {
        for (const ModeInfo& mode : kModes) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(SetMode{mode.mode});
            openHelp(lab);
            for (const char* part : kPartItems) {
                lab.ui.click(part);
                lab.ui.step(2);
                REQUIRE(isOpen(lab));
                report.add(fmt::format("{} {} {}", mode.name, part, size.x), layoutFaults(lab),
                           {"shortened"});
                REQUIRE(!sheetTexts(lab).empty());
                for (const std::string& text : sheetTexts(lab)) {
                    CAPTURE(text);
                    CHECK(!text.ends_with("\u2026"));
                }
            }
            lab.ui.click("Help/###mode-part");
            lab.ui.step();
            CHECK(
                lab.showsLines(plain(manual("en")[static_cast<std::size_t>(mode.mode)].blocks[0])));
            CHECK(lab.showsLines(plain(manual("en").back().blocks[0])));
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("the help can be used while one presents") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.ui.key(ImGuiKey_F5);
    openHelp(lab);
    for (const char* part : kPartItems) {
        lab.ui.click(part);
        lab.ui.step();
    }
    lab.ui.type("softmax");
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step();
    CHECK(!isOpen(lab));
    CHECK(lab.place().presenting);
    CHECK(lab.step() == "Softmax");
}

TEST_CASE("what is typed is searched in the glossary, the keys and the manual") {
    LabUnderTest lab("write-a-poem");
    openHelp(lab);
    lab.ui.type("cache");
    lab.ui.step();
    REQUIRE(!shownEntries(lab).empty());
    CHECK(shownEntries(lab).front() == "glossary.kv_cache");
    CHECK(lab.showsLines("A store of the keys and values of earlier tokens."));
    CHECK(lab.shows("Manual \u00b7 Generate"));
    CHECK(!lab.shows("Manual \u00b7 Train"));
    CHECK(!lab.shows("With the mouse"));
    const auto search = [&](std::string_view words) {
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
        lab.ui.type(words);
        lab.ui.step();
    };
    search("SNAPSHOT keep");
    CHECK(lab.shows("Keep a snapshot to compare with"));
    CHECK(lab.shows("F8"));
    search("d_k");
    CHECK(shownEntries(lab).front() == "glossary.sqrt_dk");
    search("xyzzy");
    CHECK(lab.showsLines("No entry contains \u201cxyzzy\u201d. Try a shorter word."));
    // Keys of commands are letters here, and those with Ctrl or Alt do nothing.
    for (const ImGuiKeyChord key : {static_cast<int>(ImGuiKey_M), static_cast<int>(ImGuiKey_R),
                                    static_cast<int>(ImGuiKey_F5), ImGuiMod_Alt | ImGuiKey_2}) {
        lab.ui.key(key);
    }
    CHECK(isOpen(lab));
    CHECK(lab.isAsOpened());
    CHECK(!lab.place().presenting);
    CHECK(lab.place().mode == Mode::lab);
    lab.ui.key(ImGuiKey_Escape);
    CHECK(!isOpen(lab));
    lab.ui.key(ImGuiKey_M);
    CHECK(!lab.isAsOpened());
}

TEST_CASE("the keyboard alone reaches the parts and the entries of the help") {
    LabUnderTest lab("write-a-poem");
    openHelp(lab);
    const auto part = [&] { return lab.hands().open<HelpSheet>()->part; };
    lab.ui.key(ImGuiKey_Tab);
    CHECK(part() == HelpPart::this_mode);
    lab.ui.step(3);
    lab.ui.key(ImGuiKey_Tab);
    CHECK(part() == HelpPart::glossary);
    lab.ui.step(3);
    lab.ui.key(ImGuiMod_Shift | ImGuiKey_Tab);
    CHECK(part() == HelpPart::this_mode);
    lab.ui.step(3);
    lab.ui.key(ImGuiKey_Tab);
    lab.ui.step(3);
    lab.ui.key(ImGuiKey_UpArrow);
    lab.ui.step(2);
    CHECK(lab.hands().open<HelpSheet>()->chosen == glossary().size() - 1);
    // It has come into sight.
    CHECK(lab.ui.find("Help/###" + shownEntries(lab).back()).visible.GetHeight() > 0);
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step();
    CHECK(!isOpen(lab));
    checkIsAt(lab, glossary().back().place);
}

TEST_CASE("every entry of the glossary leads to the place that it names") {
    REQUIRE(glossary().size() >= 59);
    for (const std::string_view lesson :
         {"write-a-poem", "causal-two-ways", "numpy-from-scratch"}) {
        if (kIsSanitized && lesson != "write-a-poem") continue;
        LabUnderTest lab(lesson);
        for (const GlossaryEntry& entry : glossary()) {
            const std::string item = "Help/###" + std::string(entry.title().key);
            CAPTURE(item);
            openHelp(lab);
            lab.ui.click("Help/###glossary-part");
            lab.ui.step(2);
            lab.ui.scrollTo(item);
            lab.ui.click(item);
            lab.ui.step();
            CHECK(!isOpen(lab));
            checkIsAt(lab, entry.place);
            if (std::holds_alternative<Menu>(entry.place.at)) closeAll(lab);
            if (std::holds_alternative<OnCoursePage>(entry.place.at)) {
                lab.ui.key(ImGuiKey_Escape);
                lab.ui.step(2);
            }
        }
    }
}

TEST_CASE("words of the texts that a student may not know are found in the glossary") {
    LabUnderTest lab("write-a-poem");
    openHelp(lab);
    const std::pair<const char*, const char*> kWords[] = {{"masking method", "masking_method"},
                                                          {"fill replaces", "masking_method"},
                                                          {"batch loss", "batch_loss"},
                                                          {"window text", "window"},
                                                          {"dot product", "dot_product"},
                                                          {"optimizer", "optimizer"},
                                                          {"notebook", "notebook"},
                                                          {"softcap", "softcap"},
                                                          {"cap", "softcap"},
                                                          {"attention sink", "attention_sink"},
                                                          {"alibi", "alibi"},
                                                          {"rope", "rotary_positions"},
                                                          {"rotary", "rotary_positions"},
                                                          {"unembedding", "unembedding"},
                                                          {"last place", "unit_in_the_last_place"}};
    for (const auto& word : kWords) {
        const auto& [typed, key] = word;
        CAPTURE(word.first);
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
        lab.ui.type(typed);
        lab.ui.step();
        const std::vector<std::string> found = shownEntries(lab);
        CHECK(std::find(found.begin(), found.end(), fmt::format("glossary.{}", key)) !=
              found.end());
    }
}

TEST_CASE("a lesson is opened for an entry only where the document has no such step") {
    LabUnderTest lab("write-a-poem");
    lab.dragCell(MatrixId::w_query, {0, 0}, 50);
    const Document edited = lab.document();
    const auto go = [&](std::string_view search) {
        openHelp(lab);
        lab.ui.type(search);
        lab.ui.step();
        lab.ui.key(ImGuiKey_Enter);
        lab.ui.step();
    };
    go("softmax");
    CHECK(lab.document() == edited);
    go("output projection");
    CHECK(lab.document().title == "NumPy from scratch");
    CHECK(lab.step() == "Output");
    // What was not saved became a draft, as after a choice in the menu.
    bool is_put_aside = false;
    for (const Effect& effect : lab.takeEffects()) {
        if (std::get_if<PutAside>(&effect) != nullptr) is_put_aside = true;
    }
    CHECK(is_put_aside);
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    CHECK(lab.document() == edited);
}

TEST_CASE("every way to close the help works, and a click on it is none") {
    LabUnderTest lab("write-a-poem");
    openHelp(lab);
    lab.ui.clickAt({800, 900});
    CHECK(isOpen(lab));
    lab.ui.clickAt({8, 500});
    CHECK(!isOpen(lab));
    openHelp(lab);
    lab.ui.click("Help/###close-help");
    CHECK(!isOpen(lab));
    openHelp(lab);
    lab.ui.key(ImGuiKey_F1);
    CHECK(!isOpen(lab));
    openHelp(lab);
    lab.ui.type("mask");
    lab.ui.key(ImGuiKey_Escape);
    CHECK(!isOpen(lab));
    CHECK(lab.isAsOpened());
}

TEST_CASE("the manual has a section for each mode and one of every mode, in every language") {
    std::vector<std::size_t> blocks;  // of the sections of the first language
    for (const Language& language : kLanguages) {
        CAPTURE(language.id);
        const std::vector<ManualSection>& sections = manual(language.id);
        CHECK((&sections == &manual("en")) == (language.id == "en"));
        REQUIRE(sections.size() == kModes.size() + 1);
        for (const ModeInfo& mode : kModes) {
            const ManualSection& section = sections[static_cast<std::size_t>(mode.mode)];
            CHECK(section.title == wordingIn(language).text(mode.title()));
            CHECK(section.blocks.size() >= 5);
        }
        std::vector<std::size_t> mine;
        for (const ManualSection& section : sections) {
            mine.push_back(section.blocks.size());
            for (const ManualBlock& block : section.blocks) {
                CAPTURE(plain(block));
                // Marks of Markdown that the help does not know would be seen.
                CHECK(plain(block).find_first_of("*`#|<[_") ==
                      (plain(block).find("scaled_dot") != std::string::npos ? plain(block).find('_')
                                                                            : std::string::npos));
            }
        }
        if (blocks.empty()) blocks = mine;
        CHECK(mine == blocks);
    }
}

TEST_CASE("headings, paragraphs, lists, bold and code of a manual are read") {
    const auto sections = readManual(
        "# Title\n\nLeft out.\n\n## One\n\nFirst line\nsecond **bold** line.\n\n### Part\n\n"
        "- an item\n  that goes on\n- `a_b` here\n\n## Two\nText.");
    REQUIRE(sections.size() == 2);
    CHECK(sections[0].title == "One");
    const std::vector<ManualBlock>& blocks = sections[0].blocks;
    REQUIRE(blocks.size() == 4);
    CHECK(plain(blocks[0]) == "First line second bold line.");
    CHECK(blocks[0].words[1].bold);
    CHECK(blocks[0].words[1].text == "bold");
    CHECK(blocks[1].kind == ManualBlock::Kind::heading);
    CHECK(plain(blocks[1]) == "Part");
    CHECK(blocks[2].kind == ManualBlock::Kind::item);
    CHECK(plain(blocks[2]) == "an item that goes on");
    CHECK(plain(blocks[3]) == "\u201ca_b\u201d here");
    CHECK(plain(sections[1].blocks[0]) == "Text.");
}

TEST_CASE(
    "no two words of the glossary are the same, and no definition is longer than 3 sentences") {
    std::set<std::string> titles;
    for (const GlossaryEntry& entry : glossary()) {
        const std::string title = english().text(entry.title());
        const std::string text = english().text(entry.text());
        CAPTURE(title);
        CHECK(titles.insert(title).second);
        CHECK(text.ends_with('.'));
        std::size_t sentences = 0;
        for (std::size_t at = text.find(". "); at != std::string::npos;
             at = text.find(". ", at + 1))
            ++sentences;
        CHECK(sentences < 3);
    }
}

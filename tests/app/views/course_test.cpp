// The page of lessons, experiments and files: opened from every mode, searched, and left again.
#include "tests/app/course.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/io/experiment_library.h"
#include "tests/app/layout_check.h"
#include "tests/app/pseudo_language.h"
#include "tests/combinations.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

const std::vector<ImVec2> kCourseSizes =
    windows({kLaptop, kUsual, kProjector, ImVec2{800, 600}, ImVec2{400, 700}, ImVec2{320, 240}});

std::vector<std::string> allCards() {
    std::vector<std::string> keys;
    const auto add_guided = [&](LessonGroup group) {
        for (const GuidedEntry& one : guidedLessons()) {
            if (one.lesson->group == group) keys.push_back(one.id);
        }
    };
    add_guided(LessonGroup::first_minutes);
    add_guided(LessonGroup::notebooks);
    for (const LessonEntry& lesson : lessons()) {
        if (!isGuidedLesson(lesson.id)) keys.push_back(lesson.id);
    }
    add_guided(LessonGroup::mistakes);
    add_guided(LessonGroup::training);
    for (const ExperimentEntry& one : experiments()) keys.push_back(one.id);
    return keys;
}

/// The keys of the cards, in the order they are drawn.
std::vector<std::string> shownCards(const LabUnderTest& lab) {
    std::vector<std::string> keys;
    for (const std::string& key : allCards()) {
        if (lab.ui.exists("Course/##" + key)) keys.push_back(key);
    }
    return keys;
}

std::size_t entryCount() { return allCards().size(); }

std::string chosenKey(const LabUnderTest& lab) { return lab.hands().open<CoursePage>()->chosen; }

}  // namespace

TEST_CASE("the page opens by key and button from every mode, and Esc leads back") {
    for (const ModeInfo& mode : kModes) {
        CAPTURE(mode.name);
        LabUnderTest lab("write-a-poem");
        lab.goTo("Scores");
        lab.act(SetMode{mode.mode});
        lab.ui.step(2);
        const Place before = lab.place();
        openPage(lab);
        const std::vector<std::string> shown = shownCards(lab);
        REQUIRE_FALSE(shown.empty());
        const std::vector<std::string> all = allCards();
        CHECK(std::search(all.begin(), all.end(), shown.begin(), shown.end()) != all.end());
        lab.ui.key(ImGuiKey_Escape);
        lab.ui.step();
        CHECK(!isPageOpen(lab));
        CHECK(lab.place().mode == before.mode);
        CHECK(lab.place().step == before.step);
        CHECK(lab.place().cell == before.cell);
        const bool is_document = mode.subject == SubjectKind::document;
        lab.ui.click(is_document ? "Top/##lesson" : "Top/##experiment");
        lab.ui.step(2);
        CHECK(isPageOpen(lab));
        lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_1);
        CHECK(!isPageOpen(lab));
        CHECK(lab.isAsOpened());
    }
}

TEST_CASE("the page opens while one presents, and one still presents after it") {
    LabUnderTest lab("write-a-poem", kProjector);
    lab.ui.key(ImGuiKey_F5);
    lab.ui.step(2);
    const float slide = lab.look().scale;
    openPage(lab);
    CHECK(lab.look().scale == slide);
    lab.ui.key(ImGuiKey_Escape);
    lab.ui.step(2);
    CHECK(!isPageOpen(lab));
    CHECK(lab.place().presenting);
    openPage(lab);
    lab.ui.type("cat sat");
    lab.ui.step(2);
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(3);
    CHECK(!isPageOpen(lab));
    CHECK(lab.place().presenting);
    CHECK(lab.state().origin().shipped == "the-cat-sat");
}

TEST_CASE("an entry says its subject, minutes, goal and the one that follows") {
    LabUnderTest lab("write-a-poem");
    openPage(lab);
    CHECK(chosenKey(lab) == "write-a-poem");
    const auto check = [&](const std::string& id, const LocalText& summary,
                           const std::vector<LocalText>& goals, int minutes,
                           const std::string& next) {
        CAPTURE(id);
        lab.ui.scrollTo("Course/##" + id);
        lab.ui.click("Course/##" + id);
        lab.ui.step(2);
        REQUIRE(isPageOpen(lab));
        CHECK(chosenKey(lab) == id);
        CHECK(lab.showsLines(summary.in("en")));
        for (const LocalText& goal : goals) CHECK(lab.showsLines(goal.in("en")));
        CHECK(lab.shows(fmt::format("{} min", minutes)));
        CHECK(lab.ui.exists("Course/###next") == !next.empty());
        if (next.empty()) return;
        lab.ui.scrollTo("Course/###next");
        lab.ui.click("Course/###next");
        lab.ui.step(2);
        CHECK(chosenKey(lab) == next);
    };
    for (const GuidedEntry& one : guidedLessons()) {
        const GuidedLesson& lesson = *one.lesson;
        check(one.id, lesson.summary, lesson.goals, lesson.minutes, lesson.next);
    }
    for (const ExperimentEntry& one : experiments()) {
        const Outline& outline = one.notes.outline;
        check(one.id, one.notes.summary, {outline.goal}, outline.minutes, outline.next);
    }
}

TEST_CASE("an experiment opens in Train, and is presented where one asks for it") {
    LabUnderTest lab("write-a-poem");
    openFromPage(lab, "counting");
    CHECK(lab.place().mode == Mode::train);
    CHECK(lab.state().experiment_work.origin().shipped == "counting");
    openPage(lab);
    CHECK(chosenKey(lab) == "counting");
    lab.ui.click("Course/##present");
    lab.ui.step(3);
    CHECK(!isPageOpen(lab));
    CHECK(lab.place().presenting);
}

TEST_CASE("typing searches titles, sentences and goals") {
    LabUnderTest lab("write-a-poem");
    openPage(lab);
    lab.ui.type("finite");
    lab.ui.step(2);
    const std::vector<std::string> found = shownCards(lab);
    CHECK(std::find(found.begin(), found.end(), "a-finite-value") != found.end());
    CHECK(std::find(found.begin(), found.end(), "a-finite-mask") != found.end());
    CHECK(std::find(found.begin(), found.end(), "write-a-poem") == found.end());
    CHECK(chosenKey(lab) == found.front());
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type("off the page");
    lab.ui.step(2);
    CHECK(shownCards(lab).empty());
    CHECK(lab.showsLines("Nothing here contains \u201coff the page\u201d."));
    lab.ui.key(ImGuiMod_Ctrl | ImGuiKey_A);
    lab.ui.type("peeking held-out");  // one in a title, the other in its goal
    lab.ui.step(2);
    CHECK(shownCards(lab) == std::vector<std::string>{"peeking-by-one-word"});
    lab.ui.key(ImGuiKey_Enter);
    lab.ui.step(3);
    CHECK(!isPageOpen(lab));
    CHECK(lab.state().experiment_work.origin().shipped == "peeking-by-one-word");
    CHECK(lab.place().step == 0);
}

TEST_CASE("arrow keys and Tab choose among the cards, and each chosen card is seen") {
    for (const ImVec2 size : windows({kUsual, kLaptop, ImVec2{320, 240}})) {
        CAPTURE(size.x);
        LabUnderTest lab("write-a-poem", size);
        openPage(lab);
        while (chosenKey(lab) != allCards().front()) {
            lab.ui.key(ImGuiKey_LeftArrow);
            lab.ui.step(2);
        }
        std::vector<std::string> walked{chosenKey(lab)};
        for (std::size_t k = 1; k < entryCount(); ++k) {
            lab.ui.key(ImGuiKey_RightArrow);
            lab.ui.step(2);
            walked.push_back(chosenKey(lab));
            const UiItem card = lab.ui.find("Course/##" + walked.back());
            const float seen = card.visible.GetHeight();
            CHECK(seen >= std::min(card.rect.GetHeight(), size.y / 2));
        }
        CHECK(walked == allCards());
        lab.ui.key(ImGuiKey_Tab);
        lab.ui.step(2);
        CHECK(chosenKey(lab) == allCards().front());
        const float first = lab.ui.find("Course/##" + chosenKey(lab)).rect.Min.y;
        lab.ui.key(ImGuiKey_DownArrow);
        lab.ui.step(2);
        CHECK(lab.ui.find("Course/##" + chosenKey(lab)).rect.Min.y > first - size.y / 2);
        CHECK(chosenKey(lab) != allCards().front());
        lab.ui.key(ImGuiKey_UpArrow);
        CHECK(chosenKey(lab) == allCards().front());
        CHECK(lab.isAsOpened());
        CHECK(lab.place().step == 0);
    }
}

TEST_CASE("the page opens, saves and exports files") {
    for (const char* const item : {"open", "save", "save-as"}) {
        CAPTURE(item);
        LabUnderTest lab("write-a-poem");
        openPage(lab);
        lab.ui.click(std::string("Course/##") + item);
        lab.ui.step(2);
        CHECK(!isPageOpen(lab));
        REQUIRE(lab.hands().open<FileSheet>() != nullptr);
        const bool opens = lab.hands().open<FileSheet>()->task.kind == FileTask::Kind::open;
        CHECK(opens == (std::string_view(item) == "open"));
    }
    LabUnderTest lab("write-a-poem");
    openPage(lab);
    lab.ui.click("Course/##export");
    lab.ui.step(3);
    CHECK(lab.ui.exists("popup/##export-json"));
    LabUnderTest by_key("write-a-poem");
    openPage(by_key);
    by_key.ui.key(ImGuiMod_Alt | ImGuiKey_2);
    by_key.ui.step(2);
    CHECK(!isPageOpen(by_key));
    CHECK(by_key.place().mode == Mode::compare);
    openPage(by_key);
    by_key.ui.key(ImGuiMod_Ctrl | ImGuiKey_O);
    CHECK(by_key.hands().open<FileSheet>() != nullptr);
}

TEST_CASE("a file of one's own says its goal on the page, and is drawn from its own weights") {
    Document document = randomDocument({});
    document.title = "My poem";
    Lesson lesson;
    lesson.summary = "A poem of my own.";
    lesson.outline = {.minutes = 7, .goal = "I can say who wrote it.", .next = "counting"};
    document.lesson = std::make_shared<const Lesson>(lesson);
    LabUnderTest lab(document);
    openPage(lab);
    CHECK(chosenKey(lab) == "on-screen");
    for (const char* const text : {"A poem of my own.", "I can say who wrote it.", "7 min"}) {
        CHECK(lab.showsLines(text));
    }
    CHECK(lab.ui.exists("Course/###next"));
    lab.ui.click("Course/##start");
    lab.ui.step(2);
    CHECK(!isPageOpen(lab));
    CHECK(lab.document() == document);
}

TEST_CASE("the pictures have the real weights and losses, and at rest nothing is drawn again") {
    LabUnderTest lab("write-a-poem");
    openPage(lab);
    const CoursePictures& pictures = lab.state().course;
    for (std::size_t k = 0; k < lessons().size(); ++k) {
        const LabUnderTest opened(lessons()[k].id);
        const MatrixView weights = opened.trace().view(MatrixId::attention_weights, 0);
        REQUIRE(pictures.weights(k) != nullptr);
        CHECK(pictures.weights(k)->n == opened.document().n());
        CHECK(pictures.weights(k)->at(1, 0).share == weights(1, 0));
        CHECK(!pictures.weights(k)->at(0, 1).is_allowed);
    }
    for (std::size_t k = 0; k < experiments().size(); ++k) {
        const auto experiment =
            std::make_shared<const Experiment>(*openShippedExperiment(experiments()[k].id));
        TrainingRun run(experiment);
        run.advance(experiment->steps);
        REQUIRE(pictures.run(k) != nullptr);
        for (const std::size_t twin : {0u, 1u}) {
            CHECK(pictures.run(k)->losses(twin) == run.losses(twin));
        }
    }
}

TEST_CASE("no text of the page is cut, at any size, presented or not, in any language") {
    LayoutReport report;
    std::vector<const Language*> languages{&pseudoLanguage()};
    for (const Language& language : kLanguages) languages.push_back(&language);
    for (const Language* const language : languages) {
        for (const ImVec2 size : kCourseSizes) {
            LabUnderTest lab("write-a-poem", size);
            lab.act(Change(&Preferences::language, language));
            for (const bool presenting : {false, true}) {
                lab.act(SetPresenting{presenting});
                lab.ui.step(2);
                openPage(lab);
                // The type of a slide is small in a small window.
                std::vector<std::string> allowed;
                if (presenting && size.x < kLaptop.x) allowed.emplace_back("small");
                lab.act(RecentsListed{
                    {{.id = "d1", .title = "My poem", .when = "14:05"},
                     {.file = "/home/ada/cat.json", .title = "Cat", .when = "21 Nov"}}});
                // Without the column of the chosen entry, cards hold all of their texts: some of
                // them bring every card into view.
                const std::size_t by = kIsSanitized ? 9 : size.x < kLaptop.x ? 2 : 1;
                for (std::size_t k = 0; k < entryCount() + 2; k += by) {
                    for (std::size_t press = 0; press < by; ++press) {
                        lab.ui.key(ImGuiKey_RightArrow);
                    }
                    lab.ui.step(2);
                    report.add(fmt::format("{} {} {}{}", language->id, chosenKey(lab), size.x,
                                           presenting ? ", presented" : ""),
                               layoutFaults(lab), allowed);
                }
                lab.ui.key(ImGuiKey_Escape);
                lab.ui.step(2);
            }
        }
    }
    CHECK_MESSAGE(report.empty(), report.text());
}

TEST_CASE("at the first start the first lesson is offered, until it was begun or refused") {
    for (const char* const button : {"Lesson/###offer-start", "Lesson/###offer-later"}) {
        CAPTURE(button);
        LabUnderTest lab("write-a-poem", kLaptop);
        CHECK_FALSE(lab.ui.exists(button));
        lab.act(Change(&Preferences::invites_drag, true));
        lab.ui.step(2);
        CHECK(lab.showsLines("First minutes"));
        lab.act(SetMode{Mode::train});
        lab.ui.step(2);
        CHECK_FALSE(lab.ui.exists(button));
        lab.act(SetMode{Mode::lab});
        lab.ui.step(2);
        lab.ui.click(button);
        lab.ui.step(2);
        CHECK_FALSE(lab.ui.exists(button));
        const bool is_begun = lab.state().lesson.step() != nullptr;
        CHECK(is_begun == (std::string_view(button) == "Lesson/###offer-start"));
        if (is_begun) CHECK(lab.state().lesson.lesson()->id == "first-minutes");
    }
}

TEST_CASE("at the first start the first number asks to be dragged, until it was") {
    LabUnderTest lab("write-a-poem");
    CHECK(!lab.shows("drag me"));
    for (const ImVec2 size : windows({kUsual, kLaptop})) {
        LabUnderTest first("write-a-poem", size);
        first.act(Change(&Preferences::invites_drag, true));
        first.ui.step(2);
        CHECK(first.shows("drag me"));
        LayoutReport report;
        report.add("drag me", layoutFaults(first));
        CHECK_MESSAGE(report.empty(), report.text());
        first.typeInto(MatrixId::embeddings, {0, 0}, "2");
        first.ui.key(ImGuiKey_Enter);
        first.ui.step(2);
        CHECK(first.preferences().invites_drag);
        first.dragCell(MatrixId::w_key, {0, 0}, 30);
        first.ui.step(2);
        CHECK(!first.preferences().invites_drag);
        CHECK(!first.shows("drag me"));
    }
}

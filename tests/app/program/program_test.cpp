// The program as whoever runs it meets it: a frame at a time, in a world that the test makes up.
#include "app/program/program.h"

#include <algorithm>
#include <atomic>
#include <cfloat>
#include <chrono>
#include <cmath>
#include <map>
#include <thread>
#include <utility>

#include <imgui_internal.h>

#include "app/platform/font_files.h"
#include "app/program/carried_work.h"
#include "app/program/imgui_session.h"
#include "app/program/picture.h"
#include "app/program/worker.h"
#include "app/state/model/import_reading.h"
#include "app/state/update/update.h"
#include "core/io/document_json.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/picture_text.h"
#include "core/io/task_place.h"
#include "core/words/say.h"
#include "tests/app/fake_host.h"
#include "tests/app/lab_under_test.h"
#include "tests/app/program/read_gif.h"
#include "tests/core/documents.h"

using namespace lookback;
using namespace lookback::test;

namespace {

constexpr double kProgramFrame = 1.0 / 60;

/// A program with all that it needs, opened on a lesson.
class ProgramRunning {
public:
    explicit ProgramRunning(std::string_view lesson = "write-a-poem")
        : program({screen, files}, *loadFontFiles(),
                  AppState(lessonDocument(lesson), std::string(lesson))) {}

    void frame() {
        screen.now += kProgramFrame;
        program.frame();
    }
    /// Draws frames as a window does, until the program says that nothing will change by itself.
    /// @return how many there were
    int untilAtRest() {
        int frames = 0;
        for (; program.untilNextFrame() == 0; ++frames) {
            REQUIRE(frames < 600);
            frame();
        }
        return frames;
    }
    void key(ImGuiKey key, ImGuiKey modifier = ImGuiKey_None) {
        ImGuiIO& io = ImGui::GetIO();
        for (const bool is_down : {true, false}) {
            if (modifier != ImGuiKey_None) io.AddKeyEvent(modifier, is_down);
            io.AddKeyEvent(key, is_down);
        }
        untilAtRest();
    }
    /// An action as a view emits it, and the frames that follow.
    void act(const Action& action) {
        AppState state = program.state();
        update(state, action);
        program.show(std::move(state));
        untilAtRest();
    }
    [[nodiscard]] const AppState& state() const { return program.state(); }

    ImGuiSession session;
    FakeScreen screen;
    FakeFiles files;
    Program program;
};

std::string notice(const AppState& state) { return english().text(state.notice); }

}  // namespace

TEST_CASE("a program that nobody touches draws a few frames and then rests") {
    ProgramRunning running;
    CHECK(running.program.untilNextFrame() == 0);
    CHECK(running.untilAtRest() <= 8);
    CHECK(running.screen.vertices > 1000);
    CHECK(std::isinf(running.program.untilNextFrame()));
    CHECK_FALSE(running.program.wantsToClose());
    running.screen.now += 3600;
    CHECK(std::isinf(running.program.untilNextFrame()));
}

TEST_CASE("input and news wake the program") {
    ProgramRunning running;
    running.untilAtRest();
    ImGui::GetIO().AddMousePosEvent(640, 300);
    CHECK(running.program.untilNextFrame() == 0);
    running.frame();
    ImGui::GetIO().AddMousePosEvent(642, 300);
    CHECK(running.untilAtRest() > 30);  // a tooltip takes its time
    running.program.wake();
    CHECK(running.program.untilNextFrame() == 0);
    CHECK(running.untilAtRest() == 4);
    CHECK(std::isinf(running.program.untilNextFrame()));
}

TEST_CASE("a text field sees Ctrl with A, though a slow frame meets both going down and up") {
    ProgramRunning running;
    running.untilAtRest();
    running.key(ImGuiKey_F2);
    REQUIRE(ImGui::GetIO().WantTextInput);
    ImGuiIO& io = ImGui::GetIO();
    io.AddKeyEvent(ImGuiKey_End, true);
    io.AddKeyEvent(ImGuiKey_End, false);
    running.untilAtRest();
    io.AddKeyEvent(ImGuiMod_Ctrl, true);
    running.frame();
    io.AddKeyEvent(ImGuiKey_A, true);
    io.AddKeyEvent(ImGuiMod_Ctrl, false);
    io.AddKeyEvent(ImGuiKey_A, false);
    io.AddInputCharactersUTF8("Verse");
    io.AddKeyEvent(ImGuiKey_Enter, true);
    io.AddKeyEvent(ImGuiKey_Enter, false);
    running.untilAtRest();
    const Index token = running.state().token();
    CHECK(running.state().document().tokens[static_cast<std::size_t>(token)] == "Verse");
}

TEST_CASE("while a text is typed, a frame now and then lets the cursor blink") {
    ProgramRunning running;
    running.untilAtRest();
    running.key(ImGuiKey_F2);
    REQUIRE(ImGui::GetIO().WantTextInput);
    const double rest = running.program.untilNextFrame();
    CHECK(rest > 0.1);
    CHECK(rest < 0.21);
    running.screen.now += rest;
    CHECK(running.program.untilNextFrame() == 0);
    running.program.frame();
    CHECK(running.program.untilNextFrame() > 0.1);
}

TEST_CASE("two clicks are a double click by the time between them, however few the frames") {
    ProgramRunning running;
    const auto click = [&] {
        for (const bool is_down : {true, false}) {
            ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, is_down);
            running.program.frame();
        }
    };
    const auto clicks = [&] { return ImGui::GetIO().MouseClickedLastCount[0]; };
    ImGui::GetIO().AddMousePosEvent(640, 30);
    running.untilAtRest();
    click();
    running.screen.now += 0.1;
    click();
    CHECK(clicks() == 2);
    running.screen.now += 60;
    click();
    CHECK(clicks() == 1);
    running.screen.now += 5;
    click();
    CHECK(clicks() == 1);
}

TEST_CASE("motion never jumps, also after a long rest") {
    ProgramRunning running;
    running.untilAtRest();
    running.key(ImGuiKey_PageDown);
    ImGui::GetIO().AddKeyEvent(ImGuiKey_DownArrow, true);
    running.screen.now += 3600;
    running.program.frame();
    running.screen.now += 3600;
    running.program.frame();
    CHECK(isMoving(running.state()));
}

TEST_CASE("files of numbers that come together are placed together, and a document goes alone") {
    ProgramRunning running;
    running.files.files = {{"/home/X.csv", "1,2\n3,4\n5,6\n"},
                           {"/home/W_q.csv", "1,0\n0,1\n"},
                           {"/home/cat.json", writeDocument(lessonDocument("the-cat-sat"))}};
    const std::vector<std::string> numbers{"/home/X.csv", "/home/W_q.csv"};
    running.program.openFiles(numbers);
    running.untilAtRest();
    const auto* const sheet = running.state().hands.open<ImportSheet>();
    REQUIRE(sheet != nullptr);
    REQUIRE(sheet->files.size() == 2);
    CHECK(sheet->files[0].file == "/home/X.csv");
    CHECK(sheet->reading->found->tensors.size() == 2);
    running.key(ImGuiKey_Escape);
    running.frame();
    const std::vector<std::string> documents{"/home/cat.json", "/home/cat.json"};
    running.program.openFiles(documents);
    running.untilAtRest();
    CHECK(running.state().document().tokens == lessonDocument("the-cat-sat").tokens);
    // A file that is missing is told, and nothing opens.
    running.program.openFile("/home/W_k.npy");
    running.untilAtRest();
    CHECK(notice(running.state()) == "/home/W_k.npy: is not there.");
    CHECK_FALSE(running.state().hands.hasSheet());
}

TEST_CASE("documents are read from the host's files, and listed there") {
    ProgramRunning running;
    running.files.files = {{"/home/cat.json", writeDocument(lessonDocument("the-cat-sat"))},
                           {"/home/picture.png", ""}};
    running.program.openFile("~/cat.json");
    running.untilAtRest();
    CHECK(running.state().document().tokens == lessonDocument("the-cat-sat").tokens);
    CHECK(running.state().origin().file == "/home/cat.json");
    running.program.openFile("/home/dog.json");
    running.untilAtRest();
    CHECK(notice(running.state()) == "/home/dog.json: is not there.");
    running.key(ImGuiKey_O, ImGuiMod_Ctrl);
    running.frame();
    const std::vector<FolderEntry> expected{
        {"ark", true}, {"zoo", true}, {"cat.json", false}, {"picture.png", false}};
    const auto* sheet = running.state().hands.open<FileSheet>();
    REQUIRE(sheet != nullptr);
    CHECK(sheet->entries == expected);
}

TEST_CASE("a document is written to the host's files, or the person is told why not") {
    ProgramRunning running;
    running.untilAtRest();
    running.act(SaveFile{"~/poem.json"});
    CHECK(notice(running.state()) == "Saved as \u201c/home/poem.json\u201d.");
    const auto saved = readDocument(running.files.files.at("/home/poem.json"));
    REQUIRE(saved.has_value());
    CHECK(saved->tokens == running.state().document().tokens);
    running.files.is_full = true;
    running.act(SaveFile{"/home/poem.json"});
    CHECK(notice(running.state()) == "/home/poem.json: the disk is full.");
}

TEST_CASE("a picture of the window is taken of a whole frame, and written once") {
    ProgramRunning running;
    running.untilAtRest();
    const int before = running.screen.frames_shown;
    running.act(ExportFile{"~/window.png", ExportKind::picture});
    CHECK(running.screen.frames_shown > before);
    CHECK(running.screen.pictures_taken == 1);
    CHECK(running.files.files.at("/home/window.png").starts_with("\x89PNG"));
    CHECK(notice(running.state()) == "Written to \u201c/home/window.png\u201d.");
    running.files.is_full = true;
    running.act(ExportFile{"/home/full.png", ExportKind::picture});
    CHECK(notice(running.state()) == "/home/full.png: the disk is full.");
}

TEST_CASE("pictures carry the work unless a person wants plain ones") {
    ProgramRunning running;
    running.untilAtRest();
    for (const bool opens_again : {true, false}) {
        running.act(Change(&Preferences::pictures_open_again, opens_again));
        running.files.files.clear();
        running.act(ExportFile{"~/window.png", ExportKind::picture});
        running.act(ExportFile{"~/window.svg", exportOf("svg")});
        for (const char* const file : {"/home/window.png", "/home/window.svg"}) {
            CHECK(textOfPicture(running.files.files.at(file)).has_value() == opens_again);
        }
    }
}

TEST_CASE("SVG and PDF of the window are written without its pixels, and an SVG opens again") {
    ProgramRunning running;
    running.untilAtRest();
    for (const std::string format : {"svg", "pdf"}) {
        running.act(ExportFile{"~/window." + format, exportOf(format)});
        CHECK(notice(running.state()) == "Written to \u201c/home/window." + format + "\u201d.");
    }
    CHECK(running.screen.pictures_taken == 0);
    CHECK(running.files.files.at("/home/window.pdf").starts_with("%PDF-"));
    const std::string svg = running.files.files.at("/home/window.svg");
    CHECK(svg.ends_with("</svg>\n"));
    CHECK(svg.find("width=\"1280\" height=\"720\"") != std::string::npos);
    running.program.openFile("/home/window.svg");
    running.untilAtRest();
    CHECK(running.state().document().embeddings == lessonDocument("write-a-poem").embeddings);
    CHECK(running.state().origin().file.empty());
    running.files.is_full = true;
    running.act(ExportFile{"/home/full.svg", exportOf("svg")});
    CHECK(notice(running.state()) == "/home/full.svg: the disk is full.");
}

TEST_CASE("an SVG of a window with many pixels to a point has the size of the window") {
    ProgramRunning running;
    running.screen.scale = 2;
    running.screen.size = {2560, 1440};
    running.untilAtRest();
    running.act(ExportFile{"/home/dense.svg", exportOf("svg")});
    const std::string& svg = running.files.files.at("/home/dense.svg");
    CHECK(svg.find("width=\"1280\" height=\"720\" viewBox=\"0 0 2560 1440\"") != std::string::npos);
}

namespace {

using KeptOfWindow = std::pair<float, std::vector<int>>;

/// The scroll of each window of ImGui, and the numbers that views keep in it, by its name.
std::map<std::string, KeptOfWindow> keptOfWindows() {
    std::map<std::string, KeptOfWindow> all;
    for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
        if (!window->WasActive) continue;
        std::vector<int> numbers;
        for (const auto& pair : window->StateStorage.Data) numbers.push_back(pair.val_i);
        all[window->Name] = {window->Scroll.y, std::move(numbers)};
    }
    return all;
}

/// Checks that these windows are as they were.
void checkKept(const std::map<std::string, KeptOfWindow>& before) {
    const auto now = keptOfWindows();
    for (const auto& window : before) {
        const std::string& name = window.first;
        CAPTURE(name);
        REQUIRE(now.contains(name));
        CHECK(now.at(name) == window.second);
    }
}

}  // namespace

TEST_CASE("a GIF shows each step once, and it opens again") {
    ProgramRunning running("the-cat-sat");
    running.untilAtRest();
    running.act(Change(&Preferences::theme, ThemeId::dark));
    running.act(ExportFile{"~/walk.gif", exportOf("gif")});
    CHECK(notice(running.state()) == "Written to \u201c/home/walk.gif\u201d.");
    const std::size_t steps = running.state().steps().size();
    CHECK(running.screen.pictures_taken == static_cast<int>(steps));
    const ReadGif read = readGif(running.files.files.at("/home/walk.gif"));
    REQUIRE(read.pictures.size() == steps);
    for (std::size_t k = 1; k < steps; ++k) {
        CHECK(read.pictures[k].rgba != read.pictures[k - 1].rgba);
    }
    CHECK(read.hundredths.front() == 250);
    CHECK(read.hundredths.back() == 400);
    running.program.openFile("/home/walk.gif");
    running.untilAtRest();
    CHECK(running.state().document().embeddings == lessonDocument("the-cat-sat").embeddings);
    CHECK(running.state().origin().file.empty());
    running.files.is_full = true;
    running.act(ExportFile{"/home/full.gif", exportOf("gif")});
    CHECK(notice(running.state()) == "/home/full.gif: the disk is full.");
}

TEST_CASE("while a GIF is drawn nothing of it is shown, and the window stays as it was") {
    // Its matrices are shown in part, and a side panel scrolls.
    ProgramRunning running;
    running.program.show(AppState(randomDocument({.tokens = 12, .d_in = 16, .d_k = 8})));
    running.untilAtRest();
    running.act(GoTo{3, 5});
    running.screen.size = {1280, 600};
    running.program.wake();
    running.untilAtRest();
    for (ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
        window->Scroll.y = std::min(window->ScrollMax.y, 30.0f);
    }
    running.program.wake();
    running.untilAtRest();
    const Place place = running.state().place;
    const auto kept = keptOfWindows();
    const auto is_some = [&](const auto& has) {
        return std::any_of(kept.begin(), kept.end(),
                           [&](const auto& row) { return has(row.second); });
    };
    CHECK(is_some([](const KeptOfWindow& one) { return one.first > 0; }));
    CHECK(is_some([](const KeptOfWindow& one) { return !one.second.empty(); }));
    const int vertices = running.screen.vertices;

    AppState state = running.state();
    state.effects = {TakePicture{"~/walk.gif", exportOf("gif")}};
    running.program.show(std::move(state));
    const int shown = running.screen.frames_shown;
    ImGui::GetIO().AddMousePosEvent(640, 300);
    ImGui::GetIO().AddMousePosEvent(641, 300);
    running.frame();
    CHECK(running.screen.frames_shown == shown + 1);
    CHECK(running.screen.pictures_taken == static_cast<int>(running.state().steps().size()));
    checkKept(kept);
    running.untilAtRest();
    CHECK(ImGui::GetIO().MousePos.x == 641);  // input that came before waits for its turn
    CHECK(running.state().place == place);
    ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
    running.act(Notice{});
    checkKept(kept);
    CHECK(running.screen.vertices == vertices);
}

TEST_CASE("a key that is pressed while a GIF is drawn counts") {
    ProgramRunning running;
    running.untilAtRest();
    AppState state = running.state();
    const std::size_t step = state.place.step;
    state.effects = {TakePicture{"~/walk.gif", exportOf("gif")}};
    running.program.show(std::move(state));
    running.key(ImGuiKey_RightArrow);
    CHECK(running.screen.pictures_taken > 0);
    CHECK(running.state().place.step == step + 1);
}

TEST_CASE("a GIF ends where what is to come is hidden") {
    ProgramRunning running;
    running.untilAtRest();
    running.act(Change(&Preferences::hides_what_is_to_come, true));
    running.act(GoTo{3, 4});
    running.act(ExportFile{"~/walk.gif", exportOf("gif")});
    CHECK(readGif(running.files.files.at("/home/walk.gif")).pictures.size() == 4);
    CHECK(notice(running.state()).find("Hidden stages were left out.") != std::string::npos);
    const auto stops = walkStops(running.state(), std::nullopt);
    REQUIRE(stops.size() == 4);
    CHECK(stops.back().step == 3);
    CHECK(stops.back().cell == 4);
    CHECK(stops.front().cell == running.state().shown.lastCell(running.state().steps()[0]));
}

TEST_CASE("a GIF while a lesson hides numbers hides them in every picture, and carries its task") {
    ProgramRunning running;
    running.untilAtRest();
    const auto lesson = openGuidedLesson("a-finite-value");
    REQUIRE(lesson);
    running.act(LessonRead{"", std::make_shared<const GuidedLesson>(*lesson)});
    REQUIRE_FALSE(running.state().lesson.hiding.things.empty());
    const Place place = running.state().place;
    running.act(ExportFile{"~/asked.gif", exportOf("gif")});
    CHECK(running.state().place == place);
    CHECK_FALSE(running.state().lesson.hiding.things.empty());
    const std::string gif = running.files.files.at("/home/asked.gif");
    CHECK(readGif(gif).pictures.size() == running.state().steps().size());
    CHECK(isTaskPlace(*textOfPicture(gif)));
}

TEST_CASE("a GIF of the Leak test shows the Lab, and one of too many pixels is refused") {
    ProgramRunning running;
    running.untilAtRest();
    running.act(SetMode{Mode::leak});
    running.act(ExportFile{"~/leak.gif", exportOf("gif")});
    CHECK(running.state().place.mode == Mode::leak);
    const std::size_t steps = running.state().steps().size();
    CHECK(readGif(running.files.files.at("/home/leak.gif")).pictures.size() == steps);
    running.screen.size = {16000, 9000};
    running.act(ExportFile{"~/huge.gif", exportOf("gif")});
    CHECK(notice(running.state()) ==
          "/home/huge.gif: 8 pictures of 16000 \u00d7 9000 are 1,152,000,000 pixels, expected at "
          "most 600,000,000.");
    CHECK_FALSE(running.files.files.contains("/home/huge.gif"));
}

TEST_CASE("numbers that would take all memory as a text are refused to an export") {
    ProgramRunning running;
    running.act(SetSentence{std::vector<std::string>(4096, "word")});
    running.act(ExportFile{"~/all.json", exportOf("json")});
    CHECK(running.files.files.empty());
    CHECK(notice(running.state()) ==
          "~/all.json: the numbers of all stages are 285.4 MB, expected at most 250 MB here; "
          "\u201clookback export\u201d writes them.");
}

TEST_CASE("the window fills the screen for presenting, where it can") {
    ProgramRunning running;
    running.untilAtRest();
    running.key(ImGuiKey_F5);
    CHECK(running.screen.is_full);
    running.key(ImGuiKey_Escape);
    CHECK_FALSE(running.screen.is_full);
    running.screen.can_fill = false;
    running.key(ImGuiKey_F5);  // and comes to rest all the same
    CHECK_FALSE(running.screen.is_full);
    CHECK(running.screen.times_asked_to_fill > 2);
}

TEST_CASE("type follows the screen's density, and is built once where nothing changes") {
    ProgramRunning running;
    running.untilAtRest();
    CHECK(running.screen.fonts_taken == 1);
    running.screen.scale = 2;
    running.screen.size = {2560, 1440};
    running.program.wake();
    running.untilAtRest();
    CHECK(running.screen.fonts_taken == 2);
    CHECK(ImGui::GetIO().DisplaySize.x == 2560);
    running.act(RenameToken{0, "\u0416"});  // which the usual fonts have, and the atlas not yet
    CHECK(running.screen.fonts_taken == 3);
    CHECK(running.program.look().missing_characters.empty());
    CHECK(running.files.times_asked_for_fonts == 0);
    running.act(RenameToken{0, "\u4E2D"});  // which no usual font has
    CHECK(running.files.times_asked_for_fonts == 1);
    CHECK(running.program.look().missing_characters == "U+4E2D");
}

TEST_CASE("the ground follows the theme in the same frame") {
    ProgramRunning running;
    running.untilAtRest();
    const ImVec4 light = running.screen.ground;
    running.act(Change(&Preferences::theme, ThemeId::dark));
    CHECK(running.screen.ground.x < light.x);
}

TEST_CASE("the clipboard is the host's") {
    ProgramRunning running;
    running.untilAtRest();
    running.screen.copied = "one two three";
    running.key(ImGuiKey_V, ImGuiMod_Ctrl);
    CHECK(running.state().document().tokens == std::vector<std::string>{"one", "two", "three"});
    running.screen.copied = "na\xEFve";
    running.act(NameToken{0});
    running.key(ImGuiKey_V, ImGuiMod_Ctrl);
    running.key(ImGuiKey_Enter);
    CHECK(running.state().document().tokens[0] == "na\uFFFDve");
    ImGui::SetClipboardText("back");
    CHECK(running.screen.copied == "back");
}

TEST_CASE("a link to a page has what is on the screen, unless that is too long") {
    ProgramRunning running;
    running.untilAtRest();
    running.act(CopyLink{"https://example.org/"});
    const std::string page = "https://example.org/#d=";
    REQUIRE(running.screen.copied.starts_with(page));
    const Result<std::string> work = textOfLinkData(running.screen.copied.substr(page.size()));
    REQUIRE(work.has_value());
    CHECK(*work == carriedWork(running.state()));
    running.screen.copied.clear();
    running.act(FileOpened{"/home/large.json", randomDocument({.tokens = 64, .d_in = 64})});
    running.act(CopyLink{"https://example.org/"});
    CHECK(running.screen.copied.empty());
    CHECK(notice(running.state()).find("too long") != std::string::npos);
}

TEST_CASE("a program that the person ends wants to be closed") {
    ProgramRunning running;
    running.untilAtRest();
    running.key(ImGuiKey_Q, ImGuiMod_Ctrl);
    CHECK(running.program.wantsToClose());
}

TEST_CASE("what takes long is found beside the frames, and wakes the program when it comes") {
    const ImGuiSession session;
    FakeScreen screen;
    FakeFiles files;
    std::atomic<bool> told = false;
    Worker worker([&] { told = true; });
    AppState state(randomDocument({.tokens = 40, .d_in = 16, .d_k = 16, .d_v = 16}), "");
    state.place.mode = Mode::leak;
    Program program({screen, files, nullptr, &worker}, *loadFontFiles(), std::move(state));
    const auto frame = [&] {
        screen.now += kProgramFrame;
        program.frame();
    };
    for (int k = 0; k < 3; ++k) frame();  // the view asks in the first, the second hands it over
    CHECK_FALSE(program.state().leaks.hasQuestion());
    for (int k = 0; k < 60000 && !told; ++k) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE(told);
    frame();
    CHECK(program.state().leaks.isCurrent());
    CHECK(program.untilNextFrame() == 0);
}

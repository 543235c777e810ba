// What a frame of the Lab costs the processor, without the graphics card. Every frame is drawn
// anew; with whatever changes in it, it is to take at most 0.3 ms at 6 tokens and 0.5 ms at 16.
#include <optional>
#include <stdexcept>
#include <string>

#include <benchmark/benchmark.h>

#include "app/platform/font_files.h"
#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "app/views/frame.h"
#include "app/views/shared/layout.h"
#include "core/document/edit.h"
#include "core/io/lesson_library.h"
#include "core/words/say.h"
#include "tests/core/said.h"

namespace lookback {
namespace {

constexpr ImVec2 kSize{1600, 1000};
constexpr float kFrame = 1 / 60.0f;
constexpr int kWarmUp = 60;  ///< frames until everything has settled, a tooltip, too

const FontFiles& fontFiles() {
    static const FontFiles files = [] {
        Result<FontFiles> found = loadFontFiles();
        if (!found) throw std::runtime_error(test::said(found.error()));
        return std::move(*found);
    }();
    return files;
}

/// ImGui with the program's fonts and a screen of 1600 x 1000 pixels, which nobody sees.
class Screen {
public:
    explicit Screen(const TypeSize& type = {}) {
        look_.scale = type.scale;
        look_.words = type.words;
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = kSize;
        io.DeltaTime = kFrame;
        look_.fonts = buildFonts(fontFiles(), type, {});
    }
    ~Screen() { ImGui::DestroyContext(); }
    Screen(const Screen&) = delete;
    Screen& operator=(const Screen&) = delete;

    [[nodiscard]] const Look& look() const { return look_; }
    [[nodiscard]] Motion& motion() { return motion_; }

    template <class Draw>
    void frame(Draw draw) {
        ImGui::NewFrame();
        draw();
        ImGui::Render();
        benchmark::DoNotOptimize(ImGui::GetDrawData()->TotalVtxCount);
    }

private:
    Look look_;
    Motion motion_;
};

template <class Draw>
void measure(benchmark::State& state, Screen& screen, Draw draw) {
    for (int k = 0; k < kWarmUp; ++k) screen.frame(draw);
    for (auto _ : state) screen.frame(draw);
    state.counters["vertices"] = ImGui::GetDrawData()->TotalVtxCount;
}

/// The lesson of six tokens, lengthened by copies of its words, at a step with all its cells.
AppState lab(Index tokens, std::string_view step_title) {
    Checked<Document> document = openLesson("causal-two-ways");
    if (!document) throw std::runtime_error("the lesson does not open");
    std::vector<std::string> words = document->tokens;
    while (static_cast<Index>(words.size()) < tokens) {
        words.push_back(document->tokens[words.size() % document->tokens.size()]);
    }
    setSentence(*document, words);
    AppState state(*document, "causal-two-ways");
    computeAwaited(state);
    for (std::size_t step = 0; step < state.steps().size(); ++step) {
        if (english().text(state.steps()[step].title) != step_title) continue;
        update(state, GoTo{step, cellCount(state.document(), state.steps()[step]) - 1});
    }
    state.place.motion = 1;
    return state;
}

/// A frame in which nothing changes. @param pointer where it rests; none: elsewhere
void labFrame(benchmark::State& state, Index tokens, std::string_view step,
              std::optional<ImVec2> pointer = {}) {
    Screen screen;
    applyStyle(screen.look().colors(), screen.look().scale);
    AppState app = lab(tokens, step);
    if (pointer) ImGui::GetIO().AddMousePosEvent(pointer->x, pointer->y);
    measure(state, screen, [&] { drawFrame(app, screen.look(), screen.motion(), 0); });
}

/// For a projector, and nothing changes.
void presentedFrame(benchmark::State& state, Index tokens, std::string_view step) {
    AppState app = lab(tokens, step);
    app.place.presenting = true;
    Screen screen(typeSize(app.preferences, app.place, kSize));
    applyStyle(screen.look().colors(), screen.look().scale);
    measure(state, screen, [&] { drawFrame(app, screen.look(), screen.motion(), 0); });
}

/// With larger type than usual, which looks ahead at still larger type.
void largeTypeFrame(benchmark::State& state, Index tokens, std::string_view step) {
    AppState app = lab(tokens, step);
    app.preferences.type_percent = 130;
    Screen screen(typeSize(app.preferences, app.place, kSize));
    applyStyle(screen.look().colors(), screen.look().scale);
    measure(state, screen, [&] { drawFrame(app, screen.look(), screen.motion(), 0); });
}

/// A frame in the middle of the way from the step before: its matrices travel.
/// @param t how far they have come; up to the half they are drawn as they were
void motionFrame(benchmark::State& state, Index tokens, std::string_view step, bool presented,
                 double t) {
    AppState app = lab(tokens, step);
    app.place.presenting = presented;
    Screen screen(typeSize(app.preferences, app.place, kSize));
    applyStyle(screen.look().colors(), screen.look().scale);
    const GoTo goal{app.place.step, app.place.cell};
    update(app, GoTo{goal.step - 1, app.shown.lastCell(app.steps()[goal.step - 1])});
    app.motion.end();
    for (int k = 0; k < kWarmUp; ++k)
        screen.frame([&] { drawFrame(app, screen.look(), screen.motion(), 0); });
    update(app, goal);
    app.motion.t = t;
    measure(state, screen, [&] { drawFrame(app, screen.look(), screen.motion(), 0); });
    if (!app.motion.isOn()) throw std::runtime_error("nothing moves");
}

/// The pointer rests on the focus, and its tooltip stands there.
void labRest(benchmark::State& state, Index tokens, std::string_view step) {
    labFrame(state, tokens, step, ImVec2{kSize.x / 2, kSize.y / 3});
}

/// A frame in which the pointer comes to another cell: everything that it was made of lights up,
/// and the arithmetic is another.
void labPoint(benchmark::State& state, Index tokens, std::string_view step) {
    Screen screen;
    applyStyle(screen.look().colors(), screen.look().scale);
    AppState app = lab(tokens, step);
    Cell cell{tokens - 1, 0};
    measure(state, screen, [&] {
        cell.col = 1 - cell.col;
        app.hands.hovered_next = Target{app.step().results.back(), 0, cell};
        drawFrame(app, screen.look(), screen.motion(), 0);
    });
}

/// A frame in which a weight changes: everything is computed and explained anew.
void labDrag(benchmark::State& state, Index tokens, std::string_view step) {
    Screen screen;
    applyStyle(screen.look().colors(), screen.look().scale);
    AppState app = lab(tokens, step);
    double value = 0;
    measure(state, screen, [&] {
        value = value < 1 ? value + 0.001 : 0;
        update(app, dragged(SetNumber{MatrixId::w_query, {0, 0}, value}));
        drawFrame(app, screen.look(), screen.motion(), 0);
    });
}

/// A frame in which the mask goes or comes: bars, arcs, the steps after it, and the twin without
/// it.
void labMask(benchmark::State& state, Index tokens, std::string_view step) {
    Screen screen;
    applyStyle(screen.look().colors(), screen.look().scale);
    AppState app = lab(tokens, step);
    bool masked = true;
    measure(state, screen, [&] {
        masked = !masked;
        update(app, SetMasked{masked});
        drawFrame(app, screen.look(), screen.motion(), 0);
    });
}

/// A frame in which the next cell appears.
void labStep(benchmark::State& state, Index tokens, std::string_view step) {
    Screen screen;
    applyStyle(screen.look().colors(), screen.look().scale);
    AppState app = lab(tokens, step);
    const Index cells = cellCount(app.document(), app.step());
    measure(state, screen, [&] {
        update(app, GoTo{app.place.step, (app.place.cell + 1) % cells});
        drawFrame(app, screen.look(), screen.motion(), 0);
    });
}

BENCHMARK_CAPTURE(labFrame, scores_6_tokens, 6, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labFrame, softmax_6_tokens, 6, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labFrame, context_6_tokens, 6, "Weighted sum")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labFrame, scores_16_tokens, 16, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labFrame, softmax_16_tokens, 16, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labFrame, softmax_4096_tokens, 4096, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labRest, scores_6_tokens, 6, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labRest, softmax_6_tokens, 6, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labRest, scores_16_tokens, 16, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labPoint, scores_6_tokens, 6, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labPoint, softmax_6_tokens, 6, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labPoint, context_6_tokens, 6, "Weighted sum")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labPoint, scores_16_tokens, 16, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labPoint, softmax_16_tokens, 16, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labPoint, softmax_4096_tokens, 4096, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labDrag, scores_6_tokens, 6, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labDrag, softmax_6_tokens, 6, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labDrag, scores_16_tokens, 16, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labDrag, softmax_16_tokens, 16, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labMask, softmax_6_tokens, 6, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labMask, softmax_16_tokens, 16, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labStep, scores_6_tokens, 6, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(labStep, softmax_16_tokens, 16, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(presentedFrame, softmax_6_tokens, 6, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(presentedFrame, softmax_16_tokens, 16, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(largeTypeFrame, softmax_6_tokens, 6, "Softmax")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(largeTypeFrame, scores_16_tokens, 16, "Scores")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(motionFrame, to_scale_6_tokens, 6, "Scale", false, 0.4)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(motionFrame, to_softmax_6_tokens, 6, "Softmax", false, 0.6)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(motionFrame, to_softmax_16_tokens, 16, "Softmax", false, 0.4)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(motionFrame, presented_6_tokens, 6, "Softmax", true, 0.4)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace lookback

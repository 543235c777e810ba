#include "tests/app/lab_under_test.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "app/platform/font_files.h"
#include "app/state/update/settle.h"
#include "app/state/update/update.h"
#include "app/views/frame.h"
#include "app/views/shared/layout.h"
#include "core/document/edit.h"
#include "core/engine/attend.h"
#include "core/words/say.h"
#include "tests/core/said.h"

namespace lookback::test {
namespace {

constexpr int kMostSteps = 1100;  ///< more than the history holds

const FontFiles& fontFiles() {
    static const FontFiles files = [] {
        Result<FontFiles> found = loadFontFiles();
        if (!found) throw UiError(test::said(found.error()));
        return std::move(*found);
    }();
    return files;
}

/// Returns the weights and losses that the page of lessons draws, as far as earlier tests have
/// computed them: they are the same in every test.
CoursePictures& computedPictures() {
    static CoursePictures pictures;
    return pictures;
}

bool isBegun(const CoursePictures& pictures) { return pictures.weights(0) != nullptr; }

}  // namespace

TestFonts& TestFonts::at(const TypeSize& type) {
    static std::map<std::array<float, 3>, std::unique_ptr<TestFonts>> sizes;
    std::unique_ptr<TestFonts>& one = sizes[{type.scale, type.words, type.digits}];
    if (one == nullptr) {
        one = std::make_unique<TestFonts>();
        ImGuiContext* const outer = ImGui::GetCurrentContext();
        ImGuiContext* const context = ImGui::CreateContext(&one->atlas);
        ImGui::SetCurrentContext(context);
        one->fonts = buildFonts(fontFiles(), type, {});
        one->atlas.ClearTexData();  // nobody looks at the pixels
        ImGui::DestroyContext(context);
        ImGui::SetCurrentContext(outer);
    }
    return *one;
}

Document lessonDocument(std::string_view id) {
    Checked<Document> document = openLesson(id);
    REQUIRE_MESSAGE(document.has_value(), "the lesson ", std::string(id), " does not open");
    return std::move(*document);
}

LabUnderTest::LabUnderTest(std::string_view lesson, ImVec2 size)
    : state_(lessonDocument(lesson), std::string(lesson)),
      ui([this] { drawOne(); }, optionsFor(size)) {}

LabUnderTest::LabUnderTest(const Document& document, ImVec2 size)
    : state_(document), ui([this] { drawOne(); }, optionsFor(size)) {}

LabUnderTest::~LabUnderTest() {
    if (isBegun(state_.course)) computedPictures() = std::move(state_.course);
}

UiDriver::Options LabUnderTest::optionsFor(ImVec2 size) {
    return {.size = size, .fonts = &TestFonts::at().atlas, .before_frame = [this] { dress(); }};
}

/// Type and colours as the program changes them between frames.
void LabUnderTest::dress() {
    const ThemeId theme = state_.preferences.theme;
    const TypeSize type = typeSize(state_.preferences, state_.place, ImGui::GetIO().DisplaySize);
    const bool is_new = look_.probe == nullptr;
    if (!is_new && type_ == type && look_.theme_id == theme) return;
    TestFonts& fonts = TestFonts::at(type);
    ImGui::GetIO().Fonts = &fonts.atlas;
    look_.fonts = fonts.fonts;
    type_ = type;
    look_.scale = type.scale;
    look_.words = type.words;
    look_.theme_id = theme;
    look_.probe = &probe_;
    applyStyle(look_.colors(), type.scale);
}

void LabUnderTest::drawOne() {
    probe_.clear();
    if (!holds_passes_) computeAwaited(state_);
    if (state_.hands.open<CoursePage>() != nullptr && !isBegun(state_.course)) {
        state_.course = std::exchange(computedPictures(), {});
    }
    drawFrame(state_, look_, motion_, static_cast<double>(ImGui::GetIO().DeltaTime));
}

VectorPage LabUnderTest::recorded() {
    VectorDrawing drawing;
    look_.drawing = &drawing;
    ui.step();
    look_.drawing = nullptr;
    return drawing.page(*ImGui::GetDrawData(), 1, look_.colors().ground);
}

bool LabUnderTest::answerPass() {
    if (state_.shown.hasNumbers()) return false;
    computeAwaited(state_);
    return true;
}

double LabUnderTest::number(MatrixId id, Cell cell) const {
    return matrixById(document(), trace(), id)(cell);
}

bool LabUnderTest::isAsOpened() const {
    if (document() != *state_.origin().opened) return false;
    constexpr std::array kGiven{MatrixId::embeddings, MatrixId::positions, MatrixId::w_query,
                                MatrixId::w_key,      MatrixId::w_value,   MatrixId::w_output};
    return std::all_of(kGiven.begin(), kGiven.end(), [this](MatrixId id) {
        if (!isEditable(document(), id)) return true;
        const Matrix<double>& now = editable(document(), id).get();
        const Matrix<double>& then = editable(*state_.origin().opened, id).get();
        const auto bytes = static_cast<std::size_t>(now.size()) * sizeof(double);
        return bytes == 0 || std::memcmp(now.data(), then.data(), bytes) == 0;
    });
}

void LabUnderTest::carryOut(const Action& action) { update(state_, action); }

void LabUnderTest::act(const Action& action) {
    carryOut(action);
    ui.step();
}

void LabUnderTest::goTo(std::size_t step) {
    const Index cells = cellCount(state_.document(), state_.steps()[step]);
    update(state_, GoTo{step, std::max<Index>(cells - 1, 0)});
    ui.wait(kMotionSeconds);
    ui.step(2);
}

void LabUnderTest::goTo(std::string_view title) {
    const auto& steps = state_.steps();
    const auto at = std::find_if(steps.begin(), steps.end(), [title](const Step& s) {
        return english().text(s.title) == title;
    });
    REQUIRE_MESSAGE(at != steps.end(), "no step is called ", std::string(title));
    goTo(static_cast<std::size_t>(at - steps.begin()));
}

std::string LabUnderTest::cell(MatrixId id, Cell cell) {
    return fmt::format("Edit/{}[{}][{}]", info(id).name, cell.row, cell.col);
}

ImVec2 LabUnderTest::center(MatrixId id, Cell cell) const {
    return ui.find(LabUnderTest::cell(id, cell)).center();
}

std::string LabUnderTest::chip(Index token) const {
    return fmt::format("Edit/{}###token{}", state_.shown.labels()[static_cast<std::size_t>(token)],
                       token);
}

ImVec2 LabUnderTest::figureCell(std::string_view item, Cell cell, Index rows, Index cols) const {
    const ImRect all = ui.find(item).rect;
    const ImVec2 size = all.GetSize();
    return {all.Min.x + size.x * (static_cast<float>(cell.col) + 0.5f) / static_cast<float>(cols),
            all.Min.y + size.y * (static_cast<float>(cell.row) + 0.5f) / static_cast<float>(rows)};
}

bool LabUnderTest::shows(std::string_view text) const {
    std::string all;
    for (const LayoutProbe::Text& shown : texts()) all += shown.text;
    return all.find(text) != std::string::npos;
}

bool LabUnderTest::showsLines(std::string_view text) const {
    std::string all;
    for (const LayoutProbe::Text& shown : texts()) all += shown.text;
    std::string wanted(text);
    for (std::string* const one : {&all, &wanted}) std::erase(*one, ' ');
    return all.find(wanted) != std::string::npos;
}

std::string LabUnderTest::textIn(const ImRect& box) const {
    std::string all;
    for (const LayoutProbe::Text& text : texts()) {
        if (box.Contains(text.drawn.center())) all += text.text;
    }
    return all;
}

void LabUnderTest::dragCell(MatrixId id, Cell cell, float pixels) {
    const ImVec2 from = center(id, cell);
    ui.drag(from, {from.x + pixels, from.y});
}

void LabUnderTest::typeInto(MatrixId id, Cell cell, std::string_view text) {
    ui.doubleClick(LabUnderTest::cell(id, cell));
    ui.step(2);
    ui.type(text);
}

void LabUnderTest::choose(std::string_view menu, std::string_view item) {
    const auto& items = ui.items();
    const auto button = std::find_if(items.begin(), items.end(), [menu](const UiItem& i) {
        return i.window == "Top" && i.label.ends_with("##" + std::string(menu));
    });
    REQUIRE_MESSAGE(button != items.end(), "no menu ", std::string(menu));
    ui.click("Top/" + std::string(button->label));
    ui.step(2);
    const std::string path = "popup/" + std::string(item);
    // In a low window the menu of the mask shows one of its columns at a time.
    if (!ui.exists(path) && ui.exists("popup/##show-methods")) {
        ui.click("popup/##show-methods");
        ui.step(2);
    }
    ui.click(path);
    ui.step(2);
    // Some stay open while one tries what is in them.
    while (ImGui::GetCurrentContext()->OpenPopupStack.Size > 0) ui.key(ImGuiKey_Escape);
}

std::vector<Effect> LabUnderTest::takeEffects() { return std::exchange(state_.effects, {}); }

void LabUnderTest::copy(const std::string& text) {
    ui.step();
    ImGui::SetClipboardText(text.c_str());
}

void LabUnderTest::undoAll() {
    for (int k = 0; k < kMostSteps && state_.document_work.history.canUndo(); ++k) {
        ui.key(ImGuiMod_Ctrl | ImGuiKey_Z);
    }
}

void LabUnderTest::redoAll() {
    for (int k = 0; k < kMostSteps && state_.document_work.history.canRedo(); ++k) {
        ui.key(ImGuiMod_Ctrl | ImGuiKey_Y);
    }
}

bool sameTrace(const Trace& a, const Trace& b) {
    if (a.order != b.order) return false;
    for (const MatrixId id : a.order) {
        const Tensor& left = a.tensor(id);
        const Tensor& right = b.tensor(id);
        if (left.heads() != right.heads() || left.rows() != right.rows() ||
            left.cols() != right.cols()) {
            return false;
        }
        for (Index head = 0; head < left.heads(); ++head) {
            const MatrixView x = left.view(head);
            const MatrixView y = right.view(head);
            if (x.kind() != y.kind()) return false;
            for (Index row = 0; row < x.rows(); ++row) {
                for (Index col = 0; col < x.cols(); ++col) {
                    const double p = x(row, col);
                    const double q = y(row, col);
                    if (!(p == q || (std::isnan(p) && std::isnan(q)))) return false;
                }
            }
        }
    }
    return true;
}

bool isUpToDate(const AppState& state) {
    return sameTrace(state.trace(), attend(state.document()));
}

}  // namespace lookback::test

// Says where something stands in the window, by the label that a person reads: the tests of the
// real window click there. It draws the same user interface, without a window. What is named before
// it is clicked first, one after the other: tabs, menus. A number behind the lesson's id is a step
// of its tasks, from 1 on; without it, the lesson's document is on the screen.
//   item_place 1600x1000 write-a-poem "Steps/##next"
//   item_place 1280x720 first-minutes:2 "Edit/###token2"
//   item_place 1600x1000 write-a-poem "Top/##mask" "popup/##masking-value"
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

#include "app/look/look.h"
#include "app/platform/font_files.h"
#include "app/state/update/update.h"
#include "app/views/frame.h"
#include "core/io/lesson_library.h"
#include "tests/core/said.h"
#include "tests/ui_driver/ui_driver.h"

namespace lookback::test {
namespace {

constexpr int kFramesToSettle = 4;

ImVec2 sizeOf(const std::string& text) {
    const std::size_t sign = text.find('x');
    if (sign == std::string::npos) throw UiError(text + " is no size like 1600x1000");
    return {std::stof(text.substr(0, sign)), std::stof(text.substr(sign + 1))};
}

ImVec2 placeOf(const std::string& size, const std::string& lesson,
               const std::vector<std::string>& paths) {
    const std::size_t colon = lesson.find(':');
    const std::string id = lesson.substr(0, colon);
    const Checked<Document> document = openLesson(id);
    if (!document) throw UiError(test::said(document.error().front()));
    const Result<FontFiles> files = loadFontFiles();
    if (!files) throw UiError(test::said(files.error()));
    AppState state(*document, id);
    if (colon != std::string::npos) {
        update(state, OpenLesson{id});
        update(state, GoToLessonStep{std::stoul(lesson.substr(colon + 1)) - 1});
    }
    Look look;
    Motion motion;
    ImFontAtlas atlas;
    ImGuiContext* const context = ImGui::CreateContext(&atlas);
    look.fonts = buildFonts(*files, {look.scale}, {});
    ImGui::DestroyContext(context);
    UiDriver ui([&] { drawFrame(state, look, motion, 0); },
                {.size = sizeOf(size), .fonts = &atlas, .before_frame = [&] {
                     applyStyle(look.colors(), look.scale);
                 }});
    ui.step(kFramesToSettle);
    for (std::size_t k = 0; k + 1 < paths.size(); ++k) {
        ui.click(paths[k]);
        ui.step(kFramesToSettle);
    }
    return ui.find(paths.back()).center();
}

}  // namespace
}  // namespace lookback::test

int main(int count, char** arguments) {
    if (count < 4) {
        std::fprintf(stderr, "item_place WIDTHxHEIGHT LESSON WINDOW/LABEL...\n");
        return EXIT_FAILURE;
    }
    try {
        const ImVec2 at =
            lookback::test::placeOf(arguments[1], arguments[2], {arguments + 3, arguments + count});
        std::printf("%.0f %.0f\n", static_cast<double>(at.x), static_cast<double>(at.y));
        return EXIT_SUCCESS;
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "item_place: %s\n", fault.what());
        return EXIT_FAILURE;
    }
}

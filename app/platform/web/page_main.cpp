/// The program as a page in a browser.
#include <array>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <emscripten/emscripten.h>
#include <emscripten/html5.h>
#include <imgui.h>

#include "app/platform/settings_file.h"
#include "app/platform/web/address.h"
#include "app/platform/web/browser.h"
#include "app/platform/web/browser_files.h"
#include "app/platform/web/browser_input.h"
#include "app/platform/web/browser_screen.h"
#include "app/platform/web/browser_store.h"
#include "app/platform/web/page_fonts.h"
#include "app/platform/web/spoken_text.h"
#include "app/program/imgui_session.h"
#include "app/program/program.h"
#include "app/state/update/update.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"

extern "C" void pageListen();

namespace lookback {
namespace {

constexpr const char* kSettings = "lookback.settings";

FontFiles fonts() {
    constexpr std::array kFields{&FontFiles::regular, &FontFiles::semibold,  &FontFiles::bold,
                                 &FontFiles::mono,    &FontFiles::mono_bold, &FontFiles::symbols};
    FontFiles files;
    const std::vector<PageFont> found = pageFonts();
    for (std::size_t k = 0; k < kFields.size() && k < found.size(); ++k) {
        files.*kFields[k] = {
            std::string(found[k].name), {found[k].bytes.begin(), found[k].bytes.end()}, 0};
    }
    return files;
}

Settings settingsOf(const Address& address) {
    Settings usual;
    if (browser::prefersDark()) usual.preferences.theme = ThemeId::dark;
    const std::string language = browser::language();
    if (const Language* known = findLanguage(language.substr(0, language.find('-')))) {
        usual.preferences.language = known;
    }
    const std::optional<std::string> kept = browser::stored(kSettings);
    usual.preferences.invites_drag = !kept;
    const auto read = kept ? readSettings(*kept, usual) : SettingsRead{usual, {}};
    Settings settings = read ? read->settings : usual;
    if (const Language* wished = findLanguage(address.language)) {
        settings.preferences.language = wished;
    }
    return settings;
}

/// The program with its screen, files and store. It lasts until the browser closes the page.
class Page {
public:
    explicit Page(Address address) : address_(std::move(address)) {}

    /// @return false: the browser has no WebGL 2
    bool begin() {
        if (!screen_.open({.fills_screen = !address_.is_part})) return false;
        program_.emplace(Host{screen_, files_, &store_, nullptr, nullptr, nullptr, &dialogs_},
                         fonts(), firstState());
        listenToBrowser({.wake =
                             [this] {
                                 screen_.resize();
                                 wake();
                             },
                         .presents = [this] { return screen_.isFullScreen(); },
                         .tab =
                             [this](bool back, bool enters) {
                                 if (enters) program_->enterControls(back);
                                 return program_->tab(back);
                             },
                         .drags = [this] { return program_->holdsDrag(); }});
        pageListen();
        openLink();
        plan();
        return true;
    }

    /// A file that the reader chose in the dialog, dropped or pasted; they come one by one.
    void takeFile(const std::string& name, std::string bytes, bool is_last) {
        paths_.push_back(files_.take(name, std::move(bytes)));
        if (!is_last) return;
        const std::vector<std::string> paths = std::exchange(paths_, {});
        if (!dialogs_.take(paths)) program_->openFiles(paths);
        wake();
    }

    void takeNoFile() {
        static_cast<void>(dialogs_.take({}));
        wake();
    }

    /// Takes a pasted text, and presses Ctrl+V in the program, which then reads the text.
    void paste(const std::string& text) {
        screen_.paste(text);
        ImGuiIO& io = ImGui::GetIO();
        io.AddKeyEvent(ImGuiMod_Ctrl, true);
        io.AddKeyEvent(ImGuiKey_V, true);
        io.AddKeyEvent(ImGuiKey_V, false);
        io.AddKeyEvent(ImGuiMod_Ctrl, false);
        wake();
    }

    void type(const char* text) {
        ImGui::GetIO().AddInputCharactersUTF8(text);
        wake();
    }

    void leave() { store_.flush(); }

private:
    AppState firstState() {
        settings_ = settingsOf(address_);
        const bool is_new = !address_.lesson.empty() || !address_.data.empty();
        std::optional<Session> session = store_.open(is_new);
        const bool is_begun = session.has_value();
        if (!session) {
            const std::string& id = lessons().front().id;
            session = freshSession(shippedOrigin(*openLesson(id), id));
        }
        AppState state = stateOf(*session);
        state.preferences = settings_.preferences;
        state.page = browser::addressOfPage();
        state.place.lessons = store_.lessons();
        if (!is_begun) {
            openWished(state);
        } else {
            address_.data.clear();
        }
        if (address_.presents || address_.is_part) state.place.presenting = true;
        return state;
    }

    /// Opens the lesson or the experiment whose id is in the address.
    void openWished(AppState& state) const {
        if (address_.lesson.empty()) return;
        if (isShippedExperiment(address_.lesson)) {
            update(state, OpenExperiment{address_.lesson});
        } else {
            update(state,
                   OpenLesson{address_.lesson});  // an unknown id gets a notice, which names all
        }
    }

    /// Opens the work that the address carries.
    void openLink() {
        if (address_.data.empty()) return;
        program_->openFile(files_.take("page" + std::string(kLinkEnding), address_.data));
    }

    void wake() {
        program_->wake();
        plan();
    }

    /// Asks the browser for the next frame, when it is due. In the background it gives none.
    void plan() {
        const double wait = program_->untilNextFrame();
        if (timer_ != 0) emscripten_clear_timeout(std::exchange(timer_, 0));
        if (wait == 0) {
            if (std::exchange(is_asked_, true)) return;
            emscripten_request_animation_frame(
                [](double, void* self) {
                    static_cast<Page*>(self)->frame();
                    return EM_FALSE;
                },
                this);
        } else if (std::isfinite(wait)) {
            constexpr double kMilliseconds = 1000;
            timer_ = static_cast<int>(emscripten_set_timeout(
                [](void* self) { static_cast<Page*>(self)->wake(); }, wait * kMilliseconds, this));
        }
    }

    void frame() {
        is_asked_ = false;
        program_->frame();
        keepSettings();
        // Not while something moves: a screen reader would begin the text again at each frame.
        if (program_->untilNextFrame() > 0) tell();
        plan();
    }

    void keepSettings() {
        if (program_->state().preferences == settings_.preferences) return;
        settings_.preferences = program_->state().preferences;
        // Without storage the next visit has the usual settings; the store tells it.
        static_cast<void>(browser::store(kSettings, writeSettings(settings_)));
    }

    void tell() {
        const std::string& control = program_->look().controls->label();
        std::string text = control.empty() ? "" : control + '\n';
        text += spokenText(program_->state());
        if (text == said_) return;
        browser::say(text);
        said_ = std::move(text);
    }

    Address address_;
    ImGuiSession imgui_;
    BrowserScreen screen_;
    BrowserFiles files_;
    BrowserDialogs dialogs_;
    BrowserStore store_;
    Settings settings_;
    std::optional<Program> program_;
    std::vector<std::string> paths_;  ///< of files that came with more to follow
    bool is_asked_ = false;           ///< for a frame
    int timer_ = 0;                   ///< 0: none runs
    std::string said_;
};

Page* page = nullptr;

}  // namespace
}  // namespace lookback

// What page.js calls. Texts are UTF-8 and belong to it.

extern "C" EMSCRIPTEN_KEEPALIVE void pageFile(const char* name, const char* bytes, std::size_t size,
                                              bool is_last) {
    lookback::page->takeFile(name, {bytes, size}, is_last);
}

extern "C" EMSCRIPTEN_KEEPALIVE void pageNoFile() { lookback::page->takeNoFile(); }

extern "C" EMSCRIPTEN_KEEPALIVE void pagePasted(const char* text) { lookback::page->paste(text); }

extern "C" EMSCRIPTEN_KEEPALIVE void pageTyped(const char* text) { lookback::page->type(text); }

extern "C" EMSCRIPTEN_KEEPALIVE void pageHidden() { lookback::page->leave(); }

int main() {
    lookback::page = new lookback::Page(lookback::readAddress(lookback::browser::addressRest()));
    if (!lookback::page->begin()) std::abort();  // page.html says that WebGL 2 is missing
}

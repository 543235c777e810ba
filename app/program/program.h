#pragma once

#include <optional>
#include <string>

#include "app/look/motion.h"
#include "app/program/host.h"
#include "app/program/screen_look.h"
#include "app/state/model/app_state.h"

namespace lookback {

/// The program between the world outside and what it shows: one frame at a time, whenever its
/// caller says so. It waits for nothing, but up to 0.1 s for the numbers of a large document.
///
/// It draws with the ImGui context that is current when it is made (`ImGuiSession`) and is used
/// while that is current.
///
/// ImGui is told the true time since the last frame, also after a long rest, because it tells a
/// double click by it. Motion adds at most a tenth of a second in one frame.
class Program {
public:
    /// @param host must outlive the program
    Program(const Host& host, FontFiles fonts, AppState state);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    /// Does what is to be done, draws one frame, and takes in what happened in it.
    void frame();

    /// Seconds until the next frame is due: 0 where something moves by itself or input waits,
    /// infinity where nothing will change until something happens.
    [[nodiscard]] double untilNextFrame() const;

    /// True where the person has ended the program.
    [[nodiscard]] bool wantsToClose() const;

    /// Something happened of which ImGui knows nothing: the window has another size, another window
    /// lay on it, somebody else has news.
    void wake();

    /// Opens a file: a document, an experiment, or a text for one.
    void openFile(const std::string& path);

    [[nodiscard]] const AppState& state() const { return state_; }
    [[nodiscard]] const Look& look() const { return look_.look(); }

    /// Shows something else from now on.
    void show(AppState state);

private:
    /// Of the document's history and of the experiment's.
    struct Revisions {
        std::uint64_t document = 0;
        std::uint64_t experiment = 0;

        bool operator==(const Revisions&) const = default;
    };

    std::optional<std::string> carryOutEffects();
    void computeNumbers();
    void tellNews();
    void keepWork();
    void nameWindow();
    void followPresenting();
    void dress();
    double beginFrame();

    Host host_;
    AppState state_;
    ScreenLook look_;
    Motion motion_;             ///< what the last frame has drawn
    std::string clipboard_;     ///< as ImGui was told last
    std::string window_title_;  ///< as the screen was told last
    std::optional<Revisions> kept_revisions_;
    std::optional<SavedPlace> kept_place_;
    int frames_owed_;
    std::optional<double> last_frame_;  ///< seconds of the screen's clock
    double pointer_moved_;              ///< seconds of the screen's clock
};

}  // namespace lookback

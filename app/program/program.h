#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "app/look/motion.h"
#include "app/look/vector_drawing.h"
#include "app/program/host.h"
#include "app/program/screen_look.h"
#include "app/state/model/app_state.h"
#include "core/base/result.h"
#include "core/document/matrix_id.h"

namespace lookback {

/// The program between its environment and its views: draws one frame for each call. It waits for
/// nothing but, up to 0.1 s, for the numbers of a large document.
///
/// It draws with the ImGui context that is current at construction (`ImGuiSession`), which must be
/// current at every call.
///
/// ImGui gets the true time since the last frame, also after a long rest, as it recognizes a double
/// click by it. Motion advances at most a tenth of a second in one frame.
class Program {
public:
    /// @param host must outlive the program
    Program(const Host& host, FontFiles fonts, AppState state);
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    /// Carries out effects, draws one frame, and applies its actions.
    /// @param page not null: gets the shapes of the frame, whose fonts end before the next frame
    void frame(VectorPage* page = nullptr);

    /// Draws a GIF of the state in a walk through its computation, and shows none of its frames.
    /// The state stays as it is. In a mode without these steps it shows the Lab.
    /// @param stage of the step whose cells are shown; none: all steps are
    /// @param carried the file of a work that it opens as; empty: none
    /// Errors: it would have too many pixels; `where` is the option `--size` of commands.
    [[nodiscard]] Result<std::string> walk(std::optional<MatrixId> stage,
                                           const std::string& carried);

    /// Seconds until the next frame is due: 0 during motion or where input waits, infinity where
    /// nothing changes without an event.
    [[nodiscard]] double untilNextFrame() const;

    /// True after the user has ended the program.
    [[nodiscard]] bool wantsToClose() const;

    /// Asks the program to end, as the close button does.
    void askToClose();

    /// Whether the program may end where these parts could not be kept: they would not be lost, or
    /// the user accepts that. Else the window asks about them, and stays.
    [[nodiscard]] bool mayClose(std::vector<NotKept> parts);

    /// Draws frames after an event that ImGui does not know of: a new size, an uncovered window,
    /// news of a store or worker.
    void wake();

    /// Lets the keyboard come into the program: Tab begins with the first control, or back with the
    /// last.
    void enterControls(bool back);

    /// Takes Tab, or Shift+Tab, before ImGui gets it: unless a number, a menu or a sheet has it, it
    /// goes through the controls.
    TabGoes tab(bool back);

    /// True where the pointer drags the thing that it holds, as the last frame showed it.
    [[nodiscard]] bool holdsDrag() const;

    /// Opens a file: a document, an experiment, or a text for one.
    void openFile(const std::string& path);

    /// Opens files that come together: the first, and all that hold numbers.
    void openFiles(std::span<const std::string> paths);

    [[nodiscard]] const AppState& state() const { return state_; }
    [[nodiscard]] const Look& look() const { return look_.look(); }

    /// Replaces the state.
    void show(AppState state);

private:
    /// Revisions of the histories of document and experiment.
    struct Revisions {
        std::uint64_t document = 0;
        std::uint64_t experiment = 0;

        bool operator==(const Revisions&) const = default;
    };

    std::optional<TakePicture> carryOutEffects();
    void computeNumbers();
    void tellNews();
    void keepWork();
    void nameWindow();
    void followPresenting();
    void followFileSheet();
    void dress();
    void drawUnseen(AppState& state);
    double beginFrame();

    Host host_;
    AppState state_;
    ScreenLook look_;
    Motion motion_;             ///< motion of the last frame
    std::string clipboard_;     ///< last text passed to ImGui
    std::string window_title_;  ///< last title passed to the screen
    std::optional<Revisions> kept_revisions_;
    std::optional<SavedPlace> kept_place_;
    std::uint64_t last_file_sheet_ = 0;  ///< number of the last one that was open
    int frames_owed_;
    std::optional<double> last_frame_;  ///< seconds of the screen's clock
    double pointer_moved_;              ///< seconds of the screen's clock
};

}  // namespace lookback

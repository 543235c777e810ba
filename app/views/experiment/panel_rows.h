#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/look/painter.h"
#include "app/state/update/action.h"
#include "app/views/shared/panel_column.h"
#include "app/views/shared/scene.h"
#include "core/base/message.h"
#include "core/language/experiment.h"
#include "core/words/say.h"

namespace lookback {

/// Bytes: texts up to this size can be edited in place; they are checked after every typed letter.
inline constexpr std::size_t kMostEdited = 100'000;

/// A field of the panel: the text that it shows, and the way in which a typed text changes the
/// experiment.
struct ExperimentField {
    const char* id;
    std::string shown;
    std::string tooltip;
    /// Writes the typed text into the experiment. @return why that is impossible, a sentence; else
    /// empty
    std::function<std::string(Experiment&, const std::string&)> put;
};

/// A field for a whole number.
/// @param wording that says why another text is refused
[[nodiscard]] ExperimentField wholeField(const Wording& wording, const char* id, Index value,
                                         const Message& tooltip,
                                         std::function<void(Experiment&, Index)> set);

/// A field for any number.
[[nodiscard]] ExperimentField realField(const Wording& wording, const char* id, double value,
                                        const Message& tooltip,
                                        std::function<void(Experiment&, double)> set);

/// Returns why an experiment cannot be run, a sentence; empty where it can. Of a text above
/// `kMostEdited` only the beginning is checked, and faults of the text are not reported.
[[nodiscard]] std::string experimentFault(const Wording& wording, Experiment wished);

/// Returns why the experiment could not be run with `typed` in this field; empty where it could.
[[nodiscard]] std::string typedFault(const Wording& wording, const Experiment& now,
                                     const ExperimentField& field, const std::string& typed);

/// A slider of the panel with a field beside it.
struct ExperimentSlider {
    const char* id;
    double value = 0;
    double least = 0;
    double most = 1;
    double step = 0.1;  ///< of the keys
    double mark = 0;    ///< distance of the marks on its track; 0: none
    Message tooltip;
    void (*set)(Experiment&, double);
};

/// A menu of choices with one chosen.
struct ExperimentMenu {
    const char* id;
    std::vector<std::string> names;  ///< labels with their ids: `words###words`
    std::size_t chosen = 0;
    Message tooltip;
};

/// The rows of the panel of an experiment, one below the other. Each edit is one step of undo.
class PanelRows : PanelColumn {
public:
    PanelRows(const Scene& scene, const Rect& region);

    [[nodiscard]] const Scene& scene() const { return scene_; }
    [[nodiscard]] const Look& look() const { return scene_.look; }
    [[nodiscard]] Painter& painter() { return painter_; }
    [[nodiscard]] Wording wording() const { return scene_.wording(); }
    [[nodiscard]] std::string said(const Message& message) const { return wording().text(message); }
    /// Returns a label of a control with its id. @param id in files, or another stable name
    [[nodiscard]] std::string labelled(const Message& label, std::string_view id) const {
        return said(label).append("###").append(id);
    }
    /// The experiment with the edits of this frame: a click on another control ends a field's edit,
    /// so that one frame may have two.
    [[nodiscard]] const Experiment& now() const { return *now_; }
    [[nodiscard]] float rowHeight() const { return look().px(scene_.compact ? 26 : 30); }

    template <class Change>
    void edit(Change change) {
        emitChange(change, false);
    }
    /// As `edit`, while the mouse holds a slider: one step of undo when it is released.
    template <class Change>
    void drag(Change change) {
        emitChange(change, true);
    }

    /// Draws a heading. @param beside words at the right end of its line
    void heading(const Message& words, const std::vector<std::string>& beside = {});
    /// Begins a row and draws its label. @return the room to the right of the label
    Rect row(const Message& label);
    using PanelColumn::end;
    using PanelColumn::hint;
    using PanelColumn::take;
    /// Draws a line that folds and unfolds the rows below it. @param name shown in the line @param
    /// id of the line
    /// @return true where those rows are unfolded: the caller draws them
    bool section(const Message& name, const char* id);

    /// @return the x at which the field ends
    float field(const Rect& room, const ExperimentField& field);
    void field(const Message& label, const ExperimentField& shown) { field(row(label), shown); }
    void slider(const Message& label, const ExperimentSlider& slider, const ExperimentField& field);
    /// Draws a slider over the width of the panel, below its label and field.
    void wideSlider(const Message& label, const ExperimentSlider& slider,
                    const ExperimentField& field);
    /// Applies the events of a slider: a drag while it is held, a step by a key. @param set writes
    /// the value into an experiment
    template <class Events, class Set>
    void follow(const Events& events, Set set) {
        Hands& hands = scene_.hands;
        if (events.stepped) edit([&](Experiment& next) { set(next, *events.stepped); });
        if (events.dragged && (hands.isIdle() || hands.doing<ExperimentDrag>() != nullptr)) {
            hands.gesture = ExperimentDrag{};
            drag([&](Experiment& next) { set(next, *events.dragged); });
        }
        if (events.held && hands.doing<ExperimentDrag>() != nullptr) hands.is_gesture_shown = true;
    }

    /// A button with a menu below it, as wide as its title. Call endMenu where it returns true.
    [[nodiscard]] bool menuButton(const Rect& room, std::string_view title, const char* id,
                                  const Message& tooltip);
    /// @return the index of the name that was chosen in this frame, if another one
    [[nodiscard]] std::optional<std::size_t> choose(const Rect& room, const ExperimentMenu& menu);

private:
    void drawSlider(const Rect& box, const ExperimentSlider& slider);

    template <class Change>
    void emitChange(Change change, bool is_dragged) {
        auto next = std::make_shared<Experiment>(*now_);
        change(*next);
        if (*next == *now_) return;
        now_ = std::move(next);
        scene_.emit(SetExperiment{now_, is_dragged});
    }

    std::shared_ptr<const Experiment> now_;
};

/// Draws rows of the panel as the items of a menu.
void rowsInMenu(const Scene& scene, void (*rows)(PanelRows&));

// The parts of the panel of Train, from above to below.

/// The text that both twins learn from, and how it is cut.
void textRows(PanelRows& rows);
/// The sizes and choices of the model.
void modelRows(PanelRows& rows);
/// The optimizer with its numbers, and the number of steps.
void trainingRows(PanelRows& rows);
/// The tokens that each twin may look at: its mask.
void twinRows(PanelRows& rows);

}  // namespace lookback

#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/look/painter.h"
#include "app/state/model/app_state.h"
#include "app/views/shared/scene.h"

namespace lookback {

/// The losses of both twins over the steps of their training, with the floor and a cursor.
class LossChart {
public:
    /// @param box for the plot with the words on its axes
    LossChart(const Scene& scene, Painter& painter, const Rect& box);

    void draw();

private:
    /// The heights that a curve takes in a column of pixels; none where it does not reach.
    struct Reach {
        float top = std::numeric_limits<float>::infinity();
        float bottom = -std::numeric_limits<float>::infinity();
    };
    struct Point {
        double step = 0;
        double loss = 0;
    };

    [[nodiscard]] float x(double step) const;
    [[nodiscard]] float y(double loss) const;
    [[nodiscard]] double stepAt(float x) const;
    [[nodiscard]] bool isLogarithmic() const { return scene_.state.train_place.is_logarithmic; }

    [[nodiscard]] Index lastShownStep() const;
    /// The pixel column of the line of the step; none where the chart does not show this step.
    [[nodiscard]] std::optional<float> cursorX() const;
    [[nodiscard]] std::vector<ImVec2> cursorDots() const;

    void measure();
    void axes();
    void floor();
    void trainingCurve(std::size_t twin);
    void heldOutCurve(std::size_t twin);
    /// Returns the held-out loss that was measured last up to a step; null before the first.
    [[nodiscard]] const HeldOutLoss* lastHeldOut(std::size_t twin, Index step) const;
    void names();
    /// Begins a list of pixels that the next lines are noted in.
    void beginCurve();
    void mark(ImVec2 from, ImVec2 to);
    [[nodiscard]] int crossings(const Rect& box) const;
    void noteCurves();
    void noteCursor();
    void makeRoomAbove();
    [[nodiscard]] std::string key() const;
    void placeKey();
    Rect placeOfWords(float wide, const std::function<double(const Rect&)>& wish_of);
    void words(ImFont* font, Color color, const Rect& box, const std::string& text);
    Rect placeOfName(float wide, const std::function<double(double)>& loss, double from);
    void cursor();
    void takePointer();
    void zoom(float wheel);

    /// A line between two points, cut at the edges of the plot.
    void segment(Point from, Point to, Color color, float thickness);

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    Rect plot_;
    const TrainingRun& run_;
    std::vector<Rect> named_{};                 ///< boxes of words, as they are placed
    bool is_noting_ = false;                    ///< lines are noted, not drawn
    bool is_free_ = true;                       ///< the words placed last cross nothing
    std::vector<std::vector<Reach>> curves_{};  ///< of each line, by columns of the plot
    double first_ = 0;                          ///< step at the left edge
    double last_ = 1;                           ///< step at the right one
    double least_ = 0;                          ///< loss at the lower edge
    double most_ = 1;                           ///< loss at the upper one
};

}  // namespace lookback

#pragma once

#include <string>
#include <vector>

#include "app/views/train/train_views.h"
#include "app/widgets/matrix_grid.h"

namespace lookback {

/// The attention weights of the twins over the probe sentence in percent, with what each takes to
/// be the next word below. All twins have cells of one size.
class ProbeFigure {
public:
    ProbeFigure(const Scene& scene, Painter& painter);

    /// As large as the room allows. @param room of one twin's figure
    void measure(ImVec2 room);
    /// That it takes, labels and next words included.
    [[nodiscard]] float height() const;

    void draw(std::size_t twin, ImVec2 at);

private:
    [[nodiscard]] std::string nameOf(Unit unit) const;
    /// The likeliest unit behind each place.
    [[nodiscard]] std::vector<Unit> nextOf(std::size_t twin) const;
    [[nodiscard]] bool isRight(Unit next, Index place) const;
    [[nodiscard]] float gap() const { return look_.px(2); }
    [[nodiscard]] float labelGap() const { return look_.px(10); }

    /// Larger for a projector.
    [[nodiscard]] ImFont* digits() const {
        const Fonts& fonts = look_.fonts;
        return cell_.y >= look_.px(1.5f * kDigits) ? fonts.mono : fonts.mono_small;
    }

    void cell(const GridSpec& spec, Cell at, bool is_allowed);
    void tell(std::size_t twin, const GridSpec& spec, Cell at);
    void nextWords(std::size_t twin, const GridSpec& spec);
    /// -log p of the words that follow in the sentence, in a line below.
    void losses(std::size_t twin, const GridSpec& spec);
    [[nodiscard]] double lossAt(std::size_t twin, Index place) const;

    const Scene& scene_;
    const Look& look_;
    Painter& painter_;
    const TrainPlace& place_;
    const TrainingRun& run_;
    const TrainMoment& moment_;
    Index n_;
    std::vector<std::string> labels_;
    static constexpr float kDigits = 14;  ///< cells have them from this height on
    float label_width_ = 0;
    float above_ = 0;  ///< of the labels of columns
    float next_ = 0;   ///< of a line of the next words
    bool has_losses_ = false;
    int next_lines_ = 1;  ///< 2 where they take turns
    ImVec2 cell_{0, 0};
};

}  // namespace lookback

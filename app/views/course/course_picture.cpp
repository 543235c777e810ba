#include "app/views/course/course_picture.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/state/model/app_state.h"
#include "app/state/model/course_pictures.h"
#include "app/state/model/shown_quantity.h"
#include "app/views/experiment/experiment_views.h"
#include "core/language/training_findings.h"
#include "core/words/say.h"
#include "messages/common.h"
#include "messages/course.h"

namespace lookback {
namespace {

constexpr float kCoursePoint = 2.5f;  ///< pixels of a curve that one mean of losses covers
constexpr float kCourseDot = 3;       ///< length of a dot of the floor, and of the gap
constexpr float kCourseLetter = 16;   ///< room for the letter of a model

bool isOfExperiment(const Scene& scene, const CourseEntry& entry) {
    if (entry.kind != CourseEntry::Kind::on_screen) {
        return entry.kind == CourseEntry::Kind::experiment;
    }
    return info(scene.place().mode).subject == SubjectKind::experiment;
}

/// True where an entry is the document or the experiment that one steps through.
bool isSteppedThrough(const Scene& scene, const CourseEntry& entry) {
    if (!entry.isTaught()) return entry.kind == CourseEntry::Kind::on_screen;
    return entry.key == (isOfExperiment(scene, entry) ? scene.state.experiment_work.origin().shipped
                                                      : scene.state.origin().shipped);
}

/// Draws the weights as cells, a row for each query.
void drawWeights(Painter& painter, const PicturedWeights& picture, const Rect& box) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    if (picture.n == 0) return;
    const auto n = static_cast<float>(picture.n);
    const float gap = std::max(1.0f, look.px(2));
    const float side = std::floor((std::min(box.width(), box.height()) - (n - 1) * gap) / n);
    for (Index query = 0; query < picture.n; ++query) {
        for (Index key = 0; key < picture.n; ++key) {
            const PicturedWeights::Weight& weight = picture.at(query, key);
            const Rect cell = Rect::at({box.min.x + static_cast<float>(key) * (side + gap),
                                        box.min.y + static_cast<float>(query) * (side + gap)},
                                       {side, side});
            if (!weight.is_shown) {
                painter.fill(cell, c.blank, look.px(2));
                painter.dotted(cell, c.line);
            } else if (weight.is_allowed) {
                painter.fill(cell, cellColor(c, Domain::weights, weight.share, 1), look.px(2));
            } else if (weight.share == 0) {
                painter.hatch(cell);
            } else {
                painter.hatch(cell, leakHatching(c));
            }
        }
    }
}

/// Draws the weights with their tokens, as far as there is room for all of them.
void drawNamedWeights(Painter& painter, const PicturedWeights& picture, const Rect& box) {
    const Look& look = painter.look();
    const Theme& c = look.colors();
    ImFont* const font = look.fonts.small_text;
    float widest = 0;
    for (const std::string& token : picture.tokens) {
        widest = std::max(widest, painter.width(font, token));
    }
    const float left = widest + look.px(10);
    const float above = look.px(18);
    const Rect cells{{box.min.x + left, box.min.y + above}, box.max};
    const float step = (std::min(cells.width(), cells.height()) + look.px(2)) /
                       static_cast<float>(std::max<Index>(picture.n, 1));
    if (left > box.width() / 2 || step < look.px(16)) return drawWeights(painter, picture, box);
    drawWeights(painter, picture, cells);
    for (Index k = 0; k < picture.n; ++k) {
        const std::string& token = picture.tokens[static_cast<std::size_t>(k)];
        const float at = static_cast<float>(k) * step;
        painter.text(font, c.query,
                     Rect::at({box.min.x, cells.min.y + at}, {widest, step - look.px(2)}), token,
                     Align::right);
        if (widest > step - look.px(4)) continue;
        painter.text(font, c.key,
                     Rect::at({cells.min.x + at, box.min.y}, {step - look.px(2), above}), token,
                     Align::center);
    }
}

/// The losses of a model at some points along the chart, each the mean of the steps around it.
/// @param shown how many of the losses are shown
std::vector<double> meansOf(const std::vector<double>& losses, std::size_t shown, Index steps,
                            std::size_t points) {
    std::vector<double> means;
    const double step = static_cast<double>(steps) / static_cast<double>(points);
    for (std::size_t k = 0; k < points; ++k) {
        const auto from = static_cast<std::size_t>(static_cast<double>(k) * step);
        const auto to =
            std::max(from + 1, static_cast<std::size_t>(static_cast<double>(k + 1) * step));
        if (to > std::min(shown, losses.size())) break;
        double sum = 0;
        for (std::size_t at = from; at < to; ++at) sum += losses[at];
        means.push_back(sum / static_cast<double>(to - from));
    }
    return means;
}

/// Draws the losses of both models over the steps, above the floor. @param shown how many losses of
/// a model are shown
class CourseCurves {
public:
    CourseCurves(Painter& painter, const TrainingRun& run, std::size_t shown, const Rect& box,
                 bool has_letters)
        : painter_(painter), look_(painter.look()), run_(run), box_(box) {
        if (has_letters) box_.max.x -= look_.px(kCourseLetter);
        const auto points =
            static_cast<std::size_t>(std::max(box_.width() / look_.px(kCoursePoint), 2.0f));
        for (std::size_t twin = 0; twin < run.twins(); ++twin) {
            curves_.push_back(meansOf(run.losses(twin), shown, run.experiment().steps,
                                      std::min(points, static_cast<std::size_t>(std::max<Index>(
                                                           run.experiment().steps, 1)))));
            for (const double loss : curves_.back()) {
                if (std::isfinite(loss)) most_ = std::max(most_, loss);
            }
        }
        most_ = std::max(most_, run.floor());
        points_ = static_cast<float>(points);
        if (has_letters) placeLetters();
    }

    void draw() {
        const Theme& c = look_.colors();
        painter_.hairline({box_.min.x, box_.min.y}, {box_.min.x, box_.max.y}, c.line);
        painter_.hairline({box_.min.x, box_.max.y}, {box_.max.x, box_.max.y}, c.line);
        const float dot = look_.px(kCourseDot);
        for (float x = box_.min.x; x < box_.max.x; x += 2 * dot) {
            painter_.line({x, y(run_.floor())}, {std::min(x + dot, box_.max.x), y(run_.floor())},
                          c.soft, std::max(1.0f, look_.px(1)));
        }
        for (std::size_t twin = 0; twin < curves_.size(); ++twin) curve(twin);
        for (std::size_t twin = 0; twin < letters_.size(); ++twin) {
            const float high = look_.px(kCourseLetter);
            painter_.text(
                look_.fonts.strong_small, twinColor(c, twin),
                Rect::at({box_.max.x, letters_[twin] - high / 2}, {look_.px(kCourseLetter), high}),
                std::string(1, twinLetter(twin)), Align::right);
        }
    }

private:
    [[nodiscard]] float y(double loss) const {
        const double share = most_ > 0 ? std::clamp(loss / most_, 0.0, 1.0) : 0;
        return box_.max.y - static_cast<float>(share) * box_.height();
    }

    void curve(std::size_t twin) {
        const std::vector<double>& losses = curves_[twin];
        std::vector<ImVec2> line;
        for (std::size_t k = 0; k < losses.size(); ++k) {
            if (!std::isfinite(losses[k])) break;
            const float share = static_cast<float>(k) / std::max(points_ - 1, 1.0f);
            line.push_back({box_.min.x + share * box_.width(), y(losses[k])});
        }
        painter_.polyline(line, twinColor(look_.colors(), twin), std::max(1.5f, look_.px(1.5f)));
    }

    /// Places the letters at the ends of the curves, beside each other.
    void placeLetters() {
        for (const std::vector<double>& losses : curves_) {
            if (losses.empty() || !std::isfinite(losses.back())) return letters_.clear();
            letters_.push_back(y(losses.back()));
        }
        if (letters_.size() < 2) return;
        const float apart = look_.px(kCourseLetter) - std::abs(letters_[0] - letters_[1]);
        if (apart <= 0) return;
        const bool is_first_above = letters_[0] <= letters_[1];
        letters_[0] += is_first_above ? -apart / 2 : apart / 2;
        letters_[1] += is_first_above ? apart / 2 : -apart / 2;
    }

    Painter& painter_;
    const Look& look_;
    const TrainingRun& run_;
    Rect box_;
    std::vector<std::vector<double>> curves_;
    std::vector<float> letters_;
    double most_ = 0;
    float points_ = 2;
};

const TrainingRun* runOf(const Scene& scene, const CourseEntry& entry) {
    if (entry.kind == CourseEntry::Kind::experiment) return scene.state.course.run(entry.place);
    const TrainingReport* const report = scene.state.training.report();
    return report != nullptr && scene.state.training.isCurrent() ? &report->run : nullptr;
}

/// How many losses of a model the picture shows.
std::size_t shownLosses(const Scene& scene, const CourseEntry& entry, const TrainingRun& run) {
    const bool is_whole =
        !isSteppedThrough(scene, entry) || isTrainingStepShown(scene.state, run.experiment().steps);
    return static_cast<std::size_t>(is_whole ? run.experiment().steps
                                             : scene.state.train_place.step + 1);
}

std::optional<PicturedWeights> computedWeights(const Scene& scene, const CourseEntry& entry) {
    if (entry.kind == CourseEntry::Kind::lesson || entry.kind == CourseEntry::Kind::guided) {
        const PicturedWeights* const weights = entry.kind == CourseEntry::Kind::guided
                                                   ? scene.state.course.guidedWeights(entry.place)
                                                   : scene.state.course.weights(entry.place);
        return weights != nullptr ? std::optional(*weights) : std::nullopt;
    }
    if (isAwaitingNumbers(scene.state)) return std::nullopt;
    return picturedWeights(scene.document(), scene.trace());
}

std::optional<PicturedWeights> weightsOf(const Scene& scene, const CourseEntry& entry) {
    std::optional<PicturedWeights> picture = computedWeights(scene, entry);
    if (!picture || !isSteppedThrough(scene, entry)) return picture;
    for (Index query = 0; query < picture->n; ++query) {
        for (Index key = 0; key < picture->n; ++key) {
            const Quantity weight{.id = MatrixId::attention_weights, .row = query, .col = key};
            picture->weights[static_cast<std::size_t>(query * picture->n + key)].is_shown =
                isShown(scene.state, weight);
        }
    }
    return picture;
}

}  // namespace

void drawCoursePicture(const Scene& scene, Painter& painter, const CourseEntry& entry,
                       const Rect& box, bool has_words) {
    if (isOfExperiment(scene, entry)) {
        if (const TrainingRun* const run = runOf(scene, entry)) {
            CourseCurves(painter, *run, shownLosses(scene, entry, *run), box, has_words).draw();
        }
        return;
    }
    const std::optional<PicturedWeights> weights = weightsOf(scene, entry);
    if (!weights) return;
    if (!has_words) return drawWeights(painter, *weights, box);
    drawNamedWeights(painter, *weights, box);
}

bool hasCoursePicture(const Scene& scene, const CourseEntry& entry) {
    if (entry.kind == CourseEntry::Kind::recent || entry.isOwnLesson()) return false;
    if (entry.kind == CourseEntry::Kind::guided) return !entry.is_about_experiment;
    return entry.kind != CourseEntry::Kind::on_screen || isOfExperiment(scene, entry) ||
           scene.document().n() > 0;
}

Message pictureCaption(const Scene& scene, const CourseEntry& entry) {
    const bool is_of_experiment = isOfExperiment(scene, entry);
    const bool is_whole =
        !isSteppedThrough(scene, entry) ||
        (is_of_experiment ? isTrainingStepShown(scene.state, scene.state.experiment().steps)
                          : isShown(scene.state, {.id = MatrixId::attention_weights}));
    if (!is_whole) {
        return whyHidden(scene.state,
                         is_of_experiment
                             ? std::nullopt
                             : std::optional(Quantity{.id = MatrixId::attention_weights}));
    }
    if (is_of_experiment) return say::course::Losses{};
    return say::course::Weights{};
}

}  // namespace lookback

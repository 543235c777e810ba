#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/gives_up.h"
#include "core/lesson/guided_lesson.h"

namespace lookback {

/// Other seeds for which a lesson about a document is played, and at how many of them each task and
/// each wrong answer must be usable.
inline constexpr std::uint64_t kOtherSeeds = 20;
inline constexpr std::size_t kLeastUsableSeeds = 15;

/// Told after each drawing of a lesson's numbers that was played, the lesson's own included.
/// @param played how many were @param of how many there are
using PlayedDrawing = std::function<void(Index played, Index of)>;

/// Plays a lesson: every fault, `where` is the path in its file. Checked are, for the lesson's own
/// numbers: texts in all its languages; every quantity; places of looks; each task is unsolved at
/// first and solved by its solution; right answers exist and not every answer is right; wrong
/// answers differ from the right one and from earlier ones; no condition is always true. Then wrong
/// answers and tasks with other draws: an experiment with the next seed, a document with 20 others.
/// @param gives_up is asked while an experiment is trained
[[nodiscard]] std::vector<Error> lessonFaults(const GuidedLesson& lesson,
                                              const GivesUp& gives_up = {},
                                              const PlayedDrawing& on_played = {});

/// The lesson's work with the numbers of the next seed at which every task of the lesson is usable.
/// Nothing where no seed of the next 100 is, or where nothing was drawn.
/// @param opened the work as it is now, before any step
[[nodiscard]] std::optional<LessonWork> anotherWork(const GuidedLesson& lesson,
                                                    const LessonWork& opened);

/// The lesson's work with the numbers of a seed, or of the next one at which every task of the
/// lesson is usable. Nothing as in `anotherWork`.
[[nodiscard]] std::optional<LessonWork> workOfSeed(const GuidedLesson& lesson, std::uint64_t seed);

}  // namespace lookback

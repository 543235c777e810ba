#pragma once

#include "app/views/generate/writing_scene.h"
#include "core/explain/explain.h"

namespace lookback {

/// What becomes of the rows of the words before, and why.
[[nodiscard]] std::string whatIsKept(const WordWritten& word);

/// What is said beside the rows: how many are kept, whether that is exact, and what it saves; of
/// the twin that is told.
class KeptWords {
public:
    /// @param width that it may take @param says_why nothing else says what is kept
    KeptWords(const WritingScene& writing, Painter& painter, float width, bool says_why);

    /// Of all of it.
    [[nodiscard]] float height() const;
    /// The counts go where not all has room.
    void draw(ImVec2 at, float room) const;

private:
    struct Sentence {
        std::string_view sign;  ///< a tick or a cross; none: empty
        TextLine words;
    };
    float put(const Sentence& one, ImVec2 at, bool draw) const;

    const WritingScene& writing_;
    Painter& painter_;
    float width_;
    std::vector<Sentence> sentences_;
};

}  // namespace lookback

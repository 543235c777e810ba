#pragma once

#include "app/state/generate_place.h"

namespace lookback {

// What one looks at in Generate: none of it is undone.

struct SetGeneratePlace {
    GeneratePlace place;
};
/// Steps within a word, and from one word to the next.
struct MoveWriting {
    Index by = 1;
};
/// Whole words: one sees as much of the next one.
struct MoveWords {
    Index by = 1;
};
/// So many words stand behind the prompt.
struct GoToWord {
    Index written = 0;
    WordPart part = WordPart::choice;
};
/// As many words as the text's longest line has behind the prompt.
struct WriteToEnd {};

}  // namespace lookback

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/state/model/experiment_place.h"
#include "core/language/experiment.h"

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

struct ExperimentOrigin;
struct ExperimentSnapshot;
struct TrainingReport;

// What happens to the experiment of Train.

/// One step of undo: the experiment becomes another.
struct SetExperiment {
    std::shared_ptr<const Experiment> experiment;
};
/// The same while it is dragged, until FinishDrag.
struct DragExperiment {
    std::shared_ptr<const Experiment> experiment;
};
/// A shipped one.
struct OpenExperiment {
    std::string id;
};

// What the program answers when it has read or written a file.

struct ExperimentOpened {
    std::string path;
    Experiment experiment;
    std::string fingerprint;
};
struct ExperimentSaved {
    std::string path;
    std::shared_ptr<const Experiment> experiment;
    std::string fingerprint;
};
/// A draft comes with its own history.
struct ExperimentDraftOpened {
    std::string id;
    std::vector<std::shared_ptr<const ExperimentSnapshot>> steps;  ///< up to what is shown
};
/// The work became a draft.
struct ExperimentDraftKept {
    std::shared_ptr<const ExperimentOrigin> work;
    std::string id;
};
/// A text that the experiment is to learn from.
struct TextOpened {
    std::shared_ptr<const Experiment> experiment;  ///< with the text
};

// What one looks at: none of it is undone.

struct GoToTraining {
    Index step = 0;
};
struct MoveTraining {
    Index by = 1;
};
struct SetTrainPlace {
    TrainPlace place;
};
/// What the worker found of the training of the experiment.
struct TwinsTrained {
    std::shared_ptr<const TrainingReport> report;
};
/// The probe sentence with what a twin has learned, as a document.
struct OpenProbe {
    std::size_t twin = 0;
};

}  // namespace lookback

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/state/model/memo.h"
#include "core/base/range.h"
#include "core/base/result.h"
#include "core/code/code.h"
#include "core/explain/text_line.h"
#include "core/print/print_tensor.h"

namespace lookback {

struct AppState;

/// The code of the document around one of its stages, and what it prints there.
struct StageCode {
    std::vector<TextLine> lines;   ///< names of matrices have their ink, that of the stage is bold
    std::vector<bool> is_of_step;  ///< for each line: it computes a stage of the step
    Range of_stage;                ///< its lines
    std::string shape;             ///< of its variable: `(3, 3)`
    std::vector<std::string> print;  ///< lines of text; empty: the matrix is, or is not computed
    bool is_too_large = false;       ///< the matrix, to be printed
    std::vector<PrintedNumber> numbers;  ///< in that text
    Index cells_of_head = 0;             ///< numbers of each head
    Index cols = 0;
    /// Numbers of the print that the lesson expects of this stage; nothing: it expects none.
    std::optional<Index> expected{};
    Index met = 0;  ///< of them: they are the printed ones, digit by digit

    /// The number of a cell in the text; nullptr where the text leaves it out.
    [[nodiscard]] const PrintedNumber* find(Index head, Cell cell) const;
};

/// Keeps the code of the stage on screen.
class ShownCode {
public:
    /// The document became another one.
    void forget() { code_.forget(); }

    /// The code around the stage in focus, in the library that is chosen: made when a view asks,
    /// once a document, step and stage.
    [[nodiscard]] const StageCode& of(const AppState& state) const;

private:
    struct Subject {
        CodeLibrary library = CodeLibrary::pytorch;
        std::size_t step = 0;
        MatrixId stage = MatrixId::embeddings;
        bool has_numbers = false;
        std::vector<Cell> hidden_flips{};  ///< painted cells of the mask that a lesson hides

        bool operator==(const Subject&) const = default;
    };
    Memo<Subject, StageCode> code_;
};

/// Returns all of the code with the given numbers, which prints the stage in focus. Errors: a
/// lesson hides numbers, or there are too many.
[[nodiscard]] Result<std::string> codeToCopy(const AppState& state);

}  // namespace lookback

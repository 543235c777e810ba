#include "core/explain/in_conventions.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/document/document.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/stages.h"
#include "core/explain/masking_words.h"

namespace lookback {
namespace {

struct Turn {
    std::string_view from;
    std::string_view to;
};

/// A word that begins with another word comes before it.
constexpr std::array kTurns{
    Turn{"above the diagonal", "below the diagonal"},
    Turn{"rows", "columns"},
    Turn{"row", "column"},
    Turn{"Rows", "Columns"},
    Turn{"Row", "Column"},
    Turn{"ROW", "COLUMN"},
};

bool isLetter(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

/// True where a word of this length stands at `at`, and not a part of a longer one.
bool isWord(std::string_view text, std::size_t at, std::size_t length) {
    const bool begins = at == 0 || !isLetter(text[at - 1]);
    return begins && (at + length == text.size() || !isLetter(text[at + length]));
}

/// Replaces words of a text, piece by piece; words of tokens stay.
class Turner {
public:
    std::string operator()(std::string_view text) {
        std::string turned;
        for (std::size_t at = 0; at < text.size();) {
            const std::string_view rest = text.substr(at);
            if (rest.starts_with(kOpening) || rest.front() == '[') is_token_ = true;
            if (rest.starts_with(kClosing) || rest.front() == ']') is_token_ = false;
            const auto turn = std::find_if(kTurns.begin(), kTurns.end(), [&](const Turn& one) {
                return rest.starts_with(one.from) && isWord(text, at, one.from.size());
            });
            const bool is_turned = turn != kTurns.end() && !is_token_;
            turned += is_turned ? turn->to : rest.substr(0, 1);
            at += is_turned ? turn->from.size() : 1;
        }
        return turned;
    }

private:
    static constexpr std::string_view kOpening = "\u201c";
    static constexpr std::string_view kClosing = "\u201d";
    bool is_token_ = false;
};

std::string maskFormula(const Document& document) {
    const std::string allowed = allowedKeys(document);
    return allowed == kEveryKey ? "M = no key" : fmt::format("M = not ({})", allowed);
}

/// The formula of a stage that reads the mask, where true is blocked.
std::string formulaOfBlocked(const Document& document, MatrixId id) {
    switch (id) {
        case MatrixId::mask: return maskFormula(document);
        case MatrixId::masked_scores:
            return maskingWords(document.masking.method)
                .formula_of_blocked(info(stage(id).left(document)).symbol, document.masking);
        case MatrixId::masked_weights: return "A_M = A_0 \u00b7 (1 \u2212 M)";
        default: return stage(id).formula(document);
    }
}

}  // namespace

std::string inConventions(std::string_view text, const Conventions& conventions) {
    return conventions.rows_are_queries ? std::string(text) : Turner()(text);
}

TextLine inConventions(TextLine line, const Conventions& conventions) {
    if (conventions.rows_are_queries) return line;
    Turner turn;
    for (Piece& piece : line) piece.text = turn(piece.text);
    return line;
}

std::string formulaInConventions(const Document& document, MatrixId id,
                                 const Conventions& conventions) {
    if (!conventions.rows_are_queries) {
        switch (id) {
            case MatrixId::scores:
                return fmt::format("S = {} {}^T", info(scoreKeys(document)).symbol,
                                   info(scoreQueries(document)).symbol);
            case MatrixId::context: return "A^T V";
            case MatrixId::output: return "Y = (A^T V) W_o";
            default: break;
        }
    }
    const std::string formula =
        conventions.true_is_allowed ? stage(id).formula(document) : formulaOfBlocked(document, id);
    return isOfPairs(id) ? inConventions(formula, conventions) : formula;
}

std::string_view symbolInConventions(MatrixId id, const Conventions& conventions) {
    const bool is_turned = !conventions.rows_are_queries;
    return id == MatrixId::context && is_turned ? "A^T\u00b7V" : info(id).symbol;
}

std::string signInConventions(const Document& document, MatrixId id,
                              const Conventions& conventions) {
    if (id == MatrixId::scores && !conventions.rows_are_queries) return "KQ^T";
    return inConventions(stage(id).sign(document), conventions);
}

}  // namespace lookback

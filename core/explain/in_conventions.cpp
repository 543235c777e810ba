#include "core/explain/in_conventions.h"

#include <array>

#include <fmt/format.h>

#include "core/document/document.h"
#include "core/engine/masking_arithmetic.h"
#include "core/engine/stages.h"
#include "core/explain/masking_words.h"

namespace lookback {
namespace {

struct TurnedWord {
    std::string_view word;
    std::string_view turned;
};
constexpr std::array kTurnedWords{TurnedWord{"row sum", "column sum"},
                                  TurnedWord{"column sum", "row sum"},
                                  TurnedWord{"over columns", "over rows"}};

/// A formula or sign for readers whose columns are queries: "row sum" becomes "column sum".
std::string inConventions(std::string text, const Conventions& conventions) {
    if (conventions.rows_are_queries) return text;
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const TurnedWord& one : kTurnedWords) {
            if (text.compare(at, one.word.size(), one.word) != 0) continue;
            text.replace(at, one.word.size(), one.turned);
            at += one.turned.size() - 1;
            break;
        }
    }
    return text;
}

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

std::string symbolInConventions(MatrixId id, const Conventions& conventions, bool is_turned) {
    return std::string(symbolInConventions(id, conventions)) + (is_turned ? "^T" : "");
}

std::string signInConventions(const Document& document, MatrixId id,
                              const Conventions& conventions) {
    if (id == MatrixId::scores && !conventions.rows_are_queries) return "KQ^T";
    return inConventions(stage(id).sign(document), conventions);
}

}  // namespace lookback

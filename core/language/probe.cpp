#include "core/language/probe.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/document/edit.h"
#include "core/language/language_model.h"
#include "core/language/sampling.h"
#include "core/language/unit_text.h"

namespace lookback {

Document probeDocument(const Experiment& experiment, const Twin& twin, const UnitText& text,
                       const Parameters<double>& parameters, std::span<const Unit> units) {
    Document document =
        attentionDocument(experiment.model, twin, experiment.dtype, experiment.context);
    const auto n = static_cast<Index>(units.size());
    while (document.n() > n) removeToken(document, document.n() - 1);
    document.title = fmt::format("{}, {}", experiment.title, twin.name.in("en"));
    Matrix<double> embeddings(n, experiment.model.d_model);
    for (std::size_t place = 0; place < units.size(); ++place) {
        const auto row = static_cast<Index>(place);
        document.tokens[place] = shownUnit(text.vocabulary[static_cast<std::size_t>(units[place])]);
        embeddings.row(row) = parameters.token_embeddings.row(units[place]);
    }
    document.embeddings = SharedMatrix(std::move(embeddings));
    document.positions.kind = experiment.model.positions;
    if (info(document.positions.kind).has_table) {
        document.positions.table =
            SharedMatrix(Matrix<double>(parameters.position_embeddings.topRows(n)));
    }
    document.weights = {SharedMatrix(parameters.query), SharedMatrix(parameters.key),
                        SharedMatrix(parameters.value), SharedMatrix(parameters.output)};
    return document;
}

template <class Scalar>
Matrix<double> nextChances(const Experiment& experiment, const Twin& twin,
                           const Parameters<Scalar>& parameters, std::span<const Unit> units) {
    LanguageModel<Scalar> model(experiment, twin, 1, std::ssize(units));
    const Matrix<double> logits = model.logits(parameters, units).template cast<double>();
    Matrix<double> chances(logits.rows(), logits.cols());
    for (Index row = 0; row < logits.rows(); ++row) {
        const std::span<const double> of_row(logits.row(row).data(),
                                             static_cast<std::size_t>(logits.cols()));
        const std::vector<double> found = chancesOf(of_row, {});
        std::copy(found.begin(), found.end(), chances.row(row).data());
    }
    return chances;
}

Result<std::vector<Unit>> probeUnits(const Experiment& experiment, const UnitText& text,
                                     const std::string& sentence) {
    return unitsOfSentence(experiment, text, sentence).map([&](std::vector<Unit> units) {
        const auto most = static_cast<std::size_t>(experiment.context);
        if (units.size() > most) units.resize(most);
        return units;
    });
}

template Matrix<double> nextChances(const Experiment&, const Twin&, const Parameters<float>&,
                                    std::span<const Unit>);
template Matrix<double> nextChances(const Experiment&, const Twin&, const Parameters<double>&,
                                    std::span<const Unit>);

}  // namespace lookback

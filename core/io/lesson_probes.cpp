#include "core/io/lesson_probes.h"

#include <array>
#include <limits>

#include "core/document/edit.h"

namespace lookback {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

using DocumentProbe = void (*)(Document&);

void nudge(SharedMatrix& matrix) {
    if (matrix.rows() > 0 && matrix.cols() > 0) matrix.set({0, 0}, matrix(0, 0) + 1);
}

/// Gives queries, keys or values another bias.
template <std::optional<SharedMatrix> Biases::*bias, SharedMatrix Weights::*weight>
void changeBias(Document& document) {
    auto& changed = document.biases.*bias;
    if (!changed) changed = Matrix<double>::Zero(1, (document.weights.*weight).cols()).eval();
    nudge(*changed);
}

/// Edits of every part of a document; those that leave it with faults are not tried.
constexpr std::array kDocumentProbes{
    DocumentProbe{[](Document& d) { d.masking.value = 0; }},
    DocumentProbe{[](Document& d) { d.masking.value = -1; }},
    DocumentProbe{[](Document& d) { d.masking.value = -1e4; }},
    DocumentProbe{[](Document& d) { d.masking.value = -kInfinity; }},
    DocumentProbe{[](Document& d) { d.masking.order = MaskingOrder::before_scale; }},
    DocumentProbe{[](Document& d) { d.mask.rules = {newRule(MaskKind::causal, d.n())}; }},
    DocumentProbe{[](Document& d) { d.mask.rules = {newRule(MaskKind::strict_causal, d.n())}; }},
    DocumentProbe{[](Document& d) {
        if (d.n() > 0) flip(d.mask, {0, 0});
    }},
    DocumentProbe{[](Document& d) { d.dtype = DType::float64; }},
    DocumentProbe{[](Document& d) { d.dtype = DType::float16; }},
    DocumentProbe{[](Document& d) { nudge(d.embeddings); }},
    DocumentProbe{[](Document& d) { nudge(d.weights.query); }},
    DocumentProbe{[](Document& d) { nudge(d.weights.key); }},
    DocumentProbe{[](Document& d) { nudge(d.weights.value); }},
    DocumentProbe{changeBias<&Biases::query, &Weights::query>},
    DocumentProbe{changeBias<&Biases::key, &Weights::key>},
    DocumentProbe{changeBias<&Biases::value, &Weights::value>},
    DocumentProbe{[](Document& d) { nudge(d.positions.table); }},
    DocumentProbe{[](Document& d) {
        if (d.n() > 0) renameToken(d, 0, d.tokens[0] + "s");
    }},
    DocumentProbe{[](Document& d) {
        if (d.n() > 0) removeToken(d, d.n() - 1);
    }},
    DocumentProbe{[](Document& d) { insertToken(d, d.n(), "more"); }},
    DocumentProbe{[](Document& d) {
        if (d.n() > 1) moveToken(d, 0, d.n() - 1);
    }},
    DocumentProbe{[](Document& d) { d.scale = {.kind = Scale::Kind::number, .number = 0.1}; }},
    DocumentProbe{[](Document& d) { d.softcap = d.softcap ? std::nullopt : std::optional(1.0); }},
    DocumentProbe{[](Document& d) { setHeads(d, d.heads == 1 ? 2 : 1); }},
    DocumentProbe{[](Document& d) { setOutput(d, !d.weights.output.has_value()); }},
    DocumentProbe{[](Document& d) {
        const bool is_none = d.positions.kind == PositionKind::none;
        setPositions(d, is_none ? kPositionKinds[1].kind : PositionKind::none);
    }},
    DocumentProbe{[](Document& d) { d.draw.reset(); }},
};

using ExperimentProbe = void (*)(Experiment&);

constexpr std::array kExperimentProbes{
    ExperimentProbe{[](Experiment& e) { e.steps = 1; }},
    ExperimentProbe{[](Experiment& e) {
        for (Twin& twin : e.twins) twin.mask = {};
    }},
    ExperimentProbe{[](Experiment& e) {
        for (Twin& twin : e.twins) twin.mask = {{newRule(MaskKind::causal, e.context)}, {}};
    }},
    ExperimentProbe{[](Experiment& e) { std::swap(e.twins.front(), e.twins.back()); }},
};

/// Other places than the one of the step.
std::vector<Standing> otherPlaces(const Standing& now) {
    std::vector<Standing> places;
    const auto add = [&](auto change) {
        Standing other = now;
        change(other);
        places.push_back(other);
    };
    for (std::size_t k = 0; k < kLessonModeNames.size(); ++k) {
        add([&](Standing& other) { other.mode = static_cast<LessonMode>(k); });
    }
    add([](Standing& other) { other.step = MatrixId::embeddings; });
    add([](Standing& other) { other.step = MatrixId::context; });
    add([](Standing& other) { other.cell = {other.cell.row + 1, other.cell.col}; });
    add([](Standing& other) { other.cell = {other.cell.row, other.cell.col + 1}; });
    add([](Standing& other) { other.cell = {}; });
    add([](Standing& other) { other.training_step = other.training_step == 0 ? 1 : 0; });
    add([](Standing& other) { other.is_presenting = !other.is_presenting; });
    return places;
}

}  // namespace

bool canFail(const Condition& condition, const LessonMoments& moments, const LessonFacts& begun) {
    const auto fails = [&](const LessonFacts& facts) {
        const Result<bool> one = holds(condition, facts);
        return one && !*one;
    };
    if (fails(begun)) return true;
    const bool is_document = begun.subject() == LessonSubject::document;
    const auto& document = begun.moment().document;
    const LessonWork now =
        is_document ? LessonWork(document)
                    : LessonWork(std::make_shared<const Experiment>(begun.training().experiment()));
    for (const Standing& place : otherPlaces(begun.standing())) {
        if (fails(moments.with(now, begun, place))) return true;
    }
    const auto fails_after = [&](auto work) {
        using Work = decltype(work);
        if (!faults(work).empty()) return false;
        return fails(
            moments.with(std::make_shared<const Work>(std::move(work)), begun, begun.standing()));
    };
    for (const ExperimentProbe probe : kExperimentProbes) {
        if (is_document) break;
        Experiment changed = begun.training().experiment();
        probe(changed);
        if (fails_after(std::move(changed))) return true;
    }
    for (const DocumentVariantInfo& variant : documentVariants()) {
        if (!is_document || variant.change == nullptr) continue;
        Document changed = *document;
        variant.change(changed);
        if (fails_after(std::move(changed))) return true;
    }
    for (const DocumentProbe probe : kDocumentProbes) {
        if (!is_document) break;
        Document changed = *document;
        probe(changed);
        if (fails_after(std::move(changed))) return true;
    }
    return false;
}

}  // namespace lookback

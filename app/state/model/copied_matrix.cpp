#include "app/state/model/copied_matrix.h"

#include "app/state/model/app_state.h"
#include "app/state/model/shown_quantity.h"
#include "core/code/code.h"
#include "core/code/matrix_text.h"
#include "core/explain/matrix_words.h"
#include "messages/faults.h"
#include "messages/lab.h"
#include "messages/notices.h"

namespace lookback {
namespace {

/// Numbers of a matrix that are copied at once.
constexpr Index kMostMatrixCopied = 250'000;

/// A matrix, and the document of which it has the numbers.
struct NumbersOfDocument {
    MatrixView values{};
    const Document* document = nullptr;
    std::string_view name{};  ///< as a variable; empty: it is one of the document's matrices
};

/// A document in float64: the influence has this dtype, whatever that of the documents is.
const Document& documentOfDoubles() {
    static const Document document{.dtype = DType::float64};
    return document;
}

bool isInfluence(MatrixSource source) {
    return source == MatrixSource::influence_a || source == MatrixSource::influence_b;
}

Result<NumbersOfDocument> influenceMatrix(const AppState& state, Side side) {
    if (!areLeaksShown(state)) return tl::unexpected(Error{"", hiddenByLesson(state)});
    const LeakAnswer& answer = state.leaks.report().answers.of(side);
    if (!answer.influence) return tl::unexpected(Error{"", say::faults::NotComputed{}});
    return NumbersOfDocument{MatrixView(answer.influence->norms), &documentOfDoubles(),
                             "influence"};
}

/// The matrix of one side of Compare, or the difference, which has the wider dtype of the two.
Result<NumbersOfDocument> comparedMatrix(const AppState& state, const PointedMatrix& matrix) {
    const ComparedPair pair = state.comparison.of(state.shown, state.place.compared);
    if (pair.fault) return tl::unexpected(Error{"", *pair.fault});
    const Document& a = pair.a->document();
    const Document& b = pair.b->document();
    if (auto fault = comparisonFault(a, b, matrix.id)) return tl::unexpected(*std::move(fault));
    if (matrix.source == MatrixSource::difference) {
        return NumbersOfDocument{
            state.comparison.difference(pair, matrix.id).values.view(matrix.head),
            a.dtype < b.dtype ? &a : &b, "difference"};
    }
    const Variant& side = matrix.source == MatrixSource::a ? *pair.a : *pair.b;
    return NumbersOfDocument{side.matrix(matrix.id, matrix.head), &side.document()};
}

Result<NumbersOfDocument> pointedMatrix(const AppState& state, const PointedMatrix& matrix) {
    switch (matrix.source) {
        case MatrixSource::document: break;
        case MatrixSource::a:
        case MatrixSource::b:
        case MatrixSource::difference: return comparedMatrix(state, matrix);
        case MatrixSource::influence_a: return influenceMatrix(state, Side::a);
        case MatrixSource::influence_b: return influenceMatrix(state, Side::b);
    }
    return NumbersOfDocument{state.shown.matrix(matrix.id, matrix.head), &state.document()};
}

}  // namespace

std::optional<PointedMatrix> matrixToCopy(const AppState& state) {
    if (state.hands.pointed) return state.hands.pointed;
    if (state.place.mode != Mode::lab) return std::nullopt;
    return PointedMatrix{.id = stageInFocus(state), .head = state.place.head};
}

Result<std::string> copiedMatrix(const AppState& state, const PointedMatrix& matrix) {
    const auto refused = [](const Message& why) { return tl::unexpected(Error{"", why}); };
    if (!state.lesson.hiding.cells.empty()) return refused(hiddenByLesson(state));
    if (!isInfluence(matrix.source) && !isShown(state, {.id = matrix.id})) {
        return refused(whyHidden(state, Quantity{.id = matrix.id}));
    }
    if (!state.shown.hasNumbers()) return refused(say::faults::NotComputed{});
    const Index head = info(matrix.id).per_head ? matrix.head : 0;
    const Result<NumbersOfDocument> pointed =
        pointedMatrix(state, {matrix.id, head, matrix.source});
    if (!pointed) return tl::unexpected(pointed.error());
    const MatrixView& values = pointed->values;
    const Document& document = *pointed->document;
    const Index numbers = values.rows() * values.cols();
    if (numbers > kMostMatrixCopied) {
        return refused(
            say::faults::MatrixTooLarge{.n = Count{numbers}, .most = Count{kMostMatrixCopied}});
    }
    const Preferences& preferences = state.preferences;
    const bool is_torch = preferences.copy_format == MatrixFormat::pytorch;
    const CodeLibrary library = is_torch ? CodeLibrary::pytorch : CodeLibrary::numpy;
    MatrixTextOptions options{.format = preferences.copy_format,
                              .variable = std::string(pointed->name)};
    if (options.variable.empty()) options.variable = codeName(document, library, matrix.id);
    if (!preferences.copies_all_digits) options.decimals = preferences.decimals;
    const bool is_turned = matrix.id == MatrixId::mask && !preferences.conventions.true_is_allowed;
    if (!is_turned || values.kind() != ScalarKind::boolean) {
        return matrixText(document, values, options);
    }
    Matrix<bool> blocked(values.rows(), values.cols());
    for (Index row = 0; row < values.rows(); ++row) {
        for (Index col = 0; col < values.cols(); ++col) blocked(row, col) = values(row, col) == 0;
    }
    return matrixText(document,
                      MatrixView(blocked.data(), ScalarKind::boolean, blocked.rows(),
                                 blocked.cols(), blocked.cols()),
                      options);
}

Message copiedName(const PointedMatrix& matrix) {
    switch (matrix.source) {
        case MatrixSource::difference: return say::lab::CopiedDifference{};
        case MatrixSource::influence_a: return say::lab::CopiedInfluence{.side = Verbatim{"A"}};
        case MatrixSource::influence_b: return say::lab::CopiedInfluence{.side = Verbatim{"B"}};
        case MatrixSource::document:
        case MatrixSource::a:
        case MatrixSource::b: break;
    }
    return allOf(matrix.id);
}

Message copyNotice(const AppState& state, const PointedMatrix& matrix) {
    using Copied = say::notices::MatrixCopied;
    using Format = Copied::Format;
    constexpr std::array kFormats{Format::numpy, Format::pytorch, Format::latex, Format::other};
    static_assert(kFormats.size() == kMatrixFormats.size());
    const Preferences& preferences = state.preferences;
    const bool has_flags = matrix.id == MatrixId::mask && matrix.source != MatrixSource::difference;
    const bool is_exact = preferences.copies_all_digits || has_flags;
    return Copied{.matrix = copiedName(matrix),
                  .format = kFormats[static_cast<std::size_t>(preferences.copy_format)],
                  .digits = is_exact ? Copied::Digits::all : Copied::Digits::other,
                  .n = preferences.decimals};
}

}  // namespace lookback

#include "core/document/edit.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/result.h"
#include "core/base/text.h"
#include "core/document/words.h"
#include "messages/mask.h"
#include "messages/notices.h"

namespace lookback {
namespace {

/// The name of a matrix in `draw.into`.
std::string_view drawName(MatrixId id) {
    const std::string_view name = info(id).name;
    const std::size_t dot = isBias(id) ? std::string_view::npos : name.find('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

void dropDraw(Document& document, MatrixId changed) {
    if (isDrawn(document, changed)) document.draw.reset();
}

void setEmbeddings(Document& document, Matrix<double> rows) {
    SharedMatrix changed(std::move(rows));
    if (changed == document.embeddings) return;
    document.embeddings = std::move(changed);
    dropDraw(document, MatrixId::embeddings);
}

/// Gives the learned table a row for each token: zeros for new places.
void fitPositions(Document& document) {
    SharedMatrix& table = document.positions.table;
    if (!info(document.positions.kind).has_table || table.rows() == document.n()) return;
    Matrix<double> fitted = Matrix<double>::Zero(document.n(), table.cols());
    const Index kept = std::min(table.rows(), document.n());
    fitted.topRows(kept) = table.get().topRows(kept);
    table = SharedMatrix(std::move(fitted));
    dropDraw(document, MatrixId::positions);
}

/// Gives each word of a sentence an embedding: of the tokens `begin` to `end` with this name in
/// their order, else of any token with this name, else of a token of another document, else drawn.
class KnownWords {
public:
    KnownWords(const Document& document, Index begin, Index end, const Document* other = nullptr)
        : known_(document.embeddings), other_(other) {
        for (Index k = begin; k < end; ++k) places_[document.tokens[asSize(k)]].push_back(k);
        for (Index k = 0; k < document.n(); ++k) {
            auto& places = places_[document.tokens[asSize(k)]];
            if (places.empty()) places.push_back(k);
        }
    }

    [[nodiscard]] Eigen::RowVectorXd next(const std::string& word) {
        const auto found = places_.find(word);
        if (found == places_.end()) {
            if (const auto row = rowOfOther(word)) return *row;
            const std::vector<double> drawn = drawnEmbedding(word, known_.cols());
            return Eigen::Map<const Eigen::RowVectorXd>(drawn.data(), known_.cols());
        }
        const std::size_t time = std::min(used_[word]++, found->second.size() - 1);
        return known_.get().row(found->second[time]);
    }

private:
    [[nodiscard]] std::optional<Eigen::RowVectorXd> rowOfOther(const std::string& word) const {
        if (other_ == nullptr || other_->dIn() != known_.cols()) return std::nullopt;
        const auto& words = other_->tokens;
        const auto place = std::find(words.begin(), words.end(), word);
        if (place == words.end()) return std::nullopt;
        return other_->embeddings.get().row(place - words.begin());
    }

    SharedMatrix known_;
    const Document* other_;
    std::unordered_map<std::string, std::vector<Index>> places_;
    std::unordered_map<std::string, std::size_t> used_;
};

bool fitsTokens(const Mask& mask, const Document& document) {
    Document tried = document;
    tried.mask = mask;
    return faults(tried).empty();
}

/// @tparam D Document or const Document. @return null where the matrix holds no such numbers.
template <class D>
auto find(D& document, MatrixId id) -> decltype(&document.embeddings) {
    auto& weights = document.weights;
    auto& biases = document.biases;
    const auto if_any = [](auto& matrix) { return matrix ? &*matrix : nullptr; };
    switch (id) {
        case MatrixId::w_query: return &weights.query;
        case MatrixId::w_key: return &weights.key;
        case MatrixId::w_value: return &weights.value;
        case MatrixId::w_output: return if_any(weights.output);
        case MatrixId::b_query: return if_any(biases.query);
        case MatrixId::b_key: return if_any(biases.key);
        case MatrixId::b_value: return if_any(biases.value);
        case MatrixId::b_output: return if_any(biases.output);
        case MatrixId::embeddings: return &document.embeddings;
        case MatrixId::positions:
            return info(document.positions.kind).has_table ? &document.positions.table : nullptr;
        default: return nullptr;
    }
}

}  // namespace

bool isEditable(const Document& document, MatrixId id) { return find(document, id) != nullptr; }

const SharedMatrix& editable(const Document& document, MatrixId id) {
    assert(isEditable(document, id));
    return *find(document, id);
}

std::optional<Cell> editableSize(const Document& document, MatrixId id) {
    const SharedMatrix* const matrix = find(document, id);
    return matrix != nullptr ? std::optional(Cell{matrix->rows(), matrix->cols()}) : std::nullopt;
}

bool isNumber(const Document& document, MatrixId id, Cell cell) {
    const std::optional<Cell> size = editableSize(document, id);
    return size && cell.row >= 0 && cell.col >= 0 && cell.row < size->row && cell.col < size->col;
}

bool isDrawn(const Document& document, MatrixId id) {
    if (!document.draw || !isEditable(document, id)) return false;
    const auto& into = document.draw->into;
    return std::find(into.begin(), into.end(), std::string(drawName(id))) != into.end();
}

bool fits(const Document& document, double value) { return fits(document.dtype, value); }

void setNumber(Document& document, MatrixId id, Cell cell, double value) {
    assert(isEditable(document, id) && fits(document, value));
    SharedMatrix& matrix = *find(document, id);
    if (matrix(cell.row, cell.col) == value) return;
    matrix.set(cell, value);
    dropDraw(document, id);
}

void setMatrix(Document& document, MatrixId id, Matrix<double> values) {
    SharedMatrix changed(std::move(values));
    SharedMatrix& matrix = *find(document, id);
    assert(changed.rows() == matrix.rows() && changed.cols() == matrix.cols());
    if (changed == matrix) return;
    matrix = std::move(changed);
    dropDraw(document, id);
}

void setEmbedding(Document& document, Index token, const Matrix<double>& row) {
    if (token < 0 || token >= document.n() || row.cols() != document.dIn()) return;
    for (Index at = 0; at < row.cols(); ++at) {
        setNumber(document, MatrixId::embeddings, {token, at}, row(0, at));
    }
}

void renameToken(Document& document, Index place, std::string word) {
    assert(place >= 0 && place < document.n());
    document.tokens[asSize(place)] = std::move(word);
}

void replaceToken(Document& document, Index place, std::string word, const Document& opened) {
    assert(place >= 0 && place < document.n());
    Matrix<double> rows = document.embeddings.get();
    rows.row(place) = KnownWords(document, 0, document.n(), &opened).next(word);
    document.tokens[asSize(place)] = std::move(word);
    setEmbeddings(document, std::move(rows));
}

void insertToken(Document& document, Index place, std::string word) {
    assert(place >= 0 && place <= document.n() && document.n() < kMaxTokens);
    const Matrix<double>& old = document.embeddings.get();
    Matrix<double> rows(old.rows() + 1, old.cols());
    rows.topRows(place) = old.topRows(place);
    rows.row(place) = KnownWords(document, 0, document.n()).next(word);
    rows.bottomRows(old.rows() - place) = old.bottomRows(old.rows() - place);
    document.tokens.insert(document.tokens.begin() + place, std::move(word));
    insertToken(document.mask, place);
    setEmbeddings(document, std::move(rows));
    fitPositions(document);
    assert(faults(document).empty());
}

void removeToken(Document& document, Index place) {
    assert(place >= 0 && place < document.n());
    const Matrix<double>& old = document.embeddings.get();
    Matrix<double> rows(old.rows() - 1, old.cols());
    rows.topRows(place) = old.topRows(place);
    rows.bottomRows(rows.rows() - place) = old.bottomRows(rows.rows() - place);
    document.tokens.erase(document.tokens.begin() + place);
    removeToken(document.mask, place);
    setEmbeddings(document, std::move(rows));
    fitPositions(document);
    assert(faults(document).empty());
}

void moveToken(Document& document, Index from, Index to) {
    assert(from >= 0 && from < document.n() && to >= 0 && to < document.n());
    if (from == to) return;
    const auto moved = [&](auto begin) {
        if (from < to) std::rotate(begin + from, begin + from + 1, begin + to + 1);
        if (to < from) std::rotate(begin + to, begin + from, begin + from + 1);
    };
    std::vector<Index> order;
    for (Index k = 0; k < document.n(); ++k) order.push_back(k);
    moved(order.begin());
    moved(document.tokens.begin());
    moveToken(document.mask, from, to);
    Matrix<double> rows = document.embeddings.get();
    for (Index k = 0; k < document.n(); ++k)
        rows.row(k) = document.embeddings.get().row(order[asSize(k)]);
    setEmbeddings(document, std::move(rows));
    assert(faults(document).empty());
}

void setSentence(Document& document, const std::vector<std::string>& words) {
    const auto count = static_cast<Index>(words.size());
    assert(count <= kMaxTokens);
    const auto& old = document.tokens;
    const Index shorter = std::min(document.n(), count);
    Index before = 0;
    while (before < shorter && old[asSize(before)] == words[asSize(before)]) ++before;
    Index behind = 0;
    while (behind < shorter - before &&
           old[asSize(document.n() - 1 - behind)] == words[asSize(count - 1 - behind)]) {
        ++behind;
    }
    for (Index k = document.n() - behind; k > before; --k) removeToken(document.mask, k - 1);
    for (Index k = before; k < count - behind; ++k) insertToken(document.mask, k);

    Matrix<double> rows(count, document.dIn());
    rows.topRows(before) = document.embeddings.get().topRows(before);
    rows.bottomRows(behind) = document.embeddings.get().bottomRows(behind);
    KnownWords known(document, before, document.n() - behind);
    for (Index k = before; k < count - behind; ++k) rows.row(k) = known.next(words[asSize(k)]);
    document.tokens = words;
    setEmbeddings(document, std::move(rows));
    fitPositions(document);
    assert(faults(document).empty());
}

bool canBlock(const Mask& mask) {
    return !mask.flips.empty() ||
           std::any_of(mask.rules.begin(), mask.rules.end(),
                       [](const MaskRule& rule) { return rule.kind != MaskKind::none; });
}

bool isMasked(const Document& document) { return canBlock(document.mask); }

Mask maskToPutOn(const Document& document, const Mask& mask) {
    const bool is_fit = canBlock(mask) && fitsTokens(mask, document);
    return is_fit ? mask : Mask{{MaskRule{}}, {}};
}

void setMasked(Document& document, bool masked, const Mask& mask) {
    if (masked == isMasked(document)) return;
    if (!masked) {
        document.mask = {};
    } else {
        document.mask = maskToPutOn(document, mask);
    }
}

std::vector<Index> headCounts(const Document& document) {
    const Index common = std::gcd(document.weights.query.cols(), document.weights.value.cols());
    std::vector<Index> counts;
    for (Index heads = 1; heads <= std::max<Index>(common, 1); ++heads) {
        if (common % heads == 0) counts.push_back(heads);
    }
    return counts;
}

void setHeads(Document& document, Index heads) {
    if (heads == document.heads) return;
    document.heads = heads;
    document.positions.slopes.clear();
}

void setPositions(Document& document, PositionKind kind) {
    Positions& positions = document.positions;
    if (kind == positions.kind) return;
    if (info(positions.kind).has_table && document.draw) {
        const auto& into = document.draw->into;
        if (std::find(into.begin(), into.end(), "positions") != into.end()) document.draw.reset();
    }
    positions = {.kind = kind, .base = positions.base, .table = {}, .slopes = {}};
    if (info(kind).has_table) {
        positions.table = SharedMatrix(Matrix<double>::Zero(document.n(), document.dIn()).eval());
    }
}

double fittingValue(DType dtype, double value) {
    const bool stays = fits(dtype, value) || !std::isfinite(value);
    return stays ? value : std::copysign(info(dtype).largest, value);
}

Message misfitSentence(DType dtype, double value) {
    return say::mask::Misfit{.value = Verbatim{formatShort(value)},
                             .dtype = Verbatim{std::string(info(dtype).name)},
                             .least = Verbatim{formatShort(fittingValue(dtype, value))}};
}

void setDType(Document& document, DType dtype, double masking_value) {
    document.dtype = dtype;
    document.masking.value = masking_value;
}

void setOutput(Document& document, bool has_output) {
    if (has_output == document.weights.output.has_value()) return;
    if (!has_output) {
        dropDraw(document, MatrixId::w_output);
        dropDraw(document, MatrixId::b_output);
        document.weights.output.reset();
        document.biases.output.reset();
        return;
    }
    const Index width = document.weights.value.cols();
    document.weights.output = SharedMatrix(Matrix<double>::Identity(width, width).eval());
    dropDraw(document, MatrixId::w_output);
}

std::optional<Message> snapshotNameFault(const Document& document, std::string_view name) {
    if (name.empty()) return say::notices::SnapshotUnnamed{};
    if (!isUtf8(name)) return say::notices::SnapshotUnreadable{};
    if (findSnapshot(document, name) == nullptr) return std::nullopt;
    return say::notices::SnapshotExists{.name = TokenLabel{std::string(name)}};
}

void addSnapshot(Document& document, std::string name) {
    assert(!snapshotNameFault(document, name));
    Document kept = document;
    kept.snapshots.clear();
    kept.lesson.reset();
    document.snapshots.push_back(
        {std::move(name), std::make_shared<const Document>(std::move(kept))});
}

void renameSnapshot(Document& document, std::size_t at, std::string name) {
    assert(at < document.snapshots.size());
    assert(name == document.snapshots[at].name || !snapshotNameFault(document, name));
    document.snapshots[at].name = std::move(name);
}

void removeSnapshot(Document& document, std::size_t at) {
    assert(at < document.snapshots.size());
    document.snapshots.erase(document.snapshots.begin() + static_cast<std::ptrdiff_t>(at));
}

const DocumentSnapshot* findSnapshot(const Document& document, std::string_view name) {
    const auto& snapshots = document.snapshots;
    const auto found = std::find_if(snapshots.begin(), snapshots.end(),
                                    [&](const DocumentSnapshot& row) { return row.name == name; });
    return found == snapshots.end() ? nullptr : &*found;
}

std::vector<Index> placesBeforeMove(const Document& was, const Document& is) {
    if (was.n() != is.n() || was.dIn() != is.dIn()) return {};
    const auto stays = [&](Index place, Index before) {
        return is.tokens[static_cast<std::size_t>(place)] ==
                   was.tokens[static_cast<std::size_t>(before)] &&
               is.embeddings.get().row(place) == was.embeddings.get().row(before);
    };
    Index first = 0;
    while (first < is.n() && stays(first, first)) ++first;
    if (first == is.n()) return {};
    Index last = is.n() - 1;
    while (stays(last, last)) --last;

    // The token at one end of the differing range moved to the other end; the rest moved by one.
    std::vector<Index> places(static_cast<std::size_t>(is.n()));
    for (const Index moved : {first, last}) {
        std::iota(places.begin(), places.end(), Index{0});
        const auto begin = places.begin() + first;
        std::rotate(begin, moved == first ? begin + 1 : places.begin() + last,
                    places.begin() + last + 1);
        const auto stands = [&](Index place) {
            return stays(place, places[static_cast<std::size_t>(place)]);
        };
        bool all_stand = true;
        for (Index place = first; all_stand && place <= last; ++place) all_stand = stands(place);
        if (all_stand) return places;
    }
    return {};
}

}  // namespace lookback

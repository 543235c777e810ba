#include <algorithm>
#include <utility>

#include "core/base/limits.h"
#include "core/document/edit.h"
#include "core/import/placement_parts.h"
#include "messages/faults.h"
#include "messages/imports.h"

namespace lookback {
namespace {

class TensorFitter {
public:
    TensorFitter(const Found& found, const ImportWishes& wishes, const Document* onto,
                 const ChosenTensors& chosen, Placement& result)
        : found_(found), wishes_(wishes), onto_(onto), chosen_(chosen), result_(result) {}

    void fit() {
        fitEmbeddings();
        if (!result_.questions.empty()) return;
        chooseHeads();
        if (chosen_.fused) fitFused();
        for (const MatrixId target : kReadingWeights) {
            if (chosen_.at(target)) fitReading(target);
        }
        fitGroups();
        checkHeads();
        if (result_.faults.empty() && chosen_.at(MatrixId::w_output)) fitOutput();
        if (result_.faults.empty()) fitBiases();
        chooseTexts();
        result_.are_heads_assumed = !wishes_.heads && !storedHeads() && onto_ == nullptr &&
                                    columnsOf(MatrixId::w_query) > 1;
        std::stable_sort(result_.placed.begin(), result_.placed.end(),
                         [](const PlacedTensor& a, const PlacedTensor& b) {
                             return importPlace(a.target) < importPlace(b.target);
                         });
    }

private:
    [[nodiscard]] const FoundTensor& tensor(std::size_t k) const { return found_.tensors[k]; }

    void fault(std::string where, Message message) {
        result_.faults.emplace_back(std::move(where), std::move(message));
    }

    /// A tensor as the place of a fault: `W_v`, or `W_v (h.0.attn.v.weight)`.
    [[nodiscard]] std::string placeText(std::size_t k, MatrixId target) const {
        const std::string symbol(info(target).symbol);
        const FoundTensor& placed = tensor(k);
        const std::string& label = placed.name.empty() ? placed.where : placed.name;
        return label.empty() || label == symbol ? symbol : symbol + " (" + label + ")";
    }

    /// Whether a tensor is wished to be transposed; nothing: shapes and names decide.
    [[nodiscard]] std::optional<bool> wishedTransposed(std::size_t k,
                                                       std::optional<MatrixId> target) const {
        const ImportWishes::Choice* const choice = wishes_.choiceOf(k);
        if (choice != nullptr && choice->is_transposed) return choice->is_transposed;
        const auto names = [&](const std::vector<std::string>& wished) {
            return std::any_of(wished.begin(), wished.end(), [&](const std::string& name) {
                return name == tensor(k).name || (target && targetNamed(name) == target);
            });
        };
        if (names(wishes_.transpose)) return true;
        return names(wishes_.keep) ? std::optional(false) : std::nullopt;
    }

    /// The sizes of the matrices that read the embeddings.
    [[nodiscard]] std::vector<Cell> readingSizes() {
        std::vector<Cell> sizes;
        for (const MatrixId target : kReadingWeights) {
            if (chosen_.at(target)) sizes.push_back(*matrixSize(tensor(*chosen_.at(target))));
        }
        if (chosen_.fused) sizes.push_back(*matrixSize(tensor(*chosen_.fused)));
        if (sizes.empty() && onto_ != nullptr) sizes.push_back({onto_->dIn(), onto_->dIn()});
        return sizes;
    }

    void fitEmbeddings() {
        const auto k = chosen_.at(MatrixId::embeddings);
        if (!k) {
            width_ = onto_->dIn();
            tokens_ = onto_->n();
            return;
        }
        const Cell size = *matrixSize(tensor(*k));
        const std::vector<Cell> sizes = readingSizes();
        const auto all_have = [&](Index side) {
            return std::all_of(sizes.begin(), sizes.end(), [&](const Cell& other) {
                return other.row == side || other.col == side;
            });
        };
        Turned turned = Turned::no;
        if (const auto wish = wishedTransposed(*k, MatrixId::embeddings)) {
            turned = *wish ? Turned::wish : Turned::no;
        } else if (chosen_.meanings[*k].is_turned) {
            turned = Turned::name;
        } else if (!all_have(size.col) && all_have(size.row)) {
            ask(OpenQuestion::Kind::transposed, *k, MatrixId::embeddings,
                say::imports::TokensAsColumns{.shape = sizeText(size), .width = size.row});
        }
        tokens_ = turned == Turned::no ? size.row : size.col;
        width_ = turned == Turned::no ? size.col : size.row;
        result_.placed.push_back({.tensor = *k, .target = MatrixId::embeddings, .turned = turned});
        if (tokens_ <= kMaxTokens) return;
        const std::string where = placeText(*k, MatrixId::embeddings);
        if (chosen_.meanings[*k].is_vocabulary) {
            return fault(where, say::imports::Vocabulary{.shape = sizeText(size),
                                                         .most = Count{kMaxTokens}});
        }
        fault(where, say::faults::TooManyTokens{.n = tokens_, .most = Count{kMaxTokens}});
    }

    /// The number of heads of the queries, where their tensor tells it.
    [[nodiscard]] std::optional<Index> storedHeads() const {
        const auto query = chosen_.at(MatrixId::w_query);
        return query ? tensor(*query).heads : std::nullopt;
    }

    void chooseHeads() {
        const std::optional<Index> stored = storedHeads();
        const std::optional<Index> heads = stored ? stored : wishes_.heads;
        result_.heads = heads ? *heads : onto_ != nullptr ? onto_->heads : 1;
        result_.head = wishes_.head;
        if (stored && wishes_.heads.value_or(*stored) != *stored) {
            return fault("heads", say::imports::OtherHeads{.heads = *stored});
        }
        if (!wishes_.head) return;
        if (!heads) return chooseHeadsFault(say::imports::ChooseHeads::Head::one);
        if (*wishes_.head >= result_.heads) {
            fault("head", say::imports::HeadOutside{.head = Verbatim{std::to_string(*wishes_.head)},
                                                    .last = Count{result_.heads - 1}});
        }
    }

    void chooseHeadsFault(say::imports::ChooseHeads::Head head) {
        fault("heads", say::imports::ChooseHeads{.head = head});
    }

    /// How a tensor must be turned so that it has `rows` rows. @param is_layer it stores (out, in)
    [[nodiscard]] Turned turnedTo(Index rows, std::size_t k, MatrixId target, bool is_layer) const {
        const Cell size = *matrixSize(tensor(k));
        if (const auto wish = wishedTransposed(k, target)) return *wish ? Turned::wish : Turned::no;
        if (chosen_.meanings[k].is_turned) return Turned::name;
        return is_layer && size.col == rows ? Turned::layer : Turned::no;
    }

    /// Keeps a question with its fault.
    void ask(OpenQuestion::Kind kind, std::size_t k, MatrixId target, Message why) {
        result_.questions.push_back({kind, k, target, result_.faults.size()});
        fault(placeText(k, target), std::move(why));
    }

    /// Asks whether a square Parameter is that of an nn.Linear, where nothing else tells it.
    void askLinear(std::size_t k, MatrixId target, Turned turned, bool is_layer) {
        const Cell size = *matrixSize(tensor(k));
        const bool is_open = tensor(k).is_parameter && size.row == size.col && size.row > 1 &&
                             turned == Turned::no && !is_layer && !wishedTransposed(k, target);
        if (!is_open) return;
        ask(OpenQuestion::Kind::linear, k, target,
            say::imports::SquareParameter{.shape = sizeText(size)});
    }

    /// The columns of a tensor that is turned, after a test that it has `rows` rows as `of` needs
    /// it.
    std::optional<Index> outputsOf(std::size_t k, MatrixId target, Turned turned, Index rows,
                                   MatrixId of) {
        Cell size = *matrixSize(tensor(k));
        const Verbatim shape = sizeText(size);
        if (turned != Turned::no) std::swap(size.row, size.col);
        if (size.row == rows) return size.col;
        const Message why = say::imports::Rows{
            .shape = shape, .of = targetSymbol(of), .width = rows, .target = targetSymbol(target)};
        if (size.col == rows && !wishedTransposed(k, target)) {
            ask(OpenQuestion::Kind::transposed, k, target, why);
        } else {
            fault(placeText(k, target), why);
        }
        return std::nullopt;
    }

    void fitReading(MatrixId target) {
        const std::size_t k = *chosen_.at(target);
        const Turned turned = turnedTo(width_, k, target, chosen_.meanings[k].is_layer);
        const auto outputs = outputsOf(k, target, turned, width_, MatrixId::embeddings);
        if (!outputs) return;
        columns_[importPlace(target)] = *outputs;
        result_.placed.push_back({.tensor = k, .target = target, .turned = turned});
        askLinear(k, target, turned, chosen_.meanings[k].is_layer);
    }

    void fitFused() {
        const std::size_t k = *chosen_.fused;
        const NameMeaning& meaning = chosen_.meanings[k];
        const Cell size = *matrixSize(tensor(k));
        const bool is_conv = meaning.may_be_conv && size.row == width_;
        const Turned turned = turnedTo(width_, k, MatrixId::w_query, !is_conv);
        fused_is_layer_ = turned == Turned::layer;
        const auto outputs = outputsOf(k, MatrixId::w_query, turned, width_, MatrixId::embeddings);
        if (!outputs) return;
        const std::optional<Index> queries = fusedQueries(*outputs);
        if (!queries) {
            return fault(placeText(k, MatrixId::w_query),
                         say::imports::Thirds{.shape = sizeText(size)});
        }
        const Index keys = (*outputs - *queries) / 2;
        Index begin = 0;
        for (const MatrixId target : kReadingWeights) {
            const Index columns = target == MatrixId::w_query ? *queries : keys;
            columns_[importPlace(target)] = columns;
            result_.placed.push_back({.tensor = k,
                                      .target = target,
                                      .turned = turned,
                                      .outputs = {begin, begin + columns},
                                      .is_part = true});
            begin += columns;
        }
    }

    /// The columns of the queries among those of queries, keys and values: a third, or as many as
    /// the embeddings have where heads share keys and values.
    [[nodiscard]] std::optional<Index> fusedQueries(Index outputs) const {
        const Index rest = outputs - width_;
        const bool is_grouped = wishes_.heads && outputs != 3 * width_ && rest > 0 &&
                                rest % 2 == 0 && width_ % *wishes_.heads == 0 &&
                                (rest / 2) % (width_ / *wishes_.heads) == 0 && rest / 2 < width_;
        if (is_grouped) return width_;
        return outputs > 0 && outputs % 3 == 0 ? std::optional(outputs / 3) : std::nullopt;
    }

    /// The columns of a weight that is placed, else of the document's.
    [[nodiscard]] Index columnsOf(MatrixId target) const {
        if (const auto columns = columns_[importPlace(target)]) return *columns;
        const auto size = onto_ != nullptr ? editableSize(*onto_, target) : std::nullopt;
        return size ? size->col : 0;
    }

    /// Repeats keys and values that several heads share, so that each head has its own.
    void fitGroups() {
        const Index queries = columnsOf(MatrixId::w_query);
        const auto keys = columns_[importPlace(MatrixId::w_key)];
        const bool is_grouped = keys && *keys > 0 && *keys < queries && queries % *keys == 0;
        if (!is_grouped) return;
        const Index d_k = queries % result_.heads == 0 ? queries / result_.heads : 0;
        const bool fits = d_k > 0 && *keys % d_k == 0 && result_.heads % (*keys / d_k) == 0;
        if (!fits) return chooseHeadsFault(say::imports::ChooseHeads::Head::other);
        const Index groups = *keys / d_k;
        for (PlacedTensor& placed : result_.placed) {
            const bool is_shared =
                placed.target == MatrixId::w_key || placed.target == MatrixId::w_value;
            if (!is_shared || columnsOf(placed.target) % groups != 0) continue;
            placed.repeats = result_.heads / groups;
            columns_[importPlace(placed.target)] = columnsOf(placed.target) * placed.repeats;
        }
    }

    void checkHeads() {
        for (const MatrixId target : kReadingWeights) {
            const Index columns = columnsOf(target);
            if (!columns_[importPlace(target)] || columns % result_.heads == 0) continue;
            fault(targetSymbol(target).text,
                  say::imports::NotHeads{.n = columns, .heads = result_.heads});
        }
    }

    void fitOutput() {
        const std::size_t k = *chosen_.at(MatrixId::w_output);
        const NameMeaning& meaning = chosen_.meanings[k];
        const auto query = chosen_.at(MatrixId::w_query);
        const bool reads_layers = query ? chosen_.meanings[*query].is_layer : fused_is_layer_;
        const bool is_layer = meaning.may_be_conv ? reads_layers : meaning.is_layer;
        const Index rows = columnsOf(MatrixId::w_value);
        const Turned turned = turnedTo(rows, k, MatrixId::w_output, is_layer);
        columns_[importPlace(MatrixId::w_output)] =
            outputsOf(k, MatrixId::w_output, turned, rows, MatrixId::w_value);
        if (!columns_[importPlace(MatrixId::w_output)]) return;
        result_.placed.push_back({.tensor = k, .target = MatrixId::w_output, .turned = turned});
        askLinear(k, MatrixId::w_output, turned, is_layer);
    }

    /// How often each head's columns of a weight stand side by side.
    [[nodiscard]] Index repeatsOf(MatrixId weight) const {
        const PlacedTensor* const placed = result_.find(weight);
        return placed != nullptr ? placed->repeats : 1;
    }

    /// Places a bias, after a test that it has a number for each column of its weight in the file.
    void fitBias(MatrixId weight) {
        const MatrixId target = biasOfWeight(weight);
        const auto k = chosen_.at(target);
        if (!k) return;
        const Index repeats = repeatsOf(weight);
        const Index size = sizeAs(target, tensor(*k))->col;
        if (size * repeats != columnsOf(weight)) {
            return fault(placeText(*k, target),
                         say::faults::BiasNumbers{.n = size,
                                                  .cols = Count{columnsOf(weight) / repeats},
                                                  .symbol = targetSymbol(weight)});
        }
        result_.placed.push_back({.tensor = *k, .target = target, .repeats = repeats});
    }

    /// Places the parts of biases that stand side by side.
    void fitFusedBias() {
        const std::size_t k = *chosen_.fused_bias;
        Index all = 0;
        for (const MatrixId weight : kReadingWeights) all += columnsOf(weight) / repeatsOf(weight);
        const Index size = sizeAs(MatrixId::b_query, tensor(k))->col;
        if (size != all) {
            return fault(placeText(k, MatrixId::b_query),
                         say::imports::FusedBiasNumbers{.n = size, .cols = Count{all}});
        }
        Index begin = 0;
        for (const MatrixId weight : kReadingWeights) {
            const Index repeats = repeatsOf(weight);
            const Index end = begin + columnsOf(weight) / repeats;
            result_.placed.push_back({.tensor = k,
                                      .target = biasOfWeight(weight),
                                      .outputs = {begin, end},
                                      .is_part = true,
                                      .repeats = repeats});
            begin = end;
        }
    }

    void fitBiases() {
        for (const MatrixId weight : kReadingWeights) fitBias(weight);
        if (chosen_.fused_bias) fitFusedBias();
        fitBias(MatrixId::w_output);
    }

    /// Takes the first list of texts that has one for each token.
    void chooseTexts() {
        const std::vector<std::size_t>& left_out = wishes_.texts_left_out;
        for (std::size_t k = 0; k < found_.texts.size() && !result_.texts; ++k) {
            if (std::find(left_out.begin(), left_out.end(), k) != left_out.end()) continue;
            if (static_cast<Index>(found_.texts[k].texts.size()) == tokens_) result_.texts = k;
        }
    }

    const Found& found_;
    const ImportWishes& wishes_;
    const Document* onto_;
    const ChosenTensors& chosen_;
    Placement& result_;
    bool fused_is_layer_ = false;
    std::array<std::optional<Index>, kImportTargets.size()> columns_;  // of the weights placed
    Index tokens_ = 0;
    Index width_ = 0;  // of the embeddings
};

}  // namespace

void fitTensors(const Found& found, const ImportWishes& wishes, const Document* onto,
                const ChosenTensors& chosen, Placement& placement) {
    TensorFitter(found, wishes, onto, chosen, placement).fit();
}

}  // namespace lookback

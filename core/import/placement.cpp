#include "core/import/placement.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/import/tensor_name.h"
#include "messages/faults.h"
#include "messages/imports.h"

namespace lookback {
namespace {

Verbatim symbolOf(MatrixId target) { return {std::string(info(target).symbol)}; }

Verbatim sizeText(const Cell& size) { return {shapeText({size.row, size.col})}; }

std::size_t placeOf(MatrixId target) {
    const auto placeIn = [target](const auto& targets) {
        return static_cast<std::size_t>(std::find(targets.begin(), targets.end(), target) -
                                        targets.begin());
    };
    return isBias(target) ? kImportTargets.size() + placeIn(kImportBiases)
                          : placeIn(kImportTargets);
}
constexpr std::size_t kPlaces = kImportTargets.size() + kImportBiases.size();

/// True for a name that NumPy made up, `arr_0`, and for none.
bool isNameless(const std::string& name) { return name.empty() || name.starts_with("arr_"); }

/// The weights that read the embeddings.
constexpr std::array kReadingWeights{MatrixId::w_query, MatrixId::w_key, MatrixId::w_value};

class Placer {
public:
    Placer(const Found& found, const ImportWishes& wishes, const Document* onto)
        : found_(found), wishes_(wishes), onto_(onto) {
        const std::size_t count = found.tensors.size();
        meanings_.reserve(count);
        for (const FoundTensor& tensor : found.tensors) meanings_.push_back(meaningOf(tensor.name));
        is_left_out_.resize(count);
        is_used_.resize(count);
    }

    Placement place() {
        leaveOut();
        chooseTensors();
        chooseLayer();
        if (result_.faults.empty()) choosePlaces();
        if (result_.faults.empty()) fit();
        tellUnused();
        return std::move(result_);
    }

private:
    [[nodiscard]] const FoundTensor& tensor(std::size_t k) const { return found_.tensors[k]; }
    [[nodiscard]] std::size_t count() const { return found_.tensors.size(); }

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

    std::optional<std::size_t>& at(MatrixId target) { return chosen_[placeOf(target)]; }

    void take(MatrixId target, std::size_t k) {
        at(target) = k;
        is_used_[k] = true;
    }

    [[nodiscard]] bool isFree(std::size_t k) const { return !is_left_out_[k] && !is_used_[k]; }

    // --- choosing

    void leaveOut() {
        for (const ImportWishes::Choice& choice : wishes_.choices) {
            if (choice.is_left_out && choice.tensor < count()) is_left_out_[choice.tensor] = true;
        }
    }

    /// Leaves out all weights but the wished tensor, or those of the wished module.
    void chooseTensors() {
        if (!wishes_.tensor) return;
        bool any = false;
        for (std::size_t k = 0; k < count(); ++k) {
            const std::string& name = tensor(k).name;
            const bool is_chosen =
                name == *wishes_.tensor || name.starts_with(*wishes_.tensor + ".");
            const bool is_of_model =
                !isNameless(name) && meanings_[k].target != MatrixId::embeddings;
            if (is_of_model && !is_chosen) is_left_out_[k] = true;
            any = any || is_chosen;
        }
        if (!any) notFound("tensor", *wishes_.tensor);
    }

    void notFound(const std::string& wish, const std::string& name) {
        std::vector<std::string_view> names;
        for (const FoundTensor& known : found_.tensors) names.push_back(known.name);
        fault(wish, say::imports::NoTensor{.tensor = Verbatim{inQuotes(shortenedTo(name, 40))},
                                           .hint = nearestHint(name, names)});
    }

    /// Of a model with several layers, leaves out all but the wished one.
    void chooseLayer() {
        std::set<Index> layers;
        for (std::size_t k = 0; k < count(); ++k) {
            const NameMeaning& meaning = meanings_[k];
            if (isFree(k) && meaning.layer && meaning.isKnown()) layers.insert(*meaning.layer);
        }
        result_.layers.assign(layers.begin(), layers.end());
        const bool is_chosen = wishes_.layer.has_value();
        if (is_chosen ? layers.contains(*wishes_.layer) : layers.size() < 2) {
            for (std::size_t k = 0; k < count(); ++k) {
                const bool is_other =
                    is_chosen && meanings_[k].layer && meanings_[k].layer != wishes_.layer;
                if (is_other) is_left_out_[k] = true;
            }
            return;
        }
        std::vector<Argument> names;
        for (const Index layer : layers) names.emplace_back(Verbatim{std::to_string(layer)});
        if (!is_chosen) return fault("layer", say::imports::ChooseLayer{.layers = Listed{names}});
        fault("layer", say::imports::NoLayer{.layer = Verbatim{std::to_string(*wishes_.layer)},
                                             .layers = Listed{names}});
    }

    /// The tensors that are matrices and have no place yet.
    [[nodiscard]] std::vector<std::size_t> freeMatrices() const {
        std::vector<std::size_t> free;
        for (std::size_t k = 0; k < count(); ++k) {
            if (isFree(k) && matrixSize(tensor(k))) free.push_back(k);
        }
        return free;
    }

    /// The tensors that can be a matrix, or for a bias a list, and have no place yet.
    [[nodiscard]] std::vector<std::size_t> freeFor(MatrixId target) const {
        if (!isBias(target)) return freeMatrices();
        std::vector<std::size_t> free;
        for (std::size_t k = 0; k < count(); ++k) {
            if (isFree(k) && listSize(tensor(k))) free.push_back(k);
        }
        return free;
    }

    void choosePlaces() {
        placeChosen();
        placeWished();
        for (const MatrixId target : kImportTargets) placeNamed(target);
        for (const MatrixId target : kImportBiases) placeNamed(target);
        placeFused();
        placeFusedBias();
        placeNameless();
        checkTransposed();
        if (result_.faults.empty()) reportMissing();
    }

    void placeChosen() {
        for (const ImportWishes::Choice& choice : wishes_.choices) {
            const std::size_t k = choice.tensor;
            if (!choice.target || k >= count() || !isFree(k) || !matrixSize(tensor(k))) continue;
            if (at(*choice.target)) {
                givenTwice(*choice.target, *at(*choice.target), k);
            } else {
                take(*choice.target, k);
            }
        }
    }

    void placeWished() {
        for (const ImportWishes::Into& wish : wishes_.into) {
            std::vector<std::size_t> named = freeFor(wish.target);
            if (!wish.tensor.empty()) {
                std::erase_if(named, [&](std::size_t k) { return tensor(k).name != wish.tensor; });
            }
            if (named.empty() && !wish.tensor.empty()) {
                notFound("into", wish.tensor);
            } else if (named.size() != 1 && wish.tensor.empty()) {
                using Said = say::imports::ChooseTensor;
                fault("into", Said{.n = static_cast<Index>(named.size()),
                                   .example = Verbatim{"NAME=" + symbolOf(wish.target).text}});
            } else if (at(wish.target)) {
                givenTwice(wish.target, *at(wish.target), named.front());
            } else {
                take(wish.target, named.front());
            }
        }
    }

    void givenTwice(MatrixId target, std::size_t a, std::size_t b) {
        fault(symbolOf(target).text, say::imports::GivenTwice{.target = symbolOf(target),
                                                              .a = tensorLabel(tensor(a)),
                                                              .b = tensorLabel(tensor(b))});
    }

    /// Places the tensor whose name means a matrix best. Of two alike, the second is not needed.
    void placeNamed(MatrixId target) {
        if (at(target)) return;
        std::optional<std::size_t> best;
        for (const std::size_t k : freeFor(target)) {
            const NameMeaning& meaning = meanings_[k];
            if (meaning.target != target || (meaning.is_vocabulary && onto_ != nullptr)) continue;
            if (!best || meaning.rank < meanings_[*best].rank) best = k;
        }
        if (!best) return;
        take(target, *best);
        for (const std::size_t k : freeFor(target)) {
            const bool is_rival = meanings_[k].target == target &&
                                  meanings_[k].rank == meanings_[*best].rank &&
                                  tensor(k).values != tensor(*best).values;
            if (is_rival) return givenTwice(target, *best, k);
        }
    }

    /// Places queries, keys and values that stand side by side.
    void placeFused() {
        for (const MatrixId target : kReadingWeights) {
            if (at(target)) return;
        }
        for (const std::size_t k : freeMatrices()) {
            if (!meanings_[k].is_fused || meanings_[k].is_bias) continue;
            if (fused_) return givenTwice(MatrixId::w_query, *fused_, k);
            fused_ = k;
            is_used_[k] = true;
        }
    }

    /// Places biases of queries, keys and values that stand side by side.
    void placeFusedBias() {
        for (const MatrixId target : kReadingWeights) {
            if (at(biasOfWeight(target))) return;
        }
        for (const std::size_t k : freeFor(MatrixId::b_query)) {
            if (!meanings_[k].is_fused || !meanings_[k].is_bias) continue;
            if (fused_bias_) return givenTwice(MatrixId::b_query, *fused_bias_, k);
            fused_bias_ = k;
            is_used_[k] = true;
        }
    }

    [[nodiscard]] bool isFilled(MatrixId target) const {
        const bool is_reading = std::find(kReadingWeights.begin(), kReadingWeights.end(), target) !=
                                kReadingWeights.end();
        return chosen_[placeOf(target)].has_value() || (fused_ && is_reading);
    }

    /// Places matrices without names. Where no name means anything, all are without.
    void placeNameless() {
        const bool has_names = std::any_of(meanings_.begin(), meanings_.end(),
                                           [](const NameMeaning& one) { return one.isKnown(); });
        std::vector<std::size_t> nameless = freeMatrices();
        if (has_names || !wishes_.into.empty()) {
            std::erase_if(nameless, [&](std::size_t k) { return !isNameless(tensor(k).name); });
        }
        constexpr std::size_t kWholeDocument = 4;
        if (onto_ != nullptr && nameless.size() < kWholeDocument) {
            for (const std::size_t k : nameless) placeByShape(k);
            return;
        }
        auto next = nameless.begin();
        for (const MatrixId target : kImportTargets) {
            if (next == nameless.end()) return;
            if (!isFilled(target)) take(target, *next++);
        }
    }

    [[nodiscard]] std::optional<Cell> sizeIn(const Document& document, MatrixId target) const {
        const auto size = [](const SharedMatrix& matrix) {
            return Cell{matrix.rows(), matrix.cols()};
        };
        switch (target) {
            case MatrixId::embeddings: return size(document.embeddings);
            case MatrixId::w_query: return size(document.weights.query);
            case MatrixId::w_key: return size(document.weights.key);
            case MatrixId::w_value: return size(document.weights.value);
            default: break;
        }
        if (!document.weights.output) return std::nullopt;
        return size(*document.weights.output);
    }

    /// Places a matrix where the document has one of its shape, as it is or transposed.
    void placeByShape(std::size_t k) {
        const Cell size = *matrixSize(tensor(k));
        std::vector<MatrixId> fitting;
        for (const Cell& wanted : {size, Cell{size.col, size.row}}) {
            if (!fitting.empty()) break;
            for (const MatrixId target : kImportTargets) {
                if (!isFilled(target) && sizeIn(*onto_, target) == wanted)
                    fitting.push_back(target);
            }
        }
        // Another sentence: any number of rows of the same width.
        if (fitting.empty() && !isFilled(MatrixId::embeddings) && size.col == onto_->dIn()) {
            fitting.push_back(MatrixId::embeddings);
        }
        if (fitting.size() == 1) return take(fitting.front(), k);
        const FoundTensor& placed = tensor(k);
        const std::string where = placed.name.empty() ? placed.where : placed.name;
        is_used_[k] = true;
        if (fitting.empty()) return fault(where, say::imports::NoPlace{.shape = sizeText(size)});
        std::vector<Argument> targets;
        for (const MatrixId target : fitting) targets.emplace_back(symbolOf(target));
        fault(where, say::imports::SeveralPlaces{.targets = Listed{targets}});
    }

    void reportMissing() {
        if (onto_ != nullptr) {
            const bool any = fused_ || fused_bias_ ||
                             std::any_of(chosen_.begin(), chosen_.end(),
                                         [](const auto& one) { return one.has_value(); });
            if (!any && found_.texts.empty()) fault("", say::imports::NoNumbers{});
            return;
        }
        for (const MatrixId target : kImportTargets) {
            if (target == MatrixId::w_output || isFilled(target)) continue;
            const bool is_x = target == MatrixId::embeddings;
            fault(symbolOf(target).text,
                  is_x ? Message(say::imports::MissingX{}) : Message(say::imports::Missing{}));
        }
    }

    // --- fitting

    /// Whether a tensor is wished to be transposed; nothing: shapes and names decide.
    [[nodiscard]] std::optional<bool> wishedTransposed(std::size_t k,
                                                       std::optional<MatrixId> target) const {
        const ImportWishes::Choice* const choice = wishes_.choiceOf(k);
        if (choice != nullptr && choice->is_transposed) return choice->is_transposed;
        const bool is_named = std::any_of(
            wishes_.transpose.begin(), wishes_.transpose.end(), [&](const std::string& name) {
                return name == tensor(k).name || (target && targetNamed(name) == target);
            });
        return is_named ? std::optional(true) : std::nullopt;
    }

    void checkTransposed() {
        for (const std::string& name : wishes_.transpose) {
            const auto target = targetNamed(name);
            const bool is_known =
                (target && chosen_[placeOf(*target)]) ||
                std::any_of(found_.tensors.begin(), found_.tensors.end(),
                            [&](const FoundTensor& one) { return one.name == name; });
            if (!is_known) notFound("transpose", name);
        }
    }

    void fit() {
        fitEmbeddings();
        chooseHeads();
        if (fused_) fitFused();
        for (const MatrixId target : kReadingWeights) {
            if (at(target)) fitReading(target);
        }
        fitGroups();
        checkHeads();
        if (result_.faults.empty() && at(MatrixId::w_output)) fitOutput();
        if (result_.faults.empty()) fitBiases();
        chooseTexts();
        std::stable_sort(result_.placed.begin(), result_.placed.end(),
                         [](const PlacedTensor& a, const PlacedTensor& b) {
                             return placeOf(a.target) < placeOf(b.target);
                         });
    }

    /// The sizes of the matrices that read the embeddings.
    [[nodiscard]] std::vector<Cell> readingSizes() {
        std::vector<Cell> sizes;
        for (const MatrixId target : kReadingWeights) {
            if (at(target)) sizes.push_back(*matrixSize(tensor(*at(target))));
        }
        if (fused_) sizes.push_back(*matrixSize(tensor(*fused_)));
        if (sizes.empty() && onto_ != nullptr) sizes.push_back({onto_->dIn(), onto_->dIn()});
        return sizes;
    }

    void fitEmbeddings() {
        const auto k = at(MatrixId::embeddings);
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
        } else if (!all_have(size.col) && all_have(size.row)) {
            turned = Turned::shape;
        }
        tokens_ = turned == Turned::no ? size.row : size.col;
        width_ = turned == Turned::no ? size.col : size.row;
        result_.placed.push_back({.tensor = *k, .target = MatrixId::embeddings, .turned = turned});
        if (tokens_ <= kMaxTokens) return;
        const std::string where = placeText(*k, MatrixId::embeddings);
        if (meanings_[*k].is_vocabulary) {
            return fault(where, say::imports::Vocabulary{.shape = sizeText(size),
                                                         .most = Count{kMaxTokens}});
        }
        fault(where, say::faults::TooManyTokens{.n = tokens_, .most = Count{kMaxTokens}});
    }

    void chooseHeads() {
        result_.heads = wishes_.heads ? *wishes_.heads : onto_ != nullptr ? onto_->heads : 1;
        result_.head = wishes_.head;
        if (!wishes_.head) return;
        if (!wishes_.heads) return chooseHeadsFault(say::imports::ChooseHeads::Head::one);
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
        if (is_layer && size.col == rows) return Turned::layer;
        return size.row != rows && size.col == rows ? Turned::shape : Turned::no;
    }

    /// The columns of a tensor that is turned, after a test that it has `rows` rows as `of` needs
    /// it.
    std::optional<Index> outputsOf(std::size_t k, MatrixId target, Turned turned, Index rows,
                                   MatrixId of) {
        Cell size = *matrixSize(tensor(k));
        const Verbatim shape = sizeText(size);
        if (turned != Turned::no) std::swap(size.row, size.col);
        if (size.row == rows) return size.col;
        fault(placeText(k, target),
              say::imports::Rows{
                  .shape = shape, .of = symbolOf(of), .width = rows, .target = symbolOf(target)});
        return std::nullopt;
    }

    void fitReading(MatrixId target) {
        const std::size_t k = *at(target);
        const Turned turned = turnedTo(width_, k, target, meanings_[k].is_layer);
        const auto outputs = outputsOf(k, target, turned, width_, MatrixId::embeddings);
        if (!outputs) return;
        columns_[placeOf(target)] = *outputs;
        result_.placed.push_back({.tensor = k, .target = target, .turned = turned});
    }

    void fitFused() {
        const std::size_t k = *fused_;
        const NameMeaning& meaning = meanings_[k];
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
            columns_[placeOf(target)] = columns;
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
        if (const auto columns = columns_[placeOf(target)]) return *columns;
        const auto size = onto_ != nullptr ? sizeIn(*onto_, target) : std::nullopt;
        return size ? size->col : 0;
    }

    /// Repeats keys and values that several heads share, so that each head has its own.
    void fitGroups() {
        const Index queries = columnsOf(MatrixId::w_query);
        const auto keys = columns_[placeOf(MatrixId::w_key)];
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
            columns_[placeOf(placed.target)] = columnsOf(placed.target) * placed.repeats;
        }
    }

    void checkHeads() {
        for (const MatrixId target : kReadingWeights) {
            const Index columns = columnsOf(target);
            if (!isFilled(target) || columns % result_.heads == 0) continue;
            fault(symbolOf(target).text,
                  say::imports::NotHeads{.n = columns, .heads = result_.heads});
        }
    }

    void fitOutput() {
        const std::size_t k = *at(MatrixId::w_output);
        const NameMeaning& meaning = meanings_[k];
        const bool is_layer = meaning.may_be_conv ? fused_is_layer_ : meaning.is_layer;
        const Index rows = columnsOf(MatrixId::w_value);
        const Turned turned = turnedTo(rows, k, MatrixId::w_output, is_layer);
        columns_[placeOf(MatrixId::w_output)] =
            outputsOf(k, MatrixId::w_output, turned, rows, MatrixId::w_value);
        if (!columns_[placeOf(MatrixId::w_output)]) return;
        result_.placed.push_back({.tensor = k, .target = MatrixId::w_output, .turned = turned});
    }

    /// How often each head's columns of a weight stand side by side.
    [[nodiscard]] Index repeatsOf(MatrixId weight) const {
        const PlacedTensor* const placed = result_.find(weight);
        return placed != nullptr ? placed->repeats : 1;
    }

    /// Places a bias, after a test that it has a number for each column of its weight in the file.
    void fitBias(MatrixId weight) {
        const MatrixId target = biasOfWeight(weight);
        const auto k = at(target);
        if (!k) return;
        const Index repeats = repeatsOf(weight);
        const Index size = *listSize(tensor(*k));
        if (size * repeats != columnsOf(weight)) {
            return fault(placeText(*k, target),
                         say::faults::BiasNumbers{.n = size,
                                                  .cols = Count{columnsOf(weight) / repeats},
                                                  .symbol = symbolOf(weight)});
        }
        result_.placed.push_back({.tensor = *k, .target = target, .repeats = repeats});
    }

    /// Places the parts of biases that stand side by side.
    void fitFusedBias() {
        const std::size_t k = *fused_bias_;
        Index all = 0;
        for (const MatrixId weight : kReadingWeights) all += columnsOf(weight) / repeatsOf(weight);
        const Index size = *listSize(tensor(k));
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

    /// The output's bias is added once, after all heads: it goes with a whole W_o only.
    [[nodiscard]] bool takesOutputBias() const {
        const bool has_output = chosen_[placeOf(MatrixId::w_output)].has_value() ||
                                (onto_ != nullptr && onto_->weights.output.has_value());
        return has_output && !result_.head;
    }

    void fitBiases() {
        for (const MatrixId weight : kReadingWeights) fitBias(weight);
        if (fused_bias_) fitFusedBias();
        const auto output = at(MatrixId::b_output);
        if (output && takesOutputBias()) return fitBias(MatrixId::w_output);
        if (output) is_used_[*output] = false;
    }

    /// Takes the first list of texts that has one for each token.
    void chooseTexts() {
        const std::vector<std::size_t>& left_out = wishes_.texts_left_out;
        for (std::size_t k = 0; k < found_.texts.size() && !result_.texts; ++k) {
            if (std::find(left_out.begin(), left_out.end(), k) != left_out.end()) continue;
            if (static_cast<Index>(found_.texts[k].texts.size()) == tokens_) result_.texts = k;
        }
    }

    void tellUnused() {
        for (std::size_t k = 0; k < count(); ++k) {
            if (isFree(k)) result_.unused.push_back({k, whyUnused(k)});
        }
    }

    [[nodiscard]] Message whyUnused(std::size_t k) {
        const NameMeaning& meaning = meanings_[k];
        if (meaning.target == MatrixId::b_output && !takesOutputBias()) {
            return result_.head ? Message(say::imports::WhyBiasOfHeads{})
                                : Message(say::imports::WhyBiasAlone{});
        }
        if (!meaning.is_bias && !matrixSize(tensor(k))) return say::imports::WhyNotMatrix{};
        const MatrixId target = meaning.target.value_or(MatrixId::w_query);
        const auto given = meaning.isKnown() ? at(target) : std::nullopt;
        if (given) {
            return say::imports::WhyGiven{.target = symbolOf(target),
                                          .tensor = tensorLabel(tensor(*given))};
        }
        return isNameless(tensor(k).name) ? Message(say::imports::WhyFull{})
                                          : Message(say::imports::WhyName{});
    }

    const Found& found_;
    const ImportWishes& wishes_;
    const Document* onto_;
    std::vector<NameMeaning> meanings_;
    std::vector<bool> is_left_out_;  // by a wish
    std::vector<bool> is_used_;
    std::array<std::optional<std::size_t>, kPlaces> chosen_;  // tensors, by target
    std::optional<std::size_t> fused_;
    std::optional<std::size_t> fused_bias_;
    bool fused_is_layer_ = false;
    std::array<std::optional<Index>, kImportTargets.size()> columns_;  // of the weights placed
    Index tokens_ = 0;
    Index width_ = 0;  // of the embeddings
    Placement result_;
};

}  // namespace

const ImportWishes::Choice* ImportWishes::choiceOf(std::size_t place) const {
    const auto found = std::find_if(choices.begin(), choices.end(),
                                    [&](const Choice& one) { return one.tensor == place; });
    return found == choices.end() ? nullptr : &*found;
}

const PlacedTensor* Placement::find(MatrixId target) const {
    const auto found = std::find_if(placed.begin(), placed.end(),
                                    [&](const PlacedTensor& one) { return one.target == target; });
    return found == placed.end() ? nullptr : &*found;
}

Placement placementOf(const Found& found, const ImportWishes& wishes, const Document* onto) {
    return Placer(found, wishes, onto).place();
}

std::optional<Index> listSize(const FoundTensor& tensor) {
    const auto longer = std::count_if(tensor.shape.begin(), tensor.shape.end(),
                                      [](Index side) { return side != 1; });
    if (tensor.shape.empty() || longer > 1) return std::nullopt;
    return std::ssize(tensor.values);
}

std::optional<Cell> matrixSize(const FoundTensor& tensor) {
    std::size_t first = 0;
    while (tensor.shape.size() - first > 2 && tensor.shape[first] == 1) ++first;
    if (tensor.shape.size() - first != 2 || tensor.values.empty()) return std::nullopt;
    return Cell{tensor.shape[first], tensor.shape[first + 1]};
}

Argument tensorLabel(const FoundTensor& tensor) {
    if (!tensor.name.empty()) return Verbatim{oneLine(shortenedTo(tensor.name, 80))};
    if (!tensor.where.empty()) return Verbatim{oneLine(tensor.where)};
    return Message(say::imports::TheNumbers{});
}

}  // namespace lookback

#include "core/import/placement_parts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/document/edit.h"
#include "messages/faults.h"
#include "messages/imports.h"

namespace lookback {
namespace {

/// Says that code changes a tensor behind its numbers.
Message changedFault(const FoundTensor& tensor) {
    constexpr std::size_t kLongestCode = 80;
    return say::imports::ChangedAfter{
        .text = Verbatim{inQuotes(oneLine(shortenedTo(tensor.change->text, kLongestCode)))},
        .tensor = tensorLabel(tensor)};
}

class Placer {
public:
    Placer(const Found& found, const ImportWishes& wishes, const Document* onto)
        : found_(found), wishes_(wishes), onto_(onto) {
        const std::size_t count = found.tensors.size();
        chosen_.meanings.reserve(count);
        for (const FoundTensor& tensor : found.tensors) {
            chosen_.meanings.push_back(meaningOf(tensor.name));
        }
        is_left_out_.resize(count);
        is_used_.resize(count);
    }

    Placement place() {
        leaveOut();
        chooseTensors();
        chooseLayer();
        if (result_.faults.empty()) choosePlaces();
        if (result_.faults.empty()) fitTensors(found_, wishes_, onto_, chosen_, result_);
        checkChanges();
        if (!result_.faults.empty()) keepTaken();
        warn();
        tellUnused();
        return std::move(result_);
    }

private:
    [[nodiscard]] const FoundTensor& tensor(std::size_t k) const { return found_.tensors[k]; }
    [[nodiscard]] std::size_t count() const { return found_.tensors.size(); }

    void fault(std::string where, Message message) {
        result_.faults.emplace_back(std::move(where), std::move(message));
    }

    std::optional<std::size_t>& at(MatrixId target) { return chosen_.at(target); }

    void take(MatrixId target, std::size_t k) {
        at(target) = k;
        is_used_[k] = true;
    }

    [[nodiscard]] bool isFree(std::size_t k) const { return !is_left_out_[k] && !is_used_[k]; }

    void leaveOut() {
        for (const ImportWishes::Choice& choice : wishes_.choices) {
            if (choice.is_left_out && choice.tensor < count()) {
                is_left_out_[choice.tensor] = true;
                is_used_[choice.tensor] = true;  // a person knows where it is
            }
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
                !isNameless(tensor(k)) && chosen_.meanings[k].target != MatrixId::embeddings;
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
            const NameMeaning& meaning = chosen_.meanings[k];
            if (isFree(k) && meaning.layer && meaning.isKnown()) layers.insert(*meaning.layer);
        }
        result_.layers.assign(layers.begin(), layers.end());
        const bool is_chosen = wishes_.layer.has_value();
        if (is_chosen ? layers.contains(*wishes_.layer) : layers.size() < 2) {
            for (std::size_t k = 0; k < count(); ++k) {
                const bool is_other = is_chosen && chosen_.meanings[k].layer &&
                                      chosen_.meanings[k].layer != wishes_.layer;
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

    /// The tensors that can be a matrix, or for a bias a list, and have no place yet.
    [[nodiscard]] std::vector<std::size_t> freeFor(MatrixId target) const {
        std::vector<std::size_t> free;
        for (std::size_t k = 0; k < count(); ++k) {
            const bool is_index = tensor(k).is_index;
            if (isFree(k) && !is_index && sizeAs(target, tensor(k))) free.push_back(k);
        }
        return free;
    }

    [[nodiscard]] std::vector<std::size_t> freeMatrices() const {
        return freeFor(MatrixId::embeddings);
    }

    void choosePlaces() {
        placeChosen();
        placeWished();
        for (const MatrixId target : kImportTargets) placeNamed(target);
        for (const MatrixId target : kImportBiases) placeNamed(target);
        placeFused();
        placeFusedBias();
        placeNameless();
        dropOutputBias();
        checkTransposed();
        if (result_.faults.empty()) reportMissing();
    }

    void placeChosen() {
        for (const ImportWishes::Choice& choice : wishes_.choices) {
            const std::size_t k = choice.tensor;
            if (!choice.target || k >= count() || !isFree(k)) continue;
            if (!sizeAs(*choice.target, tensor(k))) continue;
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
                std::erase_if(named, [&](std::size_t k) { return !isCalled(k, wish.tensor); });
            }
            if (named.empty() && !wish.tensor.empty()) {
                notFound("into", wish.tensor);
            } else if (named.size() != 1 && wish.tensor.empty()) {
                using Said = say::imports::ChooseTensor;
                fault("into", Said{.n = static_cast<Index>(named.size()),
                                   .example = Verbatim{"NAME=" + targetSymbol(wish.target).text}});
            } else if (at(wish.target)) {
                givenTwice(wish.target, *at(wish.target), named.front());
            } else {
                take(wish.target, named.front());
            }
        }
    }

    /// True for the name of a tensor; without one, for its place: `line 3`.
    [[nodiscard]] bool isCalled(std::size_t k, const std::string& name) const {
        return tensor(k).name.empty() ? tensor(k).where == name : tensor(k).name == name;
    }

    void givenTwice(MatrixId target, std::size_t a, std::size_t b) {
        fault(targetSymbol(target).text, say::imports::GivenTwice{.target = targetSymbol(target),
                                                                  .a = tensorLabel(tensor(a)),
                                                                  .b = tensorLabel(tensor(b))});
    }

    /// Places the tensor whose name means a matrix best. Of two alike, the second is not needed.
    void placeNamed(MatrixId target) {
        if (at(target)) return;
        std::optional<std::size_t> best;
        for (const std::size_t k : freeFor(target)) {
            const NameMeaning& meaning = chosen_.meanings[k];
            if (meaning.target != target || isMask(k)) continue;
            if (meaning.is_vocabulary && onto_ != nullptr) continue;
            if (!best || meaning.rank < chosen_.meanings[*best].rank) best = k;
        }
        if (!best) return;
        take(target, *best);
        for (const std::size_t k : freeFor(target)) {
            const bool is_rival = chosen_.meanings[k].target == target &&
                                  chosen_.meanings[k].rank == chosen_.meanings[*best].rank &&
                                  tensor(k).values != tensor(*best).values;
            if (is_rival) return givenTwice(target, *best, k);
        }
    }

    /// True for a tensor that no place is chosen for by itself: a mask.
    [[nodiscard]] bool isMask(std::size_t k) const {
        return tensor(k).has_truths || chosen_.meanings[k].is_mask;
    }

    /// Places queries, keys and values that stand side by side.
    void placeFused() {
        for (const MatrixId target : kReadingWeights) {
            if (at(target)) return;
        }
        for (const std::size_t k : freeMatrices()) {
            if (!chosen_.meanings[k].is_fused || chosen_.meanings[k].is_bias) continue;
            if (chosen_.fused) return givenTwice(MatrixId::w_query, *chosen_.fused, k);
            chosen_.fused = k;
            is_used_[k] = true;
        }
    }

    /// Places biases of queries, keys and values that stand side by side.
    void placeFusedBias() {
        for (const MatrixId target : kReadingWeights) {
            if (at(biasOfWeight(target))) return;
        }
        for (const std::size_t k : freeFor(MatrixId::b_query)) {
            if (!chosen_.meanings[k].is_fused || !chosen_.meanings[k].is_bias) continue;
            if (chosen_.fused_bias) return givenTwice(MatrixId::b_query, *chosen_.fused_bias, k);
            chosen_.fused_bias = k;
            is_used_[k] = true;
        }
    }

    [[nodiscard]] bool isFilled(MatrixId target) const {
        const bool is_reading = std::find(kReadingWeights.begin(), kReadingWeights.end(), target) !=
                                kReadingWeights.end();
        return chosen_.at(target).has_value() || (chosen_.fused && is_reading);
    }

    /// The matrices without names that may have places: in their input no other has a name.
    [[nodiscard]] std::vector<std::size_t> namelessMatrices() const {
        std::vector<std::size_t> nameless = freeMatrices();
        std::erase_if(nameless, [&](std::size_t k) {
            return !isNameless(tensor(k)) || tensor(k).is_beside_names || isMask(k) ||
                   looksLikeMask(tensor(k));
        });
        return nameless;
    }

    /// Places matrices without names in their order, but none as W_o. Beside inputs with names
    /// there must be as many as are missing, and more than one.
    void placeNameless() {
        const std::vector<std::size_t> nameless = namelessMatrices();
        constexpr std::size_t kWholeDocument = 4;
        if (onto_ != nullptr && nameless.size() < kWholeDocument) {
            for (const std::size_t k : nameless) placeByShape(k);
            return;
        }
        std::vector<MatrixId> missing;
        for (const MatrixId target : kImportTargets) {
            if (target != MatrixId::w_output && !isFilled(target)) missing.push_back(target);
        }
        const bool are_alone = missing.size() == kWholeDocument || hasOnlyChoices();
        if (!are_alone && (nameless.size() != missing.size() || nameless.size() < 2)) return;
        for (std::size_t k = 0; k < std::min(missing.size(), nameless.size()); ++k) {
            take(missing[k], nameless[k]);
        }
    }

    /// True where all places that are filled were chosen for single tensors without names.
    [[nodiscard]] bool hasOnlyChoices() const {
        const auto is_chosen = [&](const std::optional<std::size_t>& k) {
            const ImportWishes::Choice* const choice = k ? wishes_.choiceOf(*k) : nullptr;
            return !k || (isNameless(tensor(*k)) && choice != nullptr && choice->target);
        };
        return !chosen_.fused &&
               std::all_of(chosen_.tensors.begin(), chosen_.tensors.end(), is_chosen);
    }

    /// Places a matrix where the document has one of its shape, as it is or transposed.
    void placeByShape(std::size_t k) {
        const Cell size = *matrixSize(tensor(k));
        std::vector<MatrixId> fitting;
        for (const Cell& wanted : {size, Cell{size.col, size.row}}) {
            if (!fitting.empty()) break;
            for (const MatrixId target : kImportTargets) {
                if (!isFilled(target) && editableSize(*onto_, target) == wanted)
                    fitting.push_back(target);
            }
        }
        // Another sentence: any number of rows of the same width.
        if (fitting.empty() && !isFilled(MatrixId::embeddings) && size.col == onto_->dIn()) {
            fitting.push_back(MatrixId::embeddings);
        }
        const bool is_told = fitting.size() == 1 && fitting.front() != MatrixId::w_output;
        if (is_told) return take(fitting.front(), k);
        const FoundTensor& placed = tensor(k);
        const std::string where = placed.name.empty() ? placed.where : placed.name;
        is_used_[k] = true;
        if (fitting.empty()) return fault(where, say::imports::NoPlace{.shape = sizeText(size)});
        std::vector<Argument> targets;
        for (const MatrixId target : fitting) targets.emplace_back(targetSymbol(target));
        fault(where, say::imports::SeveralPlaces{.targets = Listed{targets}});
    }

    void reportMissing() {
        if (onto_ != nullptr) {
            const bool any = chosen_.fused || chosen_.fused_bias ||
                             std::any_of(chosen_.tensors.begin(), chosen_.tensors.end(),
                                         [](const auto& one) { return one.has_value(); });
            if (!any && found_.texts.empty()) fault("", say::imports::NothingPlaced{});
            return;
        }
        for (const MatrixId target : kImportTargets) {
            if (target == MatrixId::w_output || isFilled(target)) continue;
            fault(targetSymbol(target).text, missing(target));
        }
    }

    /// Says that a place is empty, beside a result of the weight that the weight made it.
    [[nodiscard]] Message missing(MatrixId target) const {
        if (target == MatrixId::embeddings) return say::imports::MissingX{};
        const std::vector<std::size_t> free = freeMatrices();
        const auto made = std::find_if(free.begin(), free.end(), [&](std::size_t k) {
            return chosen_.meanings[k].result == resultOf(target);
        });
        if (made == free.end()) return say::imports::Missing{};
        return say::imports::MissingOfResult{.tensor = tensorLabel(tensor(*made)),
                                             .n = matrixSize(tensor(*made))->row,
                                             .target = targetSymbol(target)};
    }

    void checkTransposed() {
        checkNames("transpose", wishes_.transpose);
        checkNames("keep", wishes_.keep);
    }

    /// Finds wished names that no tensor has, and no place that is filled.
    void checkNames(const std::string& wish, const std::vector<std::string>& names) {
        for (const std::string& name : names) {
            const auto target = targetNamed(name);
            const bool is_known =
                (target && at(*target)) ||
                std::any_of(found_.tensors.begin(), found_.tensors.end(),
                            [&](const FoundTensor& one) { return one.name == name; });
            if (!is_known) notFound(wish, name);
        }
    }

    /// The output's bias is added once, after all heads: it goes with a whole W_o only.
    [[nodiscard]] bool takesOutputBias() const {
        const bool has_output = chosen_.at(MatrixId::w_output).has_value() ||
                                (onto_ != nullptr && onto_->weights.output.has_value());
        return has_output && !wishes_.head;
    }

    void dropOutputBias() {
        std::optional<std::size_t>& bias = chosen_.at(MatrixId::b_output);
        if (!bias || takesOutputBias()) return;
        is_used_[*bias] = false;
        bias.reset();
    }

    /// Calls `visit(tensor, target)` for all that is chosen; of a fused one for W_q or b_q.
    template <class Visit>
    void forChosen(Visit visit) const {
        if (chosen_.fused) visit(*chosen_.fused, MatrixId::w_query);
        if (chosen_.fused_bias) visit(*chosen_.fused_bias, MatrixId::b_query);
        const auto visit_all = [&](const auto& targets) {
            for (const MatrixId target : targets) {
                if (chosen_.at(target)) visit(*chosen_.at(target), target);
            }
        };
        visit_all(kImportTargets);
        visit_all(kImportBiases);
    }

    void keepTaken() {
        forChosen([&](std::size_t k, MatrixId target) {
            const bool is_part = chosen_.fused == k || chosen_.fused_bias == k;
            result_.taken.push_back({.tensor = k, .target = target, .is_part = is_part});
        });
    }

    /// Warns of a model that does more between query and score than a document.
    void warn() {
        const std::optional<std::size_t> query =
            chosen_.fused ? chosen_.fused : at(MatrixId::w_query);
        if (!query) return;
        const NameMeaning& meaning = chosen_.meanings[*query];
        std::vector<Argument> names;
        std::vector<Argument> parts;
        for (std::size_t k = 0; k < count(); ++k) {
            const NameMeaning& other = chosen_.meanings[k];
            // T5 has one table of relative positions for all layers, in the first.
            const bool is_here =
                !other.layer || other.layer == meaning.layer || meaning.lacks_scale;
            if (other.changes_scores && is_here) names.push_back(tensorLabel(tensor(k)));
            if (other.changes_weights && is_here) parts.push_back(tensorLabel(tensor(k)));
        }
        if (!parts.empty()) {
            result_.warnings.emplace_back(say::imports::ChangesWeights{.tensors = Listed{parts}});
        }
        if (!names.empty()) {
            result_.warnings.emplace_back(say::imports::ChangesScores{.tensors = Listed{names}});
        }
        if (meaning.lacks_scale) result_.warnings.emplace_back(say::imports::LacksScale{});
    }

    /// Refuses the numbers of a place that code behind them changes.
    void checkChanges() {
        std::set<std::size_t> changed;
        forChosen([&](std::size_t k, MatrixId) {
            if (tensor(k).change) changed.insert(k);
        });
        for (const std::size_t k : changed) {
            fault(tensor(k).change->where, changedFault(tensor(k)));
        }
    }

    void tellUnused() {
        for (std::size_t k = 0; k < count(); ++k) {
            if (!is_used_[k] && !is_left_out_[k]) result_.unused.push_back({k, whyUnused(k)});
        }
        for (std::size_t k = 0; k < count(); ++k) {
            if (is_used_[k] || !is_left_out_[k]) continue;
            result_.unused.push_back({k, wishes_.tensor ? Message(say::imports::WhyTensor{})
                                                        : Message(say::imports::WhyLayer{})});
        }
    }

    [[nodiscard]] Message whyUnused(std::size_t k) {
        if (tensor(k).is_index) return say::imports::WhyIndex{};
        if (chosen_.meanings[k].changes_scores) return say::imports::WhyMore{};
        if (chosen_.meanings[k].changes_weights) return say::imports::WhyPart{};
        const NameMeaning& meaning = chosen_.meanings[k];
        if (meaning.target == MatrixId::b_output && !takesOutputBias()) {
            return result_.head ? Message(say::imports::WhyBiasOfHeads{})
                                : Message(say::imports::WhyBiasAlone{});
        }
        if (isMask(k)) return say::imports::WhyMask{};
        if (meaning.result) return say::imports::WhyResult{.symbol = targetSymbol(*meaning.result)};
        if (!meaning.isKnown() && looksLikeMask(tensor(k))) return say::imports::WhyLikeMask{};
        if (!meaning.is_bias && !matrixSize(tensor(k))) return say::imports::WhyNotMatrix{};
        const MatrixId target = meaning.target.value_or(MatrixId::w_query);
        const auto given = meaning.isKnown() ? at(target) : std::nullopt;
        if (given) {
            return say::imports::WhyGiven{.target = targetSymbol(target),
                                          .tensor = tensorLabel(tensor(*given))};
        }
        if (!isNameless(tensor(k))) return say::imports::WhyName{};
        bool is_full = true;
        for (const MatrixId one : kImportTargets) {
            is_full = is_full && (one == MatrixId::w_output || isFilled(one));
        }
        return is_full ? Message(say::imports::WhyFull{}) : Message(say::imports::WhyNameless{});
    }

    const Found& found_;
    const ImportWishes& wishes_;
    const Document* onto_;
    std::vector<bool> is_left_out_;  // by a wish
    std::vector<bool> is_used_;
    ChosenTensors chosen_;
    Placement result_;
};

}  // namespace

bool isImportTarget(MatrixId id) { return importPlace(id) < kImportPlaces; }

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

const PlacedTensor* Placement::placeOf(std::size_t tensor) const {
    for (const std::vector<PlacedTensor>* const places : {&placed, &taken}) {
        const auto found =
            std::find_if(places->begin(), places->end(),
                         [&](const PlacedTensor& one) { return one.tensor == tensor; });
        if (found != places->end()) return &*found;
    }
    return nullptr;
}

Placement placementOf(const Found& found, const ImportWishes& wishes, const Document* onto) {
    return Placer(found, wishes, onto).place();
}

std::vector<MatrixId> placesFor(const Found& found, const ImportWishes& wishes,
                                const Document* onto, const Placement& placement,
                                std::size_t tensor) {
    const FoundTensor& one = found.tensors[tensor];
    const NameMeaning meaning = meaningOf(one.name);
    const bool is_weight = !one.is_index && !one.has_truths && !meaning.is_mask &&
                           !meaning.result && !meaning.changes_scores && !meaning.changes_weights &&
                           !looksLikeMask(one);
    std::vector<MatrixId> places;
    if (!is_weight || placement.placeOf(tensor) != nullptr) return places;
    for (const MatrixId target : kImportTargets) {
        const bool is_full =
            std::any_of(placement.taken.begin(), placement.taken.end(),
                        [&](const PlacedTensor& taken) { return taken.target == target; });
        if (is_full || !sizeAs(target, one) || meaning.target.value_or(target) != target) continue;
        ImportWishes tried = wishes;
        std::erase_if(tried.choices, [&](const auto& choice) { return choice.tensor == tensor; });
        tried.choices.push_back({.tensor = tensor, .target = target});
        const Placement then = placementOf(found, tried, onto);
        const bool is_taken = then.placeOf(tensor) != nullptr;
        if (is_taken && then.faults.size() < placement.faults.size()) places.push_back(target);
    }
    return places;
}

std::optional<Cell> sizeAs(MatrixId target, const FoundTensor& tensor) {
    if (!isBias(target)) return matrixSize(tensor);
    const auto longer = std::count_if(tensor.shape.begin(), tensor.shape.end(),
                                      [](Index side) { return side != 1; });
    if (tensor.shape.empty() || longer > 1 || tensor.values.empty()) return std::nullopt;
    return Cell{1, std::ssize(tensor.values)};
}

}  // namespace lookback

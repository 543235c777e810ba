#include "app/state/model/import_reading.h"

#include <algorithm>
#include <utility>

#include "app/state/model/sentences.h"
#include "core/document/edit.h"
#include "core/import/readers.h"
#include "core/io/path.h"
#include "core/io/system_memory.h"
#include "messages/imports.h"

namespace lookback {
namespace {

constexpr std::size_t kBytesAtOnce = std::size_t{1} << 18;    ///< of texts and files
constexpr std::size_t kNumbersAtOnce = std::size_t{1} << 17;  ///< that are placed
constexpr Index kMostHeadChoices = 64;

ImportInput readInput(const ImportInput& input) {
    if (input.isRead()) return input;
    ImportInput read{.file = input.file, .bytes = input.file.empty() ? input.bytes : nullptr};
    Result<Found> found = readNumbers(*input.bytes, lastName(input.file));
    if (found) {
        read.found = std::make_shared<const Found>(*std::move(found));
    } else {
        read.fault = found.error();
    }
    return read;
}

std::size_t numbersIn(const Found& found) {
    std::size_t count = 0;
    for (const FoundTensor& tensor : found.tensors) count += tensor.values.size();
    return count;
}

/// The numbers of all inputs together: those of the reading before where the inputs are the same.
std::shared_ptr<const Found> allFound(const std::vector<ImportInput>& inputs,
                                      const ImportReading* before) {
    const auto is_same = [](const ImportInput& a, const ImportInput& b) {
        return a.found == b.found;
    };
    if (before != nullptr && std::equal(inputs.begin(), inputs.end(), before->inputs.begin(),
                                        before->inputs.end(), is_same)) {
        return before->found;
    }
    std::vector<std::shared_ptr<const Found>> parts;
    for (const ImportInput& input : inputs) {
        if (input.found != nullptr) parts.push_back(input.found);
    }
    if (parts.size() == 1) return parts.front();
    auto all = std::make_shared<Found>();
    for (const auto& part : parts) append(*all, *part);
    return all;
}

/// Places the numbers in a document. Of a model with several layers it takes the first one, unless
/// another is wished.
Placement placed(const Found& found, ImportWishes& wishes, const Document* onto) {
    Placement placement = placementOf(found, wishes, onto);
    if (placement.layers.size() < 2 || wishes.layer) return placement;
    wishes.layer = placement.layers.front();
    return placementOf(found, wishes, onto);
}

/// Gives a new document its mask, masking value and precision.
void applyOpening(Document& document, const ImportOpening& opening) {
    document.mask = {};
    if (opening.mask != MaskKind::none) {
        document.mask.rules = {newRule(opening.mask, document.n())};
    }
    const DType dtype = opening.dtype.value_or(document.dtype);
    setDType(document, dtype, fittingValue(dtype, opening.value));
}

/// A title for a new document: the name of its first file, without its ending.
std::string titleOf(const std::vector<ImportInput>& inputs) {
    const std::string name = inputs.empty() ? "" : lastName(inputs.front().file);
    return name.substr(0, name.rfind('.'));
}

/// Finds the empty places for the first tensors that have none, and that nobody left out.
std::vector<OfferedPlaces> offersOf(const ImportReading& reading) {
    constexpr std::size_t kMostOffers = 8;
    constexpr std::size_t kMostTried = 64;
    std::vector<OfferedPlaces> offers;
    const Found& found = *reading.found;
    for (std::size_t k = 0; k < std::min(found.tensors.size(), kMostTried); ++k) {
        if (offers.size() == kMostOffers) break;
        const ImportWishes::Choice* const choice = reading.wishes.choiceOf(k);
        if (choice != nullptr && choice->is_left_out) continue;
        std::vector<MatrixId> targets =
            placesFor(found, reading.wishes, reading.changed.get(), reading.placement, k);
        if (!targets.empty()) offers.push_back({k, std::move(targets)});
    }
    return offers;
}

/// Places the numbers and makes the document of them. @param changed null: a new one
void makeDocument(const ImportQuestion& question, std::shared_ptr<const Document> changed,
                  ImportReading& reading) {
    reading.changed = std::move(changed);
    reading.placement = placed(*reading.found, reading.wishes, reading.changed.get());
    for (const Error& fault : reading.placement.faults) {
        reading.faults.push_back(faultSentence(fault));
    }
    if (!reading.faults.empty()) {
        reading.offers = offersOf(reading);
        return;
    }
    const double allowed = std::max(allowedMemory(), question.held_memory);
    Checked<Document> made =
        importedDocument(*reading.found, reading.placement, reading.changed.get(), allowed);
    if (!made) {
        for (const Error& fault : made.error()) reading.faults.push_back(faultOnScreen(fault));
        return;
    }
    if (reading.changed == nullptr) {
        made->title = titleOf(reading.inputs);
        applyOpening(*made, question.opening);
        for (const Error& fault : faults(*made)) {
            reading.faults.push_back(refusalSentence(*made, fault));
        }
    }
    if (reading.faults.empty()) {
        reading.document = std::make_shared<const Document>(*std::move(made));
    }
}

/// True where the numbers make a new document once a person gives all that is missing a place.
bool mayBecomeWhole(const ImportReading& reading) {
    return !reading.offers.empty() && reading.offers.size() >= reading.placement.faults.size();
}

/// Makes the document that is wished; where nothing is, a new one, or else the one on the screen
/// with these numbers.
void chooseDocument(const ImportQuestion& question, ImportReading& reading) {
    const ImportReading before = reading;
    const bool may_change = question.on_screen != nullptr;
    if (may_change && question.changes_document.value_or(false)) {
        return makeDocument(question, question.on_screen, reading);
    }
    makeDocument(question, nullptr, reading);
    if (reading.document != nullptr || !may_change || question.changes_document) return;
    if (mayBecomeWhole(reading)) return;
    ImportReading changed = before;
    makeDocument(question, question.on_screen, changed);
    if (changed.document != nullptr) reading = std::move(changed);
}

}  // namespace

ImportReading importReading(const ImportQuestion& question) {
    ImportReading reading{.number = question.number,
                          .found = std::make_shared<const Found>(),
                          .wishes = question.wishes};
    for (const ImportInput& input : question.inputs) reading.inputs.push_back(readInput(input));
    for (const ImportInput& input : reading.inputs) {
        if (input.fault) reading.faults.push_back(faultSentence(*input.fault));
    }
    std::size_t numbers = 0;
    for (const ImportInput& input : reading.inputs) {
        if (input.found != nullptr) numbers += numbersIn(*input.found);
    }
    if (numbers > kMaxImportedNumbers) {
        reading.faults.push_back(
            faultSentence({"", say::imports::TooManyNumbers{
                                   .most = Count{static_cast<Index>(kMaxImportedNumbers)}}}));
        return reading;
    }
    reading.found = allFound(reading.inputs, question.before.get());
    if (reading.inputs.empty()) return reading;
    if (!reading.faults.empty()) return reading;
    chooseDocument(question, reading);
    if (reading.document != nullptr && !takesLong(*reading.document)) {
        reading.shown.emplace(*reading.document);
    }
    return reading;
}

const OfferedPlaces* offersFor(const ImportReading& reading, std::size_t tensor) {
    const auto found =
        std::find_if(reading.offers.begin(), reading.offers.end(),
                     [tensor](const OfferedPlaces& one) { return one.tensor == tensor; });
    return found == reading.offers.end() ? nullptr : &*found;
}

bool isReadAtOnce(const ImportQuestion& question) {
    std::size_t bytes = 0;
    std::size_t numbers = 0;
    for (const ImportInput& input : question.inputs) {
        // The size of a packed file tells nothing about that of its numbers.
        constexpr std::string_view kPackedSign = "PK";
        if (!input.isRead() && input.bytes->starts_with(kPackedSign)) return false;
        if (!input.isRead()) bytes += input.bytes->size();
        if (input.found != nullptr) numbers += numbersIn(*input.found);
    }
    return bytes <= kBytesAtOnce && numbers <= kNumbersAtOnce;
}

Index queryColumns(const ImportReading& reading) {
    const PlacedTensor* const query = reading.placement.find(MatrixId::w_query);
    if (query == nullptr) return 0;
    const Cell size = *matrixSize(reading.found->tensors[query->tensor]);
    if (query->is_part) return query->outputs.size();
    return query->turned == Turned::no ? size.col : size.row;
}

std::vector<Index> headCounts(const ImportReading& reading) {
    std::vector<Index> counts;
    const Index columns = queryColumns(reading);
    for (Index heads = 1; heads <= std::min({columns, kMaxHeads, kMostHeadChoices}); ++heads) {
        if (columns % heads == 0) counts.push_back(heads);
    }
    return counts;
}

}  // namespace lookback

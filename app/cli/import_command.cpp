#include <algorithm>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/options.h"
#include "app/cli/subcommands.h"
#include "app/cli/typed_names.h"
#include "core/base/foreign_text.h"
#include "core/base/text.h"
#include "core/import/placement.h"
#include "core/import/readers.h"
#include "core/import/tensor_name.h"
#include "core/io/document_json.h"
#include "core/io/file.h"
#include "core/io/picture_text.h"
#include "core/words/say.h"
#include "messages/cli.h"
#include "messages/files.h"
#include "messages/imports.h"

namespace lookback {
namespace {

/// The name of a mask that blocks nothing, for `--mask`.
constexpr const char* kNoMask = "none";

struct ImportOptions {
    std::vector<std::string> files;
    std::string out;
    std::optional<std::string> onto{};
    std::vector<std::string> into{};
    std::optional<std::string> mask{};  ///< of a new document; nothing: causal
    ImportWishes wishes{};
};

/// The targets of `--into`, as messages list them.
Verbatim targetNames() {
    std::vector<std::string_view> names;
    for (const MatrixId target : kImportTargets) names.push_back(info(target).symbol);
    for (const MatrixId target : kImportBiases) names.push_back(info(target).symbol);
    return joined(names);
}

/// Reads `TARGET` or `TENSOR=TARGET`. Names of tensors may hold `=`, too.
Result<ImportWishes::Into> intoOf(const std::string& text) {
    const std::size_t sign = text.rfind('=');
    const std::string name = sign == std::string::npos ? text : text.substr(sign + 1);
    if (const auto target = targetNamed(name)) {
        return ImportWishes::Into{sign == std::string::npos ? "" : text.substr(0, sign), *target};
    }
    return tl::unexpected(
        Error{"--into", say::cli::NotTarget{.name = givenText(name), .names = targetNames()}});
}

/// All that the inputs hold, and the first fault of each that cannot be read.
struct ReadInputs {
    Found found;
    std::vector<Error> errors;
};

/// Reads all inputs, one after the other.
ReadInputs readInputs(const std::vector<std::string>& files) {
    auto [all, errors] = ReadInputs{};
    std::size_t numbers = 0;
    for (const std::string& file : files) {
        const Result<std::string> bytes = readFile(file);
        Result<Found> found = bytes ? readNumbers(*bytes, inputName(file))
                                    : Result<Found>(tl::unexpected(bytes.error()));
        if (!found) {
            errors.push_back(found.error());
            continue;
        }
        for (const FoundTensor& tensor : found->tensors) numbers += tensor.values.size();
        append(all, *std::move(found));
        if (numbers > kMaxImportedNumbers) {
            errors.push_back(Error{inputName(file),
                                   say::imports::TooManyNumbers{
                                       .most = Count{static_cast<Index>(kMaxImportedNumbers)}}});
            break;
        }
    }
    return {std::move(all), std::move(errors)};
}

/// Names the option that is missing as the place of a fault.
Error ofOption(Error fault) {
    for (const std::string_view wish :
         {"layer", "heads", "head", "into", "tensor", "transpose", "keep"}) {
        if (fault.where == wish) fault.where = "--" + fault.where;
    }
    return fault;
}

/// The faults of a placement, with the options that answer its questions.
std::vector<Error> faultsOf(const Placement& placement) {
    std::vector<Error> faults = placement.faults;
    for (const OpenQuestion& question : placement.questions) {
        Error& fault = faults[question.fault];
        const Verbatim name{std::string(info(question.target).symbol)};
        fault.message =
            question.kind == OpenQuestion::Kind::linear
                ? Message(say::cli::AnswerLinear{.fault = fault.message, .name = name})
                : Message(say::cli::AnswerTranspose{.fault = fault.message, .name = name});
    }
    std::transform(faults.begin(), faults.end(), faults.begin(), ofOption);
    return faults;
}

/// The name by which `--into` finds a tensor.
const std::string& intoName(const FoundTensor& tensor) {
    return tensor.name.empty() ? tensor.where : tensor.name;
}

/// True where `--into` finds a tensor by its name: no other has it, and neither a shell nor a line
/// changes it.
bool isOnlyName(const Found& found, std::size_t k) {
    constexpr std::size_t kLongestName = 80;
    const std::string& name = intoName(found.tensors[k]);
    const bool is_plain = !name.empty() && name.size() <= kLongestName && oneLine(name) == name &&
                          name.find_first_of("\"$`\\!") == std::string::npos;
    const auto count = std::count_if(found.tensors.begin(), found.tensors.end(),
                                     [&](const FoundTensor& one) { return intoName(one) == name; });
    return is_plain && count == 1;
}

/// Lists all that was found and has no place, and how to give the first one that `--into` helps a
/// place.
void tellUnplaced(const Console& console, const Found& found, const ImportWishes& wishes,
                  const Document* onto) {
    constexpr std::size_t kMostTried = 8;
    const Placement placement = placementOf(found, wishes, onto);
    for (const Message& line : unplacedSentences(found, placement)) {
        console.err << english().text(line) << '\n';
    }
    for (std::size_t i = 0; i < std::min(placement.unused.size(), kMostTried); ++i) {
        const std::size_t k = placement.unused[i].tensor;
        if (!isOnlyName(found, k)) continue;
        std::vector<std::string_view> places;
        for (const MatrixId target : placesFor(found, wishes, onto, placement, k)) {
            places.push_back(info(target).symbol);
        }
        if (places.empty()) continue;
        console.err << english().text(say::cli::PlaceUnused{.tensor = tensorLabel(found.tensors[k]),
                                                            .names = joined(places)})
                    << '\n';
        return;
    }
}

/// The settings of a new document that neither its numbers nor options tell.
std::vector<Message> assumedSentences(const ImportOptions& options, const Placement& placement) {
    std::vector<Message> lines;
    if (options.onto) return lines;
    if (placement.are_heads_assumed) lines.emplace_back(say::cli::AssumedHeads{});
    if (!options.mask) lines.emplace_back(say::cli::AssumedMask{});
    return lines;
}

/// A title for a document: the name of its first file, without its ending.
std::string titleOf(const std::string& file) {
    return file == "-" ? "" : std::filesystem::path(file).stem().string();
}

/// Writes the document, and the lines about it where they are not in the way.
int writeDocumentOut(const Console& console, const ImportOptions& options, const Document& document,
                     const std::vector<Message>& lines) {
    const Result<std::string> text = documentBytes(document);
    if (!text) return report(console, {within(options.out, text.error())});
    const bool is_output = options.out == "-";
    if (is_output) {
        console.out << *text;
    } else if (const Result<void> written = writeFileAtomically(options.out, *text); !written) {
        return report(console, {written.error()});
    }
    std::ostream& told = is_output ? console.err : console.out;
    for (const Message& line : lines) told << sentenceLine(english().text(line)) << '\n';
    return done;
}

/// True for a picture alone, which carries a whole document. A pipe can be read once only.
bool isOnePicture(const ImportOptions& options) {
    std::error_code ignored;
    const std::string& file = options.files.front();
    const bool is_file = std::filesystem::is_regular_file(file, ignored);
    if (options.files.size() != 1 || options.onto || !is_file) return false;
    const Result<std::string> bytes = readFile(file);
    return bytes && isPicture(*bytes);
}

int writeImport(const Console& console, ImportOptions options) {
    for (const std::string& text : options.into) {
        const auto into = intoOf(text);
        if (!into) return reportUsage(console, into.error());
        options.wishes.into.push_back(*into);
    }
    const auto pipes = std::count(options.files.begin(), options.files.end(), "-");
    if (pipes > 1 || (pipes == 1 && options.onto == "-")) {
        return reportUsage(console, {pipes > 1 ? "FILE" : "--onto",
                                     say::cli::InputTaken{.place = Verbatim{"FILE"}}});
    }
    if (isOnePicture(options)) {
        const Checked<NamedDocument> carried = openDocument(options.files.front());
        if (!carried) return report(console, carried.error());
        return writeDocumentOut(console, options, carried->document, {});
    }
    if (options.mask && options.onto) {
        return reportUsage(console, {"--mask", say::cli::MaskOfNew{}});
    }
    const ReadInputs inputs = readInputs(options.files);
    const Found& found = inputs.found;
    if (!inputs.errors.empty()) {
        tellUnplaced(console, found, {}, nullptr);
        return report(console, inputs.errors);
    }
    std::optional<NamedDocument> onto;
    if (options.onto) {
        Checked<NamedDocument> opened = openDocument(*options.onto);
        if (!opened) return report(console, opened.error());
        onto = *std::move(opened);
    }
    const Document* const changed = onto ? &onto->document : nullptr;
    const Placement placement = placementOf(found, options.wishes, changed);
    if (!placement.faults.empty()) {
        report(console, faultsOf(placement));
        tellUnplaced(console, found, options.wishes, changed);
        return bad_input;
    }
    Checked<Document> document = importedDocument(found, placement, changed, allowedMemory());
    if (!document) {
        report(console, document.error());
        tellUnplaced(console, found, options.wishes, changed);
        return bad_input;
    }
    if (changed == nullptr) document->title = titleOf(options.files.front());
    if (changed == nullptr && options.mask == kNoMask) document->mask = {};
    std::vector<Message> lines = sentencesOf(found, placement);
    for (Message& line : assumedSentences(options, placement)) lines.push_back(std::move(line));
    return writeDocumentOut(console, options, *document, lines);
}

}  // namespace

Job prepareImport(CLI::App& app) {
    auto options = std::make_shared<ImportOptions>();
    const Wording& words = english();
    ImportWishes& wishes = options->wishes;
    app.add_option("FILE", options->files, words.text(say::cli::NumbersInput{}))
        ->required()
        ->type_name("");
    app.add_option("-o,--out", options->out, words.text(say::cli::ImportFile{}))
        ->required()
        ->type_name("DOCUMENT")
        ->check(notEmpty(say::cli::ImportFile{}));
    const auto add_names = [&](const char* option, std::vector<std::string>& names,
                               const Message& help, const char* form) {
        app.add_option(option, names, words.text(help))
            ->type_name(form)
            ->allow_extra_args(false)
            ->check(notEmpty(help));
    };
    add_names("--into", options->into, say::cli::Into{.names = targetNames()}, "NAME");
    add_names("--transpose", wishes.transpose, say::cli::Transpose{}, "NAME");
    add_names("--keep", wishes.keep, say::cli::Keep{}, "NAME");
    app.add_option("--mask", options->mask, words.text(say::cli::ImportMask{}))
        ->type_name("KIND")
        ->check(oneOf({std::string(info(MaskKind::causal).name), kNoMask}));
    app.add_option("--tensor", wishes.tensor, words.text(say::cli::Tensor{}))->type_name("NAME");
    constexpr int kMostLayers = 1'000'000;
    app.add_option("--layer", wishes.layer, words.text(say::cli::Layer{}))
        ->type_name("NUMBER")
        ->check(wholeBetween(0, kMostLayers));
    app.add_option("--heads", wishes.heads, words.text(say::cli::Heads{}))
        ->type_name("NUMBER")
        ->check(wholeBetween(1, static_cast<int>(kMaxHeads)));
    app.add_option("--head", wishes.head, words.text(say::cli::OneHead{}))
        ->type_name("NUMBER")
        ->check(wholeBetween(0, static_cast<int>(kMaxHeads) - 1));
    app.add_option("--onto", options->onto, words.text(say::cli::Onto{}))->type_name("DOCUMENT");
    return [options](const Console& console) { return writeImport(console, *options); };
}

}  // namespace lookback

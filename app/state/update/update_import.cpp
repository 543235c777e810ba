#include "app/state/update/update_import.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/state/model/import_reading.h"
#include "app/state/model/sentences.h"
#include "app/state/update/settle.h"
#include "app/state/update/update_files.h"
#include "core/document/edit.h"
#include "core/engine/memory.h"
#include "core/import/readers.h"
#include "messages/notices.h"

namespace lookback {
namespace {

constexpr std::size_t kMostFilledText = std::size_t{1} << 18;  ///< bytes, read within a frame

/// The size of the only tensor of the numbers as this target, without texts beside it; nothing
/// where there are others, or it cannot be the target.
std::optional<Cell> onlySize(const Found& found, MatrixId target) {
    const bool is_alone = found.tensors.size() == 1 && found.texts.empty();
    return is_alone ? sizeAs(target, found.tensors.front()) : std::nullopt;
}

bool isOfDocument(const AppState& state) {
    return info(state.place.mode).subject == SubjectKind::document;
}

}  // namespace

void ImportUpdate::operator()(const ShowImport& a) {
    state_.hands.gesture = {};
    state_.hands.sheet = ImportSheet{.text = a.text};
    (*this)(ReadImport{});
}

void ImportUpdate::operator()(const PasteNumbers& a) {
    const bool is_short = a.text.size() <= kMostFilledText;
    if (a.target && is_short && fill(a.text, *a.target)) return;
    ImportSheet sheet{.text = a.text};
    if (a.target && isImportTarget(*a.target) && is_short) {
        const Result<Found> found = readNumbers(a.text);
        if (found && onlySize(*found, *a.target)) {
            sheet.wishes.choices = {{.tensor = 0, .target = a.target}};
            sheet.changes_document = true;
        }
    }
    state_.hands.gesture = {};
    state_.hands.sheet = std::move(sheet);
    (*this)(ReadImport{});
}

bool ImportUpdate::fill(const std::string& text, MatrixId target) {
    const Document& document = state_.document();
    const Result<Found> found = readNumbers(text);
    if (!found || !isEditable(document, target)) return false;
    const SharedMatrix& before = editable(document, target);
    const Cell size{before.rows(), before.cols()};
    if (onlySize(*found, target) != size) return false;
    const std::vector<double>& values = found->tensors.front().values;
    const auto is_fit = [&](double value) { return fits(document, value); };
    if (!std::all_of(values.begin(), values.end(), is_fit)) return false;
    state_.hands.gesture = {};
    edit([&](Snapshot& s) {
        setMatrix(s.document, target,
                  Eigen::Map<const Matrix<double>>(values.data(), size.row, size.col));
    });
    if (!state_.notice.empty()) return true;
    state_.notice = {
        say::notices::NumbersPasted{.matrix = Verbatim{std::string(info(target).symbol)},
                                    .shape = Verbatim{shapeText({size.row, size.col})}}};
    return true;
}

/// The file comes beside those that the sheet has already.
void ImportUpdate::operator()(const NumbersOpened& a) {
    ImportSheet sheet;
    if (const auto* const open = state_.hands.open<ImportSheet>()) {
        sheet = *open;
    } else if (const auto* const chooser = state_.hands.open<FileSheet>()) {
        if (chooser->below != nullptr) sheet = *chooser->below;
    }
    std::erase_if(sheet.files, [&](const ImportInput& file) { return file.file == a.path; });
    sheet.files.push_back({.file = a.path, .bytes = a.bytes});
    sheet.wishes = {};
    sheet.message.clear();
    sheet.fresh = true;
    state_.hands.gesture = {};
    state_.hands.sheet = std::move(sheet);
    (*this)(ReadImport{});
}

void ImportUpdate::operator()(const ReadImport&) {
    auto* const sheet = state_.hands.open<ImportSheet>();
    if (sheet == nullptr) return;
    ImportQuestion question{.number = ++state_.import_readings,
                            .inputs = sheet->files,
                            .wishes = sheet->wishes,
                            .opening = sheet->opening,
                            .changes_document = sheet->changes_document,
                            .before = sheet->reading,
                            .held_memory = traceMemory(state_.document())};
    if (isOfDocument(state_)) {
        question.on_screen = std::make_shared<const Document>(state_.document());
    }
    if (sheet->text.find_first_not_of(" \t\r\n") != std::string::npos) {
        const auto is_same = [&](const ImportInput& input) {
            return input.file.empty() && *input.bytes == sheet->text;
        };
        const std::vector<ImportInput> none;
        const std::vector<ImportInput>& before = sheet->reading ? sheet->reading->inputs : none;
        const auto read = std::find_if(before.begin(), before.end(), is_same);
        question.inputs.push_back(
            read != before.end()
                ? *read
                : ImportInput{.bytes = std::make_shared<const std::string>(sheet->text)});
    }
    sheet->message.clear();
    sheet->awaited = question.number;
    if (isReadAtOnce(question)) {
        (*this)(ImportRead{std::make_shared<const ImportReading>(importReading(question))});
    } else {
        state_.effects.emplace_back(
            ReadNumbers{std::make_shared<const ImportQuestion>(std::move(question))});
    }
}

/// An answer that the sheet no longer waits for is dropped.
void ImportUpdate::operator()(const ImportRead& a) {
    auto* sheet = state_.hands.open<ImportSheet>();
    std::optional<ImportSheet> below;
    auto* const chooser = state_.hands.open<FileSheet>();
    if (sheet == nullptr && chooser != nullptr && chooser->below != nullptr) {
        below = *chooser->below;
        sheet = &*below;
    }
    if (sheet == nullptr || sheet->awaited != a.reading->number) return;
    sheet->awaited = 0;
    sheet->reading = a.reading;
    sheet->wishes = a.reading->wishes;
    sheet->files.clear();
    for (const ImportInput& input : a.reading->inputs) {
        if (!input.file.empty()) sheet->files.push_back(input);
    }
    if (below) chooser->below = std::make_shared<const ImportSheet>(*std::move(below));
}

void ImportUpdate::operator()(const OpenImport&) {
    auto* const sheet = state_.hands.open<ImportSheet>();
    if (sheet == nullptr || sheet->awaited != 0 || sheet->reading == nullptr) return;
    const std::shared_ptr<const ImportReading> reading = sheet->reading;
    if (reading->document == nullptr) return;
    if (reading->changed == nullptr) return openMade(state_, *reading->document);
    if (*reading->changed != state_.document()) return (*this)(ReadImport{});
    edit([&](Snapshot& s) {
        s.document = *reading->document;
        s.token = clampedToken(s.token, s.document);
    });
    if (state_.notice.empty()) {
        state_.hands.sheet = {};
    } else {
        sheet->message = std::exchange(state_.notice, {});
    }
}

}  // namespace lookback

#include "app/state/model/file_task.h"

#include <algorithm>
#include <array>

#include "messages/sheets.h"

namespace lookback {
namespace {

constexpr std::array kExports{
    ExportInfo{ExportKind::picture, true, true, false, "picture",
               stated<say::sheets::ExportPicture>, stated<say::sheets::ExportPictureLine>, ".png",
               ""},
    ExportInfo{ExportKind::json, true, false, false, "json", stated<say::sheets::ExportJson>,
               stated<say::sheets::ExportJsonLine>, ".trace.json", "json"},
    ExportInfo{ExportKind::csv, true, false, false, "csv", stated<say::sheets::ExportCsv>,
               stated<say::sheets::ExportCsvLine>, ".csv", "csv"},
    ExportInfo{ExportKind::text, true, false, false, "text", stated<say::sheets::ExportText>,
               stated<say::sheets::ExportTextLine>, ".txt", "text"},
    ExportInfo{ExportKind::worksheet, true, false, true, "worksheet",
               stated<say::sheets::ExportWorksheet>, stated<say::sheets::ExportWorksheetLine>,
               ".worksheet.html", ""},
    ExportInfo{ExportKind::training, false, true, false, "training",
               stated<say::sheets::ExportJson>, stated<say::sheets::ExportTrainingLine>,
               ".training.json", "json"},
    ExportInfo{ExportKind::losses, false, true, false, "losses", stated<say::sheets::ExportLosses>,
               stated<say::sheets::ExportLossesLine>, ".csv", "csv"},
    ExportInfo{ExportKind::summary, false, true, false, "summary", stated<say::sheets::ExportText>,
               stated<say::sheets::ExportSummaryLine>, ".txt", "text"},
    ExportInfo{ExportKind::answers, false, false, true, "answers",
               stated<say::sheets::ExportAnswers>, stated<say::sheets::ExportAnswersLine>,
               ".answers.json", ""},
};

/// Endings of files of numbers that can be a text, and of those that cannot.
constexpr std::array<std::string_view, 4> kNumberTexts{".csv", ".tsv", ".txt", ".tex"};
constexpr std::array<std::string_view, 7> kNumberFiles{".npy", ".npz", ".safetensors", ".pt",
                                                       ".pth", ".pkl", ".xlsx"};

}  // namespace

std::span<const ExportInfo> exports() { return kExports; }

const ExportInfo& info(ExportKind kind) { return kExports[static_cast<std::size_t>(kind)]; }

std::string_view endingOf(const FileTask& task) {
    if (task.kind == FileTask::Kind::export_as) return info(task.as).ending;
    if (task.kind == FileTask::Kind::save_lesson) return kLessonEnding;
    return task.subject == SubjectKind::document ? kDocumentEnding : kExperimentEnding;
}

bool isNumberFile(std::string_view name, SubjectKind subject) {
    const auto is_ending = [name](std::string_view ending) { return name.ends_with(ending); };
    const bool is_text = std::any_of(kNumberTexts.begin(), kNumberTexts.end(), is_ending);
    return (is_text && subject == SubjectKind::document) ||
           std::any_of(kNumberFiles.begin(), kNumberFiles.end(), is_ending);
}

bool isListed(const FileTask& task, std::string_view name) {
    const bool is_open = task.kind == FileTask::Kind::open;
    if (is_open && task.subject == SubjectKind::experiment) return true;
    const bool may_be_numbers = is_open || task.kind == FileTask::Kind::numbers;
    if (may_be_numbers && isNumberFile(name, SubjectKind::document)) return true;
    return task.kind != FileTask::Kind::numbers && name.ends_with(lastPart(endingOf(task)));
}

std::string fileName(const FileTask& task, const std::string& typed) {
    const std::string_view ending = endingOf(task);
    const bool is_read = task.kind == FileTask::Kind::open ||
                         task.kind == FileTask::Kind::compare ||
                         task.kind == FileTask::Kind::numbers;
    if (is_read || typed.ends_with(lastPart(ending))) return typed;
    return typed + std::string(ending);
}

}  // namespace lookback

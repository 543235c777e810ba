#include "app/state/model/file_task.h"

#include <algorithm>
#include <array>

#include "core/base/named_rows.h"
#include "core/io/export_formats.h"
#include "messages/sheets.h"

namespace lookback {
namespace {

constexpr ExportInfo kPictureExport{ExportKind::picture,
                                    true,
                                    true,
                                    false,
                                    "picture",
                                    stated<say::sheets::ExportPicture>,
                                    stated<say::sheets::ExportPictureLine>,
                                    ".png",
                                    ""};

/// Exports that the command `export` lacks.
constexpr std::array kWindowExports{
    ExportInfo{ExportKind::text, true, false, false, "text", stated<say::sheets::ExportText>,
               stated<say::sheets::ExportTextLine>, ".txt", "text"},
    ExportInfo{ExportKind::training, false, true, false, "training",
               stated<say::sheets::ExportJson>, stated<say::sheets::ExportTrainingLine>,
               ".training.json", "json"},
    ExportInfo{ExportKind::losses, false, true, false, "losses", stated<say::sheets::ExportLosses>,
               stated<say::sheets::ExportLossesLine>, ".csv", "csv"},
    ExportInfo{ExportKind::training_script, false, true, false, "training-script",
               stated<say::sheets::ExportPytorch>, stated<say::sheets::ExportTrainingScriptLine>,
               ".pytorch.py", ""},
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

std::vector<ExportInfo> allExports() {
    std::vector<ExportInfo> all{kPictureExport};
    auto kind = static_cast<std::uint8_t>(ExportKind::formats);
    for (const ExportFormat& row : kExportFormats) {
        all.push_back({.kind = static_cast<ExportKind>(kind++),
                       .of_document = true,
                       .of_experiment = false,
                       .of_lesson = row.write_lesson != nullptr,
                       .name = row.name,
                       .label = row.label,
                       .line = row.about,
                       .ending = row.ending,
                       .format = "",
                       .row = &row});
    }
    all.insert(all.end(), kWindowExports.begin(), kWindowExports.end());
    return all;
}

}  // namespace

std::span<const ExportInfo> exports() {
    static const std::vector<ExportInfo> all = allExports();
    return all;
}

const ExportInfo& info(ExportKind kind) {
    const auto all = exports();
    return *std::find_if(all.begin(), all.end(),
                         [kind](const ExportInfo& row) { return row.kind == kind; });
}

ExportKind exportOf(std::string_view name) { return findByName(exports(), name)->kind; }

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

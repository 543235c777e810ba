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
/// Endings of pictures that open as the work that they carry.
constexpr std::array<std::string_view, 3> kOpenedPictures{".png", ".svg", ".gif"};

std::vector<ExportInfo> allExports() {
    std::vector<ExportInfo> all{kPictureExport};
    auto kind = static_cast<std::uint8_t>(ExportKind::formats);
    for (const ExportFormat& row : kExportFormats) {
#ifndef LOOKBACK_VECTOR_PAGES
        if (row.drawn == DrawnFormat::svg || row.drawn == DrawnFormat::pdf) continue;
#endif
        all.push_back({.kind = static_cast<ExportKind>(kind++),
                       .of_document = true,
                       .of_experiment = row.drawn && row.drawn != DrawnFormat::gif,
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

bool ExportInfo::isPicture() const {
    return kind == ExportKind::picture || (row != nullptr && row->drawn);
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

std::vector<std::string_view> listedEndings(const FileTask& task) {
    const bool is_open = task.kind == FileTask::Kind::open;
    if (is_open && task.subject == SubjectKind::experiment) return {};
    std::vector<std::string_view> endings;
    if (task.kind != FileTask::Kind::numbers) endings.push_back(lastPart(endingOf(task)));
    if (is_open) endings.insert(endings.end(), kOpenedPictures.begin(), kOpenedPictures.end());
    if (is_open || task.kind == FileTask::Kind::numbers) {
        endings.insert(endings.end(), kNumberTexts.begin(), kNumberTexts.end());
        endings.insert(endings.end(), kNumberFiles.begin(), kNumberFiles.end());
    }
    return endings;
}

bool isListed(const FileTask& task, std::string_view name) {
    const std::vector<std::string_view> endings = listedEndings(task);
    return endings.empty() ||
           std::any_of(endings.begin(), endings.end(),
                       [name](std::string_view ending) { return name.ends_with(ending); });
}

bool isRead(const FileTask& task) {
    return task.kind == FileTask::Kind::open || task.kind == FileTask::Kind::compare ||
           task.kind == FileTask::Kind::numbers;
}

bool asksName(const FileTask& task) {
    return task.kind == FileTask::Kind::export_as && task.as == ExportKind::answers;
}

Message fileTaskTitle(const FileTask& task) {
    using Title = say::sheets::Title;
    const auto subject = task.subject == SubjectKind::experiment ? Title::Subject::experiment
                                                                 : Title::Subject::other;
    switch (task.kind) {
        case FileTask::Kind::open: return Title{.task = Title::Task::open, .subject = subject};
        case FileTask::Kind::save: return Title{.task = Title::Task::save, .subject = subject};
        case FileTask::Kind::compare:
            return Title{.task = Title::Task::compare, .subject = subject};
        case FileTask::Kind::save_lesson: return say::sheets::SaveLesson{};
        case FileTask::Kind::numbers: return say::sheets::OpenNumbers{};
        case FileTask::Kind::export_as: break;
    }
    return Title{.task = Title::Task::other, .subject = subject};
}

Message acceptLabel(const FileTask& task) {
    using Accept = say::sheets::Accept;
    switch (task.kind) {
        case FileTask::Kind::open:
        case FileTask::Kind::numbers: return Accept{.task = Accept::Task::open};
        case FileTask::Kind::save_lesson:
        case FileTask::Kind::save: return Accept{.task = Accept::Task::save};
        case FileTask::Kind::compare: return Accept{.task = Accept::Task::compare};
        case FileTask::Kind::export_as: break;
    }
    return Accept{.task = Accept::Task::other};
}

std::string fileName(const FileTask& task, const std::string& typed) {
    const std::string_view ending = endingOf(task);
    if (isRead(task) || typed.ends_with(lastPart(ending))) return typed;
    return typed + std::string(ending);
}

}  // namespace lookback

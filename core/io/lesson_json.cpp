#include "core/io/lesson_json.h"

#include <array>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/io/local_text_json.h"
#include "core/io/mask_json.h"
#include "core/io/outline_json.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::array<std::string_view, 2> kStyles{"torch", "numpy"};
constexpr std::array<std::string_view, 2> kMaskPrints{"allowed", "blocked"};

std::optional<MatrixId> readMatrixName(const Json& json, const std::string& path, Faults& faults) {
    const auto name = readString(json, path, faults);
    if (!name) return std::nullopt;
    if (const MatrixInfo* matrix = findMatrix(*name)) return matrix->id;
    faults.add(path, say::faults::UnknownName{.name = described(json),
                                              .expected = Message(say::expected::MatrixName{}),
                                              .hint = nearestHint(*name, namesOf(kMatrices))});
    return std::nullopt;
}

std::optional<LessonNote> readNote(const Json& json, const std::string& path, Faults& faults) {
    constexpr std::array<std::string_view, 2> kLessonJsonKnown{"stage", "text"};
    const Fields fields(json, path, kLessonJsonKnown, faults);
    const Json* stage = fields.need("stage", say::expected::StageName{});
    const Json* text = fields.need("text", say::expected::Text{});
    if (stage == nullptr || text == nullptr) return std::nullopt;
    const auto id = readMatrixName(*stage, fields.path("stage"), faults);
    auto words = readLocalText(*text, fields.path("text"), faults);
    if (!id || !words) return std::nullopt;
    return LessonNote{*id, *std::move(words)};
}

void readTexts(const Json& json, Lesson& lesson, Faults& faults) {
    constexpr std::array<std::string_view, 8> kLessonJsonKnown{
        "order", "summary", "source", "minutes", "goal", "next", "batch", "notes"};
    const Fields fields(json, "lesson", kLessonJsonKnown, faults);
    if (const Json* order = fields.find("order")) {
        lesson.order =
            static_cast<int>(readWhole(*order, fields.path("order"), 0, faults).value_or(0));
    }
    if (const Json* summary = fields.find("summary")) {
        lesson.summary =
            readLocalText(*summary, fields.path("summary"), faults).value_or(LocalText());
    }
    if (const Json* source = fields.find("source")) {
        lesson.source = readLocalText(*source, fields.path("source"), faults).value_or(LocalText());
    }
    lesson.outline = readOutline(fields, faults);
    if (const Json* batch = fields.find("batch")) {
        lesson.batch = readBool(*batch, fields.path("batch"), faults).value_or(false);
    }
    if (const Json* notes = fields.find("notes")) {
        auto list = readList<LessonNote>(
            *notes, fields.path("notes"), faults,
            [&](const Json& note, const std::string& at) { return readNote(note, at, faults); });
        if (list) lesson.notes = *std::move(list);
    }
}

std::optional<std::vector<std::vector<std::string>>> readRows(const Json& json,
                                                              const std::string& path,
                                                              Faults& faults) {
    return readList<std::vector<std::string>>(
        json, path, faults, [&](const Json& row, const std::string& at) {
            return readList<std::string>(row, at, faults,
                                         [&](const Json& entry, const std::string& place) {
                                             return readString(entry, place, faults);
                                         });
        });
}

std::optional<Expectation> readExpectation(const Json& json, const std::string& path,
                                           Faults& faults) {
    constexpr std::array<std::string_view, 6> kLessonJsonKnown{"matrix",     "style",   "mask",
                                                               "as_numbers", "masking", "rows"};
    const Fields fields(json, path, kLessonJsonKnown, faults);
    const Json* matrix = fields.need("matrix", say::expected::MatrixName{});
    const Json* rows = fields.need("rows", say::expected::PrintedRows{});
    if (matrix == nullptr || rows == nullptr) return std::nullopt;
    Expectation expectation;
    const auto id = readMatrixName(*matrix, fields.path("matrix"), faults);
    auto strings = readRows(*rows, fields.path("rows"), faults);
    if (!id || !strings) return std::nullopt;
    expectation.matrix = *id;
    expectation.rows = *std::move(strings);
    if (const Json* style = fields.find("style")) {
        const auto place = readName(*style, fields.path("style"), kStyles, faults);
        expectation.style = static_cast<PrintStyle>(place.value_or(0));
    }
    if (const Json* mask = fields.find("mask")) {
        const auto place = readName(*mask, fields.path("mask"), kMaskPrints, faults);
        expectation.mask = static_cast<MaskPrint>(place.value_or(0));
    }
    if (const Json* as_numbers = fields.find("as_numbers")) {
        expectation.as_numbers =
            readBool(*as_numbers, fields.path("as_numbers"), faults).value_or(false);
    }
    if (const Json* masking = fields.find("masking")) {
        expectation.masking = readMasking(*masking, fields.path("masking"), faults);
    }
    return expectation;
}

std::string writeExpectation(const Expectation& expectation, int indent) {
    JsonFields fields{{"matrix", jsonString(info(expectation.matrix).name)},
                      {"style", jsonString(kStyles[static_cast<std::size_t>(expectation.style)])}};
    if (expectation.matrix == MatrixId::mask) {
        fields.emplace_back("mask",
                            jsonString(kMaskPrints[static_cast<std::size_t>(expectation.mask)]));
        fields.emplace_back("as_numbers", jsonBool(expectation.as_numbers));
    }
    if (expectation.masking) fields.emplace_back("masking", writeMasking(*expectation.masking));
    const auto rows = jsonItems(expectation.rows, [](const std::vector<std::string>& row) {
        return fmt::format("[{}]", fmt::join(jsonItems(row, jsonString), ", "));
    });
    fields.emplace_back("rows", jsonLines(rows, indent));
    return jsonInline(fields);
}

}  // namespace

std::shared_ptr<const Lesson> readLesson(const Json* lesson, const Json* expect, Faults& faults) {
    if (lesson == nullptr && expect == nullptr) return nullptr;
    auto read = std::make_shared<Lesson>();
    if (lesson != nullptr) readTexts(*lesson, *read, faults);
    if (expect != nullptr) {
        auto list = readList<Expectation>(*expect, "expect", faults,
                                          [&](const Json& entry, const std::string& at) {
                                              return readExpectation(entry, at, faults);
                                          });
        if (list) read->expect = *std::move(list);
    }
    return read;
}

std::string writeLesson(const Lesson& lesson, int indent) {
    const bool has_texts = lesson.order != 0 || !lesson.summary.empty() || !lesson.source.empty() ||
                           lesson.batch || !lesson.notes.empty() || lesson.outline != Outline();
    if (!has_texts) return "";
    JsonFields fields{{"order", std::to_string(lesson.order)},
                      {"summary", writeLocalText(lesson.summary)},
                      {"source", writeLocalText(lesson.source)}};
    writeOutline(lesson.outline, fields);
    if (lesson.batch) fields.emplace_back("batch", jsonBool(true));
    const auto notes = jsonItems(lesson.notes, [](const LessonNote& note) {
        return jsonInline(
            {{"stage", jsonString(info(note.stage).name)}, {"text", writeLocalText(note.text)}});
    });
    fields.emplace_back("notes", jsonLines(notes, indent + 2));
    return jsonObject(fields, indent);
}

std::string writeExpectations(const Lesson& lesson, int indent) {
    if (lesson.expect.empty()) return "";
    const auto items = jsonItems(lesson.expect, [indent](const Expectation& entry) {
        return writeExpectation(entry, indent + 2);
    });
    return jsonLines(items, indent);
}

}  // namespace lookback

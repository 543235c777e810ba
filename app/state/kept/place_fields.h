/// The fields of the place in a document and in an experiment, as a session keeps it: one list for
/// each struct. How lists of fields are written and read: field_list.h.
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/state/kept/field_list.h"
#include "app/state/kept/session.h"
#include "app/state/model/compare_views.h"
#include "core/io/document_json.h"
#include "core/io/mask_json.h"

namespace lookback {

/// A name in a file, where a table has no other use for rows.
struct KeptName {
    std::string_view name;
};

/// A step of the training. The end is written as no field, since it stays the end when the number
/// of steps changes.
struct StepOrEnd {
    static constexpr Index kEnd = std::numeric_limits<Index>::max();

    [[nodiscard]] std::string write(Index step) const {
        return step <= kMaxSteps ? std::to_string(step) : "";
    }
    void read(const Json& json, const std::string& path, Index& step, Faults& faults) const {
        Whole().read(json, path, step, faults);
        if (step > kMaxSteps) step = kEnd;
    }
    void absent(const std::string&, Index& step, Faults&) const { step = kEnd; }
};

struct TrainPlaceFields {
    static void walk(auto& place, auto& field) {
        field("step", place.step, StepOrEnd{});
        field("head", place.head, Whole{});
        field("word", place.word, Whole{});
        field("probe", place.probe, Text{});
        field("logarithmic", place.is_logarithmic, Flag{});
        field("from", place.chart.from, Number{0, 1});
        field("to", place.chart.to, Number{0, 1});
        field("speed", place.speed, Whole{std::ssize(kTrainSpeeds) - 1});
        field("number", place.below, StepIsBelow{});
        field("matrix", place.number.matrix, Whole{});
        field("row", place.number.row, Whole{});
        field("col", place.number.col, Whole{});
    }
    static void mend(TrainPlace& place) {
        if (place.chart.from >= place.chart.to) place.chart = {};
    }

private:
    /// True in the file: the card below the figures explains the step of one number.
    struct StepIsBelow {
        [[nodiscard]] std::string write(TrainBelow below) const {
            return jsonBool(below == TrainBelow::step);
        }
        void read(const Json& json, const std::string& path, TrainBelow& below,
                  Faults& faults) const {
            const bool is_step = readBool(json, path, faults).value_or(false);
            below = is_step ? TrainBelow::step : TrainBelow::written;
        }
    };
};

struct GeneratePlaceFields {
    static void walk(auto& place, auto& field) {
        field("prompt", place.prompt, Text{});
        field("temperature", place.choice.temperature, Number{kLeastTemperature, kMostTemperature});
        field("top_k", place.choice.top_k, Whole{});
        field("greedy", place.choice.is_greedy, Flag{});
        field("seed", place.choice.seed, Seed{});
        field("written", place.written, Whole{kMostWords});
        field("part", place.part, Whole{std::ssize(kWordParts) - 1});
        field("shown", place.shown, Whole{static_cast<Index>(TwinsShown::b)});
        field("told", place.told, Whole{1});
        field("head", place.head, Whole{});
    }
};

struct LeakPlaceFields {
    /// In the order of the enumerators.
    static constexpr std::array kProbes{KeptName{"nudge"}, KeptName{"append"}};

    static void walk(auto& place, auto& field) {
        field("probe", place.probe, Named{kProbes});
        field("token", place.nudge.token, WholeOrNull{});
        field("dimension", place.nudge.dimension, WholeOrNull{});
        field("seed", place.nudge.seed, Whole{});
        field("amount", place.nudge.amount, Number{});
        field("word", place.word, Text{});
        field.notKept(place.wiggling);
        field.notKept(place.wiggled);
    }
};

/// Rules and painted cells, as a document has them.
struct MaskFields {
    bool is_written = true;

    void walk(auto& mask, auto& field) const {
        field("mask", mask.rules, WrittenIf{is_written, AsInDocuments{writeRules, readMaskRules}});
        field("flips", mask.flips, WrittenIf{is_written, AsInDocuments{writeCells, readFlips}});
    }

private:
    static std::string writeRules(const std::vector<MaskRule>& rules) {
        return writeMaskRules(rules, 0);
    }
    static std::string writeCells(const std::vector<Cell>& flips) { return writeFlips(flips, 0); }
};

/// The choices that make a variant; only those that its kind needs are written. Of a file nothing
/// but the kind is written.
struct VariantChoiceFields {
    /// In the order of the enumerators.
    static constexpr std::array<KeptName, kVariantKinds> kKinds{{{"document"},
                                                                 {"unmasked"},
                                                                 {"method"},
                                                                 {"value"},
                                                                 {"order"},
                                                                 {"softmax"},
                                                                 {"dtype"},
                                                                 {"scale"},
                                                                 {"mask"},
                                                                 {"snapshot"},
                                                                 {"file"}}};

    static void walk(auto& choice, auto& field) {
        field("kind", choice.kind, Named{kKinds});
        const VariantKind kind = choice.kind;
        if (kind == VariantKind::file) return;
        const bool is_scale = kind == VariantKind::scale;
        const bool is_masking = is_scale || kind == VariantKind::method ||
                                kind == VariantKind::value || kind == VariantKind::order ||
                                kind == VariantKind::softmax;
        field("masking", choice.masking,
              WrittenIf{is_masking, AsInDocuments{writeMasking, readMasking}});
        field("dtype", choice.dtype, WrittenIf{kind == VariantKind::dtype, Named{kDTypes}});
        field("scale", choice.scale, WrittenIf{is_scale, AsInDocuments{writeScale, readScale}});
        MaskFields{kind == VariantKind::mask}.walk(choice.mask, field);
        field("name", choice.name, WrittenIf{kind == VariantKind::snapshot, Text{}});
        field.notKept(choice.file);
    }
};

/// A side of a comparison. A file is not read again: the side becomes the usual one.
struct ComparedChoice {
    [[nodiscard]] std::string write(const VariantChoice& choice) const {
        return writeFields(choice, VariantChoiceFields{});
    }
    void read(const Json& json, const std::string& path, VariantChoice& choice,
              Faults& faults) const {
        VariantChoice read;
        readFields(json, path, read, VariantChoiceFields{}, faults);
        if (read.kind != VariantKind::file) choice = std::move(read);
    }
};

/// Something in a list, each with a codec of its own.
template <class Codec>
struct ListOf {
    Codec codec;

    template <class Value>
    [[nodiscard]] std::string write(const std::vector<Value>& values) const {
        std::string list;
        for (const Value& value : values) list += (list.empty() ? "" : ", ") + codec.write(value);
        return "[" + list + "]";
    }
    template <class Value>
    void read(const Json& json, const std::string& path, std::vector<Value>& values,
              Faults& faults) const {
        const auto read =
            readList<Value>(json, path, faults, [&](const Json& entry, const std::string& at) {
                std::optional<Value> value(std::in_place);
                codec.read(entry, at, *value, faults);
                return value;
            });
        if (read) values = *read;
    }
};
template <class Codec>
ListOf(Codec) -> ListOf<Codec>;

struct AnsweredCellFields {
    static void walk(auto& cell, auto& field) {
        field("matrix", cell.id, Named{kMatrices});
        field("head", cell.head, Whole{});
        field("row", cell.cell.row, Whole{});
        field("col", cell.cell.col, Whole{});
    }
};

/// An answer as an object with one field, which says of which kind it is.
struct KeptAnswer {
    static constexpr std::array<std::string_view, 4> kKinds{"number", "cell", "token", "choice"};

    [[nodiscard]] std::string write(const std::optional<TaskAnswer>& answer) const {
        if (!answer) return "";
        std::string value;
        if (const auto* const number = std::get_if<double>(&*answer)) {
            value = jsonNumber(*number);
        } else if (const auto* const cell = std::get_if<AnsweredCell>(&*answer)) {
            value = writeFields(*cell, AnsweredCellFields{});
        } else if (const auto* const token = std::get_if<AnsweredToken>(&*answer)) {
            value = std::to_string(token->place);
        } else {
            value = std::to_string(std::get<AnsweredChoice>(*answer).place);
        }
        return jsonInline({{kKinds[answer->index()], value}});
    }
    void read(const Json& json, const std::string& path, std::optional<TaskAnswer>& answer,
              Faults& faults) const {
        const Fields fields(json, path, kKinds, faults);
        if (const Json* const number = fields.find("number")) {
            answer = readAnswered(*number, fields.path("number"), faults);
        }
        if (const Json* const cell = fields.find("cell")) {
            AnsweredCell read;
            readFields(*cell, fields.path("cell"), read, AnsweredCellFields{}, faults);
            answer = read;
        }
        if (const Json* const token = fields.find("token")) {
            answer = AnsweredToken{readWhole(*token, fields.path("token"), 0, faults).value_or(0)};
        }
        if (const Json* const choice = fields.find("choice")) {
            const Index place = readWhole(*choice, fields.path("choice"), 0, faults).value_or(0);
            answer = AnsweredChoice{static_cast<std::size_t>(place)};
        }
    }

private:
    /// A number, or ±∞ as `jsonNumber` writes it.
    static std::optional<double> readAnswered(const Json& json, const std::string& path,
                                              Faults& faults) {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        if (json == "inf") return kInfinity;
        if (json == "-inf") return -kInfinity;
        return readNumber(json, path, faults);
    }
};

struct TaskProgressFields {
    static void walk(auto& task, auto& field) {
        field("seed", task.seed, WrittenIf{!task.seed.empty(), Text{}});
        field("first", task.first, KeptAnswer{});
        field("last", task.last, KeptAnswer{});
        field("solved", task.is_solved, WrittenIf{task.is_solved, Flag{}});
        field("shown", task.is_shown, WrittenIf{task.is_shown, Flag{}});
        field("hints", task.hints, WrittenIf{task.hints > 0, Whole{}});
        field("hands", task.hands, WrittenIf{!task.hands.empty(), ListOf{Whole{}}});
        field("hands_before", task.hands_before,
              WrittenIf{!task.hands_before.empty(), ListOf{Whole{}}});
        field("done", task.was_done, WrittenIf{task.was_done, Flag{}});
    }
};

struct LessonProgressFields {
    static void walk(auto& progress, auto& field) {
        field("lesson", progress.lesson, Text{});
        field("step", progress.step, Whole{});
        field("tasks", progress.tasks, ListOf{Object{TaskProgressFields{}}});
    }
};

struct SavedPlaceFields {
    static void walk(auto& place, auto& field) {
        field("mode", place.mode, Named{kModes});
        field("step", place.step, Named{kMatrices});
        field("cell", place.cell, Whole{});
        field("revealed", place.revealed, Whole{});
        field("head", place.head, Whole{});
        field("a", place.compared.a, ComparedChoice{});
        field("b", place.compared.b, ComparedChoice{});
        field("leak", place.leak, Object{LeakPlaceFields{}});
        field("compare", place.compare_view, Named{kCompareViews});
        field("growth", place.score_growth,
              WrittenIf{place.score_growth != 1,
                        Number{kScoreGrowths.front(), kScoreGrowths.back()}});
        field("train", place.train, ObjectIfSound{TrainPlaceFields{}});
        field("generate", place.generate, ObjectIfSound{GeneratePlaceFields{}});
        // In sessions of older versions; now progress has a file of its own (progress_text.h).
        field("lessons", place.lessons, WrittenIf{false, ListOf{Object{LessonProgressFields{}}}});
    }
    static void mend(SavedPlace& place) { place.revealed = std::max(place.cell, place.revealed); }
};

}  // namespace lookback

/// All that is kept of a window and of a person's settings: one list of fields for each struct.
/// How lists are written and read: field_list.h.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/state/kept/field_list.h"
#include "app/state/kept/session.h"
#include "app/state/kept/session_text.h"
#include "app/state/kept/workshop_text.h"
#include "app/state/model/compare_views.h"
#include "app/state/model/preferences.h"
#include "core/base/text.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/lesson_library.h"
#include "core/io/mask_json.h"
#include "core/io/path.h"

namespace lookback {

/// A name in a file, where a table has no other use for rows.
struct KeptName {
    std::string_view name;
};

// --- settings.json -------------------------------------------------------------------------------

/// A whole number within bounds; one outside them is a fault.
struct Within {
    int least;
    int most;

    [[nodiscard]] std::string write(int number) const { return std::to_string(number); }
    void read(const Json& json, const std::string& path, int& number, Faults& faults) const {
        if (json.is_number_integer()) {  // also true for unsigned ones
            const auto value = json.get<std::int64_t>();
            if (value >= least && value <= most) {
                number = static_cast<int>(value);
                return;
            }
        }
        faults.add(path, fmt::format("is {}, expected a whole number from {} to {}",
                                     described(json), least, most));
    }
};

/// How fast Play goes: in the file the factor, in the struct its row of kPlaySpeeds.
struct PlaySpeed {
    [[nodiscard]] std::string write(int row) const {
        return jsonNumber(kPlaySpeeds[static_cast<std::size_t>(row)]);
    }
    void read(const Json& json, const std::string& path, int& row, Faults& faults) const {
        const auto* const at =
            json.is_number() ? std::find(kPlaySpeeds.begin(), kPlaySpeeds.end(), json.get<double>())
                             : kPlaySpeeds.end();
        if (at == kPlaySpeeds.end()) {
            faults.add(path, fmt::format("is {}, expected one of {}", described(json),
                                         fmt::join(kPlaySpeeds, ", ")));
        } else {
            row = static_cast<int>(at - kPlaySpeeds.begin());
        }
    }
};

/// A choice between two conventions, each with its name.
struct Either {
    std::array<std::string_view, 2> names;  ///< of true, of false

    [[nodiscard]] std::string write(bool is_first) const {
        return jsonString(names[is_first ? 0 : 1]);
    }
    void read(const Json& json, const std::string& path, bool& is_first, Faults& faults) const {
        if (const auto name = readName(json, path, names, faults)) is_first = *name == 0;
    }
};

/// Width and height of the window, in points.
struct Sides {
    [[nodiscard]] std::string write(const WindowSides& window) const {
        return fmt::format("[{}, {}]", window.width, window.height);
    }
    void read(const Json& json, const std::string& path, WindowSides& window,
              Faults& faults) const {
        if (!json.is_array() || json.size() != 2) {
            faults.add(path, fmt::format("is {}, expected width and height", described(json)));
            return;
        }
        Within{kLeastWidth, kMostWidth}.read(json[0], joined(path, 0), window.width, faults);
        Within{kLeastHeight, kMostHeight}.read(json[1], joined(path, 1), window.height, faults);
    }
};

struct SettingsFields {
    static constexpr std::string_view kVersion = "lookback_settings";

    static void walk(auto& settings, auto& field) {
        auto& preferences = settings.preferences;
        field.constant(kVersion, "1");
        field("theme", preferences.theme, Named{kThemeNames});
        field("type_percent", preferences.type_percent,
              Within{kLeastTypePercent, kMostTypePercent});
        field("decimals", preferences.decimals, Within{0, kMostDecimals});
        field("motion", preferences.has_motion, Flag{});
        field("play_speed", preferences.play_speed, PlaySpeed{});
        field("mask_true", preferences.conventions.true_is_allowed, Either{"allowed", "blocked"});
        field("queries", preferences.conventions.rows_are_queries, Either{"rows", "columns"});
        field("window", settings.window, Sides{});
    }
};

// --- where one stands ----------------------------------------------------------------------------

/// Steps of training. Whoever stands at the end stands there whatever the number of steps becomes:
/// the end is left out.
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
    /// Whether the step of one number is explained below the figures.
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

/// What a variant is made with: only what its kind asks for is written. Of a file only that there
/// was one.
struct VariantChoiceFields {
    /// In the order of the enumerators.
    static constexpr std::array<KeptName, kVariantKinds> kKinds{{{"document"},
                                                                 {"unmasked"},
                                                                 {"method"},
                                                                 {"value"},
                                                                 {"order"},
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
                                kind == VariantKind::value || kind == VariantKind::order;
        field("masking", choice.masking,
              WrittenIf{is_masking, AsInDocuments{writeMasking, readMasking}});
        field("dtype", choice.dtype, WrittenIf{kind == VariantKind::dtype, Named{kDTypes}});
        field("scale", choice.scale, WrittenIf{is_scale, AsInDocuments{writeScale, readScale}});
        MaskFields{kind == VariantKind::mask}.walk(choice.mask, field);
        field("name", choice.name, WrittenIf{kind == VariantKind::snapshot, Text{}});
        field.notKept(choice.file);
    }
};

/// A side of a comparison; one that was a file becomes the usual one again.
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
        field("train", place.train, ObjectIfSound{TrainPlaceFields{}});
        field("generate", place.generate, ObjectIfSound{GeneratePlaceFields{}});
    }
    static void mend(SavedPlace& place) { place.revealed = std::max(place.cell, place.revealed); }
};

// --- lines of a session --------------------------------------------------------------------------

/// What the first line of a session says of the experiment. What is wrong with it costs the
/// experiment alone.
struct WorkshopHeadFields {
    static void walk(auto& head, auto& field) {
        field("texts", head.texts, Whole{});
        field("origins", head.origins, Whole{});
        field("steps", head.steps, Whole{});
        field("at", head.at, Whole{});
        field("unsaved", head.is_unsaved, TrueAlone{});
        field.notKept(head.faults);
    }

    [[nodiscard]] std::string write(const std::optional<WorkshopHead>& head) const {
        return head ? writeFields(*head, *this) : "";
    }
    void read(const Json& json, const std::string& path, std::optional<WorkshopHead>& head,
              Faults&) const {
        head.emplace();
        readFields(json, path, *head, *this, head->faults);
    }

private:
    /// Everything but `true` is false.
    struct TrueAlone : Flag {
        void read(const Json& json, const std::string&, bool& flag, Faults&) const {
            flag = json == true;
        }
    };
};

/// The first line of a session.
struct FirstLine {
    SessionHead head{};
    std::size_t origins = 0;
    std::size_t steps = 0;
    std::size_t at = 0;  ///< the step on screen
    std::optional<SavedPlace> place{};
    std::optional<WorkshopHead> workshop{};
};

struct FirstLineFields {
    static constexpr std::string_view kVersion = "lookback_session";

    static void walk(auto& line, auto& field) {
        field.constant(kVersion, std::to_string(kSessionVersion));
        field("title", line.head.title, Text{});
        field("unsaved", line.head.is_unsaved, Flag{});
        field("closed", line.head.is_closed, Flag{});
        field("draft", line.head.draft, Text{});
        field("origins", line.origins, Whole{});
        field("steps", line.steps, Whole{});
        field("at", line.at, Whole{});
        field("place", line.place, Place{});
        field("workshop", line.workshop, WorkshopHeadFields{});
        field.notKept(line.head.has_unsaved_experiment);  // the workshop says it
    }
    static void mend(FirstLine& line) {
        line.head.has_unsaved_experiment = line.workshop && line.workshop->is_unsaved;
    }

private:
    struct Place {
        [[nodiscard]] std::string write(const std::optional<SavedPlace>& place) const {
            return place ? writeFields(*place, SavedPlaceFields{}) : "";
        }
        void read(const Json& json, const std::string& path, std::optional<SavedPlace>& place,
                  Faults& faults) const {
            readFields(json, path, place.emplace(), SavedPlaceFields{}, faults);
        }
    };
};

/// A text that is left out where it is empty, or where JSON cannot hold it.
struct TextIfAny : Text {
    [[nodiscard]] std::string write(const std::string& text) const {
        return !text.empty() && isUtf8(text) ? jsonString(text) : "";
    }
};

/// Something that has a line of its own, by the number of that line.
template <class Value>
struct LineNumber {
    const std::vector<std::shared_ptr<const Value>>& lines;

    [[nodiscard]] std::string write(const std::shared_ptr<const Value>& value) const {
        const auto at = std::find(lines.begin(), lines.end(), value);
        return at != lines.end() ? std::to_string(at - lines.begin()) : "";
    }
    void read(const Json& json, const std::string& path, std::shared_ptr<const Value>& value,
              Faults& faults) const {
        take(readWhole(json, path, 0, faults).value_or(0), path, value, faults);
    }
    void absent(const std::string& path, std::shared_ptr<const Value>& value,
                Faults& faults) const {
        take(0, path, value, faults);
    }

private:
    void take(Index number, const std::string& path, std::shared_ptr<const Value>& value,
              Faults& faults) const {
        const auto at = static_cast<std::size_t>(number);
        if (at < lines.size()) {
            value = lines[at];
        } else {
            faults.add(path, fmt::format("is {}, expected less than {}", at, lines.size()));
        }
    }
};
template <class Value>
LineNumber(const std::vector<std::shared_ptr<const Value>>&) -> LineNumber<Value>;

/// A document of a session. Texts of lessons are never edited: only the document that was opened
/// has them.
struct KeptDocument {
    double allowed;  ///< bytes of memory that the document and its trace may take

    [[nodiscard]] std::string write(Document document) const {
        document.lesson.reset();
        return writeWhole(document);
    }
    void read(const Json& json, const std::string& path, Document& document, Faults& faults) const {
        Checked<Document> read = documentOf(json, allowed);
        if (read) {
            document = *std::move(read);
            return;
        }
        for (Error& fault : read.error()) {
            faults.add(joined(path, fault.where), std::move(fault.message));
        }
    }
    void absent(const std::string& path, Document&, Faults& faults) const {
        if (faults.empty()) faults.add(path, "is missing, expected a document");
    }

    [[nodiscard]] static std::string writeWhole(const Document& document) {
        return jsonWithoutSpace(writeDocument(document));
    }
};

/// The document that was opened: left out where it is a lesson as it is shipped.
struct OpenedDocument {
    const std::string& lesson;  ///< its id; empty: it is none
    double allowed;             ///< as in KeptDocument

    [[nodiscard]] std::string write(const std::shared_ptr<const Document>& document) const {
        std::string text = KeptDocument::writeWhole(*document);
        if (lesson.empty()) return text;
        const Checked<Document> shipped = openLesson(lesson);
        return shipped && KeptDocument::writeWhole(*shipped) == text ? "" : text;
    }
    void read(const Json& json, const std::string& path, std::shared_ptr<const Document>& document,
              Faults& faults) const {
        Document read;
        KeptDocument{allowed}.read(json, path, read, faults);
        document = std::make_shared<const Document>(std::move(read));
    }
    void absent(const std::string& path, std::shared_ptr<const Document>& document,
                Faults& faults) const {
        Checked<Document> shipped = openLesson(lesson);
        if (!shipped && faults.empty()) {
            faults.add(path, "is missing, and there is no such lesson");
        }
        document = std::make_shared<const Document>(shipped ? *std::move(shipped) : Document());
    }
};

/// A document as its file has it: `true` where that is as it was opened; left out where it is in no
/// file.
struct SavedDocument {
    const std::shared_ptr<const Document>& opened;
    double allowed;  ///< as in KeptDocument

    [[nodiscard]] std::string write(const std::shared_ptr<const Document>& saved) const {
        if (!saved) return "";
        return *saved == *opened ? "true" : KeptDocument{allowed}.write(*saved);
    }
    void read(const Json& json, const std::string& path, std::shared_ptr<const Document>& saved,
              Faults& faults) const {
        saved = opened;
        if (json == true) return;
        Document read = *opened;
        KeptDocument{allowed}.read(json, path, read, faults);
        read.lesson = opened->lesson;
        saved = std::make_shared<const Document>(std::move(read));
    }
};

struct OriginFields {
    double allowed;  ///< as in KeptDocument

    void walk(auto& origin, auto& field) const {
        field("lesson", origin.shipped, TextIfAny{});
        field("file", origin.file, TextIfAny{});
        field("fingerprint", origin.fingerprint, TextIfAny{});
        field("draft", origin.draft, TextIfAny{});
        field("document", origin.opened, OpenedDocument{origin.shipped, allowed});
        field("saved", origin.saved, SavedDocument{origin.opened, allowed});
    }
    static void mend(Origin<Document>& origin) {
        if (!isLesson(origin.shipped)) origin.shipped.clear();
        if (!isFromRoot(origin.file)) origin.file.clear();
    }
};

struct SnapshotFields {
    const std::vector<std::shared_ptr<const Origin<Document>>>& origins;
    double allowed;  ///< as in KeptDocument

    void walk(auto& step, auto& field) const {
        field("origin", step.origin, LineNumber{origins});
        field("token", step.token, Whole{});
        field("remembered", step.remembered, Object{MaskFields{}});
        field("document", step.document, KeptDocument{allowed});
    }
    static void mend(Snapshot& step) {
        if (step.origin) step.document.lesson = step.origin->opened->lesson;
        step.token = std::clamp<Index>(step.token, 0, std::max<Index>(step.document.n() - 1, 0));
    }
};

/// The texts of a session's experiments: each has a line of its own, however many steps have it.
class ExperimentTexts {
public:
    /// The number of a text's line; a new one where it has none.
    [[nodiscard]] std::size_t numberOf(const std::string& text) {
        const auto same = [&](const auto& other) { return *other == text; };
        const auto at = std::find_if(texts_.rbegin(), texts_.rend(), same);
        if (at != texts_.rend()) return static_cast<std::size_t>(texts_.rend() - at) - 1;
        texts_.push_back(std::make_shared<const std::string>(text));
        return texts_.size() - 1;
    }
    void add(std::string text) {
        texts_.push_back(std::make_shared<const std::string>(std::move(text)));
    }
    [[nodiscard]] const std::vector<std::shared_ptr<const std::string>>& all() const {
        return texts_;
    }

private:
    std::vector<std::shared_ptr<const std::string>> texts_;
};

/// An experiment of a session: as its file, but for its text, which is the number of a line.
struct KeptExperiment {
    ExperimentTexts& texts;

    [[nodiscard]] std::string write(const std::shared_ptr<const Experiment>& experiment) const {
        Experiment alone = *experiment;
        alone.text.clear();
        return fmt::format("{{\"text\": {}, \"experiment\": {}}}", texts.numberOf(experiment->text),
                           jsonWithoutSpace(writeExperiment(alone)));
    }
    void read(const Json& json, const std::string& path,
              std::shared_ptr<const Experiment>& experiment, Faults& faults) const {
        static constexpr std::array<std::string_view, 2> kKnown{"text", "experiment"};
        const Fields fields(json, path, kKnown, faults);
        std::size_t number = 0;
        if (const Json* const text = fields.find("text")) {
            Whole().read(*text, fields.path("text"), number, faults);
        }
        const Json* const found = fields.find("experiment");
        if (found == nullptr || !found->is_object() || number >= texts.all().size()) {
            return faults.add(path, "is no experiment with one of the texts");
        }
        Json whole = *found;
        whole["text"] = *texts.all()[number];
        Checked<Experiment> read = experimentOf(whole);
        if (read) {
            experiment = std::make_shared<const Experiment>(*std::move(read));
            return;
        }
        for (Error& fault : read.error()) {
            faults.add(joined(fields.path("experiment"), fault.where), std::move(fault.message));
        }
    }
    void absent(const std::string& path, std::shared_ptr<const Experiment>&, Faults& faults) const {
        if (faults.empty()) faults.add(path, "is missing, expected an experiment");
    }
};

/// An experiment as its file has it: `true` where that is as it was opened; left out where it is in
/// no file.
struct SavedExperiment {
    const std::shared_ptr<const Experiment>& opened;
    ExperimentTexts& texts;

    [[nodiscard]] std::string write(const std::shared_ptr<const Experiment>& saved) const {
        if (!saved) return "";
        return *saved == *opened ? "true" : KeptExperiment{texts}.write(saved);
    }
    void read(const Json& json, const std::string& path, std::shared_ptr<const Experiment>& saved,
              Faults& faults) const {
        if (json == true) {
            saved = opened;
        } else {
            KeptExperiment{texts}.read(json, path, saved, faults);
        }
    }
};

struct ExperimentOriginFields {
    ExperimentTexts& texts;

    void walk(auto& origin, auto& field) const {
        field("id", origin.shipped, TextIfAny{});
        field("file", origin.file, TextIfAny{});
        field("fingerprint", origin.fingerprint, TextIfAny{});
        field("draft", origin.draft, TextIfAny{});
        field("opened", origin.opened, KeptExperiment{texts});
        field("saved", origin.saved, SavedExperiment{origin.opened, texts});
    }
    static void mend(Origin<Experiment>& origin) {
        if (!isShippedExperiment(origin.shipped)) origin.shipped.clear();
        if (!isFromRoot(origin.file)) origin.file.clear();
    }
};

struct ExperimentSnapshotFields {
    const std::vector<std::shared_ptr<const Origin<Experiment>>>& origins;
    ExperimentTexts& texts;

    void walk(auto& step, auto& field) const {
        field("origin", step.origin, LineNumber{origins});
        field("now", step.experiment, KeptExperiment{texts});
    }
};

}  // namespace lookback

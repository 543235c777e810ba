/// The fields of each line of a session: one list for each struct. How lists of fields are written
/// and read: field_list.h.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/state/kept/experiment_work_text.h"
#include "app/state/kept/field_list.h"
#include "app/state/kept/place_fields.h"
#include "app/state/kept/session.h"
#include "app/state/kept/session_text.h"
#include "core/base/text.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/experiment_library.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/lesson_library.h"
#include "core/io/path.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {

/// The entry of the first line of a session about the experiment. A fault in it makes the
/// experiment unreadable, but not the session.
struct ExperimentWorkHeadFields {
    static void walk(auto& head, auto& field) {
        field("texts", head.texts, Whole{});
        field("origins", head.origins, Whole{});
        field("steps", head.steps, Whole{});
        field("at", head.at, Whole{});
        field("unsaved", head.is_unsaved, TrueAlone{});
        field.notKept(head.faults);
    }

    [[nodiscard]] std::string write(const std::optional<ExperimentWorkHead>& head) const {
        return head ? writeFields(*head, *this) : "";
    }
    void read(const Json& json, const std::string& path, std::optional<ExperimentWorkHead>& head,
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

/// The lesson that is being written: its file, and the step on the screen. A draft that cannot be
/// read is no fault of the session.
struct KeptLesson {
    [[nodiscard]] std::string write(const std::optional<LessonDraft>& draft) const {
        if (!draft) return "";
        return jsonInline({{"file", draft->file.draftText()},
                           {"path", jsonString(draft->path)},
                           {"fingerprint", jsonString(draft->fingerprint)},
                           {"saved", jsonBool(draft->isSaved())},
                           {"step", std::to_string(draft->step)},
                           {"open", jsonBool(draft->is_open)},
                           {"tried", jsonBool(draft->is_tried)}});
    }
    void read(const Json& json, const std::string& path, std::optional<LessonDraft>& draft,
              Faults&) const {
        static constexpr std::array<std::string_view, 7> kKnown{
            "file", "path", "fingerprint", "saved", "step", "open", "tried"};
        Faults own;
        const Fields fields(json, path, kKnown, own);
        const Json* const file = fields.find("file");
        if (file == nullptr) return;
        Checked<LessonFile> read = LessonFile::ofDraft(*file);
        if (!read) return;
        draft.emplace(*std::move(read));
        const auto take = [&](std::string_view name, auto& member, const auto& codec) {
            if (const Json* const found = fields.find(name)) {
                codec.read(*found, fields.path(name), member, own);
            }
        };
        bool is_saved = false;
        take("path", draft->path, Text{});
        take("fingerprint", draft->fingerprint, Text{});
        take("saved", is_saved, Flag{});
        take("step", draft->step, Whole{});
        take("open", draft->is_open, Flag{});
        take("tried", draft->is_tried, Flag{});
        if (is_saved) draft->saved = draft->file.draftText();
    }
};

/// The first line of a session.
struct FirstLine {
    SessionHead head{};
    std::size_t origins = 0;
    std::size_t steps = 0;
    std::size_t at = 0;  ///< index of the step on screen
    std::optional<SavedPlace> place{};
    std::optional<LessonDraft> lesson{};
    std::optional<ExperimentWorkHead> experiment{};
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
        field("lesson", line.lesson, KeptLesson{});
        field("workshop", line.experiment, ExperimentWorkHeadFields{});
        field.notKept(line.head.has_unsaved_experiment);  // `experiment` has it
        field.notKept(line.head.lessons);                 // `place` has them
    }
    static void mend(FirstLine& line) {
        line.head.has_unsaved_experiment = line.experiment && line.experiment->is_unsaved;
        if (line.place) line.head.lessons = line.place->lessons;
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

/// A list of texts. A text that JSON cannot hold is left out.
struct Texts {
    [[nodiscard]] std::string write(const std::vector<std::string>& texts) const {
        std::string list;
        for (const std::string& text : texts) {
            if (!isUtf8(text)) continue;
            list += (list.empty() ? "" : ", ") + jsonString(text);
        }
        return "[" + list + "]";
    }
    void read(const Json& json, const std::string& path, std::vector<std::string>& texts,
              Faults& faults) const {
        const auto read = readList<std::string>(json, path, faults,
                                                [&](const Json& entry, const std::string& at) {
                                                    return readString(entry, at, faults);
                                                });
        if (read) texts = *read;
    }
};

/// A value that has a line of its own, written as the number of that line.
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
            faults.add(path,
                       say::faults::Wrong{.value = Verbatim{std::to_string(at)},
                                          .expected = Message(say::expected::Below{
                                              .most = Verbatim{std::to_string(lines.size())}})});
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
        if (faults.empty())
            faults.add(path, say::faults::Missing{.expected = Message(say::expected::Document{})});
    }

    [[nodiscard]] static std::string writeWhole(const Document& document) {
        return jsonWithoutSpace(writeDocument(document));
    }
};

/// The document that was opened. Not written where it equals the lesson that is shipped.
struct OpenedDocument {
    const std::string& lesson;  ///< id of the lesson; empty: it is no lesson
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
            faults.add(path, say::faults::LessonNotFound{});
        }
        document = std::make_shared<const Document>(shipped ? *std::move(shipped) : Document());
    }
};

/// A document as its file has it: `true` if it is the document that was opened; left out if it is
/// in no file.
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

/// The lesson that a work belongs to: `true` where it is the shipped lesson with the origin's id,
/// else the whole lesson and the path of its file.
struct LessonOfOrigin {
    const std::string& shipped;

    [[nodiscard]] std::string write(const std::shared_ptr<const LessonSource>& source) const {
        if (source == nullptr) return "";
        if (source->file.empty()) return "true";
        return jsonInline({{"file", jsonString(source->file)},
                           {"lesson", jsonWithoutSpace(writeGuidedLesson(*source->lesson))}});
    }
    /// A lesson that cannot be read any more is no fault: its work stays.
    void read(const Json& json, const std::string& path,
              std::shared_ptr<const LessonSource>& source, Faults& faults) const {
        if (json == true) return take(openGuidedLesson(shipped), "", source);
        static constexpr std::array<std::string_view, 2> kKnown{"file", "lesson"};
        const Fields fields(json, path, kKnown, faults);
        const Json* const lesson = fields.find("lesson");
        std::string file;
        if (const Json* const found = fields.find("file")) {
            Text().read(*found, fields.path("file"), file, faults);
        }
        if (lesson != nullptr) take(guidedLessonOf(*lesson), file, source);
    }

private:
    static void take(Checked<GuidedLesson> lesson, const std::string& file,
                     std::shared_ptr<const LessonSource>& source) {
        if (!lesson) return;
        source = std::make_shared<const LessonSource>(
            LessonSource{std::make_shared<const GuidedLesson>(*std::move(lesson)), file});
    }
};

struct LessonStandFields {
    static void walk(auto& stand, auto& field) {
        field("step", stand.step, Whole{});
        field("seed", stand.seed, WrittenIf{!stand.seed.empty(), Text{}});
    }
};

struct OriginFields {
    double allowed;  ///< as in KeptDocument

    void walk(auto& origin, auto& field) const {
        field("lesson", origin.shipped, TextIfAny{});
        field("file", origin.file, TextIfAny{});
        field("fingerprint", origin.fingerprint, TextIfAny{});
        field("draft", origin.draft, TextIfAny{});
        field("made", origin.is_made, WrittenIf{origin.is_made, Flag{}});
        field("asks", origin.lesson, LessonOfOrigin{origin.shipped});
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
        field("unlearned", step.unlearned, WrittenIf{!step.unlearned.empty(), Texts{}});
        field("stand", step.stand,
              WrittenIf{step.stand != LessonStand(), Object{LessonStandFields{}}});
        field("document", step.document, KeptDocument{allowed});
    }
    static void mend(Snapshot& step) {
        if (step.origin) step.document.lesson = step.origin->opened->lesson;
        step.token = std::clamp<Index>(step.token, 0, std::max<Index>(step.document.n() - 1, 0));
    }
};

/// The texts of a session's experiments. Each has one line, which all steps with it share.
class ExperimentTexts {
public:
    /// Returns the number of a text's line; a text without a line gets one.
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

/// An experiment of a session, as in its file, but with the number of a line in place of its text.
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
            return faults.add(path, say::faults::NoKnownText{});
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
        if (faults.empty())
            faults.add(path,
                       say::faults::Missing{.expected = Message(say::expected::Experiment{})});
    }
};

/// An experiment as its file has it: `true` if it is the experiment that was opened; left out if it
/// is in no file.
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
        field.notKept(origin.is_made);  // an experiment always comes from elsewhere
        field("asks", origin.lesson, LessonOfOrigin{origin.shipped});
        field("opened", origin.opened, KeptExperiment{texts});
        field("saved", origin.saved, SavedExperiment{origin.opened, texts});
    }
    static void mend(Origin<Experiment>& origin) {
        const bool is_known = isShippedExperiment(origin.shipped) || isGuidedLesson(origin.shipped);
        if (!is_known) origin.shipped.clear();
        if (!isFromRoot(origin.file)) origin.file.clear();
    }
};

struct ExperimentSnapshotFields {
    const std::vector<std::shared_ptr<const Origin<Experiment>>>& origins;
    ExperimentTexts& texts;

    void walk(auto& step, auto& field) const {
        field("origin", step.origin, LineNumber{origins});
        field("now", step.experiment, KeptExperiment{texts});
        field("stand", step.stand,
              WrittenIf{step.stand != LessonStand(), Object{LessonStandFields{}}});
    }
};

}  // namespace lookback

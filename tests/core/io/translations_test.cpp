// The shipped lessons and experiments have all of their texts in every language.
#include <doctest/doctest.h>

#include "core/io/experiment_library.h"
#include "core/io/json_fields.h"
#include "core/io/lesson_library.h"
#include "core/io/shipped.h"
#include "core/words/language.h"

namespace lookback {
namespace {

/// True where a text is there in English and in every other language, in words of its own.
bool isTranslated(const LocalText& text) {
    for (const Language& language : kLanguages) {
        if (text.in(language.id).empty()) return false;
        if (language.id == "en") continue;
        bool has_own = false;
        for (const auto& version : text.versions()) has_own |= version.language == language.id;
        if (!has_own) return false;
    }
    return true;
}

TEST_CASE("every text of a shipped lesson is there in every language") {
    for (const LessonEntry& entry : lessons()) {
        const Checked<Document> document = openLesson(entry.id);
        REQUIRE(document.has_value());
        const Lesson& lesson = *document->lesson;
        CAPTURE(entry.id);
        CHECK(isTranslated(lesson.title));
        CHECK(isTranslated(lesson.summary));
        CHECK(isTranslated(lesson.source));
        CHECK(isTranslated(lesson.outline.goal));
        for (const LessonNote& note : lesson.notes) CHECK(isTranslated(note.text));
    }
}

TEST_CASE("every text of a shipped experiment is there in every language") {
    for (const ExperimentEntry& entry : experiments()) {
        CAPTURE(entry.id);
        CHECK(isTranslated(entry.title));
        CHECK(isTranslated(entry.notes.summary));
        CHECK(isTranslated(entry.notes.outline.goal));
        CHECK(entry.models.size() == 2);
        for (const LocalText& model : entry.models) CHECK(isTranslated(model));
        for (const ExperimentNote& note : entry.notes.notes) CHECK(isTranslated(note.text));
    }
}

TEST_CASE("every lesson and experiment says its minutes, and each leads to the next") {
    std::vector<std::pair<std::string, Outline>> all;
    for (const LessonEntry& entry : lessons()) all.emplace_back(entry.id, entry.outline);
    for (const ExperimentEntry& entry : experiments()) {
        all.emplace_back(entry.id, entry.notes.outline);
    }
    CHECK(all.size() == 11);
    for (std::size_t k = 0; k < all.size(); ++k) {
        CAPTURE(all[k].first);
        CHECK(all[k].second.minutes > 0);
        CHECK(all[k].second.next == (k + 1 < all.size() ? all[k + 1].first : ""));
    }
}

TEST_CASE("a translation has the notes of the English text, and no unknown lesson") {
    CHECK(embeddedTranslations().size() == kLanguages.size() - 1);
    for (const EmbeddedFile& file : embeddedTranslations()) {
        const Checked<Json> texts = parseJson(file.text);
        REQUIRE(texts.has_value());
        for (const auto& item : (*texts)["lessons"].items()) {
            const std::string id = item.key();
            const Json& lesson = item.value();
            CAPTURE(id);
            REQUIRE(isLesson(id));
            CHECK(lesson["notes"].size() == openLesson(id)->lesson->notes.size());
        }
        for (const auto& item : (*texts)["experiments"].items()) {
            const std::string id = item.key();
            const Json& experiment = item.value();
            CAPTURE(id);
            const auto* const entry = findShipped(experiments(), id);
            REQUIRE(entry != nullptr);
            CHECK(experiment["notes"].size() == entry->notes.notes.size());
            CHECK(experiment["models"].size() == entry->models.size());
        }
    }
}

TEST_CASE("a text is that of the language, else the one of no language, else the English one") {
    LocalText text("for all");
    text.set("id", "untuk pembaca");
    CHECK(text.in("id") == "untuk pembaca");
    CHECK(text.in("en") == "for all");
    LocalText two;
    CHECK(two.empty());
    two.set("de", "deutsch");
    CHECK(two.in("fr") == "deutsch");
    two.set("en", "english");
    CHECK(two.in("fr") == "english");
    two.set("en", "English");
    CHECK(two.in("en") == "English");
    CHECK(two.versions().size() == 2);
}

}  // namespace
}  // namespace lookback

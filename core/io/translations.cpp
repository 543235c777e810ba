#include "core/io/translations.h"

#include <string>
#include <vector>

#include "core/io/json_fields.h"
#include "core/io/shipped.h"

namespace lookback {
namespace {

struct Translation {
    std::string language;
    Json texts;
};

/// The files of assets/locale. A test reports faults in them.
const std::vector<Translation>& translations() {
    static const std::vector<Translation> all = [] {
        std::vector<Translation> read;
        for (const EmbeddedFile& file : embeddedTranslations()) {
            Checked<Json> texts = parseJson(file.text);
            const std::string language(file.name.substr(0, file.name.find('.')));
            if (texts) read.push_back({language, *std::move(texts)});
        }
        return read;
    }();
    return all;
}

void add(LocalText& text, const std::string& language, const Json& of, const char* field) {
    if (of.contains(field)) text.set(language, of[field].get<std::string>());
}

/// Adds the summary, the goal and the notes, which lessons and experiments have.
template <class Texts>
void translateNotes(Texts& texts, const std::string& language, const Json& of) {
    add(texts.summary, language, of, "summary");
    add(texts.outline.goal, language, of, "goal");
    if (!of.contains("notes")) return;
    const Json& notes = of["notes"];
    for (std::size_t k = 0; k < std::min(notes.size(), texts.notes.size()); ++k) {
        texts.notes[k].text.set(language, notes[k].get<std::string>());
    }
}

/// Calls `visit` with each language that has texts of a lesson or experiment.
template <class Visit>
void eachTranslation(const char* kind, const std::string& id, Visit visit) {
    for (const Translation& translation : translations()) {
        const Json& of_kind = translation.texts.value(kind, Json::object());
        if (of_kind.contains(id)) visit(translation.language, of_kind[id]);
    }
}

}  // namespace

void translate(Lesson& lesson) {
    eachTranslation("lessons", lesson.id, [&](const std::string& language, const Json& texts) {
        add(lesson.title, language, texts, "title");
        add(lesson.source, language, texts, "source");
        translateNotes(lesson, language, texts);
    });
}

void translate(ExperimentEntry& experiment) {
    eachTranslation("experiments", experiment.id,
                    [&](const std::string& language, const Json& texts) {
                        add(experiment.title, language, texts, "title");
                        translateNotes(experiment.notes, language, texts);
                        if (!texts.contains("models")) return;
                        const Json& models = texts["models"];
                        const std::size_t count = std::min(models.size(), experiment.models.size());
                        for (std::size_t k = 0; k < count; ++k) {
                            experiment.models[k].set(language, models[k].get<std::string>());
                        }
                    });
}

}  // namespace lookback

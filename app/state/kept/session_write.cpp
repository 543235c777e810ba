#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/state/kept/choice_text.h"
#include "app/state/kept/generate_place_text.h"
#include "app/state/kept/leak_text.h"
#include "app/state/kept/session_text.h"
#include "app/state/kept/train_place_text.h"
#include "app/state/kept/workshop_text.h"
#include "app/state/model/compare_views.h"
#include "app/state/model/file_task.h"
#include "core/base/text.h"
#include "core/io/document_json.h"
#include "core/io/json_text.h"
#include "core/io/lesson_library.h"
#include "core/io/mask_json.h"

namespace lookback {
namespace {

using Kept = History<Snapshot>::Step;

std::string documentText(const Document& document) {
    return jsonWithoutSpace(writeDocument(document));
}

/// Texts of lessons are never edited: they stand once, with the origin.
std::string documentWithoutLesson(Document document) {
    document.lesson.reset();
    return documentText(document);
}

bool isAsShipped(const Origin& origin) {
    if (origin.lesson.empty()) return false;
    const Checked<Document> shipped = openLesson(origin.lesson);
    return shipped && documentText(*shipped) == documentText(origin.document);
}

std::string originLine(const Origin& origin) {
    JsonFields fields;
    const auto add = [&](std::string_view name, const std::string& text) {
        if (!text.empty() && isUtf8(text)) fields.emplace_back(name, jsonString(text));
    };
    add("lesson", origin.lesson);
    add("file", origin.file);
    add("fingerprint", origin.fingerprint);
    add("draft", origin.draft);
    if (!isAsShipped(origin)) fields.emplace_back("document", documentText(origin.document));
    if (origin.saved) {
        const bool is_same = *origin.saved == origin.document;
        fields.emplace_back("saved", is_same ? "true" : documentWithoutLesson(*origin.saved));
    }
    return jsonInline({{"origin", jsonInline(fields)}}) + "\n";
}

std::string placeText(const SavedPlace& place) {
    JsonFields fields{{"mode", jsonString(info(place.mode).name)},
                      {"step", jsonString(info(place.step).name)},
                      {"cell", std::to_string(place.cell)},
                      {"revealed", std::to_string(place.revealed)},
                      {"head", std::to_string(place.head)},
                      {"a", writeChoice(place.compared.a)},
                      {"b", writeChoice(place.compared.b)},
                      {"leak", writeLeakPlace(place.leak)},
                      {"compare", jsonString(info(place.compare_view).name)}};
    if (place.train) fields.emplace_back("train", writeTrainPlace(*place.train));
    if (place.generate) fields.emplace_back("generate", writeGeneratePlace(*place.generate));
    return jsonInline(fields);
}

/// All of a step but the number of its origin, with which the line begins.
std::string stepLine(const Snapshot& step) {
    const Mask& mask = step.remembered;
    return fmt::format("\"token\": {}, \"remembered\": {}, \"document\": {}}}}}\n", step.token,
                       jsonInline({{"mask", jsonWithoutSpace(writeMaskRules(mask.rules, 0))},
                                   {"flips", jsonWithoutSpace(writeFlips(mask.flips, 0))}}),
                       documentWithoutLesson(step.document));
}

std::string headLine(const Session& session, std::size_t origins, std::size_t steps, std::size_t at,
                     const std::string& workshop) {
    JsonFields fields{{"lookback_session", std::to_string(kSessionVersion)},
                      {"title", jsonString(shortenedTo(session.title(), kLongestListedTitle))},
                      {"unsaved", jsonBool(session.is_unsaved)},
                      {"closed", jsonBool(session.is_closed)},
                      {"draft", jsonString(session.draft())},
                      {"origins", std::to_string(origins)},
                      {"steps", std::to_string(steps)},
                      {"at", std::to_string(at)}};
    if (session.place) fields.emplace_back("place", placeText(*session.place));
    if (!workshop.empty()) fields.emplace_back("workshop", workshop);
    return jsonInline(fields) + "\n";
}

}  // namespace

std::string SessionWriter::write(const Session& session, std::size_t most) {
    std::vector<const Origin*> origins;
    std::string origin_lines;
    std::size_t bytes = 0;
    const auto takes = [&](std::size_t k) {
        const Kept& step = session.steps[k];
        const bool is_new =
            std::find(origins.begin(), origins.end(), step->origin.get()) == origins.end();
        const std::string& of_origin = is_new ? lineOf(step->origin) : std::string();
        const std::size_t more = lineOf(step).size() + of_origin.size();
        if (k != session.at && bytes + more > most) return false;
        bytes += more;
        if (is_new) origins.push_back(step->origin.get());
        origin_lines += of_origin;
        return true;
    };
    std::size_t first = session.at;
    std::size_t end = session.at + 1;
    takes(session.at);
    while (first > 0 && takes(first - 1)) --first;
    while (first == 0 && end < session.steps.size() && takes(end)) ++end;
    const WorkshopText workshop =
        session.workshop ? writeWorkshop(*session.workshop, most) : WorkshopText();
    std::string text =
        headLine(session, origins.size(), end - first, session.at - first, workshop.head);
    text.reserve(text.size() + bytes + 32 * (end - first) + workshop.lines.size());
    text += origin_lines;
    for (std::size_t k = first; k < end; ++k) {
        const Origin* const origin = session.steps[k]->origin.get();
        const auto number = std::find(origins.begin(), origins.end(), origin) - origins.begin();
        text += fmt::format("{{\"step\": {{\"origin\": {}, ", number) + lineOf(session.steps[k]);
    }
    text += workshop.lines;
    forgetOthers();
    return text;
}

const std::string& SessionWriter::lineOf(const Kept& step) {
    const auto [at, is_new] = steps_.try_emplace(step);
    if (is_new) at->second = stepLine(*step);
    return at->second;
}

const std::string& SessionWriter::lineOf(const std::shared_ptr<const Origin>& origin) {
    const auto [at, is_new] = origins_.try_emplace(origin);
    if (is_new) at->second = originLine(*origin);
    return at->second;
}

/// Whatever nobody else holds can never be asked for again.
void SessionWriter::forgetOthers() {
    const auto is_only_here = [](const auto& entry) { return entry.first.use_count() == 1; };
    std::erase_if(steps_, is_only_here);
    std::erase_if(origins_, is_only_here);
}

}  // namespace lookback

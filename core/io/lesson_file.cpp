#include "core/io/lesson_file.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "core/document/edit.h"
#include "core/io/document_json.h"
#include "core/io/experiment_json.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/io/lesson_edits.h"
#include "messages/expected.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

/// So many numbers of a matrix are named one by one.
constexpr std::size_t kMostNumbers = 6;

/// Stands for words that are missing.
constexpr std::string_view kSomeWords = "-";

/// `steps[1].task` as "/steps/1/task".
Json::json_pointer pointerTo(std::string_view path) {
    std::string pointer = path.empty() ? "" : "/";
    for (const char letter : path) {
        if (letter == '.' || letter == '[') {
            pointer += '/';
        } else if (letter != ']') {
            pointer += letter;
        }
    }
    return Json::json_pointer(pointer);
}

/// The value at a path; null where there is none.
const Json* partAt(const Json& tree, std::string_view path) {
    const Json::json_pointer pointer = pointerTo(path);
    return tree.contains(pointer) ? &tree[pointer] : nullptr;
}

/// A condition that a lesson about any work may have.
Json anyCondition() {
    return {{"of", "place.training_step"}, {"at_least", 0}, {"text", kSomeWords}};
}

Json treeOf(const std::string& text) {
    Checked<Json> tree = parseJson(text);
    return tree ? *std::move(tree) : Json(Json::object());
}

Document withoutNotes(Document document) {
    document.lesson = nullptr;
    document.snapshots.clear();
    return document;
}

/// The file of a lesson without words and steps. @param work as its file has it
std::shared_ptr<const Json> treeOfNew(const std::string& title, const char* field,
                                      const std::string& work) {
    Json tree = Json::object();
    tree[std::string(kLessonField)] = kLessonVersion;
    if (!title.empty()) tree["title"] = title;
    tree["minutes"] = 5;
    tree[field] = treeOf(work);
    tree["steps"] = Json::array();
    return std::make_shared<const Json>(std::move(tree));
}

// --- the difference of two documents, or of two experiments ---

/// All of a work that edits can set.
Json settable(Document document) {
    document = withoutNotes(std::move(document));
    document.title.clear();
    document.draw.reset();
    return treeOf(writeDocument(document));
}
Json settable(Experiment experiment) {
    experiment.title.clear();
    return treeOf(writeExperiment(experiment));
}

/// Edits a sentence, which other edits follow.
void editSentence(Document& before, const Document& after, Json& edits) {
    if (before.tokens == after.tokens) return;
    edits["tokens"] = after.tokens;
    setSentence(before, after.tokens);
}
void editSentence(Experiment&, const Experiment&, Json&) {}

bool isMatrix(const Json& json) {
    return json.is_array() && !json.empty() &&
           std::all_of(json.begin(), json.end(), [](const Json& row) { return row.is_array(); });
}

/// The numbers in which two matrices of one shape differ, by their paths. Nothing where the shapes
/// differ, or where there are many such numbers.
std::optional<Json> differentNumbers(const Json& was, const Json& now, const std::string& path) {
    if (!isMatrix(was) || !isMatrix(now) || was.size() != now.size()) return std::nullopt;
    Json numbers = Json::object();
    for (std::size_t row = 0; row < now.size(); ++row) {
        if (was[row].size() != now[row].size()) return std::nullopt;
        for (std::size_t col = 0; col < now[row].size(); ++col) {
            if (was[row][col] == now[row][col]) continue;
            if (numbers.size() == kMostNumbers) return std::nullopt;
            numbers[joined(joined(path, row), col)] = now[row][col];
        }
    }
    return numbers;
}

Json kindOf(const Json& object) { return object.contains("kind") ? object["kind"] : Json(); }

/// The fields of an object that differ from an earlier one; numbers of matrices go to `numbers`.
Json differentFields(const Json& was, const Json& now, const std::string& path, Json& numbers) {
    Json fields = Json::object();
    for (const auto& [name, value] : now.items()) {
        const std::string at = path.empty() ? name : joined(path, name);
        const auto before = was.find(name);
        if (before == was.end()) {
            fields[name] = value;
        } else if (*before == value) {
            continue;
        } else if (const auto few =
                       name == "flips" ? std::nullopt : differentNumbers(*before, value, at)) {
            numbers.update(*few);
        } else if (value.is_object() && before->is_object()) {
            const bool is_same_kind = kindOf(value) == kindOf(*before);
            Json inner = is_same_kind ? differentFields(*before, value, at, numbers) : value;
            if (!inner.empty()) fields[name] = std::move(inner);
        } else {
            fields[name] = value;
        }
    }
    for (const auto& [name, value] : was.items()) {
        if (now.contains(name)) continue;
        fields[name] = value.is_array() ? Json(Json::array()) : Json();
    }
    return fields;
}

template <class Work>
LessonEdits editsFrom(Work before, const Work& after, bool resets) {
    Json edits = Json::object();
    if (resets) edits["reset"] = true;
    editSentence(before, after, edits);
    Json numbers = Json::object();
    edits.update(differentFields(settable(before), settable(after), "", numbers));
    edits.update(numbers);
    return {edits.empty() ? std::string() : edits.dump()};
}

template <class Work>
bool leadsTo(const Work& after, const Work& before, const LessonEdits& edits, const Work& opened) {
    const Checked<Work> made = edited(before, edits, opened);
    return made && settable(*made) == settable(after);
}

template <class Work>
Checked<LessonEdits> editsOf(const Work& before, const Work& after, const Work& opened) {
    const LessonEdits few = editsFrom(before, after, false);
    if (leadsTo(after, before, few, opened)) return few;
    const LessonEdits all = editsFrom(opened, after, true);
    if (leadsTo(after, before, all, opened)) return all;
    return tl::unexpected(std::vector{Error{"", say::lesson::NoEdits{}}});
}

}  // namespace

LessonFile::LessonFile(const Document& document)
    : tree_(treeOfNew(document.title, "document", writeDocument(withoutNotes(document)))) {}

LessonFile::LessonFile(const Experiment& experiment)
    : tree_(treeOfNew(experiment.title, "experiment", writeExperiment(experiment))) {}

LessonFile::LessonFile(const GuidedLesson& lesson)
    : tree_(std::make_shared<const Json>(treeOf(writeGuidedLesson(lesson)))) {}

Checked<LessonFile> LessonFile::ofDraft(const Json& json) {
    const bool is_draft = json.is_object() && json.contains("steps") && json["steps"].is_array();
    if (is_draft) return LessonFile(std::make_shared<const Json>(json));
    return tl::unexpected(std::vector{Error{"steps", say::expected::Object{}}});
}

std::string LessonFile::draftText() const { return tree_->dump(); }

Checked<GuidedLesson> LessonFile::lesson() const { return guidedLessonOf(*tree_); }

Checked<GuidedLesson> LessonFile::withoutWords() const {
    Json tree = Json::object();
    for (const std::string_view name :
         {kLessonField, std::string_view("document"), std::string_view("experiment")}) {
        const std::string field(name);
        if (tree_->contains(field)) tree[field] = (*tree_)[field];
    }
    tree["minutes"] = 1;
    for (const char* const name : {"title", "summary", "goal"}) tree[name] = kSomeWords;
    tree["steps"] = Json::array();
    for (const Json& step : (*tree_)["steps"]) {
        Json& bare = tree["steps"].emplace_back(Json{{"title", kSomeWords}, {"text", kSomeWords}});
        for (const char* const name : {"look", "set"}) {
            if (step.contains(name)) bare[name] = step[name];
        }
        const Json* const solution = partAt(step, "task.solution");
        if (solution == nullptr) continue;
        bare["task"] = Json{{"kind", "make"},
                            {"ask", kSomeWords},
                            {"all", Json::array({anyCondition()})},
                            {"solution", *solution}};
    }
    if (tree["steps"].empty()) {
        tree["steps"].push_back(Json{{"title", kSomeWords}, {"text", kSomeWords}});
    }
    return guidedLessonOf(tree);
}

LessonSubject LessonFile::subject() const {
    return has("experiment") ? LessonSubject::experiment : LessonSubject::document;
}

bool LessonFile::has(std::string_view path) const { return partAt(*tree_, path) != nullptr; }

std::size_t LessonFile::count(std::string_view path) const {
    const Json* const list = partAt(*tree_, path);
    return list != nullptr && list->is_array() ? list->size() : 0;
}

std::string LessonFile::words(std::string_view path, std::string_view language) const {
    const Json* value = partAt(*tree_, path);
    if (value == nullptr) return "";
    if (value->is_string()) return value->get<std::string>();
    if (!value->is_object() || value->empty()) return value->dump();
    const auto own = value->find(std::string(language));
    const Json& text = own != value->end() ? *own : *value->begin();
    return text.is_string() ? text.get<std::string>() : value->dump();
}

std::vector<std::string> LessonFile::fields(std::string_view path) const {
    std::vector<std::string> names;
    const Json* const value = partAt(*tree_, path);
    if (value == nullptr || !value->is_object()) return names;
    for (const auto& [name, inner] : value->items()) names.push_back(name);
    return names;
}

std::string LessonFile::json(std::string_view path) const {
    const Json* const value = partAt(*tree_, path);
    return value == nullptr ? "" : value->dump();
}

std::optional<std::size_t> LessonFile::find(const std::string& list, std::string_view name) const {
    for (std::size_t k = 0; k < count(list); ++k) {
        if (words(joined(list, k), "") == name) return k;
    }
    return std::nullopt;
}

std::vector<std::string> LessonFile::languages() const { return fields("title"); }

template <class Edit>
void LessonFile::change(Edit edit) {
    Json tree = *tree_;
    edit(tree);
    tree_ = std::make_shared<const Json>(std::move(tree));
}

void LessonFile::setWords(const std::string& path, const std::string& text,
                          const std::string& language) {
    const std::vector<std::string> known = languages();
    if (text.empty() && (known.size() < 2 || !has(path))) return erase(path);
    const bool is_known = std::find(known.begin(), known.end(), language) != known.end();
    change([&](Json& tree) {
        Json& value = tree[pointerTo(path)];
        if (known.empty()) {
            value = text;
            return;
        }
        if (!value.is_object()) value = Json::object();
        value[is_known ? language : known.front()] = text;
    });
}

void LessonFile::set(const std::string& path, const std::string& json) {
    change([&](Json& tree) { tree[pointerTo(path)] = Json::parse(json); });
}

void LessonFile::erase(const std::string& path) {
    if (!has(path)) return;
    change([&](Json& tree) {
        const Json::json_pointer pointer = pointerTo(path);
        Json& parent = tree[pointer.parent_pointer()];
        if (!parent.is_array()) {
            parent.erase(pointer.back());
            return;
        }
        parent.erase(std::stoul(pointer.back()));
        // Files have no empty lists, but for the steps of a draft.
        const Json::json_pointer list = pointer.parent_pointer();
        if (parent.empty() && list.back() != "steps")
            tree[list.parent_pointer()].erase(list.back());
    });
}

void LessonFile::insert(const std::string& list, std::size_t at, const std::string& json) {
    change([&](Json& tree) {
        Json& entries = tree[pointerTo(list)];
        if (!entries.is_array()) entries = Json::array();
        at = std::min(at, entries.size());
        entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(at), Json::parse(json));
    });
}

void LessonFile::move(const std::string& list, std::size_t from, std::size_t to) {
    if (std::max(from, to) >= count(list)) return;
    change([&](Json& tree) {
        Json& entries = tree[pointerTo(list)];
        Json entry = std::move(entries[from]);
        entries.erase(from);
        entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(to), std::move(entry));
    });
}

void LessonFile::toggle(const std::string& list, const std::string& name) {
    const std::optional<std::size_t> at = find(list, name);
    at ? erase(joined(list, *at)) : insert(list, count(list), jsonString(name));
}

bool LessonFile::operator==(const LessonFile& other) const {
    return tree_ == other.tree_ || *tree_ == *other.tree_;
}

Checked<LessonEdits> editsBetween(const LessonWork& before, const LessonWork& after,
                                  const LessonWork& opened) {
    const auto between = [&](const auto& now) {
        using Shared = std::decay_t<decltype(now)>;
        return editsOf(*std::get<Shared>(before), *now, *std::get<Shared>(opened));
    };
    return std::visit(between, after);
}

}  // namespace lookback

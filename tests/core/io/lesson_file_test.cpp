// A lesson file while it is written: parts by their paths, and edits that lead from one document or
// experiment to another.
#include "core/io/lesson_file.h"

#include <memory>

#include <doctest/doctest.h>

#include "core/document/edit.h"
#include "core/io/experiment_library.h"
#include "core/io/guided_lesson_json.h"
#include "core/io/json_fields.h"
#include "core/io/lesson_edits.h"
#include "core/io/lesson_library.h"
#include "core/io/lesson_moments.h"
#include "tests/app/finite_value_lesson.h"

using namespace lookback;

namespace {

Document shipped(const char* id) {
    Checked<Document> document = openLesson(id);
    REQUIRE(document.has_value());
    return *std::move(document);
}

/// `editsBetween` of two documents, or of two experiments.
template <class Work>
Checked<LessonEdits> editsOfTwo(const Work& before, const Work& after) {
    const auto shared = std::make_shared<const Work>(before);
    return editsBetween(shared, std::make_shared<const Work>(after), shared);
}

/// Checks that the edits lead there, and that they read as expected.
void checkEdits(const Document& before, const Document& after, const std::string& expected) {
    const Checked<LessonEdits> edits = editsOfTwo(before, after);
    REQUIRE(edits.has_value());
    CHECK(edits->json == expected);
    const Checked<Document> made = edited(before, *edits, before);
    REQUIRE(made.has_value());
    CHECK(made->embeddings == after.embeddings);
    CHECK(made->weights == after.weights);
    CHECK(made->tokens == after.tokens);
    CHECK(made->mask == after.mask);
    CHECK(made->masking == after.masking);
    CHECK(made->softcap == after.softcap);
}

}  // namespace

TEST_CASE("edits between documents name what differs") {
    const Document poem = shipped("write-a-poem");
    Document after = poem;
    checkEdits(poem, after, "");

    setNumber(after, MatrixId::embeddings, {2, 0}, 8);
    setNumber(after, MatrixId::w_query, {0, 1}, 2);
    checkEdits(poem, after, R"({"embeddings[2][0]":8,"weights.query[0][1]":2})");

    after = poem;
    after.masking.value = -20;
    checkEdits(poem, after, R"({"masking":{"value":-20}})");

    after = poem;
    after.mask.flips = {{0, 1}};
    checkEdits(poem, after, R"({"flips":[[0,1]]})");
    checkEdits(after, poem, R"({"flips":[]})");

    after = poem;
    after.softcap = 2;
    checkEdits(poem, after, R"({"softcap":2})");
    checkEdits(after, poem, R"({"softcap":null})");
}

TEST_CASE("edits between documents lead to another sentence, and to every shipped document") {
    const Document poem = shipped("write-a-poem");
    Document longer = poem;
    setSentence(longer, {"Write", "a", "long", "poem"});
    setNumber(longer, MatrixId::embeddings, {2, 1}, 0.5);
    const Checked<LessonEdits> edits = editsOfTwo(poem, longer);
    REQUIRE(edits.has_value());
    const Checked<Document> made = edited(poem, *edits, poem);
    REQUIRE(made.has_value());
    CHECK(made->tokens == longer.tokens);
    CHECK(made->embeddings == longer.embeddings);

    for (const LessonEntry& entry : lessons()) {
        CAPTURE(entry.id);
        const Document other = shipped(entry.id.c_str());
        const Checked<LessonEdits> there = editsOfTwo(poem, other);
        REQUIRE(there.has_value());
        const Checked<Document> reached = edited(poem, *there, poem);
        REQUIRE(reached.has_value());
        CHECK(reached->weights == other.weights);
        CHECK(reached->positions == other.positions);
        CHECK(reached->mask == other.mask);
        CHECK(reached->masking == other.masking);
        CHECK(reached->dtype == other.dtype);
    }
}

TEST_CASE("edits between experiments name what differs, and lead to every shipped experiment") {
    const Checked<Experiment> read = openShippedExperiment("greetings");
    REQUIRE(read.has_value());
    const Experiment greetings = *read;
    const auto check = [&](const Experiment& before, const Experiment& after,
                           const std::string& expected) {
        const Checked<LessonEdits> edits = editsOfTwo(before, after);
        REQUIRE(edits.has_value());
        CHECK(edits->json == expected);
        const Checked<Experiment> made = edited(before, *edits, before);
        REQUIRE(made.has_value());
        CHECK(*made == after);
    };
    check(greetings, greetings, "");
    Experiment after = greetings;
    after.steps = 30;
    after.optimizer.learning_rate = 0.5;
    check(greetings, after, R"({"optimizer":{"learning_rate":0.5},"steps":30})");
    after = greetings;
    after.model.softcap = 2;
    check(greetings, after, R"({"model":{"softcap":2}})");
    check(after, greetings, R"({"model":{"softcap":null}})");
    after = greetings;
    after.prompt.clear();
    REQUIRE(after != greetings);
    check(greetings, after, R"({"prompt":null})");

    for (const ExperimentEntry& entry : experiments()) {
        CAPTURE(entry.id);
        Checked<Experiment> other = openShippedExperiment(entry.id);
        REQUIRE(other.has_value());
        other->title = greetings.title;
        const Checked<LessonEdits> there = editsOfTwo(greetings, *other);
        REQUIRE(there.has_value());
        const Checked<Experiment> reached = edited(greetings, *there, greetings);
        REQUIRE(reached.has_value());
        CHECK(*reached == *other);
    }
}

TEST_CASE("a name is found in a list of a lesson file, put there and taken out") {
    LessonFile file(shipped("write-a-poem"));
    file.insert("steps", 0, "{}");
    const std::string list = "steps[0].lock";
    CHECK_FALSE(file.find(list, "mask").has_value());
    file.toggle(list, "weights");
    file.toggle(list, "mask");
    CHECK(file.find(list, "mask") == std::size_t{1});
    file.toggle(list, "weights");
    CHECK(file.find(list, "mask") == std::size_t{0});
    CHECK_FALSE(file.find(list, "weights").has_value());
    file.toggle(list, "mask");
    CHECK_FALSE(file.has(list));
}

TEST_CASE("a solution of a lesson about an experiment is known without words") {
    const Checked<Experiment> greetings = openShippedExperiment("greetings");
    REQUIRE(greetings.has_value());
    LessonFile file(*greetings);
    CHECK(file.subject() == LessonSubject::experiment);
    file.insert("steps", 0, R"({"task": {"solution": {"steps": 20}}})");
    file.insert("steps", 1, R"({"look": {"mode": "generate"}})");
    const Checked<GuidedLesson> bare = file.withoutWords();
    REQUIRE(bare.has_value());
    const Checked<LessonWork> work = workAt(*bare, 1, StepMoment::begun, bare->work);
    REQUIRE(work.has_value());
    CHECK(std::get<1>(*work)->steps == 20);
    CHECK(standingAt(*bare, 1).mode == LessonMode::generate);
}

TEST_CASE("parts of a lesson file are changed by their paths, and the rest stays") {
    const Checked<GuidedLesson> read = readGuidedLesson(test::kFiniteValueLesson);
    REQUIRE(read.has_value());
    LessonFile file(*read);
    CHECK(file.count("steps") == 3);
    CHECK(file.languages() == std::vector<std::string>{"en", "id"});
    CHECK(file.words("steps[2].task.all[2].of", "en") == "sum(attention_weights[0][1..2])");
    file.setWords("steps[0].title", "Bobot", "id");
    CHECK(file.words("steps[0].title", "id") == "Bobot");
    CHECK(file.words("steps[0].title", "en") == "The weight of a later token");
    file.move("steps", 2, 0);
    file.move("steps", 0, 2);
    file.erase("steps[0].hint[0]");
    CHECK_FALSE(file.has("steps[0].hint"));

    GuidedLesson expected = *read;
    expected.steps[0].title.set("id", "Bobot");
    expected.steps[0].hints.clear();
    const Checked<GuidedLesson> changed = file.lesson();
    REQUIRE(changed.has_value());
    CHECK(writeGuidedLesson(*changed) == writeGuidedLesson(expected));
}

TEST_CASE("a new lesson file says what it lacks, and its documents are known without words") {
    const Document poem = shipped("write-a-poem");
    LessonFile file(poem);
    const Checked<GuidedLesson> lesson = file.lesson();
    REQUIRE_FALSE(lesson.has_value());
    std::string places;
    for (const Error& fault : lesson.error()) places += fault.where + " ";
    CHECK(places == "summary goal steps ");

    file.insert("steps", 0, R"({"look": {"step": "scores"}})");
    file.insert("steps", 1, R"({"set": {"masking": {"value": -1}}})");
    file.setWords("steps[1].title", "Two", "en");
    CHECK(file.words("steps[1].title", "id") == "Two");
    const Checked<GuidedLesson> bare = file.withoutWords();
    REQUIRE(bare.has_value());
    CHECK(standingAt(*bare, 0).step == MatrixId::scores);
    const Checked<LessonWork> work = workAt(*bare, 1, StepMoment::begun, bare->work);
    REQUIRE(work.has_value());
    CHECK(std::get<0>(*work)->masking.value == -1);

    const Checked<Json> tree = parseJson(file.draftText());
    REQUIRE(tree.has_value());
    const Checked<LessonFile> again = LessonFile::ofDraft(*tree);
    REQUIRE(again.has_value());
    CHECK(*again == file);
    CHECK_FALSE(LessonFile::ofDraft(Json(3)).has_value());
}

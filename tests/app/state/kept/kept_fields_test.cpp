// Settings and sessions in files: every member of every struct is in its list of fields, and a list
// reads again what it has written.
#include <doctest/doctest.h>

#include <limits>
#include <set>
#include <tuple>

#include "app/state/kept/progress_text.h"
#include "app/state/kept/session_fields.h"
#include "app/state/kept/settings_fields.h"

namespace lookback {
namespace {

// The members of each struct. One that is added does not compile until it stands here; then it is
// looked for in the list.
auto membersOf(const Conventions& value) {
    const auto& [a, b] = value;
    return std::tie(a, b);
}
auto membersOf(const Preferences& value) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = value;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p);
}
auto membersOf(const Settings& value) {
    const auto& [a, b] = value;
    return std::tie(a, b);
}
auto membersOf(const ChartRange& value) {
    const auto& [a, b] = value;
    return std::tie(a, b);
}
auto membersOf(const NumberPlace& value) {
    const auto& [a, b, c] = value;
    return std::tie(a, b, c);
}
auto membersOf(const TrainPlace& value) {
    const auto& [a, b, c, d, e, f, g, h, i] = value;
    return std::tie(a, b, c, d, e, f, g, h, i);
}
auto membersOf(const NextWordChoice& value) {
    const auto& [a, b, c, d] = value;
    return std::tie(a, b, c, d);
}
auto membersOf(const GeneratePlace& value) {
    const auto& [a, b, c, d, e, f, g] = value;
    return std::tie(a, b, c, d, e, f, g);
}
auto membersOf(const Nudge& value) {
    const auto& [a, b, c, d] = value;
    return std::tie(a, b, c, d);
}
auto membersOf(const LeakPlace& value) {
    const auto& [a, b, c, d, e] = value;
    return std::tie(a, b, c, d, e);
}
auto membersOf(const Mask& value) {
    const auto& [a, b] = value;
    return std::tie(a, b);
}
auto membersOf(const VariantChoice& value) {
    const auto& [a, b, c, d, e, f, g] = value;
    return std::tie(a, b, c, d, e, f, g);
}
auto membersOf(const ComparedChoices& value) {
    const auto& [a, b] = value;
    return std::tie(a, b);
}
auto membersOf(const SavedPlace& value) {
    const auto& [a, b, c, d, e, f, g, h, i, j, k, l] = value;
    return std::tie(a, b, c, d, e, f, g, h, i, j, k, l);
}
auto membersOf(const AnsweredCell& value) {
    const auto& [a, b, c] = value;
    return std::tie(a, b, c.row, c.col);
}
auto membersOf(const TaskProgress& value) {
    const auto& [a, b, c, d, e, f, g, h, i] = value;
    return std::tie(a, b, c, d, e, f, g, h, i);
}
auto membersOf(const LessonProgress& value) {
    const auto& [a, b, c] = value;
    return std::tie(a, b, c);
}
auto membersOf(const LessonStand& value) {
    const auto& [a, b] = value;
    return std::tie(a, b);
}
auto membersOf(const SessionHead& value) {
    const auto& [a, b, c, d, e, f] = value;
    return std::tie(a, b, c, d, e, f);
}
auto membersOf(const FirstLine& value) {
    const auto& [a, b, c, d, e, f, g] = value;
    return std::tie(a, b, c, d, e, f, g);
}
auto membersOf(const ExperimentWorkHead& value) {
    const auto& [a, b, c, d, e, f] = value;
    return std::tie(a, b, c, d, e, f);
}
auto membersOf(const Origin<Document>& value) {
    const auto& [a, b, c, d, e, f, g, h] = value;
    return std::tie(a, b, c, d, e, f, g, h);
}
auto membersOf(const Snapshot& value) {
    const auto& [a, b, c, d, e, f] = value;
    return std::tie(a, b, c, d, e, f);
}
auto membersOf(const Origin<Experiment>& value) {
    const auto& [a, b, c, d, e, f, g, h] = value;
    return std::tie(a, b, c, d, e, f, g, h);
}
auto membersOf(const ExperimentSnapshot& value) {
    const auto& [a, b, c] = value;
    return std::tie(a, b, c);
}

/// A walker that notes where the members of a list stand, and what the fields are called.
struct Listed {
    void operator()(std::string_view name, const auto& member, const auto&) {
        add(member);
        CHECK_MESSAGE(names.insert(name).second, name, " stands twice");
    }
    void constant(std::string_view name, std::string_view) { names.insert(name); }
    void notKept(const auto& member) { add(member); }
    void add(const auto& member) {
        CHECK_MESSAGE(members.emplace(&member, sizeof member).second, "a member stands twice");
    }

    /// Whether it is in the list, or all that it consists of is.
    template <class Member>
    [[nodiscard]] bool has(const Member& member) const {
        if (members.contains({&member, sizeof member})) return true;
        if constexpr (requires { membersOf(member); }) {
            return std::apply([&](const auto&... part) { return (has(part) && ...); },
                              membersOf(member));
        }
        return false;
    }

    std::set<std::pair<const void*, std::size_t>> members;
    std::set<std::string_view> names;
};

template <class Struct, class List>
bool listsAll(const Struct& value, const List& list) {
    Listed listed;
    list.walk(value, listed);
    return listed.has(value);
}

// Other values than the usual ones, which every codec takes.
template <class Whole>
requires std::is_integral_v<Whole>
void change(Whole& number) { ++number; }
void change(double& number) { number = number == 0 ? 0.25 : number / 2; }
void change(bool& flag) { flag = !flag; }
void change(const Language*& language) { language = &kLanguages.back(); }
template <class Enum>
requires std::is_enum_v<Enum>
void change(Enum& value) { value = static_cast<Enum>(value == Enum{} ? 1 : 0); }
void change(std::string& text) { text += "\u00e9 \"x\""; }
void change(std::optional<Index>& number) { number = number ? std::nullopt : std::optional(3); }
void change(std::vector<MaskRule>& rules) { rules = {newRule(MaskKind::sliding_window, 3)}; }
void change(std::vector<Cell>& flips) { flips = {{0, 2}, {1, 1}}; }
void change(Scale& scale) { scale = {Scale::Kind::number, 2.5}; }
void change(Masking& masking) { masking = {MaskingMethod::add, -5, MaskingOrder::before_scale}; }
void change(WindowSides& sides) { sides = {1280, 721}; }

void change(std::vector<TaskProgress>& tasks) {
    tasks = {{},
             {.seed = "43",
              .first = 0.25,
              .last = AnsweredChoice{1},
              .is_solved = true,
              .is_shown = true,
              .hints = 2,
              .hands = {1, 2},
              .hands_before = {2, 1},
              .was_done = true},
             {.first = -std::numeric_limits<double>::infinity(), .last = AnsweredToken{2}}};
}
void change(std::vector<LessonProgress>& lessons) {
    LessonProgress lesson{.lesson = "one", .step = 2};
    change(lesson.tasks);
    lessons = {lesson, {.lesson = "/home/two.lesson.json"}};
}

template <class List, class Struct>
void changeAll(Struct& value);
void change(LeakPlace& place) { changeAll<LeakPlaceFields>(place); }
void change(VariantChoice& choice) {
    choice = {.kind = VariantKind::value, .masking = {.value = -7}};
}
void change(std::optional<TrainPlace>& place) { changeAll<TrainPlaceFields>(place.emplace()); }
void change(std::optional<GeneratePlace>& place) {
    changeAll<GeneratePlaceFields>(place.emplace());
}
void change(std::optional<SavedPlace>& place) { changeAll<SavedPlaceFields>(place.emplace()); }
void change(std::optional<LessonDraft>& draft) {
    draft.emplace(LessonFile(Document()));
    draft->path = "/home/a.lesson.json";
    draft->saved = draft->file.draftText();
    draft->step = 2;
    draft->is_open = false;
}
void change(std::optional<ExperimentWorkHead>& head) {
    changeAll<ExperimentWorkHeadFields>(head.emplace());
}

/// A walker that gives every field that is written another value.
struct Changer {
    void operator()(std::string_view, auto& member, const auto& codec) {
        if constexpr (requires { codec.is_written; }) {
            if (!codec.is_written) return;
        }
        change(member);
    }
    void constant(std::string_view, std::string_view) {}
    void notKept(const auto&) {}
};

/// The same for what belongs to a kind of variant.
struct RestChanger : Changer {
    void operator()(std::string_view name, auto& member, const auto& codec) {
        if (name != "kind") Changer::operator()(name, member, codec);
    }
};

/// A list that forgets most members.
struct Forgetful {
    static void walk(auto& place, auto& field) {
        field("step", place.step, StepOrEnd{});
        field("probe", place.probe, Text{});
    }
};

template <class List, class Struct>
void changeAll(Struct& value) {
    Changer changer;
    List().walk(value, changer);
}

/// What is read again of what is written.
template <class List, class Struct>
Struct readAgain(const Struct& value) {
    const Checked<Json> json = parseJson(writeFields(value, List()));
    REQUIRE(json.has_value());
    Struct read;
    Faults faults;
    readFields(*json, "", read, List(), faults);
    CHECK(faults.empty());
    return read;
}

/// Every field comes back that has another value than the usual one, and every one tells in the
/// text.
template <class List, class Struct>
void checkRoundTrip() {
    Struct value;
    CHECK(readAgain<List>(value) == value);
    changeAll<List>(value);
    CHECK(readAgain<List>(value) == value);
    const JsonFields usual = fieldsOf(Struct(), List());
    for (const auto& field : fieldsOf(value, List())) {
        if (field.first == SettingsFields::kVersion) continue;
        CHECK_MESSAGE(std::find(usual.begin(), usual.end(), field) == usual.end(), field.first);
    }
}

}  // namespace

TEST_CASE("every member of what is kept is in its list of fields") {
    CHECK(listsAll(Settings(), SettingsFields()));
    CHECK(listsAll(TrainPlace(), TrainPlaceFields()));
    CHECK(listsAll(GeneratePlace(), GeneratePlaceFields()));
    CHECK(listsAll(LeakPlace(), LeakPlaceFields()));
    CHECK(listsAll(Mask(), MaskFields()));
    CHECK(listsAll(VariantChoice(), VariantChoiceFields()));
    CHECK(listsAll(SavedPlace(), SavedPlaceFields()));
    CHECK(listsAll(AnsweredCell(), AnsweredCellFields()));
    CHECK(listsAll(TaskProgress(), TaskProgressFields()));
    CHECK(listsAll(LessonProgress(), LessonProgressFields()));
    CHECK(listsAll(LessonStand(), LessonStandFields()));
    CHECK(listsAll(ExperimentWorkHead(), ExperimentWorkHeadFields()));
    CHECK(listsAll(FirstLine(), FirstLineFields()));
    CHECK(listsAll(Origin<Document>(), OriginFields{kMaxMemory}));
    CHECK(listsAll(Snapshot(), SnapshotFields{{}, kMaxMemory}));
    ExperimentTexts texts;
    CHECK(listsAll(Origin<Experiment>(), ExperimentOriginFields{texts}));
    CHECK(listsAll(ExperimentSnapshot(), ExperimentSnapshotFields{{}, texts}));
}

TEST_CASE("a member that is in no list is found") {
    CHECK_FALSE(listsAll(TrainPlace(), Forgetful()));
}

TEST_CASE("what a list of fields writes is read again") {
    checkRoundTrip<SettingsFields, Settings>();
    checkRoundTrip<TrainPlaceFields, TrainPlace>();
    checkRoundTrip<GeneratePlaceFields, GeneratePlace>();
    checkRoundTrip<LeakPlaceFields, LeakPlace>();
    checkRoundTrip<MaskFields, Mask>();
    checkRoundTrip<SavedPlaceFields, SavedPlace>();
    checkRoundTrip<LessonProgressFields, LessonProgress>();
    SavedPlace place;
    change(place.lessons);
    CHECK(readAgain<SavedPlaceFields>(place).lessons.empty());
    CHECK(readProgress(writeProgress(place.lessons)) == place.lessons);
    for (std::size_t kind = 0; kind < kVariantKinds; ++kind) {
        CAPTURE(kind);
        if (kind == static_cast<std::size_t>(VariantKind::file)) continue;
        VariantChoice choice{.kind = static_cast<VariantKind>(kind)};
        RestChanger changer;
        VariantChoiceFields::walk(choice, changer);
        CHECK(readAgain<VariantChoiceFields>(choice) == choice);
    }
}

TEST_CASE("the first line of a session is read again") {
    FirstLine line;
    changeAll<FirstLineFields>(line);
    const std::string text = writeFields(line, FirstLineFields());
    const FirstLine read = readAgain<FirstLineFields>(line);
    CHECK(writeFields(read, FirstLineFields()) == text);
    CHECK(read.place == line.place);
    CHECK(read.head.has_unsaved_experiment);
}

}  // namespace lookback

// What a session keeps of Compare and of the Leak test.
#include "app/state/kept/session_text.h"
#include "app/state/update/update.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

namespace {

AppState opened() { return AppState(lessonDocument("write-a-poem"), "write-a-poem"); }

/// The window as it opens again.
AppState reopened(const AppState& state) {
    const Checked<Session> read = readSession(SessionWriter().write(sessionOf(state)));
    REQUIRE(read.has_value());
    return stateOf(*read);
}

}  // namespace

TEST_CASE("what Compare shows is found again; of a file only that there was one") {
    Mask window{{newRule(MaskKind::sliding_window, 3)}, {{0, 2}}};
    const std::vector<VariantChoice> choices{
        {},
        {.kind = VariantKind::unmasked},
        {.kind = VariantKind::method, .masking = {.method = MaskingMethod::zero}},
        {.kind = VariantKind::value, .masking = {.value = -5}},
        {.kind = VariantKind::order, .masking = {.order = MaskingOrder::before_scale}},
        {.kind = VariantKind::softmax, .masking = {.softmax = SoftmaxOver::columns}},
        {.kind = VariantKind::dtype, .dtype = DType::bfloat16},
        {.kind = VariantKind::scale, .scale = {Scale::Kind::number, 2.5}},
        {.kind = VariantKind::scale, .scale = {Scale::Kind::none}},
        {.kind = VariantKind::scale,
         .masking = {.order = MaskingOrder::before_scale},
         .scale = {Scale::Kind::dk}},
        {.kind = VariantKind::mask, .mask = window},
        {.kind = VariantKind::snapshot, .name = "Snapshot 1"}};
    for (const VariantChoice& choice : choices) {
        CAPTURE(static_cast<int>(choice.kind));
        AppState before = opened();
        before.place.mode = Mode::compare;
        if (choice.kind == VariantKind::snapshot) update(before, TakeSnapshot{});
        before.place.compared = {.a = choice};
        const AppState after = reopened(before);
        CHECK(after.place.mode == Mode::compare);
        CHECK(after.place.compared == before.place.compared);
    }
    AppState before = opened();
    before.place.compared.b = {.kind = VariantKind::file,
                               .name = "other.json",
                               .file = std::make_shared<const Document>(before.document())};
    CHECK(reopened(before).place.compared.b.kind == VariantKind::unmasked);
}

TEST_CASE("what the Leak test does is found again, at rest") {
    AppState before = opened();
    before.place.mode = Mode::leak;
    before.place.leak = {.probe = Probe::append,
                         .nudge = {.token = 1, .dimension = {}, .seed = 7, .amount = -0.125},
                         .word = "d\u00e9j\u00e0 \"vu\""};
    LeakPlace kept = before.place.leak;
    before.place.leak.wiggling = true;
    before.place.leak.wiggled = 1.5;
    CHECK(reopened(before).place.leak == kept);
    kept.nudge.token.reset();
    kept.nudge.dimension = 1;
    before.place.leak = kept;
    CHECK(reopened(before).place.leak == kept);
    CHECK(reopened(before).place.mode == Mode::leak);
}

TEST_CASE("a nudge of what the document lacks becomes one of what it has") {
    AppState before = opened();
    before.place.leak.nudge = {.token = 9, .dimension = 12};
    const AppState after = reopened(before);
    CHECK(nudgedToken(after.place.leak.nudge, 3) == 2);
    CHECK(after.place.leak.nudge.dimension.value_or(0) < 2);
}

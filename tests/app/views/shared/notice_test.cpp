// The sentences about the latest event at the foot of the centre.
#include "messages/notices.h"
#include "tests/app/lab_under_test.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("a notice of many messages shows the first ones and counts the others") {
    const Message bad = say::notices::BytesReplaced{};
    LabUnderTest lab("write-a-poem");
    const auto notify = [&](std::size_t messages) {
        lab.act(Notice{std::vector<Message>(messages, bad)});
        lab.ui.step(2);
    };
    notify(2);
    CHECK(lab.showsLines("were replaced by \uFFFD. Unreadable bytes"));
    CHECK_FALSE(lab.showsLines("not shown"));
    // 600 characters hold 15 of these messages.
    notify(16);
    CHECK(lab.showsLines("were replaced by \uFFFD. 1 more message is not shown."));
    notify(40);
    CHECK(lab.showsLines("were replaced by \uFFFD. 25 more messages are not shown."));
}

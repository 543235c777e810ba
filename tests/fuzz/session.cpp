// Sessions and drafts: what is read can be shown, and is written so that the same is read again.
#include "app/state/kept/session_text.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = textOf(data, size);
    const Checked<Session> session = readSession(text, kAllowed);
    if (!session) {
        requireReason(session.error());
        return 0;
    }
    require(readSessionHead(text).has_value(), "the first line of a session can be read alone");
    const AppState shown = stateOf(*session);
    const std::string written = SessionWriter().write(sessionOf(shown));
    const Checked<Session> again = readSession(written, kAllowed);
    require(again.has_value(), "what is written can be read");
    require(SessionWriter().write(sessionOf(stateOf(*again))) == written,
            "what is read again is the same");
    return 0;
}

// settings.json: what is read is written so that the same is read again.
#include "app/platform/settings_file.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<Settings> settings = readSettings(textOf(data, size));
    if (!settings) {
        requireReason(settings.error());
        return 0;
    }
    require(readSettings(writeSettings(*settings)) == settings, "what is written can be read");
    return 0;
}

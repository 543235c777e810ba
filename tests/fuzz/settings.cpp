// settings.json: what is read is written so that the same is read again.
#include "app/platform/settings_file.h"
#include "tests/fuzz/fuzz.h"

using namespace lookback;
using namespace lookback::fuzz;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Result<SettingsRead> read = readSettings(textOf(data, size));
    if (!read) {
        requireReason(read.error());
        return 0;
    }
    const Result<SettingsRead> again = readSettings(writeSettings(read->settings));
    require(again && again->faults.empty() && again->settings == read->settings,
            "what is written can be read");
    return 0;
}

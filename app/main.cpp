#include <exception>
#include <iostream>

#include "app/cli/command_line.h"
#include "app/platform/end_signals.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/io/system_memory.h"
#include "core/words/say.h"
#include "messages/cli.h"

int main(int argc, char** argv) {
    lookback::reportFailedWrites();
    std::ios::sync_with_stdio(false);
    int code = lookback::bad_input;
    try {
        code = lookback::runCommandLine(argc, argv, std::cout, std::cerr);
    } catch (const std::bad_alloc&) {
        std::cerr << "lookback";
        for (int k = 1; k < argc; ++k) std::cerr << ' ' << lookback::oneLine(argv[k]);
        const std::string most = lookback::memoryText(lookback::allowedMemory());
        std::cerr << ": "
                  << lookback::english().text(
                         lookback::say::cli::MemoryRefused{.most = lookback::Verbatim{most}})
                  << '\n';
    } catch (const std::exception& fault) {
        std::cerr << "lookback: " << fault.what() << '\n';
    }
    std::cout.flush();
    if (!std::cout) {
        const lookback::Wording& words = lookback::english();
        std::cerr << words.text(lookback::say::cli::StandardOutput{}) << ": "
                  << words.text(lookback::say::cli::OutputCut{}) << '\n';
        return lookback::bad_input;
    }
    return code;
}

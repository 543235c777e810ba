#include <exception>
#include <iostream>

#include "app/cli/command_line.h"
#include "app/platform/end_signals.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/io/system_memory.h"

int main(int argc, char** argv) {
    lookback::reportFailedWrites();
    std::ios::sync_with_stdio(false);
    int code = lookback::bad_input;
    try {
        code = lookback::runCommandLine(argc, argv, std::cout, std::cerr);
    } catch (const std::bad_alloc&) {
        std::cerr << "lookback";
        for (int k = 1; k < argc; ++k) std::cerr << ' ' << lookback::oneLine(argv[k]);
        std::cerr << ": the system gives less memory than the "
                  << lookback::memoryText(lookback::allowedMemory()) << " that may be taken\n";
    } catch (const std::exception& fault) {
        std::cerr << "lookback: " << fault.what() << '\n';
    }
    std::cout.flush();
    if (!std::cout) {
        std::cerr << "standard output: could not be written to the end\n";
        return lookback::bad_input;
    }
    return code;
}

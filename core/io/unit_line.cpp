#include "core/io/unit_line.h"

#include "core/base/text.h"

namespace lookback {

std::string unitLine(const Experiment& experiment, const UnitText& text,
                     std::span<const Unit> units) {
    std::string line;
    for (const Unit unit : units) {
        const std::string& shown = text.vocabulary[static_cast<std::size_t>(unit)];
        if (experiment.unit == TextUnit::words && !line.empty()) line += ' ';
        line += shown == "\n" ? "\u00B6" : shown;
    }
    return oneLine(std::move(line));
}

}  // namespace lookback

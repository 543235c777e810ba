#include "core/language/unit_line.h"

#include "core/base/text.h"

namespace lookback {

std::string shownUnit(const std::string& unit) {
    if (unit == "\n") return "\u00B6";
    if (unit == " ") return "\u00B7";
    return oneLine(unit);
}

std::string_view unitNoun(TextUnit unit) { return unit == TextUnit::words ? "word" : "character"; }

std::string unitLine(const Experiment& experiment, const UnitText& text,
                     std::span<const Unit> units) {
    std::string line;
    for (const Unit unit : units) {
        const std::string& spelled = text.vocabulary[static_cast<std::size_t>(unit)];
        if (experiment.unit == TextUnit::words && !line.empty()) line += ' ';
        line += spelled == " " ? spelled : shownUnit(spelled);
    }
    return line;
}

}  // namespace lookback

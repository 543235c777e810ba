#pragma once

#include <array>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "core/language/writing.h"
#include "messages/reports.h"

namespace lookback {

/// The text that one twin wrote.
struct WrittenByTwin {
    std::string name;  ///< of the twin
    Written written;
};

/// The texts of a generation, as the formats write them.
struct GenerationReport {
    const Experiment& experiment;
    const UnitText& text;  ///< the experiment's, cut
    std::size_t prompt;    ///< how many of the units are the prompt
    std::span<const WrittenByTwin> twins;
};

/// Writes one JSON object with every number.
void writeGenerationJson(std::ostream& out, const GenerationReport& report);

/// Writes each twin's text on a line, then a line for each written unit: its number, its
/// probability, and the random number that sampled it (none where the choice was greedy).
void writeGenerationText(std::ostream& out, const GenerationReport& report);

/// A row of the table of formats of generations.
struct GenerationFormat {
    std::string_view name;
    Message (*line)();  ///< its help text
    void (*write)(std::ostream& out, const GenerationReport& report);
};

inline constexpr std::array kGenerationFormats{
    GenerationFormat{"text", stated<say::reports::TextGeneration>, writeGenerationText},
    GenerationFormat{"json", stated<say::reports::Json>, writeGenerationJson},
};

}  // namespace lookback

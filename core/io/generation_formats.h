#pragma once

#include <array>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>

#include "core/language/writing.h"

namespace lookback {

/// What one twin wrote.
struct WrittenByTwin {
    std::string name;  ///< of the twin
    Written written;
};

/// What is written of a generation.
struct GenerationReport {
    const Experiment& experiment;
    const UnitText& text;  ///< the experiment's, cut
    std::size_t prompt;    ///< how many of the units are the prompt
    std::span<const WrittenByTwin> twins;
};

/// Everything in one JSON object: the contract's result.
void writeGenerationJson(std::ostream& out, const GenerationReport& report);

/// What each twin wrote on a line, then a line for each written unit: its number, its chance, and
/// the lot that fell on it where lots were drawn.
void writeGenerationText(std::ostream& out, const GenerationReport& report);

/// A row of the table of formats of generations.
struct GenerationFormat {
    std::string_view name;
    std::string_view line;  ///< what it is, in one line
    void (*write)(std::ostream& out, const GenerationReport& report);
};

inline constexpr std::array kGenerationFormats{
    GenerationFormat{"text", "what is written, with the chance of each word", writeGenerationText},
    GenerationFormat{"json", "every number exactly, for programs", writeGenerationJson},
};

}  // namespace lookback

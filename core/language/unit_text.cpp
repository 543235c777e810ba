#include "core/language/unit_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/document/words.h"
#include "messages/faults.h"

namespace lookback {
namespace {

/// A text in units, numbered in the order of their first use.
struct CutUnits {
    std::vector<std::string_view> found;  ///< every unit once, by first use; parts of the text
    std::vector<Unit> units;
    std::vector<Index> lines;  ///< the units that lines begin with

    void beginLine() { lines.push_back(static_cast<Index>(units.size())); }

    /// Adds a unit. @param number of the unit; `found.size()` for a new unit
    void add(std::string_view unit, Unit number) {
        if (number == newNumber()) found.push_back(unit);
        units.push_back(number);
    }
    [[nodiscard]] Unit newNumber() const { return static_cast<Unit>(found.size()); }
};

CutUnits cutWords(std::string_view text) {
    CutUnits cut;
    std::unordered_map<std::string_view, Unit> numbers;
    while (!text.empty()) {
        std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        std::string_view word = takeWord(line);
        if (!word.empty()) cut.beginLine();
        for (; !word.empty(); word = takeWord(line)) {
            cut.add(word, numbers.try_emplace(word, cut.newNumber()).first->second);
        }
    }
    return cut;
}

CutUnits cutCharacters(std::string_view text) {
    CutUnits cut;
    cut.units.reserve(text.size());
    // Most characters take one byte, and are found by it in a table.
    constexpr Unit kUnknown = -1;
    std::array<Unit, 0x80> of_byte;
    of_byte.fill(kUnknown);
    std::unordered_map<std::string_view, Unit> others;
    bool ends_line = true;
    while (!text.empty()) {
        if (ends_line) cut.beginLine();
        const auto byte = static_cast<unsigned char>(text.front());
        const bool is_ascii = byte < of_byte.size();
        const std::string_view unit = text.substr(0, is_ascii ? 1 : firstCharacter(text).bytes);
        Unit& number = is_ascii ? of_byte[byte] : others.try_emplace(unit, kUnknown).first->second;
        if (number == kUnknown) number = cut.newNumber();
        cut.add(unit, number);
        ends_line = byte == '\n';
        text.remove_prefix(unit.size());
    }
    return cut;
}

/// @param text must outlive the result
CutUnits cutUnits(TextUnit unit, std::string_view text) {
    return unit == TextUnit::words ? cutWords(text) : cutCharacters(text);
}

/// The vocabulary in order, and the units numbered by it. UTF-8 sorts as its code points do.
UnitText withSortedVocabulary(CutUnits cut) {
    UnitText text;
    text.vocabulary.assign(cut.found.begin(), cut.found.end());
    std::sort(text.vocabulary.begin(), text.vocabulary.end());
    std::vector<Unit> sorted;
    for (const std::string_view unit : cut.found) {
        const auto place = std::lower_bound(text.vocabulary.begin(), text.vocabulary.end(), unit);
        sorted.push_back(static_cast<Unit>(place - text.vocabulary.begin()));
    }
    text.lines = std::move(cut.lines);
    text.units = std::move(cut.units);
    for (Unit& unit : text.units) unit = sorted[static_cast<std::size_t>(unit)];
    return text;
}

Index heldOut(std::size_t count, double share) {
    return static_cast<Index>(std::floor(static_cast<double>(count) * share));
}

bool isUnit(const UnitText& text, std::string_view unit) {
    return std::binary_search(text.vocabulary.begin(), text.vocabulary.end(), unit);
}

/// A unit that a line of text shows, and takes, as a sign.
struct UnitSign {
    std::string_view unit;
    std::string_view sign;
};
constexpr std::array kTypedSigns{UnitSign{"\n", "\u00B6"}, UnitSign{"\t", "\u21E5"}};

/// Returns the row of a unit of the text; null where it has no sign, or the sign is a unit itself.
const UnitSign* signOf(const UnitText& text, std::string_view unit) {
    for (const UnitSign& row : kTypedSigns) {
        if (row.unit == unit && isUnit(text, unit) && !isUnit(text, row.sign)) return &row;
    }
    return nullptr;
}

/// Replaces the signs of units by the units themselves.
std::string withoutSigns(const UnitText& text, std::string sentence) {
    for (const UnitSign& row : kTypedSigns) {
        if (signOf(text, row.unit) == nullptr) continue;
        for (std::size_t at = sentence.find(row.sign); at != std::string::npos;
             at = sentence.find(row.sign, at + 1)) {
            sentence.replace(at, row.sign.size(), row.unit);
        }
    }
    return sentence;
}

/// The number of units before the first held-out unit.
/// @param units all of the text @param lines the units that its lines begin with
Index trainedUnits(const Experiment& experiment, std::span<const Unit> units,
                   std::span<const Index> lines) {
    const auto end = std::ssize(units);
    if (experiment.starts == WindowStarts::anywhere) {
        return end - heldOut(units.size(), experiment.held_out);
    }
    const Index trained = std::ssize(lines) - heldOut(lines.size(), experiment.held_out);
    return trained < std::ssize(lines) ? lines[static_cast<std::size_t>(trained)] : end;
}

}  // namespace

std::string shownUnit(const std::string& unit) {
    for (const UnitSign& row : kTypedSigns) {
        if (unit == row.unit) return std::string(row.sign);
    }
    if (unit == " ") return "\u00B7";
    return oneLine(unit);
}

std::string typedText(const Experiment& experiment, const UnitText& text,
                      std::span<const Unit> units) {
    std::string typed;
    for (const Unit unit : units) {
        const std::string& spelled = text.vocabulary[static_cast<std::size_t>(unit)];
        const UnitSign* const row = signOf(text, spelled);
        if (experiment.unit == TextUnit::words && !typed.empty()) typed += ' ';
        typed += row != nullptr ? row->sign : std::string_view(spelled);
    }
    return typed;
}

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

UnitText cutText(const Experiment& experiment) {
    UnitText text = withSortedVocabulary(cutUnits(experiment.unit, experiment.text));
    const auto end = static_cast<Index>(text.units.size());
    const Index length = experiment.context + 1;
    const Index held = trainedUnits(experiment, text.units, text.lines);
    if (experiment.starts == WindowStarts::anywhere) {
        for (Index at = 0; at + length <= held; ++at) text.train_starts.push_back(at);
        for (Index at = held; at + length <= end; at += experiment.context) {
            text.held_out_starts.push_back(at);
        }
        return text;
    }
    for (const Index at : text.lines) {
        if (at < held && at + length <= held) text.train_starts.push_back(at);
        if (at >= held && at + length <= end) text.held_out_starts.push_back(at);
    }
    return text;
}

TextSize sizeOfText(const Experiment& experiment) {
    const CutUnits cut = cutUnits(experiment.unit, experiment.text);
    // The first window begins with the text.
    const Index trained = trainedUnits(experiment, cut.units, cut.lines);
    return {.units = std::ssize(cut.units),
            .vocabulary = std::ssize(cut.found),
            .has_training_window = experiment.context + 1 <= trained};
}

Result<std::vector<Unit>> unitsOfSentence(const Experiment& experiment, const UnitText& text,
                                          std::string_view sentence) {
    constexpr std::size_t kLongest = 40;
    const std::string clean = withoutSigns(text, asUtf8(sentence));
    CutUnits cut = cutUnits(experiment.unit, clean);
    if (cut.units.empty()) {
        using Said = say::faults::EmptySentence;
        return tl::unexpected(Error{
            "sentence", Said{.unit = experiment.unit == TextUnit::words ? Said::Unit::words
                                                                        : Said::Unit::other}});
    }
    const std::vector<std::string>& known = text.vocabulary;
    std::vector<Unit> places;  // in the vocabulary, of each unit of `found`
    for (const std::string_view unit : cut.found) {
        const auto place = std::lower_bound(known.begin(), known.end(), unit);
        if (place == known.end() || *place != unit) {
            const std::vector<std::string_view> names(known.begin(), known.end());
            using Said = say::faults::UnknownUnit;
            return tl::unexpected(Error{
                "sentence", Said{.name = TokenLabel{shortenedTo(unit, kLongest)},
                                 .unit = experiment.unit == TextUnit::words ? Said::Unit::words
                                                                            : Said::Unit::other,
                                 .hint = nearestHint(unit, names)}});
        }
        places.push_back(static_cast<Unit>(place - known.begin()));
    }
    for (Unit& unit : cut.units) unit = places[static_cast<std::size_t>(unit)];
    return std::move(cut.units);
}

}  // namespace lookback

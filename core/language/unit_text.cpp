#include "core/language/unit_text.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/document/words.h"

namespace lookback {
namespace {

/// Units in the order of the text, numbered as they come.
class Cutter {
public:
    std::vector<std::string> found;  ///< every unit once, in the order of the text
    std::vector<Unit> units;
    std::vector<Index> lines;  ///< the units that lines begin with

    void beginLine() { lines.push_back(static_cast<Index>(units.size())); }

    void add(std::string unit) {
        const auto [known, is_new] = numbers_.try_emplace(unit, static_cast<Unit>(found.size()));
        if (is_new) found.push_back(std::move(unit));
        units.push_back(known->second);
    }

private:
    std::unordered_map<std::string, Unit> numbers_;
};

void cutWords(std::string_view text, Cutter& cutter) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        std::vector<std::string> words = splitWords(line);
        if (!words.empty()) cutter.beginLine();
        for (std::string& word : words) cutter.add(std::move(word));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
}

void cutCharacters(std::string_view text, Cutter& cutter) {
    bool ends_line = true;
    while (!text.empty()) {
        if (ends_line) cutter.beginLine();
        const std::string_view character = text.substr(0, firstCharacter(text).bytes);
        cutter.add(std::string(character));
        ends_line = character == "\n";
        text.remove_prefix(character.size());
    }
}

Cutter cut(TextUnit unit, std::string_view text) {
    Cutter cutter;
    (unit == TextUnit::words ? cutWords : cutCharacters)(text, cutter);
    return cutter;
}

/// The vocabulary in order, and the units numbered by it. UTF-8 sorts as its code points do.
void sortVocabulary(Cutter& cutter, UnitText& text) {
    text.vocabulary = cutter.found;
    std::sort(text.vocabulary.begin(), text.vocabulary.end());
    std::vector<Unit> sorted;
    for (const std::string& unit : cutter.found) {
        const auto place = std::lower_bound(text.vocabulary.begin(), text.vocabulary.end(), unit);
        sorted.push_back(static_cast<Unit>(place - text.vocabulary.begin()));
    }
    text.lines = std::move(cutter.lines);
    text.units = std::move(cutter.units);
    for (Unit& unit : text.units) unit = sorted[static_cast<std::size_t>(unit)];
}

Index heldOut(std::size_t count, double share) {
    return static_cast<Index>(std::floor(static_cast<double>(count) * share));
}

}  // namespace

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

UnitText cutText(const Experiment& experiment) {
    Cutter cutter = cut(experiment.unit, experiment.text);
    UnitText text;
    sortVocabulary(cutter, text);

    const auto end = static_cast<Index>(text.units.size());
    const Index length = experiment.context + 1;
    if (experiment.starts == WindowStarts::anywhere) {
        const Index held = end - heldOut(text.units.size(), experiment.held_out);
        for (Index at = 0; at + length <= held; ++at) text.train_starts.push_back(at);
        for (Index at = held; at + length <= end; at += experiment.context) {
            text.held_out_starts.push_back(at);
        }
        return text;
    }
    const auto lines = static_cast<Index>(text.lines.size());
    const Index trained = lines - heldOut(text.lines.size(), experiment.held_out);
    const Index held = trained < lines ? text.lines[static_cast<std::size_t>(trained)] : end;
    for (const Index at : text.lines) {
        if (at < held && at + length <= held) text.train_starts.push_back(at);
        if (at >= held && at + length <= end) text.held_out_starts.push_back(at);
    }
    return text;
}

Result<std::vector<Unit>> unitsOfSentence(const Experiment& experiment, const UnitText& text,
                                          std::string_view sentence) {
    constexpr std::size_t kLongest = 40;
    const std::string_view noun = experiment.unit == TextUnit::words ? "word" : "character";
    Cutter cutter = cut(experiment.unit, asUtf8(sentence));
    if (cutter.units.empty()) {
        return tl::unexpected(
            Error{"sentence", fmt::format("has no {}, expected at least one", noun)});
    }
    const std::vector<std::string>& known = text.vocabulary;
    std::vector<Unit> places;  // in the vocabulary, of what was found
    for (const std::string& unit : cutter.found) {
        const auto place = std::lower_bound(known.begin(), known.end(), unit);
        if (place == known.end() || *place != unit) {
            const std::vector<std::string_view> names(known.begin(), known.end());
            return tl::unexpected(Error{
                "sentence",
                fmt::format("{} is no {} of the text{}", inQuotes(shortenedTo(unit, kLongest)),
                            noun, nearestHint(unit, names))});
        }
        places.push_back(static_cast<Unit>(place - known.begin()));
    }
    for (Unit& unit : cutter.units) unit = places[static_cast<std::size_t>(unit)];
    return std::move(cutter.units);
}

}  // namespace lookback

#include "core/language/line_writing.h"

#include <algorithm>
#include <cassert>

namespace lookback {
namespace {

constexpr std::size_t kMostUnits = 100;

using Line = std::span<const Unit>;

/// The lines of a text by their beginnings.
class LineWritingLines {
public:
    explicit LineWritingLines(const UnitText& text) : text_(text) {
        const auto place =
            std::lower_bound(text.vocabulary.begin(), text.vocabulary.end(), std::string("\n"));
        if (place != text.vocabulary.end() && *place == "\n") {
            break_ = static_cast<Unit>(place - text.vocabulary.begin());
        }
    }

    /// The unit of a line break; nothing where units are words.
    [[nodiscard]] std::optional<Unit> lineBreak() const { return break_; }

    /// A line without its line break.
    [[nodiscard]] Line line(std::size_t number) const {
        const auto begin = static_cast<std::size_t>(text_.lines[number]);
        const bool is_last = number + 1 == text_.lines.size();
        auto end = is_last ? text_.units.size() : static_cast<std::size_t>(text_.lines[number + 1]);
        if (break_ && text_.units[end - 1] == *break_) --end;
        return Line(text_.units).subspan(begin, end - begin);
    }

    /// The different first units of lines, in the order of the text.
    [[nodiscard]] std::vector<Unit> beginnings() const {
        std::vector<Unit> found;
        for (std::size_t k = 0; k < text_.lines.size() && found.size() < kMostBeginnings; ++k) {
            const Line line = this->line(k);
            if (line.empty() || std::find(found.begin(), found.end(), line[0]) != found.end()) {
                continue;
            }
            found.push_back(line[0]);
        }
        return found;
    }

    /// Calls `use` with every line that has this beginning.
    template <class Use>
    void eachFrom(Unit beginning, Use use) const {
        for (std::size_t k = 0; k < text_.lines.size(); ++k) {
            const Line line = this->line(k);
            if (!line.empty() && line[0] == beginning) use(line);
        }
    }

private:
    const UnitText& text_;
    std::optional<Unit> break_;
};

/// Cuts written units to a line, and finds whether it is a line of the text.
LineWritten cutToLine(const LineWritingLines& lines, std::vector<Unit> units, std::size_t longest) {
    const auto end_of_line = [&] {
        const auto place = std::find(units.begin(), units.end(), *lines.lineBreak());
        return static_cast<std::size_t>(place - units.begin());
    };
    // The shortest line that is longer than the given beginning.
    std::size_t found = 0;
    std::size_t end = lines.lineBreak() ? end_of_line() : units.size();
    lines.eachFrom(units.front(), [&](const Line& line) {
        const bool is_written = line.size() <= units.size() &&
                                std::equal(line.begin(), line.end(), units.begin()) &&
                                (lines.lineBreak() ? line.size() == end : line.size() > 1);
        if (is_written && (found == 0 || line.size() < found)) found = line.size();
    });
    if (found > 0) end = found;
    units.resize(std::min(end, longest));
    return {.units = std::move(units), .is_of_text = found > 0};
}

using Units = std::span<const Unit>;

/// The places in some units where lines of the text end.
class ReachedLines {
public:
    explicit ReachedLines(Units units) : units_(units), ends_(units.size() + 1) {}

    /// Compares a line, or its end, with the units from this place on.
    void go(std::size_t from, Units line) {
        const Units rest = units_.subspan(from);
        const std::size_t length = std::min(rest.size(), line.size());
        if (length == 0 ||
            !std::equal(line.begin(), line.begin() + asDistance(length), rest.begin())) {
            return;
        }
        if (length == line.size()) {
            ends_[from + length] = true;
        } else {
            is_begun_ = true;
        }
    }

    [[nodiscard]] bool isReached(std::size_t place) const { return ends_[place]; }
    [[nodiscard]] LineStanding standing() const {
        if (ends_.back()) return LineStanding::whole;
        return is_begun_ ? LineStanding::begun : LineStanding::none;
    }

private:
    static std::ptrdiff_t asDistance(std::size_t length) {
        return static_cast<std::ptrdiff_t>(length);
    }

    Units units_;
    std::vector<bool> ends_;  // of lines, by place
    bool is_begun_ = false;
};

/// Calls `use` with every line, its line break included.
template <class Use>
void eachLine(const UnitText& text, Use use) {
    for (std::size_t k = 0; k < text.lines.size(); ++k) {
        const auto begin = static_cast<std::size_t>(text.lines[k]);
        const bool is_last = k + 1 == text.lines.size();
        const auto end = is_last ? text.units.size() : static_cast<std::size_t>(text.lines[k + 1]);
        use(Units(text.units).subspan(begin, end - begin));
    }
}

bool beginsLine(const UnitText& text, Unit unit) {
    return std::any_of(text.lines.begin(), text.lines.end(), [&](Index line) {
        return text.units[static_cast<std::size_t>(line)] == unit;
    });
}

}  // namespace

template <class Scalar>
std::vector<LineWritten> linesWritten(const Experiment& experiment, const Twin& twin,
                                      const UnitText& text, const Parameters<Scalar>& parameters,
                                      const GivesUp& gives_up) {
    const LineWritingLines lines(text);
    std::vector<LineWritten> written;
    for (const Unit beginning : lines.beginnings()) {
        if (isGivenUp(gives_up)) break;
        std::size_t longest = 1;
        lines.eachFrom(beginning, [&](const Line& line) {
            longest = std::min(std::max(longest, line.size()), kMostUnits);
        });
        // With its line break, where there are any.
        const auto count = static_cast<Index>(lines.lineBreak() ? longest : longest - 1);
        Written greedy = generate(experiment, twin, parameters, {beginning}, count, {});
        written.push_back(cutToLine(lines, std::move(greedy.units), longest));
    }
    return written;
}

Index unitsToWrite(const UnitText& text) {
    const LineWritingLines lines(text);
    std::size_t longest = 1;
    for (std::size_t k = 0; k < text.lines.size(); ++k) {
        longest = std::min(std::max(longest, lines.line(k).size()), kMostUnits);
    }
    return static_cast<Index>(kMostBeginnings * longest);
}

Index linesOfText(const std::vector<LineWritten>& lines) {
    return std::count_if(lines.begin(), lines.end(),
                         [](const LineWritten& line) { return line.is_of_text; });
}

template std::vector<LineWritten> linesWritten(const Experiment&, const Twin&, const UnitText&,
                                               const Parameters<float>&, const GivesUp&);
template std::vector<LineWritten> linesWritten(const Experiment&, const Twin&, const UnitText&,
                                               const Parameters<double>&, const GivesUp&);

LineStanding lineStanding(const UnitText& text, WindowStarts starts, std::span<const Unit> units) {
    assert(!units.empty());
    ReachedLines reached(units);
    const bool begins = starts == WindowStarts::lines && beginsLine(text, units.front());
    eachLine(text, [&](Units line) {
        reached.go(0, line);
        for (std::size_t from = 1; !begins && from < line.size(); ++from) {
            if (line[from] == units.front()) reached.go(0, line.subspan(from));
        }
    });
    for (std::size_t place = 1; place < units.size(); ++place) {
        if (!reached.isReached(place)) continue;
        eachLine(text, [&](Units line) { reached.go(place, line); });
    }
    return reached.standing();
}

}  // namespace lookback

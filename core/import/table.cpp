#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/import/number_text.h"
#include "core/import/readers.h"
#include "messages/expected.h"
#include "messages/faults.h"
#include "messages/imports.h"

namespace lookback {
namespace {

/// The characters between cells and within numbers.
struct TableMarks {
    char separator = ',';  ///< a space stands for any number of them
    char decimal = '.';
};

using Cells = std::vector<std::string>;

/// The cells of a line. A cell in quotes may hold the separator; within it, two quotes stand for
/// one.
Cells cellsOf(std::string_view line, char separator) {
    Cells cells;
    std::size_t at = 0;
    while (true) {
        while (at < line.size() && (line[at] == ' ' || line[at] == '\r')) ++at;
        if (separator == ' ' && at >= line.size()) break;
        std::string cell;
        if (at < line.size() && line[at] == '"') {
            for (++at; at < line.size(); ++at) {
                const bool is_doubled = line.substr(at, 2) == "\"\"";
                if (line[at] == '"' && !is_doubled) break;
                if (is_doubled) ++at;
                cell += line[at];
            }
            at = std::min(at + 1, line.size());
        }
        const std::size_t end = std::min(line.find(separator, at), line.size());
        cell += trimmed(line.substr(std::min(at, end), end - std::min(at, end)));
        cells.push_back(std::move(cell));
        if (end >= line.size()) break;
        at = end + 1;
    }
    return cells;
}

std::optional<double> numberIn(std::string_view cell, char decimal) {
    const auto number = firstNumber(cell, decimal);
    return number && number->bytes == cell.size() ? std::optional(number->value) : std::nullopt;
}

/// True for a cell of words. One that has only signs of numbers is none, even where they make no
/// number.
bool isText(std::string_view cell) {
    return cell.find_first_not_of("0123456789+-.,' ") != std::string_view::npos &&
           !numberIn(cell, '.') && !numberIn(cell, ',');
}

/// Calls `visit(line, number from 1)` for the lines of a text, until it returns false.
template <class Visit>
void forLines(std::string_view text, Visit visit) {
    std::size_t number = 1;
    while (true) {
        const std::size_t end = text.find('\n');
        if (!visit(text.substr(0, end), number++) || end == std::string_view::npos) return;
        text.remove_prefix(end + 1);
    }
}

/// True where the cells of all lines are numbers, or texts that do not begin as numbers do.
bool reads(std::string_view text, const TableMarks& marks) {
    bool all = true;
    forLines(text, [&](std::string_view line, std::size_t) {
        for (const std::string& cell : cellsOf(line, marks.separator)) {
            all =
                all && (cell.find_first_of("0123456789+-.,") != 0 || numberIn(cell, marks.decimal));
        }
        return all;
    });
    return all;
}

/// Tells from the whole text which characters separate the cells and the digits.
TableMarks marksOf(std::string_view text) {
    const auto has = [&](char c) { return text.find(c) != std::string_view::npos; };
    const auto with_decimal = [&](char separator) -> TableMarks {
        const bool has_points = reads(text, {separator, '.'});
        return {separator, !has_points && reads(text, {separator, ','}) ? ',' : '.'};
    };
    if (has('\t')) return with_decimal('\t');
    if (has(';')) return with_decimal(';');
    if (has(',') && !reads(text, {',', '.'}) && reads(text, {' ', ','})) return {' ', ','};
    return has(',') ? TableMarks{',', '.'} : TableMarks{' ', '.'};
}

/// Reads tables line by line. A fault ends the reading.
class TableReader {
public:
    explicit TableReader(std::string_view text) : text_(text), marks_(marksOf(text)) {}

    Result<Found> read() {
        forLines(text_, [&](std::string_view line, std::size_t number) {
            trimmed(line).empty() ? endTable() : addLine(cellsOf(line, marks_.separator), number);
            return !fault_;
        });
        endTable();
        if (fault_) return tl::unexpected(*std::move(fault_));
        if (found_.tensors.empty()) return tl::unexpected(Error{"", say::imports::NoNumbers{}});
        return std::move(found_);
    }

private:
    void addLine(Cells cells, std::size_t number) {
        // Spreadsheets end lines with empty cells where another line is longer.
        while (cells.size() > 1 && cells.back().empty()) cells.pop_back();
        const bool has_numbers = std::any_of(
            cells.begin(), cells.end(),
            [&](const std::string& cell) { return numberIn(cell, marks_.decimal).has_value(); });
        if (!has_numbers && rows_ == 0) {
            if (cells.size() == 1 || marks_.separator == ' ') name_ = cleanName(joinedCells(cells));
            heads_ = cells.size() > 1;
            return;
        }
        if (rows_ == 0) {
            line_ = number;
            // A corner that is empty stands above a first column of texts.
            labelled_ = isText(cells.front()) || (heads_ && cells.front().empty());
        }
        const std::size_t first = labelled_ ? 1 : 0;
        if (rows_ == 0) cols_ = static_cast<Index>(cells.size() - first);
        if (static_cast<Index>(cells.size() - first) != cols_) {
            return refuse(number,
                          say::faults::UnevenRow{.n = static_cast<Index>(cells.size() - first),
                                                 .wanted = Count{cols_}});
        }
        if (labelled_ && rows_ < kMaxTokens) labels_.push_back(cells.front());
        for (std::size_t k = first; k < cells.size(); ++k) addCell(cells[k], number);
        ++rows_;
    }

    static std::string joinedCells(const Cells& cells) {
        std::string text;
        for (const std::string& cell : cells) text += (text.empty() ? "" : " ") + cell;
        return text;
    }

    void addCell(const std::string& cell, std::size_t line) {
        if (fault_) return;
        const auto number = numberIn(cell, marks_.decimal);
        if (!number) {
            const Verbatim found{excerpt(cell)};
            const bool is_other = numberIn(cell, marks_.decimal == '.' ? ',' : '.').has_value();
            return refuse(line, is_other ? Message(say::imports::MixedDecimals{.found = found})
                                         : Message(say::faults::Wrong{
                                               .value = found,
                                               .expected = Message(say::expected::Number{})}));
        }
        if (++numbers_ > kMaxImportedNumbers) {
            return refuse(line, say::imports::TooManyNumbers{
                                    .most = Count{static_cast<Index>(kMaxImportedNumbers)}});
        }
        values_.push_back(*number);
    }

    void endTable() {
        if (rows_ == 0 || fault_) return;
        const std::string where = lineName(line_);
        if (!labels_.empty()) found_.texts.push_back({"", std::move(labels_), where});
        found_.tensors.push_back({.name = std::move(name_),
                                  .shape = {rows_, cols_},
                                  .values = std::move(values_),
                                  .where = where});
        name_.clear();
        labels_.clear();
        values_.clear();
        rows_ = 0;
        heads_ = false;
    }

    void refuse(std::size_t line, Message message) {
        if (!fault_) fault_ = Error{lineName(line), std::move(message)};
    }

    std::string_view text_;
    TableMarks marks_;
    std::size_t numbers_ = 0;
    std::string name_;       // of the present table
    bool heads_ = false;     // its columns have names
    bool labelled_ = false;  // its rows begin with a text
    std::vector<std::string> labels_;
    std::vector<double> values_;
    Index rows_ = 0;
    Index cols_ = 0;
    std::size_t line_ = 0;  // of its first row
    Found found_;
    std::optional<Error> fault_;
};

}  // namespace

Result<Found> readTable(std::string_view text) { return TableReader(text).read(); }

}  // namespace lookback

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/import/number_text.h"
#include "core/import/readers.h"
#include "core/import/tensor_name.h"
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

constexpr std::size_t kAllCells = std::string_view::npos;

/// The cells of a line. A cell in quotes may hold the separator; within it, two quotes stand for
/// one. @param most of them
Cells cellsOf(std::string_view line, char separator, std::size_t most = kAllCells) {
    Cells cells;
    if (most == kAllCells) {
        cells.reserve(static_cast<std::size_t>(std::count(line.begin(), line.end(), separator)) +
                      1);
    }
    std::size_t at = 0;
    while (cells.size() < most) {
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

bool isNumber(std::string_view cell) { return numberIn(cell, '.') || numberIn(cell, ','); }

bool isWithin(char32_t code, char32_t first, char32_t last) {
    return code >= first && code <= last;
}

/// Digits of ASCII and of full width, fractions in one character, and infinity.
bool isDigitCode(char32_t code) {
    return isWithin(code, '0', '9') || isWithin(code, 0xFF10, 0xFF19) ||
           isWithin(code, 0xBC, 0xBE) || isWithin(code, 0x2150, 0x215F) || code == 0x221E;
}

/// Letters of ASCII, and all beyond it but spaces, punctuation, currencies, arrows and operators.
bool isLetterCode(char32_t code) {
    if (code < 0x80) return isWithin(code, 'A', 'Z') || isWithin(code, 'a', 'z');
    return code >= 0xC0 && !isWithin(code, 0x2000, 0x20CF) && !isWithin(code, 0x2190, 0x22FF) &&
           !isWithin(code, 0x3000, 0x3003);
}

/// What a cell begins with, before its signs: a digit, a letter, or nothing.
enum class Beginning : std::uint8_t { nothing, digit, letter };

Beginning beginningOf(std::string_view cell) {
    while (!cell.empty()) {
        const Utf8Character character = firstCharacter(cell);
        if (isDigitCode(character.code)) return Beginning::digit;
        if (isLetterCode(character.code)) return Beginning::letter;
        cell.remove_prefix(character.bytes);
    }
    return Beginning::nothing;
}

/// True for a number, and for a cell that begins as one: `1/2`, `$1`, `1_000`, `50%`.
bool beginsAsNumber(std::string_view cell) {
    return isNumber(cell) || beginningOf(cell) == Beginning::digit;
}

/// A heading in small letters, without spaces.
std::string plainHead(std::string_view text) {
    std::string plain;
    for (const char c : text) {
        if (c != ' ' && c != '_') plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    }
    return plain;
}

template <class Names>
bool isOneOfHeads(std::string_view cell, const Names& names) {
    return std::find(names.begin(), names.end(), plainHead(cell)) != names.end();
}

/// The words of programs for a number that is missing, and for truth.
constexpr std::array<std::string_view, 8> kNoNumberWords{"na",  "n/a",     "null", "none",
                                                         "nil", "missing", "true", "false"};

/// True for a cell that can be a heading or a token.
bool isWord(std::string_view cell) {
    return beginningOf(cell) == Beginning::letter && !isNumber(cell) &&
           !isOneOfHeads(cell, kNoNumberWords);
}

/// The headings of a column that numbers the rows where it counts 0, 1, 2 or 1, 2, 3.
constexpr std::array<std::string_view, 17> kIndexNames{
    "index", "unnamed:0", "idx", "id",   "i",    "n",        "t",       "#",     "no",
    "nr",    "row",       "pos", "step", "time", "position", "tokenid", "level0"};

/// The headings of a column of tokens.
constexpr std::array<std::string_view, 7> kTokenNames{"token", "tokens", "word", "words",
                                                      "text",  "texts",  "label"};

/// True where headings are numbered in one row, `x1, x2`: none of them is that of an index.
bool areNumbered(const Cells& heads) {
    const auto stem_of = [](std::string_view head) {
        return head.substr(0, head.find_last_not_of("0123456789") + 1);
    };
    const std::string_view stem = stem_of(heads.front());
    return std::all_of(heads.begin(), heads.end(), [&](const std::string& head) {
        return stem_of(head) == stem && head.size() > stem.size();
    });
}

/// True where a cell from `first` on counts the columns: 0, 1, 2 or 1, 2, 3.
bool countsUp(const Cells& cells, std::size_t first, std::size_t from) {
    for (std::size_t k = first; k < cells.size(); ++k) {
        if (cells[k] != std::to_string(k - first + from)) return false;
    }
    return cells.size() > first;
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

/// True where spaces separate the cells and each comma is that of a number.
bool readsDecimalCommas(std::string_view text) {
    bool all = reads(text, {' ', ','});
    forLines(text, [&](std::string_view line, std::size_t) {
        for (const std::string& cell : cellsOf(line, ' ')) {
            all = all && (cell.find(',') == std::string::npos || numberIn(cell, ','));
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
    if (has(',') && !reads(text, {',', '.'}) && readsDecimalCommas(text)) return {' ', ','};
    return has(',') ? TableMarks{',', '.'} : TableMarks{' ', '.'};
}

/// True where all cells with a comma could have it between thousands: `1,000`.
bool areGrouped(std::string_view text, char separator) {
    bool all = true;
    forLines(text, [&](std::string_view line, std::size_t) {
        for (const std::string& cell : cellsOf(line, separator)) {
            all =
                all && (cell.find(',') == std::string::npos || !isNumber(cell) || isGrouped(cell));
        }
        return all;
    });
    return all;
}

/// Reads tables, which have an empty line between them. A fault ends the reading.
class TableReader {
public:
    explicit TableReader(std::string_view text) : text_(text), marks_(marksOf(text)) {
        may_be_thousands_ = marks_.decimal == ',' && areGrouped(text, marks_.separator);
    }

    Result<Found> read() {
        std::string_view block = text_;
        std::size_t first = 1;  // the number of its first line
        std::size_t size = 0;
        std::string_view rest = text_;
        for (std::size_t number = 1; !fault_; ++number) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            const bool is_last = end == rest.size();
            if (!trimmed(rest.substr(0, end)).empty()) {
                size = static_cast<std::size_t>(rest.data() - block.data()) + end;
            } else {
                readBlock(block.substr(0, size), first);
                block = rest.substr(std::min(end + 1, rest.size()));
                first = number + 1;
                size = 0;
            }
            if (is_last) break;
            rest.remove_prefix(end + 1);
        }
        readBlock(block.substr(0, size), first);
        if (fault_) return tl::unexpected(*std::move(fault_));
        if (found_.tensors.empty()) return tl::unexpected(Error{"", say::imports::NoNumbers{}});
        return std::move(found_);
    }

private:
    // --- the rows of a block of lines

    /// A comment of NumPy's: `# X`. The heading `#` of a table is none.
    [[nodiscard]] bool isComment(std::string_view line, const Cells& cells) const {
        line = trimmed(line);
        return line.size() > 1 && line.front() == '#' && beginningOf(line) != Beginning::digit &&
               (marks_.separator == ' ' || cells.front() != "#");
    }

    [[nodiscard]] Cells cellsIn(std::string_view line) const {
        Cells cells = cellsOf(line, marks_.separator);
        // Spreadsheets end lines with empty cells where another line is longer.
        while (cells.size() > 1 && cells.back().empty()) cells.pop_back();
        return cells;
    }

    /// Calls `visit(cells, line)` for the rows of the block, until it returns false.
    template <class Visit>
    void forRows(Visit visit) const {
        forLines(block_, [&](std::string_view line, std::size_t number) {
            const Cells cells = cellsIn(line);
            return isComment(line, cells) || visit(cells, first_line_ + number - 1);
        });
    }

    /// The rows of the block, counted without their cells.
    [[nodiscard]] std::size_t countedRows() const {
        std::size_t rows = 0;
        forLines(block_, [&](std::string_view line, std::size_t) {
            const bool may_be_comment = trimmed(line).starts_with('#');
            if (!may_be_comment || !isComment(line, cellsIn(line))) ++rows;
            return true;
        });
        return rows;
    }

    void readBlock(std::string_view block, std::size_t first_line) {
        if (block.empty() || fault_) return;
        block_ = block;
        first_line_ = first_line;
        takeHeadings();
        if (block_.empty()) return;
        rows_ = countedRows();
        if (rows_ == 0) return;
        first_ = 0;
        takeNumberedHeading();
        fitHeading();
        checkComma();
        if (!fault_) takeIndex();
        const bool has_tokens = !fault_ && hasTokens();
        readRows(has_tokens);
        addTable();
    }

    void dropLine() {
        block_.remove_prefix(std::min(block_.find('\n'), block_.size() - 1) + 1);
        ++first_line_;
    }

    // --- headings

    /// True for a row of words, none of which begins as a number does.
    static bool isHeading(const Cells& cells) {
        const auto is_other = [](const std::string& cell) {
            return beginsAsNumber(cell) || isOneOfHeads(cell, kNoNumberWords);
        };
        return std::any_of(cells.begin(), cells.end(), isWord) &&
               std::none_of(cells.begin(), cells.end(), is_other);
    }

    /// Takes the lines before the rows: a single cell names the table, several its columns.
    void takeHeadings() {
        while (!block_.empty()) {
            const std::string_view line = block_.substr(0, block_.find('\n'));
            const Cells cells = cellsIn(line);
            const bool is_title = marks_.separator == ' ' && trimmed(line).ends_with(':');
            if (!is_title && !isComment(line, cells) && !isHeading(cells)) return;
            takeHeading(line, cells);
            dropLine();
        }
    }

    void takeHeading(std::string_view line, const Cells& cells) {
        const std::string name =
            cells.size() == 1 || marks_.separator == ' ' ? cleanName(trimmed(line)) : "";
        const bool is_name = cells.size() == 1 || meaningOf(name).isKnown();
        if (!name.empty() && (is_name || name_.empty()) && heads_.empty()) name_ = name;
        if (!is_name && !isComment(line, cells)) heads_ = cells;
    }

    Cells firstRow() {
        Cells first;
        forRows([&](const Cells& cells, std::size_t line) {
            first = cells;
            line_ = line;
            return false;
        });
        return first;
    }

    /// Takes a first row that counts the columns below an empty corner, as pandas writes it. Where
    /// it could be a row of the matrix as well, it is refused.
    void takeNumberedHeading() {
        if (!heads_.empty() || rows_ < 2) return;
        Cells cells = firstRow();
        const std::string& corner = cells.front();
        const bool has_corner = corner.empty() || isWord(corner);
        const std::size_t begin = has_corner ? 1 : 0;
        const bool counts =
            countsUp(cells, begin, 0) || (cells.size() - begin > 1 && countsUp(cells, begin, 1));
        if (!counts || cells.size() < 2) return;
        const bool is_heading =
            has_corner && (corner.empty() || isOneOfHeads(corner, kIndexNames) ||
                           isOneOfHeads(corner, kTokenNames));
        if (is_heading) {
            for (const std::size_t line = line_; first_line_ <= line;) dropLine();
            heads_ = std::move(cells);
            --rows_;
        } else if (areDecimal(1, begin)) {
            refuse(line_, say::imports::CountsColumns{});
        }
    }

    /// True where all cells from a row and a column on are written with decimals.
    [[nodiscard]] bool areDecimal(std::size_t from_row, std::size_t from_col) const {
        bool all = true;
        std::size_t row = 0;
        forRows([&](const Cells& cells, std::size_t) {
            if (row++ < from_row) return true;
            for (std::size_t k = from_col; k < cells.size(); ++k) {
                const bool is_whole =
                    cells[k].find_first_not_of("0123456789+-") == std::string::npos;
                all = all && (!is_whole || cells[k].empty());
            }
            return all;
        });
        return all;
    }

    /// Tests that the heading has a cell for each column. Where it lacks that of a first column of
    /// words or of a count, its corner is empty.
    void fitHeading() {
        if (heads_.empty() || fault_) return;
        const Cells cells = firstRow();
        if (heads_.size() == cells.size()) return;
        const ColumnKind first = kindOf(0);
        const bool is_apart =
            isWord(cells.front()) || marks_.separator != ',' || trimmed(block_).starts_with('"');
        const bool lacks_corner = heads_.size() + 1 == cells.size() && is_apart &&
                                  (first.counts_from || (first.words > 0 && !first.number_line));
        if (lacks_corner) {
            heads_.insert(heads_.begin(), "");
        } else if (marks_.separator == ' ') {
            heads_.clear();  // a sentence
        } else {
            refuse(line_, say::imports::UnevenHeading{.n = std::ssize(cells),
                                                      .wanted = Count{std::ssize(heads_)}});
        }
    }

    /// Refuses two columns that are likely one, with decimal commas: `0,05`, or `1,5` below a name
    /// of one column.
    void checkComma() {
        if (fault_ || marks_.separator != ',' || block_.find_first_of(" .") != block_.npos) return;
        constexpr std::string_view kDigits = "0123456789";
        constexpr std::size_t kManyDigits = 3;
        bool has_pairs = heads_.empty();
        bool is_sure = !name_.empty() && !meaningOf(name_).isKnown();
        bool are_zero = rows_ > 1;
        std::size_t digits = 0;  // behind each comma; 0: they differ
        std::string first;
        forRows([&](const Cells& cells, std::size_t) {
            has_pairs = has_pairs && cells.size() == 2 && isNumber(cells[0]) &&
                        cells[1].find_first_not_of(kDigits) == std::string::npos;
            if (!has_pairs) return false;
            if (first.empty()) {
                first = cells[0] + "," + cells[1];
                digits = cells[1].size();
            }
            if (digits != cells[1].size()) digits = 0;
            is_sure = is_sure || cells[0] == "-0" || cells[0] == "+0" ||
                      (cells[1].size() > 1 && cells[1].front() == '0');
            are_zero = are_zero && cells[0] == "0";
            return true;
        });
        const bool are_alike = rows_ > 1 && digits >= kManyDigits;
        if (has_pairs && (is_sure || are_zero || are_alike)) {
            firstRow();
            refuse(line_, say::imports::OneOrTwo{.found = Verbatim{inQuotes(first)}});
        }
    }

    // --- the columns before the numbers

    /// The cells of a column.
    struct ColumnKind {
        std::size_t words = 0;
        std::size_t numbers = 0;
        std::size_t number_line = 0;               ///< of the first that begins as one; 0: none
        std::optional<std::size_t> counts_from{};  ///< 0 or 1: it counts the rows
    };

    [[nodiscard]] ColumnKind kindOf(std::size_t col) const {
        ColumnKind kind;
        std::array<bool, 2> counts{true, true};
        std::size_t row = 0;
        forLines(block_, [&](std::string_view text, std::size_t number) {
            const Cells cells = cellsOf(text, marks_.separator, col + 1);
            if (col >= cells.size() || isComment(text, cells)) return true;
            const std::size_t line = first_line_ + number - 1;
            const std::string& cell = cells[col];
            for (std::size_t from = 0; from < counts.size(); ++from) {
                counts[from] = counts[from] && cell == std::to_string(row + from);
            }
            ++row;
            if (isWord(cell)) ++kind.words;
            if (numberIn(cell, marks_.decimal)) ++kind.numbers;
            if (beginsAsNumber(cell) && kind.number_line == 0) kind.number_line = line;
            return true;
        });
        if (counts[0] || counts[1]) kind.counts_from = counts[0] ? 0 : 1;
        return kind;
    }

    /// The heading of the first column that has no place yet; nothing where the table has none.
    [[nodiscard]] std::optional<std::string> corner() const {
        return first_ < heads_.size() ? std::optional(heads_[first_]) : std::nullopt;
    }

    /// Takes a first column that numbers the rows. Where it could belong to the matrix as well, it
    /// is refused.
    void takeIndex() {
        if (firstRow().size() < 2) return;
        const ColumnKind kind = kindOf(0);
        const std::optional<std::string> head = corner();
        const bool are_numbers = kind.numbers == rows_;
        bool is_index = false;
        if (head && head->empty()) is_index = are_numbers;
        if (head && (isOneOfHeads(*head, kIndexNames) || isOneOfHeads(*head, kTokenNames))) {
            const bool is_pandas = isOneOfHeads(
                *head, std::array<std::string_view, 2>{kIndexNames[0], kIndexNames[1]});
            is_index = kind.counts_from.has_value() || (is_pandas && are_numbers);
        }
        if (is_index) return addIndex();
        if (!kind.counts_from || rows_ < 2) return;
        const std::size_t long_count = kind.counts_from == 0 ? 2 : 3;
        const bool is_open = head
                                 ? !areNumbered(heads_) && (rows_ >= long_count || areDecimal(0, 1))
                                 : areDecimal(0, 1);
        if (is_open) refuse(line_, say::imports::CountsRows{});
    }

    void addIndex() {
        FoundTensor index{.shape = {static_cast<Index>(rows_)},
                          .where = lineName(line_) + ", column 1"};
        index.is_index = true;
        forRows([&](const Cells& cells, std::size_t) {
            index.values.push_back(numberIn(cells.front(), marks_.decimal).value_or(0));
            return true;
        });
        found_.tensors.push_back(std::move(index));
        first_ = 1;
    }

    /// True where the first column, or that behind an index, has the tokens.
    bool hasTokens() {
        const Cells cells = firstRow();
        if (first_ + 1 >= cells.size()) return false;
        const std::optional<std::string> head = corner();
        if (head && (head->empty() || isOneOfHeads(*head, kTokenNames))) return true;
        const ColumnKind kind = kindOf(first_);
        if (kind.words == 0) return false;
        if (kind.number_line == 0) return true;
        if (!isWord(cells[first_])) return false;
        refuse(kind.number_line, say::imports::NumberAmongWords{});
        return false;
    }

    // --- numbers

    void readRows(bool has_tokens) {
        const std::size_t begin = first_ + (has_tokens ? 1 : 0);
        line_ = 0;
        forRows([&](const Cells& cells, std::size_t line) {
            if (fault_) return false;
            const auto n = static_cast<Index>(cells.size()) - static_cast<Index>(begin);
            if (line_ == 0) {
                line_ = line;
                cols_ = n;
            }
            if (n != cols_) {
                refuse(line,
                       say::faults::UnevenRow{.n = std::max<Index>(n, 0), .wanted = Count{cols_}});
                return false;
            }
            if (has_tokens && std::ssize(labels_) < kMaxTokens) labels_.push_back(cells[first_]);
            for (std::size_t k = begin; k < cells.size(); ++k) addCell(cells[k], line);
            return true;
        });
    }

    void addCell(const std::string& cell, std::size_t line) {
        if (fault_) return;
        const auto number = numberIn(cell, marks_.decimal);
        if (!number) return refuseCell(cell, line);
        if (may_be_thousands_ && cell.find(',') != std::string::npos) {
            return refuse(line, say::imports::CommaOfTwoKinds{.found = Verbatim{excerpt(cell)}});
        }
        if (++numbers_ > kMaxImportedNumbers) {
            return refuse(line, say::imports::TooManyNumbers{
                                    .most = Count{static_cast<Index>(kMaxImportedNumbers)}});
        }
        values_.push_back(*number);
    }

    void refuseCell(const std::string& cell, std::size_t line) {
        const Verbatim found{excerpt(cell)};
        const bool is_other = numberIn(cell, marks_.decimal == '.' ? ',' : '.').has_value();
        refuse(line, is_other ? Message(say::imports::MixedDecimals{.found = found})
                              : Message(say::faults::Wrong{
                                    .value = found, .expected = Message(say::expected::Number{})}));
    }

    void addTable() {
        if (fault_) return;
        const std::string where = lineName(line_);
        if (!labels_.empty()) found_.texts.push_back({"", std::move(labels_), where});
        found_.tensors.push_back({.name = std::move(name_),
                                  .shape = {static_cast<Index>(rows_), cols_},
                                  .values = std::move(values_),
                                  .where = where});
        name_.clear();
        heads_.clear();
        labels_.clear();
        values_.clear();
    }

    void refuse(std::size_t line, Message message) {
        if (!fault_) fault_ = Error{lineName(line), std::move(message)};
    }

    std::string_view text_;
    TableMarks marks_;
    bool may_be_thousands_ = false;  // the commas of all numbers could stand between thousands
    std::size_t numbers_ = 0;
    std::string_view block_;      // the lines of the present table, without its headings
    std::size_t first_line_ = 1;  // the number of its first line
    std::string name_;            // of the present table
    Cells heads_;                 // the names of its columns; empty: they have none
    std::vector<std::string> labels_;
    std::vector<double> values_;
    std::size_t rows_ = 0;
    Index cols_ = 0;         // of numbers
    std::size_t first_ = 0;  // the first column behind an index
    std::size_t line_ = 0;   // of its first row
    Found found_;
    std::optional<Error> fault_;
};

}  // namespace

Result<Found> readTable(std::string_view text) { return TableReader(text).read(); }

}  // namespace lookback

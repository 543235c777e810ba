#include "core/io/json_tree.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "messages/expected.h"
#include "messages/faults.h"
#include "messages/files.h"

namespace lookback {
namespace {

/// The parser's report of a fault.
struct ParserComplaint {
    std::size_t position = 0;  ///< number of characters read
    std::string token;         ///< the last token read
    std::string what;          ///< its message
    int id = 0;                ///< its number for the kind of fault
};

constexpr int kOverflow = 406;  // nlohmann's number for "does not fit a double"

std::string placeInText(std::string_view text, std::size_t offset) {
    const std::string_view before = text.substr(0, offset);
    const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
    const auto is_character = [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0u) != 0x80u;
    };
    const auto column = std::count_if(before.begin() + static_cast<std::ptrdiff_t>(line_start),
                                      before.end(), is_character);
    return fmt::format("line {}, column {}", std::count(before.begin(), before.end(), '\n') + 1,
                       column + 1);
}

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// The parser's message without its quote from the file, which can contain any words.
std::string withoutQuote(std::string message) {
    const std::size_t begin = message.find("; last read: '");
    const std::size_t end = message.rfind('\'');
    if (begin != std::string::npos) message.erase(begin, end + 1 - begin);
    return message;
}

/// Characters of numbers and of words without quotes.
bool isWordPart(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '+' ||
           c == '-' || c == '.';
}

/// The expected token, from the parser's "while parsing ...".
Message expectedIn(std::string_view what) {
    struct Row {
        std::string_view context;
        Message (*expected)();
    };
    constexpr std::array kJsonSyntaxRows{
        Row{"; expected end of input", stated<say::expected::FileEnd>},
        Row{"parsing object key", stated<say::expected::FieldName>},
        Row{"parsing object separator", stated<say::expected::Colon>},
        Row{"parsing object ", stated<say::expected::CommaOrBrace>},
        Row{"parsing array", stated<say::expected::CommaOrBracket>},
    };
    for (const Row& row : kJsonSyntaxRows) {
        if (contains(what, row.context)) return row.expected();
    }
    return say::expected::Value{};
}

/// The words that other programs write where JSON has no number.
std::optional<std::string_view> notANumber(std::string_view text) {
    for (const std::string_view word :
         {"NaN", "nan", "Infinity", "-Infinity", "-inf", "inf", "+"}) {
        if (text.substr(0, word.size()) == word) return word;
    }
    return std::nullopt;
}

/// The beginning of the unexpected token that ends at `last`.
std::size_t beginOf(std::string_view text, std::size_t last, const ParserComplaint& complaint,
                    std::string_view what) {
    if (contains(what, "invalid string")) return last;
    if (contains(what, "unexpected string literal")) return last + 1 - complaint.token.size();
    std::size_t begin = last;
    const bool is_word = isWordPart(text[last]) || contains(what, " invalid ");
    while (is_word && begin > 0 && isWordPart(text[begin - 1])) --begin;
    return begin;
}

Message syntaxMessage(std::string_view what, bool at_end) {
    if (at_end && !contains(what, "invalid string")) {
        return say::files::EndsEarly{.expected = expectedIn(what)};
    }
    const std::size_t dash = what.find(" - ");
    const std::string_view found = dash == std::string_view::npos ? what : what.substr(dash + 3);
    return say::files::Syntax{
        .found = Verbatim{std::string(found.substr(0, found.find("; expected ")))},
        .expected = expectedIn(what)};
}

/// The parser's fault as an error: its place ("line 3, column 7"), the token found, and the
/// expected token.
Error syntaxFault(std::string_view text, const ParserComplaint& complaint) {
    const std::string what = withoutQuote(complaint.what);
    const std::size_t last = std::max<std::size_t>(complaint.position, 1) - 1;
    const bool at_end = last >= text.size();
    const std::size_t begin = at_end ? text.size() : beginOf(text, last, complaint, what);
    const auto fault = [&](Message message) {
        return Error{placeInText(text, begin), std::move(message)};
    };
    if (complaint.id == kOverflow) {
        return fault(say::files::NumberTooLarge{.number = Verbatim{excerpt(complaint.token)}});
    }
    if (const auto word = notANumber(text.substr(begin))) {
        const Argument found = *word == "+" ? Argument(Message(say::files::LeadingPlus{}))
                                            : Argument(Verbatim{std::string(*word)});
        return fault(say::files::NotANumber{.word = found});
    }
    return fault(syntaxMessage(what, at_end));
}

constexpr std::size_t kMaxDepth = 32;
constexpr double kOnTheHeap = 64;  // approximate bytes of an empty list or text

/// Builds the tree from the parser's events, and gathers the faults of the text.
class TreeBuilder : public nlohmann::json_sax<Json> {
public:
    TreeBuilder(std::string_view text, std::size_t most_fields)
        : text_(text), most_fields_(most_fields) {}

    bool null() override { return put(nullptr); }
    bool boolean(bool value) override { return put(value); }
    bool number_integer(number_integer_t value) override {
        // Only numbers with a sign come here: this is -0, which an integer cannot hold.
        return value == 0 ? put(-0.0) : put(value);
    }
    bool number_unsigned(number_unsigned_t value) override { return put(value); }
    bool number_float(number_float_t value, const string_t&) override { return put(value); }
    bool string(string_t& value) override { return hasRoom() && put(std::move(value)); }
    bool binary(binary_t& value) override { return put(std::move(value)); }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override {
        const Json& object = *open_.back();
        names_.back() = name;
        if (object.contains(name)) fault(path(), say::files::Twice{});
        if (object.size() < most_fields_) return true;
        names_.back().clear();
        return fault(path(),
                     say::files::TooManyFields{.n = Count{static_cast<Index>(most_fields_)}});
    }
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& exception) override {
        Error found = syntaxFault(text_, {position, token, exception.what(), exception.id});
        if (const std::string inside = path(); !inside.empty()) {
            found.message =
                say::files::SyntaxIn{.fault = std::move(found.message), .path = Verbatim{inside}};
        }
        return fault(std::move(found.where), std::move(found.message));
    }

    [[nodiscard]] Checked<Json> take() {
        if (!faults_.empty()) return tl::unexpected(std::move(faults_));
        return std::move(root_);
    }

private:
    bool fault(std::string where, Message message) {
        faults_.push_back({std::move(where), std::move(message)});
        return false;
    }

    /// The path of the field or place that the parser began last.
    [[nodiscard]] std::string path() const {
        std::string path;
        for (std::size_t k = 0; k < open_.size(); ++k) {
            if (open_[k]->is_object()) {
                if (!names_[k].empty()) path = joined(path, names_[k]);
            } else if (!open_[k]->empty()) {
                path = joined(path, open_[k]->size() - 1);
            }
        }
        return path;
    }

    template <class Value>
    bool put(Value&& value) {
        place(std::forward<Value>(value));
        return true;
    }

    /// Counts one more list or text; false, with a fault, where they are too many. Numbers are not
    /// counted: in memory they take at most eight times their size in the file.
    bool hasRoom() {
        bytes_ += kOnTheHeap;
        if (bytes_ <= kMaxTreeBytes) return true;
        return fault(path(), say::files::TooManyLists{.most = Verbatim{memoryText(kMaxTreeBytes)}});
    }

    Json& place(Json value) {
        if (open_.empty()) return root_ = std::move(value);
        Json& parent = *open_.back();
        if (parent.is_object()) return parent[names_.back()] = std::move(value);
        return parent.emplace_back(std::move(value));
    }

    bool open(Json container) {
        if (open_.size() == kMaxDepth) {
            return fault(path(), say::files::TooDeep{.n = Count{kMaxDepth}});
        }
        if (!hasRoom()) return false;
        open_.push_back(&place(std::move(container)));
        names_.emplace_back();
        return true;
    }

    bool close() {
        open_.pop_back();
        names_.pop_back();
        return true;
    }

    std::string_view text_;
    std::size_t most_fields_;
    Json root_;
    std::vector<Json*> open_;         // the containers around the parser's place, outermost first
    std::vector<std::string> names_;  // the present field of each container; empty in lists
    double bytes_ = 0;                // approximately, of lists and texts
    std::vector<Error> faults_;
};

std::optional<Error> faultOfBytes(std::string_view text) {
    if (text.size() > kMaxFileBytes) {
        return Error{"", say::files::TooLarge{.n = Count{kMaxFileBytes >> 20}}};
    }
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return Error{"", say::files::Empty{}};
    }
    if (!isUtf8(text)) return Error{"", say::files::NotUtf8{}};
    if (text.find('\0') != std::string_view::npos) {
        return Error{"", say::files::ZeroBytes{}};
    }
    return std::nullopt;
}

}  // namespace

Checked<Json> parseJson(std::string_view text, std::size_t most_fields) {
    if (auto fault = faultOfBytes(text)) return tl::unexpected(std::vector{*std::move(fault)});
    TreeBuilder builder(text, most_fields);
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

std::string joined(std::string_view path, std::string_view field) {
    return path.empty() ? std::string(field) : fmt::format("{}.{}", path, field);
}

std::string joined(std::string_view path, std::size_t place) {
    return fmt::format("{}[{}]", path, place);
}

}  // namespace lookback

#include "core/io/json_tree.h"

#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/text.h"
#include "core/io/json_syntax.h"

namespace lookback {
namespace {

constexpr std::size_t kMaxDepth = 32;
constexpr std::size_t kMaxFields =
    256;                           // no object of ours has more; finding one is a linear search
constexpr double kOnTheHeap = 64;  // bytes that an empty list or text takes, about

/// Builds the tree from the parser's events; its faults are all that is wrong with the text.
class TreeBuilder : public nlohmann::json_sax<Json> {
public:
    explicit TreeBuilder(std::string_view text) : text_(text) {}

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
        if (object.contains(name)) fault(path(), "is given twice, expected once");
        if (object.size() < kMaxFields) return true;
        names_.back().clear();
        return fault(path(), fmt::format("has more than {} fields", kMaxFields));
    }
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::detail::exception& exception) override {
        Error found = syntaxFault(text_, {position, token, exception.what(), exception.id});
        if (const std::string inside = path(); !inside.empty()) {
            found.message += " (in " + inside + ")";
        }
        return fault(std::move(found.where), std::move(found.message));
    }

    [[nodiscard]] Checked<Json> take() {
        if (!faults_.empty()) return tl::unexpected(std::move(faults_));
        return std::move(root_);
    }

private:
    bool fault(std::string where, std::string message) {
        faults_.push_back({std::move(where), std::move(message)});
        return false;
    }

    /// Where the parser stands: the field or place it last began.
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

    /// One more list or text; false and a fault where they are too many. Numbers need no counting:
    /// in memory they take eight times what they are in a file at most.
    bool hasRoom() {
        bytes_ += kOnTheHeap;
        if (bytes_ <= kMaxTreeBytes) return true;
        return fault(path(), fmt::format("the lists and texts up to here take more than {} of "
                                         "memory, the most that a file may take",
                                         memoryText(kMaxTreeBytes)));
    }

    Json& place(Json value) {
        if (open_.empty()) return root_ = std::move(value);
        Json& parent = *open_.back();
        if (parent.is_object()) return parent[names_.back()] = std::move(value);
        return parent.emplace_back(std::move(value));
    }

    bool open(Json container) {
        if (open_.size() == kMaxDepth) {
            return fault(path(), fmt::format("is nested deeper than {} levels", kMaxDepth));
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
    Json root_;
    std::vector<Json*> open_;         // the containers around the place of reading, outermost first
    std::vector<std::string> names_;  // the field each of them is at; empty in lists
    double bytes_ = 0;                // that lists and texts take, about
    std::vector<Error> faults_;
};

std::optional<Error> faultOfBytes(std::string_view text) {
    if (text.size() > kMaxFileBytes) {
        return Error{"", fmt::format("is larger than {} MiB", kMaxFileBytes >> 20)};
    }
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
        return Error{"", "is empty, expected a JSON object"};
    }
    if (!isUtf8(text)) return Error{"", "is not UTF-8 text, expected a JSON object"};
    if (text.find('\0') != std::string_view::npos) {
        return Error{"", "holds bytes of value 0, expected a JSON object as text"};
    }
    return std::nullopt;
}

}  // namespace

Checked<Json> parseJson(std::string_view text) {
    if (auto fault = faultOfBytes(text)) return tl::unexpected(std::vector{*std::move(fault)});
    TreeBuilder builder(text);
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

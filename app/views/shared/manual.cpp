#include "app/views/shared/manual.h"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

#include "core/io/shipped.h"

namespace lookback {
namespace {

constexpr std::string_view kManualBegins = "manual.";  ///< of its name among the embedded files

/// Returns the text with its bold parts; code is set between quotes.
TextLine wordsOf(std::string_view text) {
    TextLine words;
    bool is_bold = false;
    bool is_code = false;
    const auto add = [&](std::string_view part) {
        if (words.empty() || words.back().bold != is_bold) words.push_back({.bold = is_bold});
        words.back().text += part;
    };
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!is_code && text.substr(at, 2) == "**") {
            is_bold = !is_bold;
            ++at;
        } else if (text[at] == '`') {
            add(is_code ? "\u201d" : "\u201c");
            is_code = !is_code;
        } else {
            add(text.substr(at, 1));
        }
    }
    return words;
}

/// A block whose lines are still being read.
struct OpenBlock {
    ManualBlock::Kind kind = ManualBlock::Kind::paragraph;
    std::string text{};
};

class ManualReader {
public:
    std::vector<ManualSection> read(std::string_view markdown) {
        while (!markdown.empty()) {
            const std::size_t end = std::min(markdown.find('\n'), markdown.size());
            take(markdown.substr(0, end));
            markdown.remove_prefix(std::min(end + 1, markdown.size()));
        }
        close();
        return std::move(sections_);
    }

private:
    void take(std::string_view line) {
        constexpr std::string_view kSection = "## ";
        constexpr std::string_view kHeading = "### ";
        constexpr std::string_view kItem = "- ";
        if (line.starts_with(kSection)) {
            close();
            sections_.push_back({std::string(line.substr(kSection.size())), {}});
        } else if (line.starts_with(kHeading)) {
            begin(ManualBlock::Kind::heading, line.substr(kHeading.size()));
            close();
        } else if (line.starts_with(kItem)) {
            begin(ManualBlock::Kind::item, line.substr(kItem.size()));
        } else if (line.empty()) {
            close();
        } else if (block_.text.empty()) {
            begin(ManualBlock::Kind::paragraph, line);
        } else {
            const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
            block_.text += " " + std::string(line.substr(first));
        }
    }

    void begin(ManualBlock::Kind kind, std::string_view text) {
        close();
        block_ = {kind, std::string(text)};
    }

    void close() {
        if (!block_.text.empty() && !sections_.empty()) {
            sections_.back().blocks.push_back({block_.kind, wordsOf(block_.text)});
        }
        block_ = {};
    }

    std::vector<ManualSection> sections_;
    OpenBlock block_;
};

}  // namespace

std::vector<ManualSection> readManual(std::string_view markdown) {
    return ManualReader().read(markdown);
}

const std::vector<ManualSection>& manual(std::string_view language) {
    static const auto manuals = [] {
        std::map<std::string, std::vector<ManualSection>, std::less<>> read;
        for (const EmbeddedFile& file : embeddedManuals()) {
            read.emplace(file.name.substr(kManualBegins.size()), readManual(file.text));
        }
        return read;
    }();
    const auto own = manuals.find(language);
    return own != manuals.end() ? own->second : manuals.find("en")->second;
}

}  // namespace lookback

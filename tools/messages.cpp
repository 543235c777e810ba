// messages FOLDER en.json [OTHER.json ...]: makes the C++ of the message catalogue, at build time.
// Writes FOLDER/messages/ROOM.h for each room of the English file: a struct for each message, with
// a member for each of its slots. Writes FOLDER/catalogue.cpp with the texts of all languages.
// Headers of rooms that are gone are removed. Files that would not change are left alone, so that a
// corrected comma compiles one source.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/words/pattern.h"

namespace {

using namespace lookback;
using Kind = PatternSlot::Kind;

/// A message of one language.
struct Entry {
    std::string text;
    std::vector<PatternSlot> slots;
    std::vector<std::string> terms;
};

/// By room, then by the rest of the key.
using Catalogue = std::map<std::string, std::map<std::string, Entry>>;

int faults = 0;

void fault(const std::string& place, const std::string& message) {
    std::cerr << place << ": " << message << '\n';
    ++faults;
}

Catalogue readCatalogue(const std::string& file) {
    std::ifstream stream(file);
    const auto json = nlohmann::json::parse(stream, nullptr, false);
    Catalogue catalogue;
    if (!json.is_object()) {
        fault(file, "expected a JSON object: rooms with messages");
        return catalogue;
    }
    for (const auto& [room, messages] : json.items()) {
        for (const auto& [name, text] : messages.items()) {
            const std::string place = file + ": " + room + "." + name;
            if (!text.is_string()) {
                fault(place, "expected a text");
                continue;
            }
            const auto pattern = parsePattern(text.get_ref<const std::string&>());
            if (!pattern) {
                fault(place, pattern.error().where + ": " + pattern.error().text);
                continue;
            }
            catalogue[room][name] = {text, slotsOf(*pattern), termsOf(*pattern)};
        }
    }
    return catalogue;
}

/// The room whose messages have the reader's conventions as arguments, and no structs.
constexpr const char* kTerms = "terms";

/// What core/words does with a term needs: the term is there, and has no other slots than the
/// conventions.
void checkTerms(const std::string& file, const Catalogue& catalogue) {
    const auto found = catalogue.find(kTerms);
    const std::map<std::string, Entry> terms =
        found == catalogue.end() ? std::map<std::string, Entry>() : found->second;
    for (const auto& [name, term] : terms) {
        for (const PatternSlot& slot : term.slots) {
            const bool is_known =
                slot.kind == Kind::choice && (slot.name == "queries_are" || slot.name == "true_is");
            if (!is_known) {
                fault(file + ": terms." + name,
                      "expected no slots but the choices queries_are and true_is");
            }
        }
    }
    for (const auto& [room, messages] : catalogue) {
        for (const auto& [name, entry] : messages) {
            for (const std::string& term : entry.terms) {
                if (!terms.contains(term)) {
                    fault(file + ": " + room + "." + name, "the room terms has no " + term);
                }
            }
        }
    }
}

/// A word of an identifier: `no_key.nan` becomes `NoKeyNan`.
std::string typeName(const std::string& name) {
    std::string type;
    bool begins = true;
    for (const char c : name) {
        const bool separates = c == '_' || c == '.';
        if (!separates) type += begins ? static_cast<char>(std::toupper(c)) : c;
        begins = separates;
    }
    return type;
}

/// A slot as a member, and as the argument made of it.
std::string memberOf(const PatternSlot& slot) {
    switch (slot.kind) {
        case Kind::count: return "Required<Index> " + slot.name + ";";
        case Kind::choice: return "Required<" + typeName(slot.name) + "> " + slot.name + ";";
        case Kind::any: break;
    }
    return "Argument " + slot.name + ";";
}

std::string argumentOf(const PatternSlot& slot) {
    switch (slot.kind) {
        case Kind::count: return "Count{" + slot.name + "}";
        case Kind::choice:
            return "Verbatim{std::string(k" + typeName(slot.name) + "Names[static_cast<int>(" +
                   slot.name + ".value)])}";
        case Kind::any: break;
    }
    return slot.name;
}

std::string joined(const std::vector<std::string>& parts, const std::string& between) {
    std::string all;
    for (const std::string& part : parts) all += (all.empty() ? "" : between) + part;
    return all;
}

std::string structOf(const std::string& room, const std::string& name, const Entry& entry) {
    const std::string key = '"' + room + "." + name + '"';
    std::string text = "struct " + typeName(name) +
                       " {\n    static constexpr std::string_view kKey = " + key + ";\n";
    std::vector<std::string> arguments;
    for (const PatternSlot& slot : entry.slots) {
        if (slot.kind == Kind::choice) {
            const std::string type = typeName(slot.name);
            text += "    enum class " + type + " { " + joined(slot.choices, ", ") + " };\n";
            text += "    static constexpr std::string_view k" + type + "Names[] = {\"" +
                    joined(slot.choices, "\", \"") + "\"};\n";
        }
        text += "    " + memberOf(slot) + "\n";
        arguments.push_back(argumentOf(slot));
    }
    return text + "    operator Message() const { return {kKey, {" + joined(arguments, ", ") +
           "}}; }\n};\n";
}

std::string headerOf(const std::string& room, const std::map<std::string, Entry>& messages) {
    std::string text =
        "// Made by tools/messages.cpp of assets/locale/en.json.\n#pragma once\n\n"
        "#include \"core/base/message.h\"\n\nnamespace lookback::say::" +
        room + " {\n\n";
    for (const auto& [name, entry] : messages) text += structOf(room, name, entry);
    return text + "\n}  // namespace lookback::say::" + room + "\n";
}

/// The bytes as C++ has them between quotes.
std::string quoted(const std::string& text) {
    std::string all = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') all += '\\';
        all += c == '\n' ? std::string("\\n") : std::string(1, c);
    }
    return all + "\"";
}

std::string slotNames(const Entry& entry) {
    std::vector<std::string> names;
    for (const PatternSlot& slot : entry.slots) names.push_back(slot.name);
    return joined(names, ",");
}

/// A language without a message, or with other slots, would be silent where another speaks.
void compareLanguages(const std::string& file, const Catalogue& english, const Catalogue& other) {
    const auto sorted = [](std::vector<PatternSlot> slots) {
        for (PatternSlot& slot : slots) std::sort(slot.choices.begin(), slot.choices.end());
        std::sort(slots.begin(), slots.end(),
                  [](const auto& a, const auto& b) { return a.name < b.name; });
        return slots;
    };
    for (const auto& [room, messages] : english) {
        for (const auto& [name, entry] : messages) {
            const auto in_room = other.find(room);
            const bool has = in_room != other.end() && in_room->second.contains(name);
            if (!has) {
                fault(file, room + "." + name + " is missing");
            } else if (sorted(in_room->second.at(name).slots) != sorted(entry.slots)) {
                fault(file, room + "." + name + " has other slots than the English message");
            }
        }
    }
    for (const auto& [room, messages] : other) {
        for (const auto& [name, entry] : messages) {
            const auto in_room = english.find(room);
            if (in_room == english.end() || !in_room->second.contains(name)) {
                fault(file, room + "." + name + " is not in the English file");
            }
        }
    }
}

/// A text of each message, as an array of a C++ string for each room. In it each text is ended by a
/// zero. As an array of texts they would take half as much again in the program; one string of all
/// rooms would be longer than compilers need accept (65,536 bytes).
template <class TextOf>
std::string textsOf(const std::string& name, const Catalogue& english, TextOf textOf) {
    std::string text = "constexpr const char* " + name + "[] = {\n";
    for (const auto& [room, messages] : english) {
        text += "    // " + room + "\n";
        for (const auto& [message, entry] : messages) {
            text += "    " + quoted(textOf(room, message, entry)) + " \"\\0\"\n";
        }
        text += "    ,\n";
    }
    return text + "};\n\n";
}

/// The keys and the slots of the English messages, which all languages have.
std::string keysOf(const Catalogue& english) {
    const auto key = [](const std::string& room, const std::string& name, const Entry&) {
        return room + "." + name;
    };
    const auto slots = [](const std::string&, const std::string&, const Entry& entry) {
        return slotNames(entry);
    };
    return textsOf("kKeys", english, key) + textsOf("kSlots", english, slots);
}

/// The texts of the English messages in a language; an empty one where it has none.
std::string patternsOf(const std::string& language, const Catalogue& catalogue,
                       const Catalogue& english) {
    return textsOf("kTexts_" + language, english,
                   [&](const std::string& room, const std::string& name, const Entry&) {
                       const auto in_room = catalogue.find(room);
                       const bool is_there =
                           in_room != catalogue.end() && in_room->second.contains(name);
                       return is_there ? in_room->second.at(name).text : std::string();
                   });
}

void writeIfChanged(const std::filesystem::path& file, const std::string& text) {
    std::ifstream before(file, std::ios::binary);
    const std::string had{std::istreambuf_iterator<char>(before), {}};
    if (before && had == text) return;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

}  // namespace

int main(int count, char** arguments) {
    if (count < 3) {
        std::cerr << "messages FOLDER en.json [OTHER.json ...]\n";
        return 2;
    }
    const std::filesystem::path folder = arguments[1];
    const Catalogue english = readCatalogue(arguments[2]);
    std::string source =
        "// Made by tools/messages.cpp of assets/locale.\n#include <iterator>\n\n#include "
        "\"core/words/catalogue.h\"\n\n"
        "namespace lookback {\nnamespace {\n\n" +
        keysOf(english);
    std::string choice = "std::vector<CatalogueText> catalogueTexts(std::string_view language) {\n";
    for (int k = 2; k < count; ++k) {
        const std::string language = std::filesystem::path(arguments[k]).stem().string();
        const Catalogue catalogue = k == 2 ? english : readCatalogue(arguments[k]);
        checkTerms(arguments[k], catalogue);
        if (k > 2) compareLanguages(arguments[k], english, catalogue);
        if (faults > 0) continue;
        source += patternsOf(language, catalogue, english);
        choice +=
            "    if (language == \"" + language + "\") return textsIn(kTexts_" + language + ");\n";
    }
    if (faults > 0) return 1;
    source +=
        "std::vector<CatalogueText> textsIn(const char* const* patterns) {\n"
        "    std::vector<CatalogueText> texts;\n"
        "    const auto after = [](const char* text) { return text + std::string_view(text).size() "
        "+ 1; };\n"
        "    for (std::size_t room = 0; room < std::size(kKeys); ++room) {\n"
        "        const char* pattern = patterns[room];\n"
        "        const char* slots = kSlots[room];\n"
        "        for (const char* key = kKeys[room]; *key != '\\0'; key = after(key)) {\n"
        "            if (*pattern != '\\0') texts.push_back({key, pattern, slots});\n"
        "            pattern = after(pattern);\n"
        "            slots = after(slots);\n"
        "        }\n"
        "    }\n"
        "    return texts;\n"
        "}\n\n";
    source += "}  // namespace\n\n" + choice + "    return {};\n}\n\n}  // namespace lookback\n";
    for (const auto& [room, messages] : english) {
        if (room == kTerms) continue;
        writeIfChanged(folder / "messages" / (room + ".h"), headerOf(room, messages));
    }
    for (const auto& file : std::filesystem::directory_iterator(folder / "messages")) {
        if (!english.contains(file.path().stem().string())) std::filesystem::remove(file.path());
    }
    writeIfChanged(folder / "catalogue.cpp", source);
    return 0;
}

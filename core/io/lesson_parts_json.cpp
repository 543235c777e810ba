#include "core/io/lesson_parts_json.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/base/named_rows.h"
#include "core/base/text.h"
#include "core/io/local_text_json.h"
#include "core/io/mask_json.h"
#include "messages/expected.h"
#include "messages/faults.h"
#include "messages/lesson.h"

namespace lookback {
namespace {

constexpr std::string_view kPanelPrefix = "panel.";
constexpr std::string_view kModePrefix = "mode.";
constexpr std::string_view kNotANumber = "nan";

/// Reads the fields of one condition.
class ConditionReader {
public:
    ConditionReader(const Json& json, std::string path, const ExpressionScope& scope,
                    Faults& faults)
        : path_(std::move(path)),
          scope_(scope),
          faults_(faults),
          fields_(json, path_, known(), faults) {}

    std::optional<Condition> read(bool is_entry) {
        const std::optional<Relation> relation = findRelation();
        if (!relation) return std::nullopt;
        condition_.relation = *relation;
        const RelationInfo& row = info(*relation);
        if (row.has_subject) {
            if (const Json* of = fields_.need("of", say::lesson::AnExpression{})) {
                auto read = readExpression(*of, fields_.path("of"), scope_, faults_);
                is_whole_ = read.has_value();
                if (read) condition_.of = *std::move(read);
            } else {
                is_whole_ = false;
            }
        }
        if (is_whole_) readOperand(*fields_.find(row.name), fields_.path(row.name));
        if (const Json* within = fields_.find("within")) {
            const auto number = readNumber(*within, fields_.path("within"), faults_);
            condition_.within = number.value_or(kUsualWithin);
        }
        const Json* const text = is_entry && row.has_subject
                                     ? fields_.need("text", say::expected::Text{})
                                     : fields_.find("text");
        if (text != nullptr) {
            auto read = readLessonText(*text, fields_.path("text"), textScope(), faults_);
            if (read) condition_.text = *std::move(read);
        }
        return is_whole_ ? std::optional(std::move(condition_)) : std::nullopt;
    }

private:
    static const std::vector<std::string_view>& known() {
        static const std::vector<std::string_view> names = [] {
            std::vector<std::string_view> all{"of", "within", "text"};
            for (const RelationInfo& row : relationTable()) all.push_back(row.name);
            return all;
        }();
        return names;
    }

    /// A text beside a tick has no cell in question.
    [[nodiscard]] ExpressionScope textScope() const { return {.subject = scope_.subject}; }

    std::optional<Relation> findRelation() {
        if (!fields_.isObject()) return std::nullopt;
        std::optional<Relation> found;
        for (const RelationInfo& row : relationTable()) {
            if (fields_.find(row.name) == nullptr) continue;
            if (found) {
                faults_.add(path_, say::lesson::TwoRelations{});
                return std::nullopt;
            }
            found = row.relation;
        }
        if (!found) {
            const std::vector<std::string_view> names = namesOf(relationTable());
            faults_.add(path_, say::faults::Missing{.expected = oneOf(names)});
        }
        return found;
    }

    void readOperand(const Json& json, const std::string& path) {
        switch (condition_.relation) {
            case Relation::equals:
            case Relation::at_least:
            case Relation::at_most: return readBound(json, path);
            case Relation::between: return readBounds(json, path);
            case Relation::is: return readWord(json, path);
            case Relation::contains:
                return condition_.of.is_word ? readWord(json, path) : readBound(json, path);
            case Relation::no_leak: return readPromise(json, path);
            case Relation::rows_add_up:
            case Relation::equals_notebook: return readTrue(json, path);
            case Relation::unchanged: condition_.parts = readParts(json, path, faults_); return;
            case Relation::negation: return readInner(json, path);
            case Relation::all:
            case Relation::any: return readEach(json, path);
        }
    }

    void readBound(const Json& json, const std::string& path) {
        auto bound = readExpression(json, path, scope_, faults_);
        is_whole_ = is_whole_ && bound;
        if (bound) condition_.bounds.push_back(*std::move(bound));
    }

    void readBounds(const Json& json, const std::string& path) {
        if (!json.is_array() || json.size() != 2) {
            return refuse(json, path, say::lesson::TwoBounds{});
        }
        for (std::size_t k = 0; k < 2; ++k) readBound(json[k], joined(path, k));
    }

    /// Of a number, only "nan" is a word.
    void readWord(const Json& json, const std::string& path) {
        const QuantityPath* const of = condition_.of.asPath();
        std::vector<std::string_view> words{kNotANumber};
        if (condition_.of.is_word) words = knownWords(of->quantity);
        if (words.empty()) {
            const auto word = readString(json, path, faults_);
            is_whole_ = word.has_value();
            condition_.word = word.value_or("");
            return;
        }
        const auto place = readName(json, path, words, faults_);
        is_whole_ = place.has_value();
        if (place) condition_.word = words[*place];
    }

    void readPromise(const Json& json, const std::string& path) {
        if (json.is_boolean()) return readTrue(json, path);
        condition_.promised = readMaskRules(json, path, faults_);
        is_whole_ = condition_.promised.has_value();
    }

    void readTrue(const Json& json, const std::string& path) {
        if (json.is_boolean() && json.get<bool>()) return;
        refuse(json, path, say::lesson::OnlyTrue{});
    }

    void readInner(const Json& json, const std::string& path) {
        auto inner = readCondition(json, path, scope_, false, faults_);
        is_whole_ = inner.has_value();
        if (inner) condition_.inner.push_back(*std::move(inner));
    }

    void readEach(const Json& json, const std::string& path) {
        auto inner =
            readList<Condition>(json, path, faults_, [&](const Json& one, const std::string& at) {
                return readCondition(one, at, scope_, false, faults_);
            });
        is_whole_ = inner.has_value();
        if (inner) condition_.inner = *std::move(inner);
    }

    void refuse(const Json& json, const std::string& path, const Message& expected) {
        addWrong(json, path, expected, faults_);
        is_whole_ = false;
    }

    std::string path_;
    const ExpressionScope& scope_;
    Faults& faults_;
    Fields fields_;
    Condition condition_;
    bool is_whole_ = true;
};

std::string writeOperand(const Condition& condition) {
    switch (condition.relation) {
        case Relation::between:
            return fmt::format("[{}, {}]", writeExpression(condition.bounds[0]),
                               writeExpression(condition.bounds[1]));
        case Relation::is: return jsonString(condition.word);
        case Relation::contains:
            return condition.of.is_word ? jsonString(condition.word)
                                        : writeExpression(condition.bounds.front());
        case Relation::no_leak:
            return condition.promised ? writeMaskRules(*condition.promised, 0) : jsonBool(true);
        case Relation::rows_add_up:
        case Relation::equals_notebook: return jsonBool(true);
        case Relation::unchanged: return writeParts(condition.parts);
        case Relation::negation: return writeCondition(condition.inner.front());
        case Relation::all:
        case Relation::any:
            return fmt::format("[{}]", fmt::join(jsonItems(condition.inner, writeCondition), ", "));
        default: return writeExpression(condition.bounds.front());
    }
}

}  // namespace

std::optional<Expression> readExpression(const Json& json, const std::string& path,
                                         const ExpressionScope& scope, Faults& faults) {
    if (json.is_number()) return numberExpression(json.get<double>());
    if (!json.is_string()) {
        addWrong(json, path, say::lesson::AnExpression{}, faults);
        return std::nullopt;
    }
    Result<Expression> read = parseLessonExpression(json.get_ref<const std::string&>(), scope);
    if (read) return *std::move(read);
    faults.add(path, read.error().message);
    return std::nullopt;
}

std::optional<Expression> readCells(const Json& json, const std::string& path, bool may_be_tokens,
                                    Faults& faults) {
    auto read = readExpression(json, path, {.subject = LessonSubject::document}, faults);
    if (!read) return std::nullopt;
    const QuantityPath* found = read->asPath();
    if (found != nullptr && !found->matrix && found->quantity == QuantityId::value) {
        // Without an index the name is that of the masking's value, which has no cells.
        read->nodes.back().path.matrix = MatrixId::value;
    }
    const bool is_tokens = found != nullptr && !found->matrix &&
                           found->quantity == QuantityId::tokens && may_be_tokens;
    const bool is_cells = found != nullptr && found->matrix;
    if ((is_cells || is_tokens) && found->variant == DocumentVariant::present) {
        read->is_word = false;
        return read;
    }
    addWrong(json, path,
             may_be_tokens ? Message(say::lesson::CellsOrTokens{}) : Message(say::lesson::Cells{}),
             faults);
    return std::nullopt;
}

std::optional<LocalText> readWords(const Json& json, const std::string& path, Faults& faults) {
    auto read = readLocalText(json, path, faults);
    if (!read) return std::nullopt;
    const auto& versions = read->versions();
    const bool is_empty = versions.empty() || std::any_of(versions.begin(), versions.end(),
                                                          [](const LocalText::Version& version) {
                                                              return version.text.empty();
                                                          });
    if (!is_empty) return read;
    faults.add(path, say::faults::Empty{.expected = Message(say::expected::AnyText{})});
    return std::nullopt;
}

std::optional<LessonText> readLessonText(const Json& json, const std::string& path,
                                         const ExpressionScope& scope, Faults& faults) {
    const auto source = readWords(json, path, faults);
    if (!source) return std::nullopt;
    Checked<LessonText> text = parseLessonText(*source, scope);
    if (text) return *std::move(text);
    for (Error& error : text.error()) {
        const bool is_slot = error.where.starts_with('{');
        const std::string place = error.where.empty() ? path
                                  : is_slot           ? fmt::format("{} {}", path, error.where)
                                                      : joined(path, error.where);
        faults.add(place, std::move(error.message));
    }
    return std::nullopt;
}

std::optional<Condition> readCondition(const Json& json, const std::string& path,
                                       const ExpressionScope& scope, bool is_entry,
                                       Faults& faults) {
    return ConditionReader(json, path, scope, faults).read(is_entry);
}

LessonLook readLook(const Json& json, const std::string& path, LessonSubject subject,
                    Faults& faults) {
    constexpr std::array<std::string_view, 6> kLookFields{"mode", "step",    "cell",
                                                          "head", "variant", "training_step"};
    const Fields fields(json, path, kLookFields, faults);
    LessonLook look;
    if (const Json* mode = fields.find("mode")) {
        std::vector<std::string_view> names;
        for (std::size_t k = 0; k < kLessonModeNames.size(); ++k) {
            const bool is_of_document = showsDocument(static_cast<LessonMode>(k));
            if (is_of_document == (subject == LessonSubject::document)) {
                names.push_back(kLessonModeNames[k]);
            }
        }
        if (const auto place = readName(*mode, fields.path("mode"), names, faults)) {
            const auto found =
                std::find(kLessonModeNames.begin(), kLessonModeNames.end(), names[*place]);
            look.mode = static_cast<LessonMode>(found - kLessonModeNames.begin());
        }
    }
    if (const Json* step = fields.find("step")) {
        const auto name = readString(*step, fields.path("step"), faults);
        const MatrixInfo* const matrix = name ? findMatrix(*name) : nullptr;
        if (matrix != nullptr && !isParameter(matrix->id)) {
            look.step = matrix->id;
        } else if (name) {
            faults.add(fields.path("step"),
                       say::faults::UnknownName{.name = described(*step),
                                                .expected = Message(say::expected::StageName{}),
                                                .hint = nearestHint(*name, namesOf(kMatrices))});
        }
    }
    if (const Json* cell = fields.find("cell")) {
        const auto pair = readList<Index>(
            *cell, fields.path("cell"), faults,
            [&](const Json& one, const std::string& at) { return readWhole(one, at, 0, faults); });
        if (pair && pair->size() == 2) {
            look.cell = Cell{(*pair)[0], (*pair)[1]};
        } else if (pair) {
            addWrong(*cell, fields.path("cell"), say::lesson::RowAndColumn{}, faults);
        }
    }
    if (const Json* head = fields.find("head")) {
        look.head = readWhole(*head, fields.path("head"), 0, faults);
    }
    if (const Json* variant = fields.find("variant")) {
        const auto place = readName(*variant, fields.path("variant"), kLookVariantNames, faults);
        if (place) look.variant = static_cast<LookVariant>(*place);
    }
    if (const Json* step = fields.find("training_step")) {
        look.training_step = readWhole(*step, fields.path("training_step"), 0, faults);
    }
    return look;
}

std::vector<DocumentPart> readParts(const Json& json, const std::string& path, Faults& faults) {
    const std::vector<std::string_view> names = namesOf(documentParts());
    return readList<DocumentPart>(
               json, path, faults,
               [&](const Json& one, const std::string& at) -> std::optional<DocumentPart> {
                   const auto place = readName(one, at, names, faults);
                   if (!place) return std::nullopt;
                   return documentParts()[*place].part;
               })
        .value_or(std::vector<DocumentPart>());
}

std::optional<HiddenEntry> readHiddenEntry(const Json& json, const std::string& path,
                                           LessonSubject subject, Faults& faults) {
    const auto text = readString(json, path, faults);
    if (!text) return std::nullopt;
    const auto place = [&](std::string_view prefix,
                           std::span<const std::string_view> names) -> std::optional<std::size_t> {
        const std::string name = text->substr(prefix.size());
        const auto found = std::find(names.begin(), names.end(), name);
        if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
        faults.add(path, say::faults::UnknownName{.name = described(json),
                                                  .expected = oneOf(names),
                                                  .hint = nearestHint(name, names)});
        return std::nullopt;
    };
    if (text->starts_with(kPanelPrefix)) {
        const auto panel = place(kPanelPrefix, kLessonPanelNames);
        return panel ? std::optional<HiddenEntry>(static_cast<LessonPanel>(*panel)) : std::nullopt;
    }
    if (text->starts_with(kModePrefix)) {
        const auto mode = place(kModePrefix, kLessonModeNames);
        return mode ? std::optional<HiddenEntry>(static_cast<LessonMode>(*mode)) : std::nullopt;
    }
    const auto result = std::find(kLessonResultNames.begin(), kLessonResultNames.end(), *text);
    if (result != kLessonResultNames.end()) {
        return static_cast<LessonResult>(result - kLessonResultNames.begin());
    }
    if (subject == LessonSubject::experiment) {
        addWrong(json, path, say::lesson::HiddenOfExperiment{}, faults);
        return std::nullopt;
    }
    auto cells = readCells(json, path, false, faults);
    return cells ? std::optional<HiddenEntry>(*std::move(cells)) : std::nullopt;
}

std::string writeExpression(const Expression& expression) {
    const bool is_number =
        expression.nodes.size() == 1 && expression.nodes[0].kind == ExpressionKind::number;
    if (!is_number) return jsonString(expression.text);
    const double number = expression.nodes[0].number;
    return shortestDigits(number, ScalarKind::float64) == expression.text
               ? jsonNumber(number)
               : jsonString(expression.text);
}

std::string writeCondition(const Condition& condition) {
    JsonFields fields;
    const RelationInfo& row = info(condition.relation);
    if (row.has_subject) fields.emplace_back("of", writeExpression(condition.of));
    fields.emplace_back(row.name, writeOperand(condition));
    if (condition.within != kUsualWithin) {
        fields.emplace_back("within", jsonNumber(condition.within));
    }
    if (!condition.text.empty()) {
        fields.emplace_back("text", writeLocalText(condition.text.source));
    }
    return jsonInline(fields);
}

std::string writeLook(const LessonLook& look) {
    JsonFields fields;
    if (look.mode) {
        fields.emplace_back("mode",
                            jsonString(kLessonModeNames[static_cast<std::size_t>(*look.mode)]));
    }
    if (look.step) fields.emplace_back("step", jsonString(info(*look.step).name));
    if (look.cell) {
        fields.emplace_back("cell", fmt::format("[{}, {}]", look.cell->row, look.cell->col));
    }
    if (look.head) fields.emplace_back("head", std::to_string(*look.head));
    if (look.variant) {
        fields.emplace_back("variant",
                            jsonString(kLookVariantNames[static_cast<std::size_t>(*look.variant)]));
    }
    if (look.training_step) {
        fields.emplace_back("training_step", std::to_string(*look.training_step));
    }
    return jsonInline(fields);
}

std::string writeParts(const std::vector<DocumentPart>& parts) {
    return fmt::format(
        "[{}]",
        fmt::join(jsonItems(parts, [](DocumentPart part) { return jsonString(info(part).name); }),
                  ", "));
}

std::string writeHiddenEntry(const HiddenEntry& entry) {
    if (const auto* const panel = std::get_if<LessonPanel>(&entry)) {
        return jsonString(
            fmt::format("{}{}", kPanelPrefix, kLessonPanelNames[static_cast<std::size_t>(*panel)]));
    }
    if (const auto* const mode = std::get_if<LessonMode>(&entry)) {
        return jsonString(
            fmt::format("{}{}", kModePrefix, kLessonModeNames[static_cast<std::size_t>(*mode)]));
    }
    if (const auto* const result = std::get_if<LessonResult>(&entry)) {
        return jsonString(kLessonResultNames[static_cast<std::size_t>(*result)]);
    }
    return jsonString(std::get<Expression>(entry).text);
}

}  // namespace lookback

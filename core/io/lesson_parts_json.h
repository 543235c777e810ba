/// Parts of lesson files: expressions, texts with slots, conditions, looks, locks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/lesson/guided_lesson.h"

namespace lookback {

// Each reader adds a fault and returns nothing where the value cannot be read.

/// An expression in quotes, or a number.
[[nodiscard]] std::optional<Expression> readExpression(const Json& json, const std::string& path,
                                                       const ExpressionScope& scope,
                                                       Faults& faults);

/// An expression that is a path to cells of the present document, or, where they may be, to tokens.
[[nodiscard]] std::optional<Expression> readCells(const Json& json, const std::string& path,
                                                  bool may_be_tokens, Faults& faults);

/// A text that is not empty.
[[nodiscard]] std::optional<LocalText> readWords(const Json& json, const std::string& path,
                                                 Faults& faults);

/// A text with slots that is not empty.
[[nodiscard]] std::optional<LessonText> readLessonText(const Json& json, const std::string& path,
                                                       const ExpressionScope& scope,
                                                       Faults& faults);

/// @param is_entry whether it is shown with a tick, and needs words for it
[[nodiscard]] std::optional<Condition> readCondition(const Json& json, const std::string& path,
                                                     const ExpressionScope& scope, bool is_entry,
                                                     Faults& faults);

[[nodiscard]] LessonLook readLook(const Json& json, const std::string& path, LessonSubject subject,
                                  Faults& faults);

[[nodiscard]] std::vector<DocumentPart> readParts(const Json& json, const std::string& path,
                                                  Faults& faults);

[[nodiscard]] std::optional<HiddenEntry> readHiddenEntry(const Json& json, const std::string& path,
                                                         LessonSubject subject, Faults& faults);

// Writers of the same values.

[[nodiscard]] std::string writeExpression(const Expression& expression);
[[nodiscard]] std::string writeCondition(const Condition& condition);
[[nodiscard]] std::string writeLook(const LessonLook& look);
[[nodiscard]] std::string writeParts(const std::vector<DocumentPart>& parts);
[[nodiscard]] std::string writeHiddenEntry(const HiddenEntry& entry);

}  // namespace lookback

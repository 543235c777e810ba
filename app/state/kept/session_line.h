#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/io/document_json.h"
#include "core/io/json_fields.h"

namespace lookback {

/// One line of a session's file, as an object with these fields. What is absent reads as empty, 0
/// or false; what is wrong is a fault.
class SessionLine {
public:
    SessionLine(const Json& json, std::string path, std::span<const std::string_view> known,
                Faults& faults)
        : fields_(json, std::move(path), known, faults), faults_(faults) {}

    [[nodiscard]] const Json* find(std::string_view name) const { return fields_.find(name); }
    [[nodiscard]] std::string path(std::string_view name) const { return fields_.path(name); }

    [[nodiscard]] std::string text(std::string_view name) const {
        const Json* const field = find(name);
        return field ? readString(*field, path(name), faults_).value_or("") : "";
    }
    [[nodiscard]] bool flag(std::string_view name) const {
        const Json* const field = find(name);
        return field && readBool(*field, path(name), faults_).value_or(false);
    }
    [[nodiscard]] Index whole(std::string_view name) const {
        const Json* const field = find(name);
        return field ? readWhole(*field, path(name), 0, faults_).value_or(0) : 0;
    }
    /// The row of a table that the field names; the first one where it does not.
    template <class Table>
    [[nodiscard]] std::size_t row(std::string_view name, const Table& table) const {
        const Json* const field = find(name);
        const std::vector<std::string_view> names = namesOf(table);
        return field ? readName(*field, path(name), names, faults_).value_or(0) : 0;
    }
    /// @param allowed bytes of memory that the document and its trace may take
    [[nodiscard]] std::optional<Document> document(std::string_view name, double allowed) const {
        const Json* const field = find(name);
        if (field == nullptr) return std::nullopt;
        Checked<Document> document = documentOf(*field, allowed);
        if (document) return *std::move(document);
        for (Error& fault : document.error()) {
            faults_.add(joined(path(name), fault.where), std::move(fault.message));
        }
        return std::nullopt;
    }

private:
    Fields fields_;
    Faults& faults_;
};

}  // namespace lookback

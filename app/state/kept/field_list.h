/// Each struct that is kept in a file has one list of its fields: a `walk` that shows every member
/// to a walker, with its name in the file and a codec.
///
///     struct ChartFields {
///         static void walk(auto& chart, auto& field) {
///             field("from", chart.from, Number{0, 1});
///             field("to", chart.to, Number{0, 1});
///         }
///         static void mend(ChartRange& chart);  // optional: called when all fields were read
///     };
///
/// `writeFields` and `readFields` walk the list. So does the test of round trips, which fails where
/// a member of the struct is not in the list.
///
/// A walker has `field(name, member, codec)`, `field.constant(name, json)` for a field without a
/// member, and `field.notKept(member)`. A codec has
/// - `std::string write(const Member&) const`: JSON; empty: the field is left out,
/// - `void read(const Json&, const std::string& path, Member&, Faults&) const`: a value that cannot
///   be read is a fault,
/// - `void absent(const std::string& path, Member&, Faults&) const`, where an absent field is not
///   simply the usual value, which the member keeps.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/matrix.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/random/seed.h"

namespace lookback {

class FieldNames {
public:
    void operator()(std::string_view name, const auto&, const auto&) { names.push_back(name); }
    void constant(std::string_view name, std::string_view) { names.push_back(name); }
    void notKept(const auto&) {}

    std::vector<std::string_view> names;
};

class FieldWriter {
public:
    void operator()(std::string_view name, const auto& member, const auto& codec) {
        std::string json = codec.write(member);
        if (!json.empty()) fields.emplace_back(name, std::move(json));
    }
    void constant(std::string_view name, std::string_view json) { fields.emplace_back(name, json); }
    void notKept(const auto&) {}

    JsonFields fields;
};

class FieldReader {
public:
    FieldReader(const Fields& fields, Faults& faults) : fields_(fields), faults_(faults) {}

    template <class Member, class Codec>
    void operator()(std::string_view name, Member& member, const Codec& codec) {
        if (const Json* const json = fields_.find(name)) {
            codec.read(*json, fields_.path(name), member, faults_);
        } else if constexpr (requires { codec.absent(fields_.path(name), member, faults_); }) {
            codec.absent(fields_.path(name), member, faults_);
        }
    }
    void constant(std::string_view, std::string_view) {}
    void notKept(const auto&) {}

private:
    const Fields& fields_;
    Faults& faults_;
};

/// The fields of a struct, in the order of its list.
template <class Struct, class List>
[[nodiscard]] JsonFields fieldsOf(const Struct& value, const List& list) {
    FieldWriter writer;
    list.walk(value, writer);
    return std::move(writer.fields);
}

/// Writes a struct as an object on one line.
template <class Struct, class List>
[[nodiscard]] std::string writeFields(const Struct& value, const List& list) {
    return jsonInline(fieldsOf(value, list));
}

/// Reads an object into a struct: members whose fields are absent stay as they are. Faults: no
/// object, fields that the list does not have, values that its codecs cannot read.
template <class Struct, class List>
void readFields(const Json& json, const std::string& path, Struct& value, const List& list,
                Faults& faults) {
    FieldNames known;
    list.walk(std::as_const(value), known);
    const Fields fields(json, path, known.names, faults);
    FieldReader reader(fields, faults);
    list.walk(value, reader);
    if constexpr (requires { list.mend(value); }) list.mend(value);
}

struct Text {
    [[nodiscard]] std::string write(const std::string& text) const { return jsonString(text); }
    void read(const Json& json, const std::string& path, std::string& text, Faults& faults) const {
        text = readString(json, path, faults).value_or("");
    }
};

struct Flag {
    [[nodiscard]] std::string write(bool flag) const { return jsonBool(flag); }
    void read(const Json& json, const std::string& path, bool& flag, Faults& faults) const {
        flag = readBool(json, path, faults).value_or(flag);
    }
};

/// A number; a number outside the bounds becomes the nearer bound.
struct Number {
    double least = -std::numeric_limits<double>::infinity();
    double most = std::numeric_limits<double>::infinity();

    [[nodiscard]] std::string write(double number) const { return jsonNumber(number); }
    void read(const Json& json, const std::string& path, double& number, Faults& faults) const {
        if (const auto read = readNumber(json, path, faults)) {
            number = std::clamp(*read, least, most);
        }
    }
};

/// A whole number from 0 on, or an enumerator by its number; more than `most` becomes `most`.
/// Absent: 0.
struct Whole {
    Index most = kLargestWhole;

    template <class Member>
    [[nodiscard]] std::string write(Member number) const {
        return std::to_string(static_cast<Index>(number));
    }
    template <class Member>
    void read(const Json& json, const std::string& path, Member& number, Faults& faults) const {
        if (const auto read = readWhole(json, path, 0, faults)) {
            number = static_cast<Member>(std::min(*read, most));
        }
    }
    template <class Member>
    void absent(const std::string&, Member& number, Faults&) const {
        number = Member{};
    }
};

/// A whole number from 0 on, or null. Absent: null.
struct WholeOrNull {
    [[nodiscard]] std::string write(const std::optional<Index>& number) const {
        return number ? std::to_string(*number) : "null";
    }
    void read(const Json& json, const std::string& path, std::optional<Index>& number,
              Faults& faults) const {
        number = json.is_null() ? std::nullopt : readWhole(json, path, 0, faults);
    }
    void absent(const std::string&, std::optional<Index>& number, Faults&) const { number.reset(); }
};

/// A seed of 64 bits, as text: many programs read numbers of JSON as float64. A text that is no
/// seed leaves the usual seed.
struct Seed {
    [[nodiscard]] std::string write(std::uint64_t seed) const {
        return jsonString(std::to_string(seed));
    }
    void read(const Json& json, const std::string& path, std::uint64_t& seed,
              Faults& faults) const {
        if (const auto read = parseTorchSeed(readString(json, path, faults).value_or(""))) {
            seed = *read;
        }
    }
};

/// An enumerator by its name. @param table rows with a `name`, in the order of the enumerators
template <class Table>
struct Named {
    const Table& table;

    template <class Enum>
    [[nodiscard]] std::string write(Enum value) const {
        return jsonString(table[static_cast<std::size_t>(value)].name);
    }
    template <class Enum>
    void read(const Json& json, const std::string& path, Enum& value, Faults& faults) const {
        if (const auto row = readName(json, path, namesOf(table), faults)) {
            value = static_cast<Enum>(*row);
        }
    }
};
template <class Table>
Named(const Table&) -> Named<Table>;

/// A struct with a list of its own.
template <class List>
struct Object {
    List list;

    template <class Struct>
    [[nodiscard]] std::string write(const Struct& value) const {
        return writeFields(value, list);
    }
    template <class Struct>
    void read(const Json& json, const std::string& path, Struct& value, Faults& faults) const {
        readFields(json, path, value, list, faults);
    }
};
template <class List>
Object(List) -> Object<List>;

/// An optional struct. A fault in it is no fault of the object around it: then there is none.
template <class List>
struct ObjectIfSound {
    List list;

    template <class Struct>
    [[nodiscard]] std::string write(const std::optional<Struct>& value) const {
        return value ? writeFields(*value, list) : "";
    }
    template <class Struct>
    void read(const Json& json, const std::string&, std::optional<Struct>& value, Faults&) const {
        Faults own;
        Struct read;
        readFields(json, "", read, list, own);
        if (own.empty()) value = std::move(read);
    }
};
template <class List>
ObjectIfSound(List) -> ObjectIfSound<List>;

/// A member that document files have too, written and read as there.
template <class Member>
struct AsInDocuments {
    std::string (*writer)(const Member&);
    std::optional<Member> (*reader)(const Json&, const std::string&, Faults&);

    [[nodiscard]] std::string write(const Member& member) const {
        return jsonWithoutSpace(writer(member));
    }
    void read(const Json& json, const std::string& path, Member& member, Faults& faults) const {
        if (auto read = reader(json, path, faults)) member = *std::move(read);
    }
};

template <class Member>
AsInDocuments(std::string (*)(const Member&),
              std::optional<Member> (*)(const Json&, const std::string&, Faults&))
    -> AsInDocuments<Member>;

/// A field that is read whenever it is there, but written only if `is_written`.
template <class Codec>
struct WrittenIf {
    bool is_written;
    Codec codec;

    template <class Member>
    [[nodiscard]] std::string write(const Member& member) const {
        return is_written ? codec.write(member) : "";
    }
    template <class Member>
    void read(const Json& json, const std::string& path, Member& member, Faults& faults) const {
        codec.read(json, path, member, faults);
    }
};
template <class Codec>
WrittenIf(bool, Codec) -> WrittenIf<Codec>;

}  // namespace lookback

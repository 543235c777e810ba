#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/import/number_bytes.h"
#include "core/import/number_text.h"
#include "core/import/readers.h"
#include "core/import/zip.h"
#include "messages/expected.h"
#include "messages/imports.h"

namespace lookback {
namespace {

constexpr std::string_view kNpySign{"\x93NUMPY", 6};
constexpr std::size_t kMostSides = 32;

/// The dictionary at the beginning of an array file:
/// `{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }`.
struct NpyHeader {
    std::string type;  ///< as NumPy spells it: `<f4`
    bool is_fortran = false;
    std::vector<Index> shape;
};

tl::unexpected<Error> refusedArray(Message message) {
    return tl::unexpected(Error{"", std::move(message)});
}

/// The text of a field of the dictionary, from its colon on; nothing where it is absent or twice.
std::optional<std::string_view> fieldOf(std::string_view dictionary, std::string_view name) {
    const std::string quoted_name = "'" + std::string(name) + "'";
    const std::size_t at = dictionary.find(quoted_name);
    if (at == std::string_view::npos || at != dictionary.rfind(quoted_name)) return std::nullopt;
    const std::string_view behind = trimmed(dictionary.substr(at + quoted_name.size()));
    return behind.starts_with(':') ? std::optional(trimmed(behind.substr(1))) : std::nullopt;
}

/// A tuple of sides: `(3, 4)`, `(3,)`, `()`.
std::optional<std::vector<Index>> sidesOf(std::string_view tuple) {
    if (!tuple.starts_with('(') || tuple.find(')') == std::string_view::npos) return std::nullopt;
    tuple = tuple.substr(1, tuple.find(')') - 1);
    std::vector<Index> sides;
    while (!trimmed(tuple).empty()) {
        tuple = trimmed(tuple);
        Index side = 0;
        const auto [end, fault] = std::from_chars(tuple.data(), tuple.data() + tuple.size(), side);
        if (fault != std::errc() || side < 0 || sides.size() >= kMostSides) return std::nullopt;
        sides.push_back(side);
        tuple = trimmed(tuple.substr(static_cast<std::size_t>(end - tuple.data())));
        if (tuple.empty()) break;
        if (tuple.front() != ',') return std::nullopt;
        tuple.remove_prefix(1);
    }
    return sides;
}

/// @param dictionary of at most 1 MB. Nothing where it is not as NumPy writes it.
std::optional<NpyHeader> headerOf(std::string_view dictionary) {
    const auto type = fieldOf(dictionary, "descr");
    const auto order = fieldOf(dictionary, "fortran_order");
    const auto shape = fieldOf(dictionary, "shape");
    if (!type || !order || !shape) return std::nullopt;
    const bool is_fortran = order->starts_with("True");
    auto sides = sidesOf(*shape);
    if (!sides || (!is_fortran && !order->starts_with("False"))) return std::nullopt;
    const bool is_plain = type->starts_with('\'') && type->find('\'', 1) != std::string_view::npos;
    return NpyHeader{
        .type = std::string(is_plain ? type->substr(1, type->find('\'', 1) - 1) : *type),
        .is_fortran = is_fortran,
        .shape = *std::move(sides)};
}

/// The format of a type's numbers: `<f4`, `>i8`, `|u1`, `|b1`; nothing for other types.
std::optional<NumberFormat> formatOf(std::string_view type) {
    using Kind = NumberFormat::Kind;
    if (type.size() != 3 || std::string_view("<>|=").find(type[0]) == std::string_view::npos) {
        return std::nullopt;
    }
    const auto bytes = static_cast<std::size_t>(type[2] - '0');
    const bool is_power = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
    if (!is_power || (type[1] == 'f' && bytes == 1)) return std::nullopt;
    switch (type[1]) {
        case 'f': return NumberFormat{Kind::floating, bytes, type[0] == '>'};
        case 'i': return NumberFormat{Kind::whole, bytes, type[0] == '>'};
        case 'u': return NumberFormat{Kind::natural, bytes, type[0] == '>'};
        case 'b':  // true is 1
            return bytes == 1 ? std::optional(NumberFormat{Kind::natural, 1}) : std::nullopt;
        default: return std::nullopt;
    }
}

/// Values in C order, from those in Fortran order: the first index runs fastest there.
std::vector<double> inRowOrder(const std::vector<double>& values, const std::vector<Index>& shape) {
    std::vector<double> result(values.size());
    std::vector<std::size_t> at(shape.size());
    std::size_t from = 0;
    for (double& value : result) {
        value = values[from];
        std::size_t stride = values.size();
        for (std::size_t side = shape.size(); side-- > 0;) {
            stride /= asSize(shape[side]);
            from += stride;
            if (++at[side] < asSize(shape[side])) break;
            from -= stride * at[side];
            at[side] = 0;
        }
    }
    return result;
}

/// The texts of an array of Unicode strings (`<U5`): `size` characters of 4 bytes each, filled up
/// with zeros.
Result<Found> readTexts(std::string_view data, std::size_t size, bool is_big_endian, Index count) {
    FoundTexts list;
    if (count > kMaxTokens)
        return refusedArray(say::imports::TooManyTexts{.most = Count{kMaxTokens}});
    for (Index k = 0; k < count; ++k) {
        std::string text;
        for (std::size_t c = 0; c < size; ++c) {
            const std::string_view four = data.substr((asSize(k) * size + c) * 4, 4);
            std::string turned(four);
            if (is_big_endian) std::reverse(turned.begin(), turned.end());
            const auto code = static_cast<char32_t>(littleEndian(turned, 0, 4));
            if (code == 0) break;
            const bool is_code = code < 0x110000 && (code < 0xD800 || code >= 0xE000);
            appendUtf8(text, is_code ? code : kReplacementCode);
        }
        list.texts.push_back(std::move(text));
    }
    return Found{.texts = {std::move(list)}};
}

/// The characters of a type of texts: 5 of `<U5`; nothing for other types.
std::optional<std::size_t> textLength(std::string_view type) {
    if (type.size() < 3 || type.size() > 8 || type[1] != 'U') return std::nullopt;
    std::size_t length = 0;
    const auto [end, fault] = std::from_chars(type.data() + 2, type.data() + type.size(), length);
    const bool is_whole = fault == std::errc() && end == type.data() + type.size();
    return is_whole ? std::optional(length) : std::nullopt;
}

}  // namespace

Result<Found> readNpy(std::string_view bytes) {
    constexpr std::size_t kLongestHeader = 1'000'000;
    if (!bytes.starts_with(kNpySign) || bytes.size() < 12) {
        return refusedArray(say::imports::DamagedNpy{});
    }
    const int version = bytes[6];
    if (version < 1 || version > 3) return refusedArray(say::imports::DamagedNpy{});
    const std::size_t width = version == 1 ? 2 : 4;
    const auto length = static_cast<std::size_t>(littleEndian(bytes, 8, width));
    if (length > kLongestHeader || length > bytes.size() - 8 - width) {
        return refusedArray(say::imports::DamagedNpy{});
    }
    const auto header = headerOf(bytes.substr(8 + width, length));
    if (!header) return refusedArray(say::imports::DamagedNpy{});
    const std::string_view data = bytes.substr(8 + width + length);
    const auto format = formatOf(header->type);
    const auto text_length = textLength(header->type);
    if (!format && !(text_length && header->shape.size() == 1)) {
        if (header->type.find('O') != std::string::npos)
            return refusedArray(say::imports::Objects{});
        return refusedArray(say::imports::OtherType{.type = Verbatim{excerpt(header->type)}});
    }
    const auto count = numbersOf(header->shape);
    if (!count) {
        return refusedArray(
            say::imports::TooManyNumbers{.most = Count{static_cast<Index>(kMaxImportedNumbers)}});
    }
    const std::size_t size = format ? format->bytes : *text_length * 4;
    if (*count * size != data.size()) {
        return refusedArray(
            say::imports::DataSize{.shape = Verbatim{shapeText(header->shape)},
                                   .type = Verbatim{excerpt(header->type)},
                                   .wanted = static_cast<Index>(*count * size),
                                   .found = Count{static_cast<Index>(data.size())}});
    }
    if (!format) {
        return readTexts(data, *text_length, header->type[0] == '>', header->shape.front());
    }
    auto values = numbersIn(data, *format);
    if (!values) return refusedArray(say::imports::WholeTooLarge{});
    if (header->is_fortran) *values = inRowOrder(*values, header->shape);
    return Found{.tensors = {{.shape = header->shape,
                              .values = *std::move(values),
                              .dtype = dtypeOf(*format),
                              .has_truths = header->type.find('b') != std::string::npos}}};
}

Result<Found> readNpz(std::string_view bytes) {
    const Result<std::vector<ZipMember>> members = readZip(bytes);
    if (!members) return tl::unexpected(members.error());
    constexpr std::string_view kEnding = ".npy";
    Found all;
    std::size_t numbers = 0;
    for (const ZipMember& member : *members) {
        if (member.name.ends_with("data.pkl")) return refusedArray(say::imports::Pickle{});
        if (member.name.starts_with("xl/")) return refusedArray(say::imports::Spreadsheet{});
        if (!member.name.ends_with(kEnding)) continue;
        const std::string name = member.name.substr(0, member.name.size() - kEnding.size());
        Result<Found> found =
            unpacked(member).and_then([](const std::string& array) { return readNpy(array); });
        if (!found) return tl::unexpected(Error{name, found.error().message});
        for (FoundTensor& tensor : found->tensors) {
            numbers += tensor.values.size();
            if (numbers > kMaxImportedNumbers) {
                return refusedArray(say::imports::TooManyNumbers{
                    .most = Count{static_cast<Index>(kMaxImportedNumbers)}});
            }
            tensor.name = name;
            all.tensors.push_back(std::move(tensor));
        }
        for (FoundTexts& list : found->texts) {
            list.name = name;
            all.texts.push_back(std::move(list));
        }
    }
    if (all.tensors.empty() && all.texts.empty()) return refusedArray(say::imports::NoArrays{});
    return all;
}

}  // namespace lookback

// The format: https://github.com/huggingface/safetensors#format
#include <algorithm>
#include <array>
#include <utility>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/import/number_bytes.h"
#include "core/import/readers.h"
#include "core/io/json_fields.h"
#include "messages/expected.h"
#include "messages/imports.h"

namespace lookback {
namespace {

constexpr std::size_t kLengthBytes = 8;
constexpr std::size_t kMostTensors = 8192;

/// The types of the format that are read, as it spells them.
struct TypeName {
    std::string_view name;
    NumberFormat format;
};
using FormatKind = NumberFormat::Kind;
constexpr std::array<TypeName, 13> kTypeNames{{
    {"F64", {FormatKind::floating, 8}},
    {"F32", {FormatKind::floating, 4}},
    {"F16", {FormatKind::floating, 2}},
    {"BF16", {FormatKind::brain, 2}},
    {"I64", {FormatKind::whole, 8}},
    {"I32", {FormatKind::whole, 4}},
    {"I16", {FormatKind::whole, 2}},
    {"I8", {FormatKind::whole, 1}},
    {"U64", {FormatKind::natural, 8}},
    {"U32", {FormatKind::natural, 4}},
    {"U16", {FormatKind::natural, 2}},
    {"U8", {FormatKind::natural, 1}},
    {"BOOL", {FormatKind::natural, 1}},  // true is 1
}};

/// A tensor of the header: its bytes are [begin, end) of the data.
struct HeaderEntry {
    std::string name;
    const TypeName* type = nullptr;
    std::vector<Index> shape;
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::optional<HeaderEntry> readEntry(const std::string& name, const Json& json, Faults& faults) {
    constexpr std::array<std::string_view, 3> kEntryFields{"dtype", "shape", "data_offsets"};
    const Fields fields(json, name, kEntryFields, faults);
    const std::vector<std::string_view> types = namesOf(kTypeNames);
    const Json* const type = fields.need("dtype", oneOf(types));
    const Json* const shape = fields.need("shape", expectedList());
    const Json* const offsets = fields.need("data_offsets", expectedList());
    if (type == nullptr || shape == nullptr || offsets == nullptr) return std::nullopt;
    const auto whole = [&](const Json& entry, const std::string& path) {
        return readWhole(entry, path, 0, faults);
    };
    const auto place = readName(*type, fields.path("dtype"), types, faults);
    auto sides = readList<Index>(*shape, fields.path("shape"), faults, whole);
    const auto bounds = readList<Index>(*offsets, fields.path("data_offsets"), faults, whole);
    if (!place || !sides || !bounds) return std::nullopt;
    if (bounds->size() != 2 || (*bounds)[0] > (*bounds)[1]) {
        faults.add(fields.path("data_offsets"), say::imports::Offsets{});
        return std::nullopt;
    }
    return HeaderEntry{name, &kTypeNames[*place], *std::move(sides), asSize((*bounds)[0]),
                       asSize((*bounds)[1])};
}

/// The fault of entries that do not divide the data among them, without a gap.
std::optional<Error> dataFault(std::vector<HeaderEntry> entries, std::size_t bytes) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const HeaderEntry& a, const HeaderEntry& b) {
                         return std::pair(a.begin, a.end) < std::pair(b.begin, b.end);
                     });
    std::size_t end = 0;
    std::string before;
    for (const HeaderEntry& entry : entries) {
        if (entry.end > bytes) return Error{entry.name, say::imports::OutsideFile{}};
        if (entry.begin < end) {
            return Error{entry.name, say::imports::Overlaps{.other = Verbatim{before}}};
        }
        if (entry.begin > end) return Error{entry.name, say::imports::Gap{}};
        end = entry.end;
        before = entry.name;
    }
    if (end < bytes) return Error{"", say::imports::Gap{}};
    return std::nullopt;
}

tl::unexpected<Error> refusedTensors(std::string where, Message message) {
    return tl::unexpected(Error{std::move(where), std::move(message)});
}

Message tooManyNumbers() {
    return say::imports::TooManyNumbers{.most = Count{static_cast<Index>(kMaxImportedNumbers)}};
}

}  // namespace

Result<Found> readSafetensors(std::string_view bytes) {
    if (bytes.size() < kLengthBytes) return refusedTensors("", say::imports::DamagedHeader{});
    const std::uint64_t length = littleEndian(bytes, 0, kLengthBytes);
    if (length > bytes.size() - kLengthBytes) {
        return refusedTensors("", say::imports::DamagedHeader{});
    }
    const auto header = static_cast<std::size_t>(length);
    const Checked<Json> json = parseJson(bytes.substr(kLengthBytes, header), kMostTensors);
    if (!json) return tl::unexpected(json.error().front());
    if (!json->is_object()) return refusedTensors("", say::imports::DamagedHeader{});
    Faults faults;
    std::vector<HeaderEntry> entries;
    for (const auto& [name, entry] : json->items()) {
        if (name == "__metadata__") continue;
        if (auto read = readEntry(name, entry, faults)) entries.push_back(*std::move(read));
        if (!faults.empty()) return tl::unexpected(faults.take().front());
    }
    const std::string_view data = bytes.substr(kLengthBytes + header);
    if (auto fault = dataFault(entries, data.size())) return tl::unexpected(*std::move(fault));
    Found found;
    std::size_t numbers = 0;
    for (HeaderEntry& entry : entries) {
        const auto count = numbersOf(entry.shape);
        if (!count || *count > kMaxImportedNumbers - numbers) {
            return refusedTensors(entry.name, tooManyNumbers());
        }
        numbers += *count;
        const std::size_t size = entry.end - entry.begin;
        if (*count * entry.type->format.bytes != size) {
            return refusedTensors(
                entry.name, say::imports::DataSize{
                                .shape = Verbatim{shapeText(entry.shape)},
                                .type = Verbatim{std::string(entry.type->name)},
                                .wanted = static_cast<Index>(*count * entry.type->format.bytes),
                                .found = Count{static_cast<Index>(size)}});
        }
        auto values = numbersIn(data.substr(entry.begin, size), entry.type->format);
        if (!values) return refusedTensors(entry.name, say::imports::WholeTooLarge{});
        found.tensors.push_back({.name = std::move(entry.name),
                                 .shape = std::move(entry.shape),
                                 .values = *std::move(values),
                                 .dtype = dtypeOf(entry.type->format),
                                 .has_truths = entry.type->name == "BOOL"});
    }
    if (found.tensors.empty()) return refusedTensors("", say::imports::NoNumbers{});
    return found;
}

}  // namespace lookback

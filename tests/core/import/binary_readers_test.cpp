// Files of NumPy and safetensors that are cut, damaged or lie are refused with one line.
#include <algorithm>

#include <zlib.h>

#include "core/base/limits.h"
#include "core/import/zip.h"
#include "tests/core/import/read_import.h"

using namespace lookback;
using namespace lookback::test;

namespace {

std::string little(std::uint64_t value, std::size_t size) {
    std::string bytes;
    for (std::size_t k = 0; k < size; ++k)
        bytes += k < 8 ? static_cast<char>(value >> (8 * k)) : '\0';
    return bytes;
}

std::string npyFile(const std::string& header, const std::string& data) {
    return std::string("\x93NUMPY\1\0", 8) + little(header.size(), 2) + header + data;
}

std::string arrayHeader(const std::string& type, const std::string& shape) {
    return "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
}

std::string safetensorsFile(const std::string& header, const std::string& data) {
    return little(header.size(), 8) + header + data;
}

/// A member as a ZIP archive is made of them. Each field may lie.
struct Packed {
    std::string name{};
    std::string data{};
    std::uint32_t method = 0;
    std::uint32_t unpacked = 0;
    std::uint32_t crc = 0;
    std::uint32_t flags = 0;
    std::optional<std::uint32_t> offset{};  ///< of another member
    std::optional<std::uint32_t> packed{};  ///< bytes that the directory says
};

std::string zipFile(const std::vector<Packed>& members) {
    std::string bytes;
    std::string directory;
    for (const Packed& one : members) {
        const std::uint32_t offset = one.offset.value_or(static_cast<std::uint32_t>(bytes.size()));
        const std::string sizes =
            little(one.crc, 4) +
            little(one.packed.value_or(static_cast<std::uint32_t>(one.data.size())), 4) +
            little(one.unpacked, 4);
        const std::string common =
            little(20, 2) + little(one.flags, 2) + little(one.method, 2) + little(0, 4) + sizes;
        if (!one.offset) {
            bytes += std::string("PK\3\4", 4) + common + little(one.name.size(), 2) + little(0, 2) +
                     one.name + one.data;
        }
        directory += std::string("PK\1\2", 4) + little(20, 2) + common +
                     little(one.name.size(), 2) + little(0, 12) + little(offset, 4) + one.name;
    }
    const std::size_t begin = bytes.size();
    return bytes + directory + std::string("PK\5\6", 4) + little(0, 4) + little(members.size(), 2) +
           little(members.size(), 2) + little(directory.size(), 4) + little(begin, 4) +
           little(0, 2);
}

std::string deflated(const std::string& text) {
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string packed(deflateBound(&stream, text.size()), '\0');
    std::string given = text;
    stream.next_in = reinterpret_cast<Bytef*>(given.data());
    stream.avail_in = static_cast<uInt>(given.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    packed.resize(packed.size() - stream.avail_out);
    deflateEnd(&stream);
    return packed;
}

Packed member(const std::string& name, const std::string& text, bool is_deflated = false) {
    return {.name = name,
            .data = is_deflated ? deflated(text) : text,
            .method = is_deflated ? 8U : 0U,
            .unpacked = static_cast<std::uint32_t>(text.size()),
            .crc = static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(text.data()),
                                                    static_cast<uInt>(text.size())))};
}

const std::string kArray = npyFile(arrayHeader("|u1", "(2,)"), "\1\2");

}  // namespace

TEST_CASE("arrays whose header and data do not agree are refused") {
    CHECK(foundIn(kArray).tensors.front().values == std::vector<double>{1, 2});
    const std::string damaged =
        ": is not a complete .npy file of version 1, 2 or 3, expected a file of numpy.save";
    for (std::size_t size = 6; size < kArray.size() - 2; ++size) {
        CAPTURE(size);
        CHECK(refusal(kArray.substr(0, size)) == damaged);
    }
    CHECK(refusal(kArray.substr(0, kArray.size() - 1)) ==
          ": 2 numbers of type “|u1” take 2 bytes, but the data have 1");
    CHECK(refusal(kArray + "x") == ": 2 numbers of type “|u1” take 2 bytes, but the data have 3");
    CHECK(refusal(npyFile(arrayHeader("<f8", "(4294967296, 4294967296)"), "")) ==
          ": there are more than 33,554,432 numbers, the most that can be read at once");
    CHECK(refusal(npyFile(arrayHeader("<f8", "(-1,)"), "")) == damaged);
    CHECK(refusal(npyFile(arrayHeader("<f8", "(1, x)"), "")) == damaged);
    CHECK(refusal(npyFile("{'descr': '<f8', 'descr': '<f4', 'fortran_order': False, 'shape': ()}",
                          "")) == damaged);
    CHECK(refusal(npyFile(arrayHeader("<i8", "()"), little((std::uint64_t{1} << 53) + 1, 8))) ==
          ": has whole numbers beyond 2^53, which are not exact as decimals; expected float64");
    CHECK(refusal(npyFile(arrayHeader("<V2", "(1,)"), "xx")) ==
          ": is of type “<V2”, expected real numbers of at most 64 bits");
}

TEST_CASE("archives that lie are refused before they cost memory") {
    const Found found =
        foundIn(zipFile({member("X.npy", kArray), member("W_q.npy", kArray, true)}));
    REQUIRE(found.tensors.size() == 2);
    CHECK(found.tensors[1].name == "W_q");
    CHECK(found.tensors[1].values == std::vector<double>{1, 2});

    Packed bomb = member("bomb.npy", std::string(100'000, '\0'), true);
    CHECK(bomb.data.size() < 200);
    Packed said = bomb;
    said.unpacked = 0xFFFFFFF0;
    CHECK(refusal(zipFile({said})) ==
          ": would be larger than 268.4 MB when unpacked, the most that can be read");
    std::vector<Packed> many(5, bomb);
    for (std::size_t k = 0; k < many.size(); ++k) {
        many[k].name = std::to_string(k) + ".npy";
        many[k].unpacked = 60'000'000;
    }
    CHECK(refusal(zipFile(many)) ==
          ": would be larger than 268.4 MB when unpacked, the most that can be read");
    bomb.unpacked = 200;
    CHECK(refusal(zipFile({bomb})) == "bomb: unpacks to another size than the archive says");
    bomb.unpacked = 200'000;
    CHECK(refusal(zipFile({bomb})) == "bomb: unpacks to another size than the archive says");

    CHECK(refusal(zipFile({member("a.npy", kArray), member("a.npy", kArray)})) ==
          "a.npy: is given twice, expected once");
    Packed shared = member("b.npy", kArray);
    shared.offset = 0;
    CHECK(refusal(zipFile({member("a.npy", kArray), shared})) ==
          "b.npy: shares bytes with a.npy, expected each in its own place");
    Packed outside = member("a.npy", kArray);
    outside.packed = 100'000;
    CHECK(refusal(zipFile({outside})) == "a.npy: begins or ends outside of the file");
    outside = member("a.npy", kArray);
    outside.offset = 1'000'000;
    CHECK(refusal(readNpz(zipFile({outside}))) == "a.npy: begins or ends outside of the file");
    Packed other = member("a.npy", kArray);
    other.crc ^= 1;
    CHECK(refusal(zipFile({other})) ==
          "a: is damaged: its checksum is not the one that the archive says");
    other = member("a.npy", kArray);
    other.flags = 1;
    CHECK(refusal(zipFile({other})) ==
          "a.npy: is encrypted or compressed by another method, expected a file of numpy.savez");
    CHECK(
        refusal(zipFile({member("model/data.pkl", "x")})) ==
        ": is a pickle (.pt, .pth, .pkl), which can run programs and is not read; expected numbers "
        "saved by numpy.savez or safetensors");
    CHECK(refusal(zipFile({member("xl/workbook.xml", "x")})) ==
          ": is a workbook (.xlsx), expected its table saved as CSV");
    CHECK(refusal(zipFile({})) == ": has no arrays of numbers, expected a file of numpy.savez");
}

TEST_CASE("an archive that is cut or damaged anywhere is refused or read as it was") {
    for (const char* const file : {"deflated.npz", "zip64.npz", "stored.npz"}) {
        const std::string bytes = importBytes(file);
        const Found whole = foundIn(bytes);
        for (std::size_t size = 4; size < bytes.size(); size += 7) {
            CHECK_FALSE(readNumbers(bytes.substr(0, size)).has_value());
        }
        for (std::size_t at = 4; at < bytes.size(); at += 3) {
            std::string other = bytes;
            other[at] = static_cast<char>(other[at] ^ 0x55);
            const Result<Found> found = readNumbers(other);
            if (!found) continue;
            for (const FoundTensor& tensor : found->tensors) {
                const bool is_same = std::any_of(
                    whole.tensors.begin(), whole.tensors.end(),
                    [&](const FoundTensor& known) { return known.values == tensor.values; });
                CHECK(is_same);
            }
        }
    }
}

TEST_CASE("headers of safetensors that lie are refused") {
    const auto entry = [](const std::string& type, const std::string& shape,
                          const std::string& offsets) {
        return "{\"dtype\": \"" + type + "\", \"shape\": " + shape +
               ", \"data_offsets\": " + offsets + "}";
    };
    const std::string a = entry("U8", "[2]", "[0, 2]");
    CHECK(foundIn(safetensorsFile("{\"a\": " + a + "}", "\1\2")).tensors.front().values ==
          std::vector<double>{1, 2});
    const auto refused = [&](const std::string& header, const std::string& data) {
        return refusal(readSafetensors(safetensorsFile(header, data)));
    };
    CHECK(refusal(readSafetensors("short")) == ": is not a complete .safetensors file");
    CHECK(refusal(readSafetensors(little(1000, 8) + "{}")) ==
          ": is not a complete .safetensors file");
    CHECK(refused("[]", "") == ": is not a complete .safetensors file");
    CHECK(refused("{}", "") == ": holds no numbers, expected a matrix such as [[1, 2], [3, 4]]");
    CHECK(refused("{\"a\": " + a + "}", "\1") == "a: begins or ends outside of the file");
    CHECK(refused("{\"a\": " + a + ", \"b\": " + entry("U8", "[2]", "[1, 3]") + "}", "\1\2\3") ==
          "b: shares bytes with a, expected each in its own place");
    CHECK(refused("{\"a\": " + a + ", \"b\": " + entry("U8", "[1]", "[3, 4]") + "}", "\1\2\3\4") ==
          "b: bytes before or after it belong to no tensor, expected none between them");
    CHECK(refused("{\"a\": " + entry("U8", "[2]", "[2, 0]") + "}", "\1\2") ==
          "a.data_offsets: expected two numbers, begin and end");
    CHECK(refused("{\"a\": " + entry("F32", "[2]", "[0, 2]") + "}", "\1\2") ==
          "a: 2 numbers of type F32 take 8 bytes, but the data have 2");
    CHECK(refused("{\"a\": " + entry("F8_E4M3", "[2]", "[0, 2]") + "}", "\1\2")
              .starts_with("a.dtype: is “F8_E4M3”, expected one of F64, F32, F16, BF16"));
    CHECK(refused("{\"a\": " + entry("U8", "[1000000000, 1000000000]", "[0, 2]") + "}", "\1\2") ==
          "a: there are more than 33,554,432 numbers, the most that can be read at once");
    CHECK(refused("{\"a\": " + a + ", \"a\": " + a + "}", "\1\2")
              .ends_with("is given twice, expected once"));
    CHECK(refused("{\"a\": " + std::string(100'000, '[') + "}", "")
              .ends_with("is nested deeper than 32 levels"));
}

namespace {

/// The array of two bytes of this type.
FoundTensor onlyArray(const std::string& type) {
    return foundIn(npyFile(arrayHeader(type, "(2,)"), std::string("\1\0", 2))).tensors.at(0);
}

}  // namespace

TEST_CASE("safetensors hold whole numbers, truths, and the tensors of a large model") {
    std::string header = "{";
    std::string data;
    const auto add = [&](const std::string& name, const std::string& type,
                         const std::string& bytes) {
        header += (header.size() > 1 ? ", \"" : "\"") + name + "\": {\"dtype\": \"" + type +
                  "\", \"shape\": [2], \"data_offsets\": [" + std::to_string(data.size()) + ", " +
                  std::to_string(data.size() + bytes.size()) + "]}";
        data += bytes;
    };
    add("u16", "U16", little(65535, 2) + little(258, 2));
    add("bool", "BOOL", std::string("\1\0", 2));
    for (int k = 0; k < 2000; ++k) add("t" + std::to_string(k), "U8", "\1\2");
    const Found found = foundIn(safetensorsFile(header + "}", data));
    REQUIRE(found.tensors.size() == 2002);
    CHECK(found.tensors[0].values == std::vector<double>{65535, 258});
    CHECK(found.tensors[1].values == std::vector<double>{1, 0});
    // Truths are those of a mask, never weights, in files as in texts.
    CHECK(found.tensors[1].has_truths);
    CHECK_FALSE(found.tensors[2].has_truths);
    CHECK(onlyArray("|b1").has_truths);
    CHECK_FALSE(onlyArray("|u1").has_truths);
    CHECK(found.tensors[2001].name == "t1999");
    for (int k = 2000; k < 8200; ++k) add("t" + std::to_string(k), "U8", "\1\2");
    CHECK(refusal(safetensorsFile(header + "}", data)).find("8,192") != std::string::npos);
}

TEST_CASE("other formats are refused with a way out") {
    CHECK(refusal(std::string("\x80\2}q\0", 5)).starts_with(": is a pickle"));
    CHECK(refusal("\x89PNG\r\n\x1A\n") ==
          ": is not a format that can be read, expected .npy, .npz, .safetensors, .csv or text");
    CHECK(refusal(std::string("1\0,2", 4)).starts_with(": is not a format"));
}

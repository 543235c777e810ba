#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/io/json_tree.h"
#include "core/random/draw_program.h"
#include "core/random/pcg64.h"
#include "core/random/seed.h"
#include "tests/core/said.h"
#include "tests/source_folder.h"

namespace lookback {
namespace {

Json readReference(const std::string& name) {
    std::ifstream file(referencePath(name));
    REQUIRE_MESSAGE(file.good(), name);
    return Json::parse(file);
}

std::string hex(std::uint32_t value) { return fmt::format("{:08x}", value); }
std::string hex(std::uint64_t value) { return fmt::format("{:016x}", value); }
std::string hex(UInt128 value) { return hex(value.high) + hex(value.low); }

template <class Bits, class Real>
std::string hexOf(Real value) {
    Bits bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    return hex(bits);
}

template <class Generator>
std::string outputs(Generator& generator, std::size_t count) {
    std::string words;
    while (count-- > 0) words += hex(generator.next()) + ' ';
    return words;
}

Result<std::vector<DrawnTensor>> tryDraw(std::string_view library, const std::string& seed,
                                         const std::string& program) {
    return parseDrawLibrary(library).and_then([&](DrawLibrary known) {
        return parseDrawProgram(known, program).and_then([&](const DrawProgram& parsed) {
            return draw(known, seed, parsed);
        });
    });
}

std::vector<DrawnTensor> drawn(std::string_view library, const std::string& seed,
                               const std::string& program) {
    auto tensors = tryDraw(library, seed, program);
    REQUIRE_MESSAGE(tensors.has_value(), program);
    return *std::move(tensors);
}

std::string refusal(std::string_view library, const std::string& seed, const std::string& program) {
    const auto tensors = tryDraw(library, seed, program);
    REQUIRE_FALSE_MESSAGE(tensors.has_value(), program);
    return test::placed(tensors.error());
}

/// All numbers of a program one after the other, or the first of them.
std::vector<double> numbers(std::string_view library, const std::string& seed,
                            const std::string& program, std::size_t count = std::string::npos) {
    std::vector<double> all;
    for (const DrawnTensor& tensor : drawn(library, seed, program)) {
        all.insert(all.end(), tensor.values.begin(), tensor.values.end());
        all.insert(all.end(), tensor.integers.begin(), tensor.integers.end());
    }
    all.resize(std::min(count, all.size()));
    return all;
}

/// All numbers as rng.json spells them, with a space after each.
std::string spelled(const std::vector<DrawnTensor>& tensors) {
    std::string words;
    for (const DrawnTensor& tensor : tensors) {
        const bool is_single = tensor.scalar == DrawnTensor::Scalar::float32;
        for (const std::int64_t value : tensor.integers) words += std::to_string(value) + ' ';
        for (const double value : tensor.values) {
            words += is_single ? hexOf<std::uint32_t>(static_cast<float>(value))
                               : hexOf<std::uint64_t>(value);
            words += ' ';
        }
    }
    return words;
}

std::string expectedWords(const Json& entry) { return entry.get<std::string>() + ' '; }

/// Draws every vector of a reference file. Returns how many numbers were compared.
std::size_t compareVectors(const char* file) {
    const Json reference = readReference(file);
    std::size_t compared = 0;
    for (const Json& vector : reference.at("vectors")) {
        if (vector.value("variant", "") == "default") continue;  // PyTorch without AVX2
        CAPTURE(vector);
        const auto tensors =
            drawn(vector.at("library").get<std::string>(), vector.at("seed"), vector.at("program"));
        CHECK(spelled(tensors) == expectedWords(vector.at("values")));
        for (const DrawnTensor& tensor : tensors) {
            const auto size = tensor.values.size() + tensor.integers.size();
            CHECK(tensor.rows * tensor.cols == static_cast<Index>(size));
            compared += size;
        }
    }
    return compared;
}

TEST_CASE("random: every vector drawn from PyTorch and NumPy comes out bit for bit") {
    CHECK(compareVectors("rng.json") == 12804);
}

TEST_CASE("random: every vector drawn from Python's random comes out bit for bit") {
    CHECK(compareVectors("python_random.json") == 8 * (700 + 29 + 9));
}

TEST_CASE("random: the outputs of the Mersenne Twister and of PCG64 are the reference's") {
    const Json reference = readReference("rng.json");
    CHECK(reference.at("mt19937_raw").size() == 6);
    for (const Json& row : reference.at("mt19937_raw")) {
        const auto seed = parseTorchSeed(row.at("seed").get<std::string>()).value();
        CHECK(std::to_string(seed & 0xffffffffU) == row.at("seed_used"));
        Mt19937 engine(static_cast<std::uint32_t>(seed));
        CHECK(outputs(engine, 8) == expectedWords(row.at("mt19937_uint32")));
    }
    CHECK(reference.at("seedsequence_pcg64").size() == 7);
    for (const Json& row : reference.at("seedsequence_pcg64")) {
        const auto seed = parseNumpySeed(row.at("seed").get<std::string>()).value();
        std::string state;
        for (const auto word : SeedSequence(seed).generateState()) state += hex(word) + ' ';
        CHECK(state == expectedWords(row.at("generate_state_4_uint64")));
        Pcg64Generator generator(seed);
        CHECK(hex(generator.state()) == row.at("pcg64_state"));
        CHECK(hex(generator.increment()) == row.at("pcg64_inc"));
        CHECK(outputs(generator, 4) == expectedWords(row.at("pcg64_uint64")));
    }
}

TEST_CASE("random: the programs of the notebooks draw their matrices") {
    const Json linear = {"W_q_weight", "W_k_weight", "W_v_weight"};
    const Json notebooks = {{"000_torch_masked_fill", linear},
                            {"001_numpy_output_projection", {"X", "W_q", "W_k", "W_v", "W_o"}},
                            {"002_torch_additive_inf", linear},
                            {"003_torch_walkthrough", linear},
                            {"004_torch_two_procedures", {"W_q", "W_k", "W_v", "X"}}};
    for (const auto& item : notebooks.items()) {
        const Json& into = item.value();
        const Json notebook = readReference("notebooks/" + item.key() + ".json");
        const Json& rng = notebook.at("rng");
        const auto tensors =
            drawn(rng.at("library").get<std::string>(), rng.at("seed").dump(), rng.at("program"));
        REQUIRE(tensors.size() == into.size());
        for (std::size_t k = 0; k < into.size(); ++k) {
            const Json& matrix = notebook.at("tensors").at(into[k].get<std::string>());
            std::vector<double> expected;
            for (const auto& row : matrix.at("data").get<std::vector<std::vector<double>>>()) {
                expected.insert(expected.end(), row.begin(), row.end());
            }
            CHECK(tensors[k].values == expected);
            CHECK(tensors[k].stored_transposed == (into == linear));
            if (into == linear) CHECK(matrix.at("shape")[0] == tensors[k].rows);
        }
    }
}

TEST_CASE("random: what surprises in PyTorch surprises here too") {
    const auto torch = [](const char* program, std::size_t count = std::string::npos) {
        return numbers("torch", "42", program, count);
    };
    CHECK(torch("randn32:18", 16) != torch("randn32:16"));
    CHECK(torch("randn32:32", 16) == torch("randn32:16"));
    CHECK(torch("rand32:18", 16) == torch("rand32:16"));

    const auto without = drawn("torch", "42", "linear:2,2,0 linear:2,2,0");
    const auto with = drawn("torch", "42", "linear:2,2,1 linear:2,2,1");
    REQUIRE(with.size() == 4);
    CHECK(with[0].values == without[0].values);
    CHECK(with[1].part + ", " + with[2].part == "bias, weight");
    CHECK(with[2].values != without[1].values);         // the bias has moved the stream on
    CHECK(torch("linear:2,2,0") == without[0].values);  // seeded again, W_k would be W_q

    // The second normal number of a pair waits through other calls.
    CHECK(torch("randn64:1 rand32:5 randn32:20 randn64:1").back() == torch("randn64:2").back());
    CHECK(numbers("numpy-legacy", "7", "randn:1 rand:3 randn:1").back() ==
          numbers("numpy-legacy", "7", "randn:2").back());

    // Only the low 32 bits of a seed count.
    for (const char* seed : {"-1", "18446744073709551615", "8589934591", "-9223372032559808513"}) {
        CHECK(numbers("torch", seed, "rand32:3") == numbers("torch", "4294967295", "rand32:3"));
    }
}

TEST_CASE("random: sizes and seeds at the edges draw what they should") {
    CHECK(numbers("torch", "1", " rand32:0\n\trandn32:0 randint:0,0,1 randperm:0 rand32:1 ") ==
          numbers("torch", "1", "rand32:1"));
    CHECK(numbers("torch", "1", "uniform32:1,-1.5e0,-1.5") == std::vector<double>{-1.5});
    CHECK(numbers("torch", "1", "normal32:20,2,0") == std::vector<double>(20, 2.0));
    const auto whole =
        drawn("torch", "1", "randint:3,-9223372036854775808,9223372036854775807 randint:2,7,8");
    CHECK(whole[0].values.empty());
    CHECK(whole[1].integers == std::vector<std::int64_t>{7, 7});
    CHECK(parseDrawProgram(DrawLibrary::torch, "rand32:16777216").has_value());
    for (const DrawLibraryInfo& row : kDrawLibraries) CHECK(&info(row.library) == &row);
    // np.random.default_rng(2**200).random(): a seed of more words than the pool has.
    const char* seed = "1606938044258990275541962092341162602522202993782792835301376";
    CHECK(numbers("numpy-pcg64", seed, "random:1")[0] == 0.7453693092405507);
}

/// One refusal a line: library|seed|program|place: what is wrong, what is expected.
constexpr const char* kRefusals = R"(torch|0||program: is empty, expected operations like rand32:n
numpy-legacy|0|rand:1 rand32:2|operation 2: “rand32:2” is not an operation of numpy-legacy (did you mean “rand”?), expected one of rand:n randn:n
torch|0|linear:2,2|operation 1: “linear:2,2” has 2 arguments, expected linear:in,out,bias
torch|0|rand32|operation 1: “rand32” has 0 arguments, expected rand32:n
torch|0|rand32:-1|operation 1: n of rand32:n is “-1”, expected a whole number from 0 to 16777216
torch|0|rand32:9223372036854775808|operation 1: n of rand32:n is “9223372036854775808”, expected a whole number from 0 to 16777216
torch|0|linear:0,2,0|operation 1: in of linear:in,out,bias is “0”, expected a whole number from 1 to 16777216
torch|0|uniform32:2,0,1e39|operation 1: b of uniform32:n,a,b is “1e39”, expected a number within the range of float32
torch|0|uniform32:2,nan,1|operation 1: a of uniform32:n,a,b is “nan”, expected a number within the range of float32
torch|0|uniform32:2,1,0|operation 1: “uniform32:2,1,0” has a greater than b, expected a <= b
torch|0|uniform32:2,-3e38,3e38|operation 1: “uniform32:2,-3e38,3e38” has a and b too far apart, expected b − a within the range of float32
torch|0|normal32:2,0,-1|operation 1: “normal32:2,0,-1” has a negative std, expected 0 or more
torch|0|randint:2,5,5|operation 1: “randint:2,5,5” has no whole number from lo to less than hi, expected lo < hi
torch|0|randint:2,0,x|operation 1: hi of randint:n,lo,hi is “x”, expected a whole number of at most 64 bits
torch|0|rand32:16777216 rand32:1|operation 2: “rand32:1” brings the program to 16777217 numbers, expected at most 16777216
torch|0|linear:16777216,16777216,1|operation 1: “linear:16777216,16777216,1” brings the program to 281474993487872 numbers, expected at most 16777216
torch|4.0|rand32:1|seed: is “4.0”, expected a whole number from -9223372036854775808 to 18446744073709551615
torch|18446744073709551616|rand32:1|seed: is “18446744073709551616”, expected a whole number from -9223372036854775808 to 18446744073709551615
numpy-legacy|4294967296|rand:1|seed: is “4294967296”, expected a whole number from 0 to 4294967295
numpy-pcg64|-1|random:1|seed: is “-1”, expected a whole number of 0 or more with at most 1000 digits
python|x|random:1|seed: is “x”, expected a whole number with at most 1000 digits
python|0|gauss:2,0|operation 1: “gauss:2,0” has 2 arguments, expected gauss:n,mean,sigma
numpy|0|random:1|library: is “numpy”, expected one of torch, numpy-legacy, numpy-pcg64, python)";

TEST_CASE("random: a bad library, program or seed is refused in one clear line") {
    std::istringstream lines(kRefusals);
    for (std::string line; std::getline(lines, line);) {
        std::istringstream fields(line);
        std::string library, seed, program, message;
        std::getline(std::getline(std::getline(fields, library, '|'), seed, '|'), program, '|');
        std::getline(fields, message);
        CHECK(refusal(library, seed, program) == message);
    }
    std::string many;
    for (std::size_t k = 0; k <= kMaxDrawSteps; ++k) many += "rand:0 ";
    CHECK(refusal("numpy-legacy", "0", many) == "program: has more than 4,096 operations");
    CHECK(refusal("torch", "0", "\x01\xff:1").find("operation 1: “??:1” is no") == 0);
    CHECK(refusal("numpy-pcg64", std::string(1001, '1'), "random:1").size() < 150);
}

}  // namespace
}  // namespace lookback

// Numbers that real NumPy and PyTorch saved and printed are read back bit for bit.
#include <cmath>

#include "tests/core/import/read_import.h"

using namespace lookback;
using namespace lookback::test;

namespace {

void checkTensors(const std::string& file, const Json& expected) {
    CAPTURE(file);
    const Found found = foundIn(importBytes(file));
    REQUIRE(found.tensors.size() == expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
        const FoundTensor& tensor = found.tensors[k];
        const Json& entry = expected[k];
        CAPTURE(tensor.name);
        CHECK(tensor.name == entry.at("name").get<std::string>());
        CHECK(tensor.shape == entry.at("shape").get<std::vector<Index>>());
        CHECK((tensor.dtype ? info(*tensor.dtype).name : "") ==
              entry.at("dtype").get<std::string>());
        const std::vector<std::uint64_t> wanted = bitsOf(entry.at("values"));
        const std::vector<std::uint64_t> read = bitsOf(tensor.values);
        REQUIRE(read.size() == wanted.size());
        std::size_t others = 0;
        for (std::size_t at = 0; at < read.size(); ++at) {
            const bool is_nan = std::isnan(tensor.values[at]) &&
                                std::isnan(Eigen::numext::bit_cast<double>(wanted[at]));
            others += read[at] != wanted[at] && !is_nan ? 1 : 0;
        }
        CHECK(others == 0);
    }
}

}  // namespace

TEST_CASE("files that NumPy and safetensors hold are read bit for bit") {
    const Json all = reference("imports.json").at("files");
    CHECK(all.size() >= 17);
    for (const auto& [file, tensors] : all.items()) checkTensors(file, tensors);
}

TEST_CASE("numbers that NumPy, PyTorch and Python print are read as Python reads them") {
    const Json all = reference("imports.json").at("texts");
    std::size_t read = 0;
    for (const auto& [file, tensors] : all.items()) {
        if (tensors.empty()) continue;
        checkTensors(file, tensors);
        ++read;
    }
    CHECK(read >= 20);
}

TEST_CASE("lists of texts are sentences") {
    const Found saved = foundIn(importBytes("tokens.npy"));
    REQUIRE(saved.texts.size() == 1);
    CHECK(saved.texts[0].texts ==
          std::vector<std::string>{"The", "cat", "sah\u00eb", "\U0001F431"});
    const Found session = foundIn(importBytes("session.txt"));
    REQUIRE(session.texts.size() == 1);
    CHECK(session.texts[0].name == "tokens");
    CHECK(session.texts[0].texts == std::vector<std::string>{"The", "cat", "saw", "a", "bird"});
    CHECK(session.texts[0].where == "line 6");
}

TEST_CASE("numbers left out are refused with the call that prints them all") {
    CHECK(refusal(importBytes("numpy-left-out.txt")) ==
          "line 1: “...” stands for numbers that were left out; print all of them: "
          "np.set_printoptions(threshold=np.inf)");
    CHECK(refusal(importBytes("torch-left-out.txt")) ==
          "line 1: “...” stands for numbers that were left out; print all of them: "
          "torch.set_printoptions(profile=\"full\")");
}

TEST_CASE("arrays of other types are refused with a way out") {
    CHECK(refusal(importBytes("objects.npy")) ==
          ": holds Python objects, expected numbers: save it with dtype=float");
    CHECK(refusal(importBytes("complex.npy")) ==
          ": is of type “<c16”, expected real numbers of at most 64 bits");
}

#include <limits>

#include "tests/core/said.h"
#include "tests/core/training_reference.h"

namespace lookback {
namespace {

/// A small experiment that can be run.
Json plain() {
    return Json::parse(R"({"lookback_experiment": 1, "text": "a b a b a", "context": 2,
        "model": {"d_model": 4, "heads": 2, "d_k": 2, "d_v": 2},
        "optimizer": {"kind": "adam", "learning_rate": 0.01}, "batch": 2, "steps": 3,
        "twins": [{"name": "A", "mask": [{"kind": "causal"}]}]})");
}

/// The faults after one value, given by its JSON pointer, was replaced.
std::string faultsWith(const char* pointer, const Json& value) {
    Json json = plain();
    json[Json::json_pointer(pointer)] = value;
    const auto read = readExperiment(json.dump());
    std::string all;
    if (read) return all;
    for (const Error& fault : read.error()) {
        all += (all.empty() ? "" : "\n") + test::placed(fault);
    }
    return all;
}

TEST_CASE("the reference's experiments come back from their files as they are") {
    for (const Json& run : test::trainingRuns()) {
        const Experiment experiment = test::experimentOf(run);
        CHECK(experiment.title == run.at("experiment").at("title"));
        CHECK(faults(experiment).empty());
        const auto again = readExperiment(writeExperiment(experiment));
        REQUIRE(again.has_value());
        CHECK(*again == experiment);
        // The contract's field names: nothing of the file is lost or spelled otherwise.
        CHECK(Json::parse(writeExperiment(experiment)).size() == run.at("experiment").size());
    }
}

TEST_CASE("a text that is no text is refused, as files cannot hold it") {
    Experiment e = *readExperiment(plain().dump());
    e.text = "caf\xE9 caf\xE9 caf\xE9";
    REQUIRE(faults(e).size() == 1);
    CHECK(faults(e).front().where == "text");
    CHECK(test::said(faults(e).front()) == "is not UTF-8, expected a text in UTF-8");
}

TEST_CASE("every choice of an experiment comes back from its file") {
    Experiment e = *readExperiment(plain().dump());
    e.unit = TextUnit::characters;
    e.starts = WindowStarts::anywhere;
    e.held_out = 0.1;
    e.seed = std::numeric_limits<std::uint64_t>::max();
    e.prompt = "a \u201cb\n";
    e.dtype = DType::float64;
    e.model.residual = false;
    e.model.softcap = 3.5;
    e.model.scale = {Scale::Kind::number, 2.25};
    e.twins.push_back({"B \u201c\n", {{newRule(MaskKind::custom, 2)}, {{0, 1}}}, {}});
    for (const OptimizerInfo& optimizer : kOptimizers) {
        for (const PositionKind positions :
             {PositionKind::none, PositionKind::learned, PositionKind::sinusoidal}) {
            e.optimizer = {.kind = optimizer.kind, .learning_rate = 0.3};
            if (optimizer.has_momentum) e.optimizer.momentum = 0.7;
            if (optimizer.has_moments) e.optimizer.beta1 = 0.8;
            if (optimizer.has_decay) e.optimizer.weight_decay = 0.2;
            e.model.positions = positions;
            const auto again = readExperiment(writeExperiment(e));
            REQUIRE(again.has_value());
            CHECK(*again == e);
        }
    }
}

TEST_CASE("what cannot be trained is refused with a line for each fault") {
    CHECK(faultsWith("/text", "a b a b a") == "");
    CHECK(faultsWith("/model/d_k", 0) == "model.d_k: is 0, expected a whole number from 1 to 4096");
    CHECK(faultsWith("/optimizer/learning_rate", "fast").rfind("optimizer.learning_rate: ", 0) ==
          0);
    CHECK(faultsWith("/optimizer/learning_rate", -1) ==
          "optimizer.learning_rate: is -1, expected a finite number of 0 or more");
    CHECK(faultsWith("/optimizer/momentum", 0.9).rfind("optimizer.momentum: ", 0) == 0);
    CHECK(faultsWith("/batch", 4097) == "batch: is 4097, expected a whole number from 1 to 4096");
    CHECK(faultsWith("/dtype", "float16") == "dtype: is float16, expected float32 or float64");
    CHECK(faultsWith("/model/positions", "alibi") ==
          "model.positions: is alibi, expected none, learned or sinusoidal");
    CHECK(faultsWith("/held_out", 1) == "held_out: is 1, expected a share from 0 to less than 1");
    CHECK(faultsWith("/text", " \n") == "text: has no word to learn from, expected some text");
    CHECK(faultsWith("/text", "a b").rfind("text: no training window of 3 tokens fits", 0) == 0);
    CHECK(faultsWith("/text", std::string(10'000'001, 'a')) ==
          "text: takes 10.000001 MB, expected at most 10 MB");
    CHECK(faultsWith("/twins", Json::array()) == "twins: has 0 twins, expected 1 or 2");
    CHECK(faultsWith("/twins/0/mask/0", {{"kind", "sliding_window"}, {"window", 0}})
              .rfind("twins[0].mask[0].window: ", 0) == 0);
    CHECK(faultsWith("/twins/0/flips", Json::parse("[[0, 2]]")) ==
          "twins[0].flips[0]: [0, 2] is outside the 2 × 2 mask");
    CHECK(faultsWith("/twins/0/masking", {{"value", 1e39}})
              .rfind("twins[0].masking.value: 1e+39 does not fit float32", 0) == 0);
    CHECK(faultsWith("/twins/0/masking", {{"softmax", "rows"}}) == "");
    CHECK(faultsWith("/twins/0/masking", {{"softmax", "columns"}}) ==
          "twins[0].masking.softmax: is columns, expected rows: a model that writes computes one "
          "row at a time, and softmax over columns needs all of them");
    CHECK(faultsWith("/model/scale", 0).rfind("model.scale: ", 0) == 0);
    CHECK(faultsWith("/seed", 1.5) == "seed: is 1.5, expected a whole number");
    CHECK(faultsWith("/prompt", "a b") == "");
    CHECK(faultsWith("/prompt", "not of the text") == "");
    CHECK(faultsWith("/prompt", " \n") == "prompt: has no word, expected at least one");
    CHECK(faultsWith("/prompt", 3) == "prompt: is 3, expected a text in quotes");
    CHECK(faultsWith("/model/layers", 2).rfind("model.layers: ", 0) == 0);
    CHECK(faultsWith("/lookback_experiment", 2)
              .rfind("lookback_experiment: was written by a newer", 0) == 0);
    // All of them at once, so that a person can mend them at once.
    Experiment e = *readExperiment(plain().dump());
    e.model.d_k = 0;
    e.batch = 5000;
    e.optimizer.learning_rate = std::numeric_limits<double>::quiet_NaN();
    CHECK(faults(e).size() == 3);
    Json json = plain();
    json["text"] = "";
    json["model"]["d_k"] = 0;
    json["optimizer"]["learning_rate"] = "fast";
    json["batch"] = 4097;
    json["steps"] = nullptr;
    const auto read = readExperiment(json.dump());
    REQUIRE(!read.has_value());
    CHECK(read.error().size() == 5);
    // What is measured by something that was not read has no faults by that.
    CHECK(faultsWith("/context", "long") ==
          "context: is “long”, expected a whole number of at most nine digits");
    CHECK(faultsWith("/twins", 1) == "twins: is 1, expected a list");
    e = *readExperiment(plain().dump());
    e.batch = e.context = 4096;
    REQUIRE(faults(e).size() == 2);
    CHECK(test::said(faults(e)[0]).find("of memory, expected at most 4 GB") != std::string::npos);
    const Json wide{{"d_model", 4096}, {"heads", 16}, {"d_k", 4096}, {"d_v", 2}};
    CHECK(faultsWith("/model", wide) ==
          "model: 537,157,632 parameters, and a step over 2 windows with a vocabulary of 2, take "
          "34.4 GB of memory, expected at most 4 GB");
    json = plain();
    json["model"] = wide;
    json["twins"].push_back({{"name", "B"}, {"mask", json["twins"][0]["mask"]}});
    const auto both = readExperiment(json.dump());
    REQUIRE(!both.has_value());
    CHECK(test::said(both.error().front()).find("take 68.8 GB of memory") != std::string::npos);
}

}  // namespace
}  // namespace lookback

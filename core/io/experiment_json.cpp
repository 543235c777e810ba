#include "core/io/experiment_json.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/io/document_json.h"
#include "core/io/json_fields.h"
#include "core/io/json_text.h"
#include "core/io/local_text_json.h"
#include "core/io/mask_json.h"
#include "core/language/unit_text.h"
#include "core/random/seed.h"
#include "messages/expected.h"
#include "messages/faults.h"

namespace lookback {
namespace {

constexpr std::array<std::string_view, 15> kExperimentFields{"lookback_experiment",
                                                             "title",
                                                             "text",
                                                             "unit",
                                                             "starts",
                                                             "context",
                                                             "held_out",
                                                             "model",
                                                             "dtype",
                                                             "seed",
                                                             "optimizer",
                                                             "batch",
                                                             "steps",
                                                             "prompt",
                                                             "twins"};

class ExperimentReader {
public:
    explicit ExperimentReader(const Json& root) : fields_(root, "", kExperimentFields, faults_) {}

    Checked<Experiment> read() {
        readText();
        const bool is_text_read = faults_.empty();
        readModel();
        readOptimizer();
        number(fields_, "batch", true, e_.batch);
        number(fields_, "steps", true, e_.steps);
        readPrompt();
        const bool are_twins_read = readTwins() && is_text_read;
        // Faults of the text or the twins can follow from the default of a field that could not be
        // read: they are reported only where the fields that they depend on were read.
        for (Error& fault : faults(e_)) {
            const bool is_told = fault.where == "text"                ? is_text_read
                                 : fault.where.rfind("twins", 0) == 0 ? are_twins_read
                                                                      : true;
            if (is_told) faults_.add(std::move(fault.where), std::move(fault.message));
        }
        if (!faults_.empty()) return tl::unexpected(faults_.take());
        return std::move(e_);
    }

private:
    void text(const Fields& fields, std::string_view name, bool is_needed, std::string& into) {
        const Json* json =
            is_needed ? fields.need(name, say::expected::AnyText{}) : fields.find(name);
        if (json) into = readString(*json, fields.path(name), faults_).value_or("");
    }

    void number(const Fields& fields, std::string_view name, bool is_needed, Index& into) {
        const Json* json =
            is_needed ? fields.need(name, say::expected::Whole{}) : fields.find(name);
        // `faults` checks the range, as for edited numbers.
        if (json) {
            into = readWhole(*json, fields.path(name), -kLargestWhole, faults_).value_or(into);
        }
    }

    void number(const Fields& fields, std::string_view name, bool is_needed, double& into) {
        const Json* json =
            is_needed ? fields.need(name, say::expected::Number{}) : fields.find(name);
        if (json) into = readNumber(*json, fields.path(name), faults_).value_or(into);
    }

    template <class Enum>
    void choice(const Fields& fields, std::string_view name,
                std::span<const std::string_view> names, Enum& into) {
        const Json* json = fields.find(name);
        if (json == nullptr) return;
        const auto place = readName(*json, fields.path(name), names, faults_);
        if (place) into = static_cast<Enum>(*place);
    }

    void readText() {
        text(fields_, "title", false, e_.title);
        text(fields_, "text", true, e_.text);
        choice(fields_, "unit", kTextUnitNames, e_.unit);
        choice(fields_, "starts", kWindowStartsNames, e_.starts);
        number(fields_, "context", true, e_.context);
        number(fields_, "held_out", false, e_.held_out);
        choice(fields_, "dtype", namesOf(kDTypes), e_.dtype);
        if (const Json* seed = fields_.find("seed")) readSeed(*seed);
    }

    void readSeed(const Json& json) {
        const bool is_whole = json.is_number_integer() || json.is_string();
        const std::string digits = json.is_string() ? json.get<std::string>() : json.dump();
        const auto seed = parseTorchSeed(digits);
        if (is_whole && seed) {
            e_.seed = *seed;
        } else {
            const Message wrong = say::faults::Wrong{.value = described(json),
                                                     .expected = Message(say::expected::Whole{})};
            faults_.add("seed", is_whole ? seed.error().message : wrong);
        }
    }

    /// A prompt with units that the text lacks is valid: the text is edited without it. Null: none.
    void readPrompt() {
        const Json* json = fields_.find("prompt");
        if (json == nullptr || json->is_null()) return;
        text(fields_, "prompt", false, e_.prompt);
        Experiment as_text;
        as_text.text = e_.prompt;
        as_text.unit = e_.unit;
        using Empty = say::faults::EmptySentence;
        if (json->is_string() && sizeOfText(as_text).units == 0) {
            faults_.add("prompt", Empty{.unit = e_.unit == TextUnit::words ? Empty::Unit::words
                                                                           : Empty::Unit::other});
        }
    }

    void readModel() {
        constexpr std::array<std::string_view, 8> kModelFields{
            "d_model", "heads", "d_k", "d_v", "positions", "scale", "softcap", "residual"};
        const Json* json = fields_.need("model", say::expected::Model{});
        if (json == nullptr) return;
        const Fields fields(*json, "model", kModelFields, faults_);
        ModelShape& model = e_.model;
        number(fields, "d_model", true, model.d_model);
        number(fields, "heads", false, model.heads);
        number(fields, "d_k", true, model.d_k);
        number(fields, "d_v", true, model.d_v);
        choice(fields, "positions", namesOf(kPositionKinds), model.positions);
        if (const Json* scale = fields.find("scale")) {
            model.scale = readScale(*scale, "model.scale", faults_).value_or(Scale());
        }
        if (const Json* softcap = fields.find("softcap"); softcap && !softcap->is_null()) {
            model.softcap = readNumber(*softcap, "model.softcap", faults_);
        }
        if (const Json* residual = fields.find("residual")) {
            model.residual = readBool(*residual, "model.residual", faults_).value_or(true);
        }
    }

    void readOptimizer() {
        const Json* json = fields_.need("optimizer", say::expected::Optimizer{});
        if (json == nullptr) return;
        Optimizer& o = e_.optimizer;
        const std::vector<std::string_view> names = namesOf(kOptimizers);
        if (json->is_object() && json->contains("kind")) {
            const auto place = readName((*json)["kind"], "optimizer.kind", names, faults_);
            if (!place) return;
            o.kind = kOptimizers[*place].kind;
        }
        const OptimizerInfo& kind = info(o.kind);
        std::vector<std::string_view> known{"kind", "learning_rate"};
        if (kind.has_momentum) known.emplace_back("momentum");
        if (kind.has_moments) known.insert(known.end(), {"beta1", "beta2", "epsilon"});
        if (kind.has_decay) known.emplace_back("weight_decay");
        const Fields fields(*json, "optimizer", known, faults_);
        static_cast<void>(fields.need("kind", oneOf(names)));
        number(fields, "learning_rate", true, o.learning_rate);
        number(fields, "momentum", false, o.momentum);
        number(fields, "beta1", false, o.beta1);
        number(fields, "beta2", false, o.beta2);
        number(fields, "epsilon", false, o.epsilon);
        number(fields, "weight_decay", false, o.weight_decay);
    }

    bool readTwins() {
        const Json* json = fields_.need("twins", say::expected::Twins{});
        if (json == nullptr) return false;
        auto twins =
            readList<Twin>(*json, "twins", faults_, [&](const Json& twin, const std::string& path) {
                return std::optional(readTwin(twin, path));
            });
        if (!twins) return false;
        e_.twins = *std::move(twins);
        return true;
    }

    Twin readTwin(const Json& json, const std::string& path) {
        constexpr std::array<std::string_view, 4> kTwinFields{"name", "mask", "flips", "masking"};
        const Fields fields(json, path, kTwinFields, faults_);
        Twin twin;
        if (const Json* name = fields.need("name", say::expected::AnyText{})) {
            twin.name = readLocalText(*name, fields.path("name"), faults_).value_or(LocalText());
        }
        if (const Json* mask = fields.need("mask", say::expected::Rules{})) {
            twin.mask.rules = readMaskRules(*mask, fields.path("mask"), faults_)
                                  .value_or(std::vector<MaskRule>());
        }
        if (const Json* flips = fields.find("flips")) {
            twin.mask.flips =
                readFlips(*flips, fields.path("flips"), faults_).value_or(std::vector<Cell>());
        }
        if (const Json* masking = fields.find("masking")) {
            twin.masking =
                readMasking(*masking, fields.path("masking"), faults_).value_or(Masking());
        }
        return twin;
    }

    Faults faults_;
    Fields fields_;
    Experiment e_;
};

template <class Enum>
std::string nameAmong(const std::array<std::string_view, 2>& names, Enum value) {
    return jsonString(names[static_cast<std::size_t>(value)]);
}

std::string writeModel(const ModelShape& model) {
    JsonFields fields{{"d_model", std::to_string(model.d_model)},
                      {"heads", std::to_string(model.heads)},
                      {"d_k", std::to_string(model.d_k)},
                      {"d_v", std::to_string(model.d_v)},
                      {"positions", jsonString(info(model.positions).name)},
                      {"scale", writeScale(model.scale)}};
    if (model.softcap) fields.emplace_back("softcap", jsonNumber(*model.softcap));
    fields.emplace_back("residual", jsonBool(model.residual));
    return jsonInline(fields);
}

std::string writeOptimizer(const Optimizer& optimizer) {
    const OptimizerInfo& kind = info(optimizer.kind);
    JsonFields fields{{"kind", jsonString(kind.name)},
                      {"learning_rate", jsonNumber(optimizer.learning_rate)}};
    if (kind.has_momentum) fields.emplace_back("momentum", jsonNumber(optimizer.momentum));
    if (kind.has_moments) {
        fields.emplace_back("beta1", jsonNumber(optimizer.beta1));
        fields.emplace_back("beta2", jsonNumber(optimizer.beta2));
        fields.emplace_back("epsilon", jsonNumber(optimizer.epsilon));
    }
    if (kind.has_decay) fields.emplace_back("weight_decay", jsonNumber(optimizer.weight_decay));
    return jsonInline(fields);
}

std::string writeTwin(const Twin& twin) {
    JsonFields fields{{"name", writeLocalText(twin.name)},
                      {"mask", writeMaskRules(twin.mask.rules, 6)}};
    if (!twin.mask.flips.empty()) {
        fields.emplace_back("flips", writeFlips(twin.mask.flips, 6));
    }
    fields.emplace_back("masking", writeMasking(twin.masking));
    return jsonObject(fields, 4);
}

}  // namespace

Checked<Experiment> experimentOf(const Json& root) {
    if (auto fault = versionFault(root, "lookback_experiment", kExperimentVersion)) {
        return tl::unexpected(std::vector{*std::move(fault)});
    }
    return ExperimentReader(root).read();
}

Checked<Experiment> readExperiment(std::string_view text) {
    return parseJson(text).and_then([](const Json& root) { return experimentOf(root); });
}

Checked<DocumentOrExperiment> readWork(std::string_view text, double allowed) {
    return parseJson(text).and_then([&](const Json& root) -> Checked<DocumentOrExperiment> {
        // Not converted from one expected into the other: that conversion of tl::expected leaks.
        const auto as_work = [](auto&& read) {
            return DocumentOrExperiment(std::forward<decltype(read)>(read));
        };
        if (root.is_object() && root.contains("lookback_experiment")) {
            return experimentOf(root).map(as_work);
        }
        return documentOf(root, allowed).map(as_work);
    });
}

std::string writeExperiment(const Experiment& e) {
    JsonFields fields{{"lookback_experiment", std::to_string(kExperimentVersion)},
                      {"title", jsonString(e.title)},
                      {"text", jsonString(e.text)},
                      {"unit", nameAmong(kTextUnitNames, e.unit)},
                      {"starts", nameAmong(kWindowStartsNames, e.starts)},
                      {"context", std::to_string(e.context)},
                      {"held_out", jsonNumber(e.held_out)},
                      {"model", writeModel(e.model)},
                      {"dtype", jsonString(info(e.dtype).name)},
                      {"seed", std::to_string(e.seed)},
                      {"optimizer", writeOptimizer(e.optimizer)},
                      {"batch", std::to_string(e.batch)},
                      {"steps", std::to_string(e.steps)}};
    if (!e.prompt.empty()) fields.emplace_back("prompt", jsonString(e.prompt));
    fields.emplace_back("twins", jsonLines(jsonItems(e.twins, writeTwin), 2));
    return jsonObject(fields, 0) + "\n";
}

}  // namespace lookback

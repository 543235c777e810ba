#include "core/io/experiment_json.h"
#include "core/io/json_text.h"
#include "core/io/mask_json.h"
#include "core/io/scale_json.h"

namespace lookback {
namespace {

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
    JsonFields fields{{"name", jsonString(twin.name)},
                      {"mask", writeMaskRules(twin.mask.rules, 6)}};
    if (!twin.mask.flips.empty()) {
        fields.emplace_back("flips", writeFlips(twin.mask.flips, 6));
    }
    fields.emplace_back("masking", writeMasking(twin.masking));
    return jsonObject(fields, 4);
}

}  // namespace

std::string writeExperiment(const Experiment& e) {
    return jsonObject({{"lookback_experiment", std::to_string(kExperimentVersion)},
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
                       {"steps", std::to_string(e.steps)},
                       {"twins", jsonLines(jsonItems(e.twins, writeTwin), 2)}},
                      0) +
           "\n";
}

}  // namespace lookback

// The weights of models: their layers, heads and biases, and what makes them differ.
#include <array>
#include <cmath>

#include "core/engine/attend.h"
#include "core/import/model_heads.h"
#include "core/import/tensor_name.h"
#include "tests/core/import/placing.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("one layer and one head of models, as PyTorch's own modules compute them") {
    const Json models = reference("imports.json").at("models");
    CHECK(models.size() == 5);
    for (const auto& item : models.items()) {
        const std::string name = item.key();
        const Json& model = item.value();
        CAPTURE(name);
        ImportWishes wishes;
        const auto set = [&](const char* field, std::optional<Index>& wish) {
            if (!model.at(field).is_null()) wish = model.at(field).get<Index>();
        };
        set("layer", wishes.layer);
        set("heads", wishes.heads);
        set("head", wishes.head);
        const Document document = importOf(importBytes(model.value("file", name)), wishes);
        CHECK(document.heads == (wishes.head ? 1 : *wishes.heads));
        const auto check = [&](const char* field, const SharedMatrix& matrix) {
            CAPTURE(field);
            const Json& wanted = model.at("matrices").at(field);
            CHECK(wanted.at("shape") == Json{matrix.rows(), matrix.cols()});
            const double* const data = matrix.get().data();
            CHECK(bitsOf(std::vector<double>(data, data + matrix.rows() * matrix.cols())) ==
                  bitsOf(wanted.at("values")));
        };
        check("embeddings", document.embeddings);
        check("query", document.weights.query);
        check("key", document.weights.key);
        check("value", document.weights.value);
        REQUIRE(document.weights.output.has_value());
        check("output", *document.weights.output);
        CHECK(attend(document).has(MatrixId::output));
    }
}

namespace {

/// The weights of a layer of 4 wide embeddings and 2 heads, rows of (in, out).
struct ModelWeights {
    std::array<Matrix<double>, 4> matrices{};  ///< W_q, W_k, W_v, W_o

    ModelWeights() {
        double next = 0;
        for (Matrix<double>& matrix : matrices) {
            matrix.resize(4, 4);
            for (Index k = 0; k < 16; ++k) matrix.data()[k] = std::sin(next += 1);
        }
    }
};

std::vector<double> numbersIn(const Matrix<double>& matrix) {
    return {matrix.data(), matrix.data() + matrix.size()};
}

/// A tensor as a library stores this part of a weight.
using StoreTensor = FoundTensor (*)(const std::string& name, const Matrix<double>& weight,
                                    bool is_output);

FoundTensor asLinear(const std::string& name, const Matrix<double>& weight, bool) {
    const Matrix<double> turned = weight.transpose();
    return {.name = name, .shape = {weight.cols(), weight.rows()}, .values = numbersIn(turned)};
}
FoundTensor asKernel(const std::string& name, const Matrix<double>& weight, bool) {
    return {.name = name, .shape = {weight.rows(), weight.cols()}, .values = numbersIn(weight)};
}
/// (in, heads, out), of W_o (heads, in, out)
FoundTensor asDense(const std::string& name, const Matrix<double>& weight, bool is_output) {
    const std::vector<Index> shape =
        is_output ? std::vector<Index>{2, 2, 4} : std::vector<Index>{4, 2, 2};
    return {.name = name, .shape = shape, .values = numbersIn(weight)};
}
/// (heads, in, out)
FoundTensor asLens(const std::string& name, const Matrix<double>& weight, bool is_output) {
    if (is_output) return asDense(name, weight, true);
    std::vector<double> values = numbersIn(weight.leftCols(2).eval());
    const std::vector<double> second = numbersIn(weight.rightCols(2).eval());
    values.insert(values.end(), second.begin(), second.end());
    return {.name = name, .shape = {2, 4, 2}, .values = values};
}

void addEmbeddings(Found& found) {
    found.tensors.push_back({.name = "X", .shape = {2, 4}, .values = {1, 0, 0, 0, 0, 1, 0, 0}});
}

/// The document of a model that must have one, with its heads side by side.
Document documentOf(Found found, const ImportWishes& wishes) {
    joinHeads(found);
    const Placement placement = placementOf(found, wishes);
    REQUIRE_MESSAGE(placement.faults.empty(), placementFaults(placement));
    const Checked<Document> document = importedDocument(found, placement, nullptr, kMaxMemory);
    REQUIRE(document.has_value());
    return *document;
}

void checkWeights(const Document& document) {
    const ModelWeights wanted;
    CHECK(document.heads == 2);
    CHECK(document.weights.query.get() == wanted.matrices[0]);
    CHECK(document.weights.key.get() == wanted.matrices[1]);
    CHECK(document.weights.value.get() == wanted.matrices[2]);
    REQUIRE(document.weights.output.has_value());
    CHECK(document.weights.output->get() == wanted.matrices[3]);
}

}  // namespace

TEST_CASE("the layers of models by the names and axes of their libraries") {
    struct Row {
        std::array<const char*, 4> names;  ///< of W_q, W_k, W_v, W_o
        StoreTensor store;
        bool tells_heads = false;
    };
    const std::vector<Row> rows{
        {{"model.layers.3.self_attn.q_proj.weight", "model.layers.3.self_attn.k_proj.weight",
          "model.layers.3.self_attn.v_proj.weight", "model.layers.3.self_attn.o_proj.weight"},
         asLinear},
        {{"bert.encoder.layer.0.attention.self.query.weight",
          "bert.encoder.layer.0.attention.self.key.weight",
          "bert.encoder.layer.0.attention.self.value.weight",
          "bert.encoder.layer.0.attention.output.dense.weight"},
         asLinear},
        {{"attn1.to_q.weight", "attn1.to_k.weight", "attn1.to_v.weight", "attn1.to_out.0.weight"},
         asLinear},
        {{"blocks.0.attn.q.weight", "blocks.0.attn.k.weight", "blocks.0.attn.v.weight",
          "blocks.0.attn.proj.weight"},
         asLinear},
        {{"self_attn.linears.0.weight", "self_attn.linears.1.weight", "self_attn.linears.2.weight",
          "self_attn.linears.3.weight"},
         asLinear},
        {{"encoder.layers.1.self_attn.linears.0.weight",
          "encoder.layers.1.self_attn.linears.1.weight",
          "encoder.layers.1.self_attn.linears.2.weight",
          "encoder.layers.1.self_attn.linears.3.weight"},
         asLinear},
        {{"encoder.block.0.layer.0.SelfAttention.q.weight",
          "encoder.block.0.layer.0.SelfAttention.k.weight",
          "encoder.block.0.layer.0.SelfAttention.v.weight",
          "encoder.block.0.layer.0.SelfAttention.o.weight"},
         asLinear},
        {{"mha.query.linear.weight", "mha.key.linear.weight", "mha.value.linear.weight",
          "mha.output.weight"},
         asLinear},
        {{"trf_blocks.0.att.W_query.weight", "trf_blocks.0.att.W_key.weight",
          "trf_blocks.0.att.W_value.weight", "trf_blocks.0.att.out_proj.weight"},
         asLinear},
        {{"encoder/layer_0/attention/query/kernel", "encoder/layer_0/attention/key/kernel",
          "encoder/layer_0/attention/value/kernel", "encoder/layer_0/attention/out/kernel"},
         asKernel},
        {{"multi_head_attention/query/kernel:0", "multi_head_attention/key/kernel:0",
          "multi_head_attention/value/kernel:0", "multi_head_attention/attention_output/kernel:0"},
         asDense,
         true},
        {{"encoderblock_0/MultiHeadDotProductAttention_1/query/kernel",
          "encoderblock_0/MultiHeadDotProductAttention_1/key/kernel",
          "encoderblock_0/MultiHeadDotProductAttention_1/value/kernel",
          "encoderblock_0/MultiHeadDotProductAttention_1/out/kernel"},
         asDense,
         true},
        {{"blocks.0.attn.W_Q", "blocks.0.attn.W_K", "blocks.0.attn.W_V", "blocks.0.attn.W_O"},
         asLens,
         true},
        {{"W_Q", "W_K", "W_V", "W_O"}, asLens, true},
    };
    const ModelWeights weights;
    for (const Row& row : rows) {
        CAPTURE(row.names[0]);
        Found found;
        addEmbeddings(found);
        for (std::size_t k = 0; k < row.names.size(); ++k) {
            found.tensors.push_back(row.store(row.names[k], weights.matrices[k], k == 3));
        }
        // Layers behind attention have no place in it.
        found.tensors.push_back(asLinear("blocks.0.mlp.W_out", weights.matrices[0], false));
        found.tensors.push_back(asLinear("encoder.block.0.layer.1.DenseReluDense.wo.weight",
                                         weights.matrices[1], false));
        const ImportWishes wishes =
            row.tells_heads ? ImportWishes{} : ImportWishes{.heads = Index{2}};
        checkWeights(documentOf(found, wishes));
        if (!row.tells_heads) continue;
        joinHeads(found);
        CHECK(placementOf(found, {.heads = 4}).faults.at(0).where == "heads");
        CHECK(documentOf(found, {.head = 1}).weights.query.cols() == 2);
    }
}

TEST_CASE("fused weights of models, and W_o beside them") {
    const ModelWeights weights;
    Matrix<double> fused(4, 12);
    for (Index k = 0; k < 3; ++k) fused.middleCols(4 * k, 4) = weights.matrices[asSize(k)];
    struct Row {
        const char* fused;
        const char* output;
        StoreTensor store;
    };
    for (const Row& row : {Row{"blocks.0.attn.qkv.weight", "blocks.0.attn.proj.weight", asLinear},
                           Row{"layers.0.0.to_qkv.weight", "layers.0.0.to_out.0.weight", asLinear},
                           Row{"h.0.attn.c_attn.weight", "h.0.attn.c_proj.weight", asLinear},
                           Row{"h.0.attn.c_attn.weight", "h.0.attn.c_proj.weight", asKernel},
                           Row{"model/h0/attn/c_attn/w", "model/h0/attn/c_proj/w", asKernel},
                           Row{"in_proj_weight", "out_proj.weight", asLinear}}) {
        CAPTURE(row.fused);
        Found found;
        addEmbeddings(found);
        found.tensors.push_back(row.store(row.fused, fused, false));
        found.tensors.push_back(row.store(row.output, weights.matrices[3], true));
        checkWeights(documentOf(found, {.heads = Index{2}}));
    }
}

TEST_CASE("a list of heads is heads, not layers") {
    const ModelWeights weights;
    for (const bool is_linear : {true, false}) {
        const std::string ending = is_linear ? ".weight" : "";
        Found found;
        addEmbeddings(found);
        for (Index head : {1, 0}) {
            for (std::size_t k = 0; k < 3; ++k) {
                const std::array<std::string, 3> roles{"query", "key", "value"};
                const Matrix<double> own = weights.matrices[k].middleCols(2 * head, 2);
                const std::string name =
                    "blocks.0.sa.heads." + std::to_string(head) + "." + roles[k] + ending;
                found.tensors.push_back(is_linear ? asLinear(name, own, false)
                                                  : asKernel(name, own, false));
            }
        }
        found.tensors.push_back(asLinear("blocks.0.sa.proj.weight", weights.matrices[3], true));
        checkWeights(documentOf(found, {}));
        // A head that is missing is no list of heads: its weights are not told apart.
        found.tensors[1].name = "blocks.0.sa.heads.2.query" + ending;
        joinHeads(found);
        CHECK_FALSE(placementOf(found, {}).faults.empty());
    }
}

TEST_CASE("biases with an axis of heads") {
    const ModelWeights weights;
    Found found;
    addEmbeddings(found);
    const std::array<std::string, 4> letters{"Q", "K", "V", "O"};
    for (std::size_t k = 0; k < 4; ++k) {
        found.tensors.push_back(
            asLens("blocks.0.attn.W_" + letters[k], weights.matrices[k], k == 3));
    }
    found.tensors.push_back({.name = "blocks.0.attn.b_Q", .shape = {2, 2}, .values = {1, 2, 3, 4}});
    found.tensors.push_back({.name = "blocks.0.attn.b_O", .shape = {4}, .values = {5, 6, 7, 8}});
    const Document document = documentOf(found, {});
    CHECK((*document.biases.query)(0, 2) == 3);
    CHECK((*document.biases.output)(0, 3) == 8);
}

TEST_CASE("a model that does more between query and score is warned about") {
    const std::string linear =
        "X = [[1, 2], [3, 4]]\nattn.q_proj.weight = [[1, 2], [3, 4]]\n"
        "attn.k_proj.weight = [[1, 2], [3, 5]]\nattn.v_proj.weight = [[1, 2], [3, 6]]\n";
    const auto warned = [](const std::string& text) {
        for (const std::string& line : told(text)) {
            if (line.find("differ from its own") != std::string::npos) return line;
        }
        return std::string();
    };
    CHECK(warned(linear).empty());
    for (const char* const more :
         {"attn.q_norm.weight = [1, 1]", "attn.k_norm.weight = [1, 1]", "attn.norm_q.weight = [1]",
          "attn.relative_position_bias_table = [[1, 2]]", "attn.rel_pos_h = [[1, 2], [3, 4]]",
          "attn.rotary_emb.inv_freq = [1]", "attn.logit_scale = [[[1]], [[2]]]",
          "attn.self.distance_embedding.weight = [[1, 2], [3, 4]]"}) {
        CAPTURE(more);
        const std::string name = std::string(more).substr(0, std::string(more).find(' '));
        CHECK(warned(linear + more) == "This model does more between query and score (" + name +
                                           "): the weights here differ from its own.");
    }
    std::string t5 = linear;
    for (std::size_t at = t5.find("attn."); at != std::string::npos; at = t5.find("attn.", at)) {
        t5.replace(at, 5, "block.0.layer.0.SelfAttention.");
    }
    CHECK(warned(t5).find("T5") != std::string::npos);
    CHECK(warned(t5 + "block.0.layer.0.SelfAttention.relative_attention_bias.weight = [[1, 2]]\n")
              .find("relative_attention_bias") != std::string::npos);
}

TEST_CASE("a model that makes a weight of more tensors is warned about") {
    const std::string model =
        "X = [[1, 2], [3, 4]]\nlayers.1.attn.q_proj.MORE.weight = [[1, 2], [3, 4]]\n"
        "layers.1.attn.k_proj.weight = [[1, 2], [3, 5]]\n"
        "layers.1.attn.v_proj.weight = [[1, 2], [3, 6]]\n";
    const auto named = [&](const std::string& part) {
        std::string text = model;
        const std::size_t at = text.find(".MORE");
        return text.replace(at, 5, part);
    };
    CHECK(importOf(named("")).weights == importOf(named(".base_layer")).weights);
    const auto warnings = [](const std::string& text) {
        std::string all;
        for (const Message& line : placementOf(foundIn(text), {.layer = 1}).warnings) {
            all += english().text(line);
        }
        return all;
    };
    CHECK(warnings(named("")).empty());
    for (const std::string base : {"", ".base_layer"}) {
        for (const std::string more :
             {"q_proj.lora_A.default.weight", "q_proj.lora_B.default.weight", "v_proj.lora_A",
              "q_proj.lora_A.weight", "k_proj.lora_magnitude_vector.default.weight",
              "o_proj.lora_B.weight", "q_proj.lora_down.weight", "k_proj.ia3_l.default",
              "q_proj.hada_w1_a.default", "q_proj.weight_scale", "q_proj.SCB",
              "q_proj.weight.absmax", "q_proj.weight_g", "v_proj.weight_v",
              "q_proj.parametrizations.weight.original1"}) {
            const std::string name = "layers.1.attn." + more;
            CAPTURE(name);
            const std::string text = named(base) + name + " = [[1, 2], [3, 4]]\n";
            CHECK(warnings(text) == "This model computes its weights from more tensors (" + name +
                                        "): the weights here differ from its own.");
            CHECK(importOf(text, {.layer = 1}).weights == importOf(named("")).weights);
            CHECK(told(text, {.layer = 1}).back() ==
                  name +
                      " (2 × 2) is not used: the model computes a weight with it, which is not "
                      "computed here");
        }
    }
    // Those of another layer, of the layers behind attention and of the vocabulary are not meant.
    for (const char* const other :
         {"layers.0.attn.q_proj.lora_A.weight", "layers.1.mlp.up_proj.lora_A.weight",
          "wte.lora_embedding_A.default", "layers.1.ln.scales"}) {
        CHECK(warnings(named("") + std::string(other) + " = [[1, 2], [3, 4]]\n").empty());
    }
}

TEST_CASE("choices that a model's file leaves open are asked for") {
    const std::string gpt2 = importBytes("gpt2.safetensors");
    CHECK(noDocument(gpt2) == "layer: the file has the layers 0 and 1, expected one of them");
    CHECK(noDocument(gpt2, {.layer = 2}) ==
          "layer: layer 2 was not found, expected one of 0 and 1");
    CHECK(noDocument(gpt2, {.layer = 1, .head = 0}) ==
          "heads: the number of heads is not in the file, expected it to take one of them");
    CHECK(noDocument(gpt2, {.layer = 1, .heads = 2, .head = 2}) ==
          "head: 2 is not a head, expected 0 to 1");
    CHECK(noDocument(gpt2, {.layer = 1, .heads = 3})
              .starts_with("W_q: has 4 columns, which 3 heads cannot share evenly"));
    CHECK(noDocument(gpt2, {.tensor = "h.3"}).starts_with("tensor: “h.3” was not found"));
    CHECK(importOf(gpt2, {.tensor = "h.1.attn"}).weights == importOf(gpt2, {.layer = 1}).weights);
    CHECK(noDocument(importBytes("grouped.safetensors")).starts_with("heads: "));
    CHECK(told(importBytes("grouped.safetensors"), {.heads = 4}) ==
          std::vector<std::string>{
              "hidden_states (3 × 8) → X",
              "model.layers.3.self_attn.q_proj.weight (8 × 8) → W_q, transposed: a layer stores "
              "out × in",
              "model.layers.3.self_attn.k_proj.weight (4 × 8) → W_k, transposed: a layer stores "
              "out × in",
              "W_k is shared by groups of heads: each of its heads is repeated 2 times",
              "model.layers.3.self_attn.v_proj.weight (4 × 8) → W_v, transposed: a layer stores "
              "out × in",
              "W_v is shared by groups of heads: each of its heads is repeated 2 times",
              "model.layers.3.self_attn.o_proj.weight (8 × 8) → W_o, transposed: a layer stores "
              "out × in"});
    const std::vector<std::string> lines = told(gpt2, {.layer = 1, .heads = 2, .head = 1});
    CHECK(lines[1] == "h.1.attn.c_attn.weight (4 × 12), 1 to 4 of its outputs → W_q");
    CHECK(lines[5] == "h.1.attn.c_attn.bias (12), 1 to 4 of its outputs → b_q");
    CHECK(lines[8] == "only head 1 is taken; the 2 heads begin with 0");
}

TEST_CASE("models with biases: the output is that of their layers") {
    const Json models = reference("biases.json").at("models");
    CHECK(models.size() == 4);
    for (const auto& item : models.items()) {
        CAPTURE(item.key());
        const Json& model = item.value();
        ImportWishes wishes{.heads = model.at("heads").get<Index>()};
        if (!model.at("layer").is_null()) wishes.layer = model.at("layer").get<Index>();
        const std::string bytes = importBytes(item.key());
        const Document document = importOf(bytes, wishes);
        REQUIRE(document.biases.query.has_value());
        CHECK(distance(attend(document).view(MatrixId::output), tensor(model.at("output"))) <=
              4e-6);
        // One head has its part of the biases, but not that of the output: it is added once.
        wishes.head = 2;
        const Document head = importOf(bytes, wishes);
        for (Index col = 0; col < 2; ++col) {
            CHECK((*head.biases.query)(0, col) == (*document.biases.query)(0, 4 + col));
            CHECK((*head.biases.key)(0, col) == (*document.biases.key)(0, 4 + col));
        }
        CHECK(!head.biases.output);
        CHECK(attend(head).view(MatrixId::attention_weights)(4, 1) ==
              doctest::Approx(attend(document).view(MatrixId::attention_weights, 2)(4, 1)));
    }
    const std::vector<std::string> lines =
        told(importBytes("biases-gpt2.safetensors"), {.layer = 1, .heads = 4, .head = 2});
    CHECK(std::find(lines.begin(), lines.end(),
                    "h.1.attn.c_proj.bias (8) is not used: it is added once, after all heads") !=
          lines.end());
}

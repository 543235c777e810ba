// What the names of people and of libraries mean.
#include "core/import/tensor_name.h"
#include "tests/core/import/read_import.h"

using namespace lookback;
using namespace lookback::test;

TEST_CASE("names of people and of libraries") {
    struct Row {
        std::string name;
        std::optional<MatrixId> target;
    };
    const std::vector<Row> rows{
        {"X", MatrixId::embeddings},
        {"x", MatrixId::embeddings},
        {"embeddings", MatrixId::embeddings},
        {"hidden_states", MatrixId::embeddings},
        {"transformer.wte.weight", MatrixId::embeddings},
        {"W_q", MatrixId::w_query},
        {"Wq", MatrixId::w_query},
        {"W^Q", MatrixId::w_query},
        {"self.W_query", MatrixId::w_query},
        {"query", MatrixId::w_query},
        {"Query weights", MatrixId::w_query},
        {"weights.key", MatrixId::w_key},
        {"weights.output", MatrixId::w_output},
        {"k_proj.weight", MatrixId::w_key},
        {"model.layers.0.self_attn.v_proj.weight", MatrixId::w_value},
        {"encoder.layer.2.attention.self.query.weight", MatrixId::w_query},
        {"encoder.layer.2.attention.output.dense.weight", MatrixId::w_output},
        {"encoder.layer.2.output.dense.weight", std::nullopt},
        {"transformer.layer.1.attention.q_lin.weight", MatrixId::w_query},
        {"block.0.layer.0.SelfAttention.q.weight", MatrixId::w_query},
        {"h.0.attn.c_proj.weight", MatrixId::w_output},
        {"h.0.mlp.c_proj.weight", std::nullopt},
        {"out_proj.weight", MatrixId::w_output},
        {"to_k", MatrixId::w_key},
        {"b_q", MatrixId::b_query},
        {"bias_k", MatrixId::b_key},
        {"v_bias", MatrixId::b_value},
        {"q_proj.bias", MatrixId::b_query},
        {"encoder.layer.2.attention.self.key.bias", MatrixId::b_key},
        {"encoder.layer.2.attention.output.dense.bias", MatrixId::b_output},
        {"h.0.attn.c_proj.bias", MatrixId::b_output},
        {"out_proj.bias", MatrixId::b_output},
        {"Q", std::nullopt},
        {"V", std::nullopt},
        {"output", std::nullopt},
        {"A", std::nullopt},
        {"h.0.ln_1.weight", std::nullopt},
        {"", std::nullopt},
    };
    for (const Row& row : rows) {
        CAPTURE(row.name);
        CHECK((meaningOf(row.name).target == row.target));
    }
    CHECK(meaningOf("h.11.attn.c_attn.weight").is_fused);
    CHECK(meaningOf("h.11.attn.c_attn.weight").layer == 11);
    CHECK(meaningOf("in_proj_weight").is_fused);
    for (const char* const bias : {"h.0.attn.c_attn.bias", "in_proj_bias", "attn.in_proj_bias"}) {
        CAPTURE(bias);
        CHECK(meaningOf(bias).is_bias);
        CHECK(meaningOf(bias).is_fused);
        CHECK_FALSE(meaningOf(bias).target.has_value());
    }
    for (const char* const other : {"h.0.attn.bias", "h.0.attn.masked_bias", "h.0.ln_1.bias",
                                    "h.0.mlp.c_proj.bias", "bias"}) {
        CAPTURE(other);
        CHECK_FALSE(meaningOf(other).isKnown());
    }
    CHECK(targetNamed("output") == MatrixId::w_output);
    CHECK(targetNamed("weights.value") == MatrixId::w_value);
    CHECK_FALSE(targetNamed("scores").has_value());
}

TEST_CASE("labels of people are understood for what they are, computations for nothing") {
    const auto target = [](const char* name) { return meaningOf(name).target; };
    for (const char* const name :
         {"Weight matrix W_q", "W_q shape", "W_q (4, 4)", "Query weights", "Query weight matrix",
          "weights for the queries", "W_q (query weights)", "w_query", "W_Q"}) {
        CAPTURE(name);
        CHECK(target(name) == MatrixId::w_query);
    }
    for (const char* const name :
         {"X", "input", "inputs", "words", "x_emb", "Input X", "X (embeddings)", "Input embeddings",
          "Embedding matrix", "emb", "x_in", "Token embeddings"}) {
        CAPTURE(name);
        CHECK(target(name) == MatrixId::embeddings);
    }
    struct Row {
        MatrixId result;
        std::vector<const char*> names;
    };
    const std::vector<Row> results{
        {MatrixId::query, {"Q", "queries", "Query Matrix", "query_matrix", "Queries (Q)"}},
        {MatrixId::key, {"K", "keys", "Key Matrix", "Key vectors"}},
        {MatrixId::value, {"V", "values", "Value matrix (V)"}},
        {MatrixId::scores, {"scores", "attn_scores", "Attention scores", "S", "logits"}},
        {MatrixId::attention_weights,
         {"Attention Weights", "attn", "A", "Masked Attention Weights"}},
        {MatrixId::context, {"context", "Context vectors", "z"}},
        {MatrixId::output, {"output", "Output after Masked Attention", "Y"}},
    };
    for (const Row& row : results) {
        for (const char* const name : row.names) {
            CAPTURE(name);
            CHECK(meaningOf(name).result == row.result);
            CHECK_FALSE(meaningOf(name).isKnown());
        }
    }
    for (const char* const name : {"mask", "causal_mask", "Attention mask", "tril", "attn_mask"}) {
        CAPTURE(name);
        CHECK(meaningOf(name).is_mask);
    }
    for (const char* const name :
         {"W_q.T", "W_q^T", "W_q^{T}", "W_q.t()", "W_q transposed", "W_q_T"}) {
        CAPTURE(name);
        CHECK(target(name) == MatrixId::w_query);
        CHECK(meaningOf(name).is_turned);
    }
    for (const char* const name : {"W @ q",
                                   "X * 0.1",
                                   "W - q",
                                   "W_q / 2",
                                   "-W_q",
                                   "W_q'",
                                   "\u0394W_q",
                                   "W_q.grad",
                                   "dW_q",
                                   "old W_q",
                                   "np.round(X, 2)",
                                   "X + X",
                                   "W^{-1}_q",
                                   "W_q[0]",
                                   "X[0]",
                                   "Query and key weights",
                                   "|X|",
                                   "X^2",
                                   "torch.tril(torch.ones(3, 3))",
                                   "W_q = X"}) {
        CAPTURE(name);
        CHECK_FALSE(meaningOf(name).isKnown());
    }
}

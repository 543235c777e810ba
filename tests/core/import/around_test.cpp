// What stands around a matrix: it is computed by nobody, so it is refused or told, never dropped.
#include <map>

#include "core/import/placement.h"
#include "core/import/tensor_name.h"
#include "tests/core/import/read_import.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Texts of X, W_q, W_k and W_v as people bring them.
const std::vector<std::string> kTexts{
    "X = [[0.25, 0.75], [0.5, 0.1]]\nW_q = [[1, 0.5], [0.2, 0.3]]\nW_k = [[0.4, 0.6], [0.8, 0.1]]\n"
    "W_v = [[1.5, 0], [0, 2.5]]\n",
    "X = np.array([[0.25, 0.75], [0.5, 0.1]])\nW_q = np.array([[1, 0.5], [0.2, 0.3]])\n"
    "W_k = np.array([[0.4, 0.6], [0.8, 0.1]])\nW_v = np.array([[1.5, 0], [0, 2.5]])\n",
    "X = torch.tensor(\n    [[0.25, 0.75], # north\n     [0.5, 0.1]] # wind\n)\n"
    "W_q = torch.tensor([[1.0, 0.5],   # row 1\n  [0.2, 0.3]])\n"
    "W_k = torch.tensor([\n  [0.4, 0.6],\n  # second row\n  [0.8, 0.1],\n])\n"
    "W_v = torch.tensor([[1.5, 0.0], [0.0, 2.5]])  # values\n",
    "X\ntensor([[0.25, 0.75],\n        [0.5, 0.1]])\nW_q\ntensor([[1.0, 0.5],\n        [0.2, "
    "0.3]])\n"
    "W_k\ntensor([[0.4, 0.6],\n        [0.8, 0.1]])\nW_v\ntensor([[1.5, 0.0],\n        [0.0, "
    "2.5]])\n",
    ">>> X\narray([[0.25, 0.75],\n       [0.5 , 0.1 ]], dtype=float32)\n>>> W_q\n"
    "array([[1. , 0.5],\n       [0.2, 0.3]])\n>>> W_k\narray([[0.4, 0.6],\n       [0.8, 0.1]])\n"
    ">>> W_v\narray([[1.5, 0. ],\n       [0. , 2.5]])\n",
    "In [1]: X\nOut[1]:\narray([[0.25, 0.75],\n       [0.5 , 0.1 ]])\n\nIn [2]: W_q\nOut[2]:\n"
    "array([[1. , 0.5],\n       [0.2, 0.3]])\n\nIn [3]: W_k\nOut[3]:\narray([[0.4, 0.6],\n"
    "       [0.8, 0.1]])\n\nIn [4]: W_v\nOut[4]:\narray([[1.5, 0. ],\n       [0. , 2.5]])\n",
    "X:\n[[0.25 0.75]\n [0.5  0.1 ]]\nW_q:\n[[1.  0.5]\n [0.2 0.3]]\nW_k:\n[[0.4 0.6]\n [0.8 "
    "0.1]]\n"
    "W_v:\n[[1.5 0. ]\n [0.  2.5]]\n",
    "{'X': tensor([[0.25, 0.75],\n        [0.5, 0.1]]), 'W_q': tensor([[1.0, 0.5],\n"
    "        [0.2, 0.3]]),\n 'W_k': tensor([[0.4, 0.6],\n        [0.8, 0.1]]),\n"
    " 'W_v': tensor([[1.5, 0.0],\n        [0.0, 2.5]])}\n",
    "OrderedDict([('X', tensor([[0.25, 0.75], [0.5, 0.1]])), ('W_q', tensor([[1.0, 0.5], [0.2, "
    "0.3]])),\n  ('W_k', tensor([[0.4, 0.6], [0.8, 0.1]])), ('W_v', tensor([[1.5, 0.0], [0.0, "
    "2.5]]))])\n",
    "{\"X\": [[0.25, 0.75], [0.5, 0.1]],\n \"W_q\": [[1, 0.5], [0.2, 0.3]],\n \"W_k\": [[0.4, "
    "0.6], "
    "[0.8, 0.1]],\n \"W_v\": [[1.5, 0], [0, 2.5]]}\n",
    "X = Array([[0.25, 0.75],\n       [0.5 , 0.1 ]], dtype=float32)\nW_q = Array([[1. , 0.5],\n"
    "       [0.2, 0.3]], dtype=float32)\nW_k = Array([[0.4, 0.6],\n       [0.8, 0.1]], "
    "dtype=float32)\nW_v = DeviceArray([[1.5, 0. ],\n             [0. , 2.5]], dtype=float32)\n",
    "X = tf.constant([[0.25, 0.75], [0.5, 0.1]])\nW_q = tf.constant([[1.0, 0.5], [0.2, 0.3]])\n"
    "W_k = tf.constant([[0.4, 0.6], [0.8, 0.1]])\nW_v = tf.constant([[1.5, 0.0], [0.0, 2.5]])\n",
    "X\ntf.Tensor(\n[[0.25 0.75]\n [0.5  0.1 ]], shape=(2, 2), "
    "dtype=float32)\nW_q\ntf.Tensor(\n[[1.  "
    "0.5]\n [0.2 0.3]], shape=(2, 2), dtype=float32)\nW_k\ntf.Tensor(\n[[0.4 0.6]\n [0.8 0.1]], "
    "shape=(2, 2), dtype=float32)\nW_v\ntf.Tensor(\n[[1.5 0. ]\n [0.  2.5]], shape=(2, 2), "
    "dtype=float32)\n",
    "X = <tf.Tensor: shape=(2, 2), dtype=float32, numpy=\narray([[0.25, 0.75],\n       [0.5 , 0.1 "
    "]], dtype=float32)>\nW_q = [[1, 0.5], [0.2, 0.3]]\nW_k = [[0.4, 0.6], [0.8, 0.1]]\n"
    "W_v = [[1.5, 0], [0, 2.5]]\n",
    "X = (np.array([[0.25, 0.75], [0.5, 0.1]])); W_q = [[1, 0.5], [0.2, 0.3]]\n"
    "W_k = [[0.4, 0.6], [0.8, 0.1]]; W_v = [[1.5, 0], [0, 2.5]]\n",
    "x_emb: np.ndarray = np.array([(0.25, 0.75), (0.5, 0.1)], dtype=np.float64)\n"
    "Weight matrix W_q:\n[[1, 0.5], [0.2, 0.3]]\nW_k shape: 2x2\n[[0.4, 0.6], [0.8, 0.1]]\n"
    "Value weights\n[[1.5, 0], [0, 2.5]]\n",
    "input = [\n  [0.25, 0.75],\n  [0.50, 0.10]\n]\nw_query = [[1.0, 0.5], [0.2, 0.3]]\n"
    "w_key = [[0.4, 0.6], [0.8, 0.1]]\nw_value = [[1.5, 0.0], [0.0, 2.5]]\n",
    "X = \\begin{bmatrix} 0.25 & 0.75 \\\\ 0.5 & 0.1 \\end{bmatrix}\n"
    "W_q = \\begin{bmatrix} 1 & 0.5 \\\\ 0.2 & 0.3 \\end{bmatrix}\n"
    "W_k = \\begin{bmatrix} 0.4 & 0.6 \\\\ 0.8 & 0.1 \\end{bmatrix}\n"
    "W_v = \\begin{bmatrix} 1.5 & 0 \\\\ 0 & 2.5 \\end{bmatrix}\n",
    "\\begin{align}\nX &= \\begin{pmatrix} 0.25 & 0.75 \\\\ 0.5 & 0.1 \\end{pmatrix} \\\\\n"
    "W_q &= \\begin{pmatrix} 1 & 0.5 \\\\ 0.2 & 0.3 \\end{pmatrix}, \\\\\n"
    "W_k &= \\begin{pmatrix} 0.4 & 0.6 \\\\ 0.8 & 0.1 \\end{pmatrix} \\\\\n"
    "W_v &= \\begin{pmatrix} 1.5 & 0 \\\\ 0 & 2.5 \\end{pmatrix}\n\\end{align}\n",
    "$X = \\left[\\begin{array}{cc} 0.25 & 0.75 \\\\ 0.5 & 0.1 \\end{array}\\right]$\n\n"
    "$W_q = \\left[\\begin{array}{cc} 1 & 0.5 \\\\ 0.2 & 0.3 \\end{array}\\right]$\n\n"
    "$W_k = \\left[\\begin{array}{cc} 0.4 & 0.6 \\\\ 0.8 & 0.1 \\end{array}\\right]$\n\n"
    "$W_v = \\left[\\begin{array}{cc} 1.5 & 0 \\\\ 0 & 2.5 \\end{array}\\right]$\n",
};

/// What computes with a matrix beside it, as Python, MATLAB and LaTeX write it.
const std::vector<std::string> kBehind{"* 0.1",
                                       "*0.1",
                                       "/ 10",
                                       "/10",
                                       "// 2",
                                       "+ 1",
                                       "- 1",
                                       "% 3",
                                       "** 2",
                                       "@ A",
                                       "+ B",
                                       "- B",
                                       "* A",
                                       ".T",
                                       ".t()",
                                       ".mT",
                                       "[0]",
                                       "[:, :2]",
                                       "[::-1]",
                                       ".reshape(4, 1)",
                                       ".transpose(0, 1)",
                                       ".mul(2)",
                                       ".round(1)",
                                       ".astype(int)",
                                       ".sum(axis=0)",
                                       "^T",
                                       "^{-1}",
                                       "'",
                                       "\\cdot 2",
                                       "\\times 3",
                                       "^\\top",
                                       "& 1",
                                       "| 2",
                                       "< 0.5",
                                       "if a else b",
                                       "and c",
                                       "\u00d7 2",
                                       "\u00b7 2",
                                       "!",
                                       "(2)"};
const std::vector<std::string> kBefore{
    "0.1 *",  "10 *", "-",  "2",       "1.0e+03 *",  "A @",          "A +",
    "B -",    "1 /",  "~",  "not",     "2 \\cdot",   "\\frac{1}{2}", "softmax",
    "\u2212", "A",    "10", "\\alpha", "0.5 \u00d7", "2 **"};

using NumbersByMatrix = std::map<MatrixId, std::vector<double>>;

/// What a text gives; nothing: it is refused.
struct Outcome {
    NumbersByMatrix numbers;
    std::vector<std::string> told;  ///< of what has no place
};

std::optional<Outcome> outcomeOf(const std::string& text) {
    const Result<Found> found = readNumbers(text);
    if (!found) return std::nullopt;
    const Placement placement = placementOf(*found, {});
    if (!placement.faults.empty()) return std::nullopt;
    const Checked<Document> made = importedDocument(*found, placement, nullptr, kMaxMemory);
    if (!made) return std::nullopt;
    Outcome outcome;
    const auto keep = [&](MatrixId id, const SharedMatrix& matrix) {
        const double* const data = matrix.get().data();
        outcome.numbers[id] = {data, data + matrix.rows() * matrix.cols()};
    };
    keep(MatrixId::embeddings, made->embeddings);
    keep(MatrixId::w_query, made->weights.query);
    keep(MatrixId::w_key, made->weights.key);
    keep(MatrixId::w_value, made->weights.value);
    for (const PlacedTensor& one : placement.placed) {
        if (one.turned != Turned::no) outcome.told.emplace_back("transposed");
    }
    for (const Message& line : unplacedSentences(*found, placement)) {
        outcome.told.push_back(english().text(line));
    }
    return outcome;
}

bool isWordByte(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' ||
           static_cast<unsigned char>(c) >= 128;
}

/// The places between the words and numbers of a text: within one, a token makes another of it.
std::vector<std::size_t> placesIn(const std::string& text) {
    std::vector<std::size_t> places;
    for (std::size_t at = 0; at <= text.size(); ++at) {
        const bool is_within = at > 0 && at < text.size() &&
                               ((isWordByte(text[at - 1]) && isWordByte(text[at])) ||
                                text[at - 1] == '\\' || (text[at - 1] == '-' && text[at] != ' '));
        if (!is_within) places.push_back(at);
    }
    return places;
}

/// True for a place in a comment, to the end of its line.
bool isInComment(const std::string& text, std::size_t at) {
    const std::size_t line = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const std::size_t begin = line == std::string::npos ? 0 : line + 1;
    return text.substr(begin, at - begin).find('#') != std::string::npos;
}

}  // namespace

TEST_CASE("a token at any place of a text of numbers is refused, told, or changes none") {
    std::vector<std::string> tokens = kBehind;
    tokens.insert(tokens.end(), kBefore.begin(), kBefore.end());
    CHECK(tokens.size() == 60);
    CHECK(kTexts.size() == 20);
    for (const std::string& text : kTexts) {
        const std::optional<Outcome> before = outcomeOf(text);
        REQUIRE_MESSAGE(before.has_value(), text);
        const std::vector<double> values{1.5, 0, 0, 2.5};
        CHECK_MESSAGE(before->numbers.at(MatrixId::w_value) == values, text);
        CHECK(before->told.empty());
        for (const std::size_t at : placesIn(text)) {
            for (const std::string& token : tokens) {
                const bool is_sign = token == "-" || token == "\u2212";
                if (is_sign && at < text.size() && isWordByte(text[at])) continue;
                std::string other = text;
                other.insert(at, " " + token + " ");
                const std::optional<Outcome> outcome = outcomeOf(other);
                const bool is_right =
                    !outcome || outcome->numbers == before->numbers || !outcome->told.empty();
                if (!is_right) FAIL_CHECK(token << " at " << at << " of\n" << other);
            }
        }
    }
}

TEST_CASE("what computes with a matrix on its line is refused, or told") {
    for (const std::string& text : kTexts) {
        const bool is_latex = text.find("\\begin{") != std::string::npos;
        const std::string end = is_latex ? "matrix}" : "]]";
        const std::string other_end = is_latex ? "array}" : ")]";
        const auto check = [&](std::size_t at, const std::string& token) {
            if (isInComment(text, at)) return;
            std::string other = text;
            other.insert(at, token);
            const std::optional<Outcome> outcome = outcomeOf(other);
            const bool is_right = !outcome || !outcome->told.empty();
            if (!is_right) FAIL_CHECK(token << " at " << at << " of\n" << other);
        };
        for (const std::string& sign : {end, other_end}) {
            for (std::size_t at = text.find(sign); at != std::string::npos;
                 at = text.find(sign, at + 1)) {
                if (is_latex &&
                    text.substr(0, at).rfind("\\end{") < text.substr(0, at).rfind("\\begin{"))
                    continue;
                for (const std::string& token : kBehind) {
                    // In LaTeX & is a mark of columns, and % begins a comment.
                    const bool is_mark = token.starts_with('&') || token.starts_with('%');
                    if (is_latex && is_mark) continue;
                    check(at + sign.size(), " " + token);
                    check(at + sign.size(), token);
                }
            }
        }
        const std::string begin = is_latex ? "\\begin{" : "[[";
        for (std::size_t at = text.find(begin); at != std::string::npos;
             at = text.find(begin, at + 1)) {
            if (is_latex && text.compare(at, 12, "\\begin{align") == 0) continue;
            for (const std::string& token : kBefore) {
                if (!is_latex || token != "~") check(at, token + " ");  // a space of LaTeX
            }
        }
    }
}

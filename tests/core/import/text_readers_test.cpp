// Numbers as people write them: brackets, LaTeX, tables.
#include "tests/core/import/read_import.h"

using namespace lookback;
using namespace lookback::test;

namespace {

using Values = std::vector<double>;
using Sides = std::vector<Index>;

/// The only tensor of a text.
FoundTensor onlyIn(std::string_view text) {
    const Found found = foundIn(text);
    REQUIRE(found.tensors.size() == 1);
    return found.tensors.front();
}

void checkOnly(std::string_view text, const std::string& name, const Sides& shape,
               const Values& values) {
    CAPTURE(text);
    const FoundTensor tensor = onlyIn(text);
    CHECK(tensor.name == name);
    CHECK(tensor.shape == shape);
    CHECK(tensor.values == values);
}

}  // namespace

TEST_CASE("brackets with and without commas, names before them") {
    checkOnly("[[1, 2], [3, 4]]", "", {2, 2}, {1, 2, 3, 4});
    checkOnly("X = [[1 2]\n [3 4]]", "X", {2, 2}, {1, 2, 3, 4});
    checkOnly("W_q:\n[[ 1. -2.]\n [ 3e-1 +4 ]]", "W_q", {2, 2}, {1, -2, 0.3, 4});
    checkOnly("x: np.ndarray = np.array([(1, 2), (3, 4)])", "x", {2, 2}, {1, 2, 3, 4});
    checkOnly("[[np.float64(0.5), np.float64(1.5)]]", "", {1, 2}, {0.5, 1.5});
    checkOnly("[[np.int64(1), numpy.float32(-2)]]", "", {1, 2}, {1, -2});
    checkOnly("[tensor([1., 2.]), tensor([3., 4.])]", "", {2, 2}, {1, 2, 3, 4});
    checkOnly("{\"query\": [[\u22121, 2]]}", "query", {1, 2}, {-1, 2});
    checkOnly("print(\"W_v:\", W_v)  # [[0, 0]]\nW_v: [[1]]", "W_v", {1, 1}, {1});
    checkOnly("Query weights:\n\n[[1]]", "Query weights", {1, 1}, {1});
    checkOnly("OrderedDict([('v_proj.weight', tensor([[1.]]))])", "v_proj.weight", {1, 1}, {1});
    checkOnly("X[0, 1] = 5\n[[]]", "X[0, 1]", {1, 0}, {});
    CHECK(onlyIn("torch.tensor([[1]], dtype=torch.float16)").dtype == DType::float16);
    CHECK(onlyIn("np.array([[1]], np.float32)").dtype == DType::float32);
    CHECK(onlyIn("tensor([[1.]], device='cuda:0', grad_fn=<MulBackward0>)").dtype ==
          DType::float32);
    CHECK(!onlyIn("[[1.]]").dtype);
    checkOnly("m = [[True, False], [False, True]]", "m", {2, 2}, {1, 0, 0, 1});
    CHECK(onlyIn("[[ True False]\n [False  True]]").has_truths);
    checkOnly("X = [[1, 2], # first\n  # second ]]\n [3, 4]]", "X", {2, 2}, {1, 2, 3, 4});
    CHECK(onlyIn("Array([[1.]], dtype=bfloat16)").dtype == DType::bfloat16);
    CHECK(onlyIn("jnp.array([[1.]])").dtype == DType::float32);
    checkOnly("<tf.Tensor: shape=(1, 2), dtype=float32, numpy=array([[1., 2.]], dtype=float32)>",
              "", {1, 2}, {1, 2});
    CHECK(onlyIn("W_q\nParameter containing:\ntensor([[1.]], requires_grad=True)").is_parameter);
    // A matrix in a comment is not there.
    CHECK(foundIn("X = [[1]]\n# W_q = [[2]]\n[[3]]").tensors.size() == 2);
    // A comment behind numbers names nothing that follows.
    const Found two = foundIn("X = [[1, 2]]  # embeddings\n[[3, 4]]");
    REQUIRE(two.tensors.size() == 2);
    CHECK(two.tensors[1].name.empty());
    CHECK(two.tensors[1].where == "line 2");
}

TEST_CASE("a type of whole numbers that changes a number is refused") {
    for (const std::string type :
         {"dtype=int", "dtype=np.int32", "np.int64", "dtype=torch.long", "dtype='int8'",
          "dtype=np.uint8", "dtype=torch.short", "dtype=bool"}) {
        for (const std::string maker : {"np.array", "torch.tensor", "tf.constant"}) {
            const std::string begin = "X = " + maker + "([[1, 0],\n [";
            const std::string end = "]], " + type + ")";
            CAPTURE(end);
            checkOnly(begin + "1, 0" + end, "X", {2, 2}, {1, 0, 1, 0});
            CHECK(refusal(begin + "1.7, 0" + end).starts_with("line 2: is of type "));
            CHECK(refusal(begin + "1, nan" + end).starts_with("line 2: is of type "));
        }
    }
    CHECK(refusal("np.array([[1, -1]], dtype=np.uint8)").find("np.uint8") != std::string::npos);
    checkOnly("np.array([[1, -1]], dtype=np.int8)", "", {1, 2}, {1, -1});
    checkOnly("np.array([[1.5, -1]], dtype=float)", "", {1, 2}, {1.5, -1});
    checkOnly("tensor([[1.5, -1]], size=(1, 2), dtype=torch.quint8,\n  scale=0.5, zero_point=10)",
              "", {1, 2}, {1.5, -1});
}

TEST_CASE("brackets with faults are refused in their line") {
    CHECK(refusal("[[1, 2],\n [3]]") == "line 2: has 1 number, expected 2 as in the first row");
    CHECK(refusal("[[1, 2], [[3], [4]]]") ==
          "line 1: a part has the shape 2 × 1, expected 2 as the parts before it");
    CHECK(refusal("[[1, 2],\n [3, 4]") == "line 2: the file ends too early, expected a number");
    CHECK(refusal("tensor([[1, 2]]") ==
          "line 1: the file ends too early, expected a closing bracket");
    CHECK(refusal("[[1, two]]") == "line 1: “two]]”, expected a number");
    for (const std::string call : {"sqrt(2)", "math.exp(1)", "np.random.rand(3)", "abs(-1)",
                                   "int(2.5)", "f(2)", "torch.rand(2)", "float64.sqrt(2)"}) {
        CAPTURE(call);
        CHECK(refusal("[[1, " + call + "], [3, 4]]").starts_with("line 1: "));
        CHECK(refusal("X = tensor([[" + call + ", 1], [3, 4]])").starts_with("line 1: "));
    }
    CHECK(refusal("[[1+2j]]") == "line 1: “1+2j]]”, expected a number");
    CHECK(refusal("[[1.5.2]]") == "line 1: “1.5.2]]”, expected a number");
    CHECK(refusal("[['a', 1]]") ==
          "line 1: texts and numbers are mixed in one list, expected only numbers or only texts");
    CHECK(
        refusal("[True, 2]\n[[1]]") ==
        "line 1: True and False are mixed with numbers in one list, expected only numbers, or only "
        "True and False");
    CHECK(refusal("[[[[[[[[[1]]]]]]]]]") == "line 1: is nested deeper than 8 levels");
    CHECK(refusal(std::string(1'000'000, '[')) == "line 1: is nested deeper than 8 levels");
    CHECK(refusal("tensor(" + std::string(1'000'000, '(')) ==
          "line 1: is nested deeper than 8 levels");
    const std::string gaps =
        ", expected a comma between all parts of a list, or white space between all";
    for (const char* const text : {"[[1, 2],, [3, 4]]", "[[1, 2][3, 4]]", "[1 2, 3]",
                                   "[[1 -2], [3, 4]]", "[[1/2, 3]]", "[1; 2]"}) {
        CAPTURE(text);
        CHECK(refusal(text).ends_with(gaps));
    }
    CHECK(refusal("np.array([[1, 2]], ndmin=3)") ==
          "line 1: “ndmin=3)”, expected a closing bracket");
    CHECK(refusal("tf.constant([1, 2, 3, 4], shape=[2, 2])").starts_with("line 1: “shape=[2,”"));
    CHECK(refusal("<tf.Tensor 'Const:0' shape=(2, 2) dtype=float32>") ==
          "line 1: “<tf.Tensor” is a tensor of TensorFlow without numbers, expected those that its "
          ".numpy() prints");
    CHECK(refusal("X = [[1, 2]] * 0.1") ==
          "line 1: “*” after the numbers is not computed, expected a comma or the end of the line; "
          "print the result and bring that");
    CHECK(refusal("X = 0.1 * [[1, 2]]") ==
          "line 1: “0.1 *” before the numbers is not computed, expected only a name; print the "
          "result "
          "and bring that");
    CHECK(refusal("hello") == ": holds no numbers, expected a matrix such as [[1, 2], [3, 4]]");
    CHECK(refusal("") == ": holds no numbers, expected a matrix such as [[1, 2], [3, 4]]");
}

TEST_CASE("matrices of LaTeX") {
    checkOnly(R"(X = \begin{bmatrix} 1 & -2 \\ 0.5 & 4e-1 \end{bmatrix})", "X", {2, 2},
              {1, -2, 0.5, 0.4});
    checkOnly(
        "\\[ W_{\\text{q}} =\n\\begin{pmatrix}\n1 & \\phantom{-}2 \\\\[2pt]\n3 & \\mathbf{4} "
        "\\\\\n\\end{pmatrix} \\]",
        "W_q", {2, 2}, {1, 2, 3, 4});
    checkOnly(
        R"($W^Q=\left[\begin{array}{@{}cc@{}} \hline 1{,}5 & 2 \\ \hline \end{array}\right]$)",
        "W^Q", {1, 2}, {1.5, 2});
    const Found two = foundIn(
        R"(\begin{align} X &= \begin{bmatrix}1\end{bmatrix}, \\ W_k &= \begin{bmatrix*}[r]2\end{bmatrix*} \end{align})");
    REQUIRE(two.tensors.size() == 2);
    CHECK(two.tensors[0].name == "X");
    CHECK(two.tensors[1].name == "W_k");
    CHECK(two.tensors[1].values == Values{2});
    // A backslash takes the whole character behind it.
    const Found odd = foundIn("W_{\\\u2026k} = \\begin{bmatrix} 1 & 2 \\end{bmatrix}");
    CHECK(odd.tensors.at(0).name == "W_k");
    CHECK(refusal(R"(\begin{bmatrix} 1 & \cdots & 2 \end{bmatrix})") ==
          "line 1: dots stand for numbers that were left out, expected every number");
    CHECK(refusal("\\begin{bmatrix} 1 & 2 \\\\\n 3 \\end{bmatrix}") ==
          "line 2: has 1 number, expected 2 as in the first row");
    CHECK(refusal(R"(\begin{bmatrix} \frac{1}{2} \end{bmatrix})") ==
          "line 1: is “\\frac{1}{2}”, expected a number");
    CHECK(refusal(R"(\begin{bmatrix} x^2 \end{bmatrix})") == "line 1: is “x^2”, expected a number");
    CHECK(refusal(R"(\begin{bmatrix} 1 & 2)") ==
          "line 1: the file ends too early, expected “\\end{bmatrix}”");
}

TEST_CASE("an option of LaTeX does not reach behind its matrix") {
    CHECK(!readNumbers("\\begin{array}[\\end{array}]").has_value());
}

TEST_CASE("a quote without a partner hides none of a line before it") {
    const Found found = foundIn("don't = [1, 2]\ntokens = ['it', 'is']\n");
    REQUIRE(found.tensors.size() == 1);
    CHECK(found.tensors.front().values == std::vector<double>{1, 2});
    REQUIRE(found.texts.size() == 1);
    CHECK(found.texts.front().texts == std::vector<std::string>{"it", "is"});
}

TEST_CASE("tables of spreadsheets") {
    checkOnly("1,2\n3,4\n", "", {2, 2}, {1, 2, 3, 4});
    checkOnly("1\t2\r\n3\t4\r\n", "", {2, 2}, {1, 2, 3, 4});
    checkOnly(
        "\xEF\xBB\xBF"
        "0,5;1,5\n-2,25;3\n",
        "", {2, 2}, {0.5, 1.5, -2.25, 3});
    checkOnly("0,5\t1\n2\t3,5\n", "", {2, 2}, {0.5, 1, 2, 3.5});
    checkOnly("0,5 1,5\n2,5 3,5\n", "", {2, 2}, {0.5, 1.5, 2.5, 3.5});
    checkOnly("0.5 1.5\n 2.5   3.5 \n", "", {2, 2}, {0.5, 1.5, 2.5, 3.5});
    checkOnly("x1;x2\n0,5;1,5\n", "", {1, 2}, {0.5, 1.5});
    checkOnly("W_q\n\"1\",\"2\"\n3,4\n", "W_q", {2, 2}, {1, 2, 3, 4});
    checkOnly("# X\n1 2\n", "X", {1, 2}, {1, 2});
    checkOnly("1,2,,\n3,4,,\n", "", {2, 2}, {1, 2, 3, 4});
    const Found labelled = foundIn(",d1,d2\n\"The, \"\"big\"\"\",1,2\ncat,3,4\n\nW_q\n5,6\n7,8\n");
    REQUIRE(labelled.tensors.size() == 2);
    CHECK(labelled.tensors[0].shape == Sides{2, 2});
    CHECK(labelled.tensors[1].name == "W_q");
    CHECK(labelled.tensors[1].where == "line 6");
    REQUIRE(labelled.texts.size() == 1);
    CHECK(labelled.texts[0].texts == std::vector<std::string>{"The, \"big\"", "cat"});
    CHECK(refusal("1,2\n3\n") == "line 2: has 1 number, expected 2 as in the first row");
    CHECK(refusal("1,2\n3,b\n") == "line 2: is “b”, expected a number");
    CHECK(refusal("1,2\n,3\n") == "line 2: is “”, expected a number");
    CHECK(
        refusal("0.5;1\n0,5;2\n") ==
        "line 2: “0,5” has another decimal mark than the numbers before it, expected a point or a "
        "comma throughout");
    CHECK(refusal("1.234,5;6\n") == "line 1: is “1.234,5”, expected a number");
}

TEST_CASE("the index of a table is no column of its matrix, and named in the report") {
    const Values numbers{1.5, 2.5, 3.5, 4.5};
    for (const std::string table : {
             ",x,y\n0,1.5,2.5\n1,3.5,4.5\n",                   // to_csv of pandas
             ",0,1\n0,1.5,2.5\n1,3.5,4.5\n",                   // without names of the columns
             ",x,y\n10,1.5,2.5\n20,3.5,4.5\n",                 // any numbers below an empty corner
             "t,x,y\n0,1.5,2.5\n1,3.5,4.5\n",                  // with a named index
             "t,0,1\n0,1.5,2.5\n1,3.5,4.5\n",                  //
             "index,x,y\n5,1.5,2.5\n3,3.5,4.5\n",              // reset_index
             "Unnamed: 0,x,y\n4,1.5,2.5\n2,3.5,4.5\n",         // written twice
             "ID;x;y\n1;1,5;2,5\n2;3,5;4,5\n",                 // decimal commas
             "\"V1\",\"V2\"\n\"1\",1.5,2.5\n\"2\",3.5,4.5\n",  // write.table of R
             "     x    y\n0  1.5  2.5\n1  3.5  4.5\n",        // print of pandas
             "     x    y\nt\n0  1.5  2.5\n1  3.5  4.5\n",
             "x\ty\n1\t1.5\t2.5\n2\t3.5\t4.5\n",
         }) {
        CAPTURE(table);
        const Found found = foundIn(table);
        REQUIRE(found.tensors.size() == 2);
        CHECK(found.tensors[0].is_index);
        CHECK(found.tensors[0].shape == Sides{2});
        CHECK(found.tensors[1].shape == Sides{2, 2});
        CHECK(found.tensors[1].values == numbers);
        CHECK(found.texts.empty());
    }
    const Found both = foundIn(",token,x\n0,The,1.5\n1,cat,2\n");
    CHECK(both.tensors.at(1).values == Values{1.5, 2});
    CHECK(both.texts.at(0).texts == std::vector<std::string>{"The", "cat"});
    const Found named = *readNumbers("t,x\n0,1.5\n1,2.5\n", "W_q.csv");
    CHECK(named.tensors.at(1).name == "W_q");
}

TEST_CASE("a column or row that only counts is refused where it may belong to the matrix") {
    for (const std::string table :
         {"0,1.5,2.5\n1,3.5,4.5\n", "0 1.5\n1 2.5\n", "1,1.5\n2,2.5\n", "1;1,5\n2;2,5\n",
          "1;1,5\n2;2,5\n3;3,5", "u,v\n0,1.5\n1,2.5\n", "u,v\n0,5\n1,7\n"}) {
        CAPTURE(table);
        CHECK(refusal(table).find("the first column counts the rows") != std::string::npos);
    }
    for (const std::string table :
         {"0,1\n1.5,2.5\n", "1,2\n0.5,0.75\n0.1,0.2\n", "1;2\n0,5;0,75\n",
          "the\t1\t2\na\t0.5\t0.1\n", "1 2 3\n0.5 0.1 0.2\n", "cat,0,1\ndog,1.5,2.5\n"}) {
        CAPTURE(table);
        CHECK(refusal(table) ==
              "line 1: the first row counts the columns; expected it removed, or written with "
              "decimals (0.0) where it belongs to the matrix");
    }
    // Numbers of a matrix that happen to count.
    checkOnly("0 1\n1 0\n", "", {2, 2}, {0, 1, 1, 0});
    checkOnly("0.0,1.5\n1.0,2.5\n", "", {2, 2}, {0, 1.5, 1, 2.5});
    checkOnly("x1,x2\n0,1.5\n1,2.5\n", "", {2, 2}, {0, 1.5, 1, 2.5});
    checkOnly("0,1,2\n3,4,5\n", "", {2, 3}, {0, 1, 2, 3, 4, 5});
}

TEST_CASE("a cell that begins as a number is no heading and no token") {
    for (const std::string cell :
         {"1/2",     "1_000", "1%",     "$1",    "50 %", "2.5kg", "1e",         "0x10",
          "\u20ac5", "(1)",   "\u00bd", "1.2.3", "~1",   "#1",    "2024-01-01", "1'000",
          "\u221e",  "1 000", "NA",     "None",  "-",    "TRUE"}) {
        CAPTURE(cell);
        // in each place of a table of two rows and columns, and in a whole row of them
        const std::vector<std::string> plain{"1.5", "2.5", "3.5", "4.5"};
        for (std::size_t place = 0; place < 5; ++place) {
            std::vector<std::string> cells = plain;
            for (std::size_t k = 0; k < 4; ++k) {
                if (k == place || (place == 4 && k < 2)) cells[k] = cell;
            }
            for (const char mark : {';', '\t'}) {
                const std::string table =
                    cells[0] + mark + cells[1] + "\n" + cells[2] + mark + cells[3] + "\n";
                CAPTURE(table);
                const std::string line = place == 2 || place == 3 ? "line 2: " : "line 1: ";
                CHECK(refusal(table).starts_with(line + "is \u201c"));
            }
        }
    }
    // beside tokens, and with commas between the cells
    for (const std::string cell : {"1/2", "1_000", "1%", "$1", "1e", "0x10", "1.2.3", "\u20ac5"}) {
        for (const std::string mark : {",", ";", "\t", " "}) {
            for (const std::string row : {"the", "", "0.5"}) {
                const std::string begin = row.empty() ? "" : row + mark;
                const std::string other = row == "the" ? "cat" + mark : begin;
                const std::string odd = begin + cell + mark + "0.75\n";
                const std::string plain = other + "0.5" + mark + "0.1\n";
                CAPTURE(odd);
                CHECK(refusal(odd + plain) ==
                      "line 1: is \u201c" + cell + "\u201d, expected a number");
                CHECK(refusal(plain + odd) ==
                      "line 2: is \u201c" + cell + "\u201d, expected a number");
            }
        }
    }
    CHECK(refusal("2.5kg;1.5kg\n-1.6869;0.4959\n") ==
          "line 1: is \u201c2.5kg\u201d, expected a number");
    CHECK(refusal("In,1.5\n1984,2.5\nhe,3.5\n").starts_with("line 2: a number stands in a column"));
    CHECK(foundIn("token,x\nIn,1.5\n1984,2.5\n").texts.at(0).texts ==
          std::vector<std::string>{"In", "1984"});
    CHECK(foundIn("None,1.5\nof,2.5\n.,3\n").texts.at(0).texts.size() == 3);
    CHECK(refusal("x,y\n1,5,2\n3,5,4\n") == "line 2: has 3 cells, expected 2 as in the heading");
}

TEST_CASE("commas that may be decimal or not are refused") {
    CHECK(refusal("1,000;2,500\n3,250;4,125\n") ==
          "line 1: \u201c1,000\u201d may have a decimal comma or a comma between thousands, "
          "expected a decimal point or no comma");
    checkOnly("0,123;2,500\n3,250;4,125\n", "", {2, 2}, {0.123, 2.5, 3.25, 4.125});
    for (const std::string column :
         {"-0,5\n1,25\n", "0,5\n1,05\n", "0,5\n0,25\n", "1,2345\n2,3456\n", "loss\n1,5\n2,25\n"}) {
        CAPTURE(column);
        CHECK(refusal(column).find("may be one number with a decimal comma") != std::string::npos);
    }
    checkOnly("1,5\n2,25\n", "", {2, 2}, {1, 5, 2, 25});
    checkOnly("0, 5\n0, 25\n", "", {2, 2}, {0, 5, 0, 25});
    CHECK(refusal("x;y\n1.5;2,5\n").find("another decimal mark") != std::string::npos);
    CHECK(refusal("1.5,\"2,5\"\n3.5,\"4,5\"\n").find("another decimal mark") != std::string::npos);
}

TEST_CASE("cells of LaTeX with room between digits are refused") {
    for (const std::string cell :
         {"1~2", "1\n2", "1{,}000", "1\\,000", "1\\ 2", "1\\;2", "1\\quad 2", "1$2$",
          "1\\phantom{0}2", "1,234", "1\\hspace{1em}2"}) {
        CAPTURE(cell);
        CHECK(refusal("\\begin{bmatrix} 3 & " + cell + " \\\\ 4 & 5 \\end{bmatrix}")
                  .starts_with("line 1: "));
    }
    checkOnly("\\begin{bmatrix} ~1~ & $-2$ \\\\ \n 3{,}5 & \\, 4 \\end{bmatrix}", "", {2, 2},
              {1, -2, 3.5, 4});
}

TEST_CASE("a text of numbers is told from a sentence") {
    for (const std::string text :
         {"[[0.5, -1.1], [0.2, 3]]", ">>> X\n[[ 0.5214 -1.1302]\n [-0.4127  0.9046]]\n",
          "X = np.array([[1,2],[3,4]])", "tensor([[nan, 1.]])", "[[ 0.1 ... 0.2]]", "[[1, 2], [3",
          "\\begin{bmatrix} 1 & 2 \\\\ 3 & 4 \\end{bmatrix}", "1\t2\n3\t4\n", "0,5;1\n2;3\n",
          "The 3 4\ncat 5 6\n", "[\n  [\n    1, 2],\n [3, 4]]"}) {
        CAPTURE(text);
        CHECK(holdsNumbers(text));
    }
    for (const std::string text :
         {"", "the cat sat", "1 2 3 4", "in 1984 a cat sat", "cite [1, 2] and [3]", "1\n2\n3\n",
          "['The', 'cat', 'saw']", "[MASK] token", "two lines\nof a poem", "0.5"}) {
        CAPTURE(text);
        CHECK_FALSE(holdsNumbers(text));
    }
}

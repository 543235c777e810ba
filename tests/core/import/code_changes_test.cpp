// Code behind the numbers of a name: where it changes them, they do not come in as they were.
#include "core/import/code_changes.h"

#include "tests/core/import/placing.h"

using namespace lookback;
using namespace lookback::test;

namespace {

/// Ways to change the numbers of NAME, each a line of code.
const std::vector<std::string> kChanges{
    "NAME = NAME * 2",
    "NAME *= 2",
    "NAME /= 2",
    "NAME //= 2",
    "NAME += 1",
    "NAME -= NAME.mean()",
    "NAME **= 2",
    "NAME @= A",
    "NAME .*= 2",
    "NAME >>= 1",
    "NAME = NAME.T",
    "NAME = NAME[:2]",
    "NAME = -NAME",
    "NAME=2*NAME",
    "NAME = (NAME - NAME.mean()) / NAME.std()",
    "NAME = F.normalize(NAME, dim=-1)",
    "NAME = torch.round(NAME, decimals=1)",
    "NAME = np.random.randn(2, 2)",
    "NAME = NAME.astype(int)",
    "NAME: np.ndarray = NAME * 2",
    "NAME <- NAME * 2",
    "A, NAME = 3, NAME * 2",
    "(A, NAME) = f(NAME)",
    "NAME = A = NAME * 2",
    "A = 1; NAME = NAME * 2",
    "if True: NAME = NAME * 2",
    "for i in range(2): NAME[i] = 0",
    "with torch.no_grad(): NAME *= 2",
    "    NAME += 1",
    "NAME = NAME * 2  # scaled",
    "NAME[0] = 5",
    "NAME[0, 1] = 5",
    "NAME[0][1] = 5",
    "NAME[:] = 0",
    "NAME[NAME > 1] = 0",
    "NAME[0] = [5, 6]",
    "NAME[:, 0] = np.array([5, 6])",
    "NAME.data = torch.tensor([[5., 6.], [7., 8.]])",
    "NAME.data[0, 0] = 5",
    "NAME.mul_(2)",
    "NAME.fill_(0)",
    "NAME.data.mul_(2)",
    "NAME[0].zero_()",
    "NAME.fill(0)",
    "NAME.sort()",
    "NAME.shape = (1, 4)",
    "model.NAME.data.mul_(2)",
    "np.fill_diagonal(NAME, 0)",
    "np.copyto(NAME, [[9, 9], [9, 9]])",
    "np.random.shuffle(NAME)",
    "nn.init.zeros_(NAME)",
    "torch.nn.init.xavier_uniform_(NAME)",
    "torch.relu_(NAME)",
    "np.multiply(NAME, 2, out=NAME)",
    "d['NAME'] *= 2",
    "d[\"NAME\"] = d[\"NAME\"].T",
};

/// Code that uses NAME and leaves its numbers.
const std::vector<std::string> kUses{"print(NAME)",
                                     "print(NAME * 2)",
                                     "plt.imshow(NAME)",
                                     "f(NAME)",
                                     "f(NAME, out_features=2)",
                                     "NAME.shape",
                                     "NAME.sum()",
                                     "NAME.mul(2)",
                                     "NAME == 2",
                                     "assert NAME.shape == (2, 2)",
                                     "if NAME[0, 0] >= 1: print(NAME)",
                                     "B = NAME * 2",
                                     "B = NAME @ A",
                                     "B = f(a=1, b=NAME)",
                                     "g(NAME=3)",
                                     "NAME.requires_grad_(True)",
                                     "NAME = NAME",
                                     "NAME = NAME.clone().detach()",
                                     "NAME = np.array(NAME)",
                                     "NAME = torch.tensor(NAME, dtype=torch.float64)",
                                     "# NAME = NAME * 2",
                                     "NAME2 = NAME * 2",
                                     "Here NAME is what enters",
                                     "def f(NAME):\n    NAME = NAME * 2\n    return NAME",
                                     "A.copy_(NAME)"};

std::string withName(std::string code, const std::string& name) {
    for (std::size_t at = code.find("NAME"); at != std::string::npos; at = code.find("NAME", at)) {
        code.replace(at, 4, name);
        at += name.size();
    }
    return code;
}

/// Forms of X, W_q, W_k and W_v, after which code may stand.
const std::vector<std::string> kForms{
    kNamedSquares,
    "X = np.array([[1, 2],\n  [3, 4]]); W_q = np.array([[1, 0], [0, 1]])\n"
    "W_k = torch.tensor([[2., 0.],\n  [0., 2.]])  # keys\nW_v = torch.tensor([[1., 2.], [4., "
    "5.]])\n",
    ">>> X\narray([[1, 2],\n       [3, 4]])\n>>> W_q\n[[1, 0], [0, 1]]\n>>> W_k\n[[2, 0], [0, "
    "2]]\n>>> W_v\n[[1, 2], [4, 5]]\n>>> ",
    "print(X)\n[[1 2]\n [3 4]]\nprint(W_q)\n[[1 0]\n [0 1]]\nWeights W_k:\n[[2 0]\n [0 "
    "2]]\nW_v (2x2):\n[[1 2]\n [4 5]]\n"};

}  // namespace

TEST_CASE("numbers that code behind them changes do not come in as they were") {
    const auto weights = importOf(kNamedSquares).weights;
    for (const std::string& form : kForms) {
        CHECK(importOf(form).weights == weights);
        for (const std::string name : {"X", "W_q", "W_k", "W_v"}) {
            for (const std::string& change : kChanges) {
                const std::string code = withName(change, name);
                CAPTURE(form);
                CAPTURE(code);
                const std::string faults = noDocument(form + code + "\n");
                CHECK(faults.starts_with("line "));
                CHECK(faults.find("after its numbers and is not computed") != std::string::npos);
                CHECK(faults.find(name) != std::string::npos);
            }
            for (const std::string& use : kUses) {
                const std::string code = withName(use, name);
                CAPTURE(form);
                CAPTURE(code);
                CHECK(importOf(form + code + "\n").weights == weights);
            }
        }
    }
}

TEST_CASE("a change of what is printed again, or has no place, is no fault") {
    CHECK(noDocument(kNamedSquares + "W_q *= 2\n") ==
          "line 5: \u201cW_q *= 2\u201d changes W_q after its numbers and is not computed; print "
          "W_q again below it, or remove the line");
    // The numbers behind the change are those of the name.
    CHECK(importOf(kNamedSquares + "W_q = W_q.T\nprint(W_q)\n[[1 0]\n [0 1]]\n").weights ==
          importOf(kNamedSquares).weights);
    CHECK(noDocument(kNamedSquares + "W_q *= 2\nW_q\n[[2, 0], [0, 2]]\n").find("given by") !=
          std::string::npos);
    // Before the numbers, and of a result.
    CHECK(importOf("X = X * 2\nW_q *= 2\n" + kNamedSquares).weights ==
          importOf(kNamedSquares).weights);
    CHECK(importOf(kNamedSquares + "scores = [[1, 2], [3, 4]]\nscores = scores / 2\n").weights ==
          importOf(kNamedSquares).weights);
}

TEST_CASE("a name may have a word twice, before numbers or between those of a row") {
    CHECK(importOf(kNamedSquares + "old old scores\n[[1, 2], [3, 4]]\n").weights ==
          importOf(kNamedSquares).weights);
    for (const char* const text :
         {"array6, 0.2 0.2 [ 17.1598 ],\n [ 0.7, 0.2 0.2 0.2 [ 1.1, 1.2]])\n",
          "array66425,  0.255,  0.782,  0.2 [ 17.1598 ],\n"
          "       [ 0.76766425,  0.255,  0.782,  0.2 [ 1.162609973,  1.20238984]])\n"}) {
        CHECK(refusal(text).starts_with("line 2: "));
    }
}

TEST_CASE("code is read in time linear in its bytes") {
    for (const std::string piece : {"(", "[", "X[", "X = ", "X, ", "].a_(", "'", "d['X']",
                                    "X.fill_(", "out=", ";", ":=", "X(1) ", "if : "}) {
        std::string code;
        while (code.size() < 200'000) code += piece;
        static_cast<void>(changesIn(code));
        static_cast<void>(changesIn(code + " = 1"));
    }
}

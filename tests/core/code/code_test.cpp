#include "core/code/code.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "core/code/draw_code.h"
#include "core/code/mask_code.h"
#include "core/engine/attend.h"
#include "core/engine/stages.h"
#include "core/io/lesson_library.h"
#include "core/io/python_script.h"
#include "core/io/textbook_program.h"
#include "core/lesson/expectations.h"
#include "core/random/draw_program.h"
#include "core/words/language.h"
#include "tests/core/documents.h"
#include "tests/source_folder.h"

namespace lookback::test {
namespace {

bool isWordSign(char sign) {
    return std::isalnum(static_cast<unsigned char>(sign)) != 0 || sign == '_';
}

/// The variables and functions in a line: not attributes, names of arguments, numbers or texts.
std::vector<std::string> namesInCode(const std::string& line) {
    std::vector<std::string> names;
    bool is_text = false;
    for (std::size_t at = 0; at < line.size();) {
        if (line[at] == '"') is_text = !is_text;
        if (is_text || !isWordSign(line[at])) {
            ++at;
            continue;
        }
        std::size_t end = at;
        while (end < line.size() && isWordSign(line[end])) ++end;
        const char before = at > 0 ? line[at - 1] : ' ';
        const bool is_number = std::isdigit(static_cast<unsigned char>(line[at])) != 0;
        const bool is_argument = end + 1 < line.size() && line[end] == '=' && line[end + 1] != '=';
        if (!is_number && !is_argument && before != '.' && before != ':') {
            names.push_back(line.substr(at, end - at));
        }
        at = end;
    }
    return names;
}

/// The functions of the textbook.
std::set<std::string> textbookFunctions() {
    std::set<std::string> names;
    for (const char* const file : {"attention.h", "masks.h", "positions.h"}) {
        std::ifstream in(sourcePath(std::string("core/attention/") + file));
        std::string line;
        while (std::getline(in, line)) {
            const std::size_t bracket = line.find('(');
            if (line.rfind("inline ", 0) != 0 || bracket == std::string::npos) continue;
            const std::size_t space = line.rfind(' ', bracket);
            names.insert(line.substr(space + 1, bracket - space - 1));
        }
    }
    REQUIRE(names.size() > 25);
    return names;
}

/// The names that are known before the first line.
std::set<std::string> givenNames(const Document& document, CodeLibrary library) {
    std::set<std::string> names{"asSize", "head", "return", "def",  "abs",
                                "float",  "True", "False",  "true", "false"};
    for (const MatrixInfo& matrix : kMatrices) {
        const bool is_given = isParameter(matrix.id) || matrix.id == MatrixId::embeddings;
        if (is_given) names.insert(codeName(document, library, matrix.id));
    }
    names.insert(std::string(kTableName));
    for (const MaskList& list : maskLists(document.mask)) names.insert(list.name);
    if (library == CodeLibrary::textbook) {
        const static std::set<std::string> functions = textbookFunctions();
        names.insert(functions.begin(), functions.end());
        for (const char* const word : {"const", "Matrix", "Mask", "Index", "std", "double", "for",
                                       "static_cast", "slopes"}) {
            names.insert(word);
        }
        return names;
    }
    names.insert("math");
    names.insert("bool");
    names.insert("None");
    names.insert(library == CodeLibrary::pytorch ? "torch" : "np");
    if (!roundingCode(document, library).empty()) names.insert("rounded");
    return names;
}

/// The names that a line defines, after which later lines may use them.
std::vector<std::string> definedNames(const std::string& line) {
    if (line.rfind("def ", 0) == 0) return namesInCode(line);
    const std::size_t sign = line.find(" = ");
    const std::size_t end = sign == std::string::npos ? line.find(';') : sign;
    if (end == std::string::npos || line.find('[') < end) return {};
    return namesInCode(line.substr(0, end));
}

void checkCode(const Document& document, CodeLibrary library) {
    const std::vector<CodeLine> lines = forwardCode(document, library);
    CAPTURE(kCodeLibraries[static_cast<std::size_t>(library)].name);
    Index of_stages = 0;
    for (const MatrixId id : stageOrder(document)) {
        CAPTURE(info(id).name);
        const Range place = linesOfStage(lines, id);
        CHECK(!place.empty());
        of_stages += place.size();
        // The last line gives the stage its name, but for a number of rows and cells of a mask.
        bool is_named = false;
        for (Index line = place.begin; line < place.end; ++line) {
            const std::vector<std::string> names = namesInCode(lines[asSize(line)].text);
            is_named = is_named ||
                       std::count(names.begin(), names.end(), codeName(document, library, id)) > 0;
        }
        CHECK(is_named);
    }
    CHECK(of_stages == std::ssize(lines));

    std::set<std::string> known = givenNames(document, library);
    for (const CodeLine& line : lines) {
        CAPTURE(line.text);
        const std::vector<std::string> defined = definedNames(line.text);
        const std::size_t sign = line.text.find(" = ");
        const bool is_function = line.text.rfind("def ", 0) == 0;
        const std::string used = is_function || defined.empty() ? (is_function ? "" : line.text)
                                 : sign == std::string::npos    ? ""
                                                                : line.text.substr(sign + 3);
        for (const std::string& name : namesInCode(used)) {
            CAPTURE(name);
            CHECK(known.count(name) == 1);
        }
        known.insert(defined.begin(), defined.end());
    }
}

Document documentOfLessonNamed(const std::string& id) {
    const auto lesson = openLesson(id);
    REQUIRE(lesson);
    return *lesson;
}

std::vector<std::string> textsOf(const std::vector<CodeLine>& lines) {
    std::vector<std::string> texts;
    for (const CodeLine& line : lines) texts.push_back(line.text);
    return texts;
}

/// What the code of a document prints: the numbers of the stage as the library has them.
std::string printOf(const Document& document, CodeLibrary library, MatrixId id) {
    if (library == CodeLibrary::textbook) {
        const Document in_double = textbookDocument(document);
        return printEigen(allHeads(in_double, attend(in_double), id));
    }
    PrintTensor tensor = allHeads(document, attend(document), id);
    if (isRoundedInCode(document)) tensor.kind = ScalarKind::float32;
    return printed(tensor, library == CodeLibrary::pytorch ? PrintStyle::torch : PrintStyle::numpy);
}

}  // namespace

TEST_CASE("code: every stage has lines in each library, and names are defined before use") {
    const int documents = forEveryTable([](Wanted wanted) {
        for (const Index heads : {1, 3}) {
            for (const bool more : {false, true}) {
                wanted.heads = heads;
                wanted.d_k = 4;
                wanted.output = more;
                Document document = randomDocument(wanted);
                if (more) {
                    document.mask.rules.push_back(telling(MaskKind::padding, wanted.tokens));
                    document.mask.rules.push_back(telling(MaskKind::custom, wanted.tokens));
                    document.scale.kind = Scale::Kind::dk;
                    flip(document.mask, {1, 2});
                }
                for (const CodeLibraryInfo& library : kCodeLibraries) {
                    checkCode(document, library.library);
                }
            }
        }
    });
    CHECK(documents > 50);
    for (const std::string_view id : lessonIds()) {
        const auto lesson = openLesson(std::string(id));
        if (!lesson) continue;  // about an experiment
        for (const CodeLibraryInfo& library : kCodeLibraries) checkCode(*lesson, library.library);
    }
}

// tests/scripts/deep/code_test.sh runs these files: LOOKBACK_WRITE_CODE is their folder.
TEST_CASE("code: write all of the code of some documents, and what it prints" * doctest::skip()) {
    const char* const folder = std::getenv("LOOKBACK_WRITE_CODE");
    REQUIRE(folder != nullptr);
    std::vector<Document> documents;
    for (const std::string_view id : lessonIds()) {
        if (auto lesson = openLesson(std::string(id))) documents.push_back(*std::move(lesson));
    }
    for (const DTypeInfo& dtype : kDTypes) {
        documents.push_back(
            randomDocument({.heads = 2, .output = true, .biases = true, .dtype = dtype.dtype}));
    }
    for (const PositionKind kind : {PositionKind::rope_interleaved, PositionKind::alibi}) {
        documents.push_back(randomDocument({.heads = 2, .d_k = 4, .position = kind}));
    }
    flip(documents.back().mask, {0, 2});
    std::size_t number = 0;
    for (const Document& document : documents) {
        const Trace trace = attend(document);
        for (const MatrixId id : {MatrixId::attention_weights, MatrixId::context}) {
            for (const CodeLibraryInfo& library : kCodeLibraries) {
                const std::string file =
                    fmt::format("{}/{:02}.{}.{}", folder, number, info(id).name, library.name);
                std::ofstream(file) << wholeCode(
                    {.report = {document, trace, trace.order}, .language = kLanguages.front()},
                    library.library, id);
                std::ofstream(file + ".print") << printOf(document, library.library, id);
            }
        }
        ++number;
    }
}

TEST_CASE("code: a notebook's lesson has the notebook's names") {
    using Lines = std::vector<std::string>;
    const Document poem = documentOfLessonNamed("write-a-poem");
    CHECK(textsOf(forwardCode(poem, CodeLibrary::pytorch)) ==
          Lines{"n, d_in = encodings_matrix.shape", "q = encodings_matrix @ W_q",
                "k = encodings_matrix @ W_k", "v = encodings_matrix @ W_v", "sims = q @ k.T",
                "d_k = q.shape[-1]", "scaled_sims = sims / math.sqrt(d_k)",
                "mask = torch.triu(torch.ones(n, n, dtype=torch.bool), diagonal=1)",
                "masked_scaled_sims = scaled_sims.masked_fill(mask, -1e9)",
                "attention_percents = torch.softmax(masked_scaled_sims, dim=-1)",
                "attention_scores = attention_percents @ v"});
    CHECK(textsOf(forwardCode(poem, CodeLibrary::textbook)) ==
          Lines{"const Index n = embeddings.rows();", "const Mask mask = causalMask(n);",
                "const Matrix queries = project(embeddings, w_q);",
                "const Matrix keys = project(embeddings, w_k);",
                "const Matrix values = project(embeddings, w_v);",
                "const Matrix scores = scorePairs(queries, keys);",
                "const Matrix scaled_scores = scaleScores(scores, "
                "std::sqrt(static_cast<double>(queries.cols())));",
                "const Matrix masked_scores = fillBlocked(scaled_scores, mask, -1e9);",
                "const Matrix attention_weights = softmaxRows(masked_scores);",
                "const Matrix context = sumValues(attention_weights, values);"});
    CHECK(codeShape(poem, CodeLibrary::pytorch, MatrixId::scores) == "(3, 3)");
    const Document heads = randomDocument({.tokens = 4, .heads = 2, .d_k = 3});
    CHECK(codeShape(heads, CodeLibrary::numpy, MatrixId::query) == "(2, 4, 3)");
    CHECK(codeShape(heads, CodeLibrary::textbook, MatrixId::query) == "(4, 3)");

    const Document two_ways = documentOfLessonNamed("causal-two-ways");
    const auto lines = textsOf(forwardCode(two_ways, CodeLibrary::pytorch));
    CHECK(std::vector(lines.end() - 5, lines.end()) ==
          Lines{"mask = torch.tril(torch.ones(n, n, dtype=torch.bool))",
                "attn_weights = torch.softmax(scaled_attn_scores, dim=-1)",
                "masked_attn_weights = attn_weights * mask",
                "norm_attn_w = masked_attn_weights / masked_attn_weights.sum(dim=-1, keepdim=True)",
                "context = norm_attn_w @ values"});
    const Document numpy = documentOfLessonNamed("numpy-from-scratch");
    const auto numpy_lines = textsOf(forwardCode(numpy, CodeLibrary::numpy));
    CHECK(std::count(numpy_lines.begin(), numpy_lines.end(),
                     "masked_scores = scaled_scores - mask * 1e9") == 1);
}

TEST_CASE("code: no two matrices of a document have one name") {
    for (const std::string_view id : lessonIds()) {
        const auto lesson = openLesson(std::string(id));
        if (!lesson) continue;
        for (const CodeLibraryInfo& library : kCodeLibraries) {
            std::set<std::string> names{"n", "d_in", "heads", "i", "j", "cap", "bias", "tokens"};
            const std::size_t others = names.size();
            for (const MatrixInfo& matrix : kMatrices) {
                names.insert(codeName(*lesson, library.library, matrix.id));
            }
            CHECK(names.size() == others + kMatrixCount);
        }
    }
}

TEST_CASE(
    "code: every operation of every library of random numbers is a call in PyTorch's script") {
    for (const DrawLibraryInfo& library : kDrawLibraries) {
        for (const DrawOperation& operation : library.operations) {
            Document document = randomDocument({.tokens = 2, .d_in = 2, .d_k = 2});
            std::string program(operation.name);
            for (std::size_t at = 0; at < kMaxDrawArguments; ++at) {
                if (operation.arguments[at].name.empty()) break;
                const bool is_count = operation.arguments[at].kind == DrawArgumentKind::count;
                program += (at == 0 ? ":" : ",") + std::to_string(is_count ? 4
                                                                  : operation.name == "linear"
                                                                      ? 2 - at / 2 * 2
                                                                      : at);
            }
            CAPTURE(program);
            const auto read = parseDrawProgram(library.library, program);
            REQUIRE(read);
            document.draw = Draw{std::string(library.name), "42", program, {"query"}};
            const auto code = drawCode(document, CodeLibrary::pytorch);
            REQUIRE(code);
            CHECK(code->size() == 2);
            CHECK(code->back().rfind("W_q = ", 0) == 0);
            document.draw->into = {std::nullopt};
            CHECK(drawCode(document, CodeLibrary::pytorch)->size() == 2);
            CHECK(drawCode(document, CodeLibrary::numpy).has_value() ==
                  (library.library != DrawLibrary::torch));
        }
    }
}

}  // namespace lookback::test

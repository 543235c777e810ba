#include "core/io/training_script.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/code/code.h"
#include "core/code/python_text.h"
#include "core/io/python_script.h"
#include "core/language/training_run.h"
#include "core/words/say.h"
#include "messages/code.h"

namespace lookback {
namespace {

constexpr Index kLossesInLine = 5;
constexpr std::string_view kIndent = "    ";

/// White space to Python, part of a word to Lookback: separators of ASCII, spaces of other widths.
constexpr std::array<std::string_view, 18> kOtherSpaces{
    "\x1c",         "\x1d",         "\x1e",         "\x1f",         "\xe1\x9a\x80", "\xe2\x80\x80",
    "\xe2\x80\x81", "\xe2\x80\x82", "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86",
    "\xe2\x80\x87", "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xaf", "\xe2\x81\x9f"};

bool hasOtherSpaces(std::string_view text) {
    return std::any_of(kOtherSpaces.begin(), kOtherSpaces.end(), [&](std::string_view space) {
        return text.find(space) != std::string_view::npos;
    });
}

/// The lines of a text between three quotes.
std::vector<std::string> quotedLines(std::string_view text) {
    std::string quoted = "text = \"\"\"\\\n";
    for (const char sign : text) {
        const auto code = static_cast<unsigned char>(sign);
        if (sign == '\\' || sign == '"') {
            quoted += {'\\', sign};
        } else if ((code < 0x20 && sign != '\n' && sign != '\t') || code == 0x7F) {
            quoted += fmt::format("\\x{:02x}", code);
        } else {
            quoted += sign;
        }
    }
    quoted += "\"\"\"";
    std::vector<std::string> lines;
    for (std::size_t at = 0; at <= quoted.size();) {
        const std::size_t end = std::min(quoted.find('\n', at), quoted.size());
        lines.push_back(quoted.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

/// The attention of a twin, without numbers. @param dtype of the experiment
Document documentOfTwin(const Experiment& experiment, const Twin& twin) {
    return attentionDocument(experiment.model, twin, experiment.dtype, experiment.context);
}

class ScriptWriter {
public:
    explicit ScriptWriter(const ExperimentExport& input)
        : e_(input.experiment), wording_(wordingIn(input.language)), language_(input.language) {}

    std::vector<PythonCell> cells() {
        const bool has_words = e_.unit == TextUnit::words;
        using Unit = say::code::TextOfTraining::Unit;
        cell(say::code::TextOfTraining{.unit = has_words ? Unit::words : Unit::other});
        add(quotedLines(e_.text));
        units();
        cell(say::code::Windows{.n = e_.context});
        windows();
        for (std::size_t k = 0; k < e_.twins.size(); ++k) {
            cell(say::code::AttentionOfModel{.model = Verbatim{nameOf(k)}});
            attention(k);
        }
        if (isGiven()) {
            cell(say::code::GivenPositions{});
            givenPositions();
        }
        cell(say::code::Training{.seed = Verbatim{std::to_string(e_.seed)}});
        train();
        cell(say::code::ExpectedLosses{.n = compared()});
        compare();
        return std::move(cells_);
    }

private:
    void cell(const Message& note) { cells_.push_back({.notes = {wording_.text(note)}}); }
    void put(std::string line) { cells_.back().code.push_back(std::move(line)); }
    void add(const std::vector<std::string>& lines, std::string_view indent = "") {
        for (const std::string& line : lines) {
            put(line.empty() ? line : fmt::format("{}{}", indent, line));
        }
    }

    [[nodiscard]] std::string nameOf(std::size_t twin) const {
        return std::string(e_.twins[twin].name.in(language_.id));
    }
    [[nodiscard]] static std::string functionOf(std::size_t twin) {
        return fmt::format("attention_{}", static_cast<char>('a' + twin));
    }
    [[nodiscard]] Index compared() const { return std::min(kComparedLosses, e_.steps); }
    [[nodiscard]] bool isLearned() const { return info(e_.model.positions).has_table; }
    /// Whether positions are added that are not learned.
    [[nodiscard]] bool isGiven() const { return info(e_.model.positions).is_added && !isLearned(); }
    [[nodiscard]] std::string_view dtype() const {
        return e_.dtype == DType::float64 ? ", dtype=torch.float64" : "";
    }

    void units() {
        if (e_.unit == TextUnit::characters) {
            put("units = list(text)");
            put("lines = [0] + [i + 1 for i in range(len(text) - 1) if text[i] == \"\\n\"]");
        } else {
            put("units, lines = [], []");
            put("for line in text.split(\"\\n\"):");
            put(fmt::format("    words = {}", hasOtherSpaces(e_.text)
                                                  ? "re.findall(r\"[^ \\t\\n\\v\\f\\r\\x85\\xa0"
                                                    "\\u2028\\u2029\\u3000]+\", line)"
                                                  : "line.split()"));
            put("    if words:");
            put("        lines.append(len(units))");
            put("        units += words");
        }
        put("vocabulary = sorted(set(units))");
        put("places = {unit: place for place, unit in enumerate(vocabulary)}");
        put("ids = torch.tensor([places[unit] for unit in units])");
    }

    void windows() {
        const std::string share = codeNumber(e_.held_out);
        put(fmt::format("context = {}", e_.context));
        if (e_.starts == WindowStarts::anywhere) {
            put(fmt::format("end = len(units) - int(len(units) * {})", share));
            put("train_starts = list(range(end - context))");
            put("held_out_starts = list(range(end, len(units) - context, context))");
        } else {
            put(fmt::format("trained = len(lines) - int(len(lines) * {})", share));
            put("end = lines[trained] if trained < len(lines) else len(units)");
            put("train_starts = [at for at in lines if at + context < end]");
            put("held_out_starts = [at for at in lines if at >= end and at + context < "
                "len(units)]");
        }
        add({"", "", "def windows(starts):",
             "    units = torch.stack([ids[at:at + context + 1] for at in starts])",
             "    return units[:, :-1], units[:, 1:]"});
    }

    void attention(std::size_t twin) {
        const Document document = documentOfTwin(e_, e_.twins[twin]);
        put("");
        put(fmt::format("def {}(X, W_q, W_k, W_v):", functionOf(twin)));
        add(maskListLines(document.mask, CodeLibrary::pytorch), kIndent);
        for (const CodeLine& line : batchCode(document)) add({line.text}, kIndent);
        put(fmt::format("    return {}",
                        codeName(document, CodeLibrary::pytorch, MatrixId::context)));
    }

    void givenPositions() {
        Document document = documentOfTwin(e_, e_.twins.front());
        document.positions.kind = e_.model.positions;
        const auto lines = forwardCode(document, CodeLibrary::pytorch);
        const Range of_positions = linesOfStage(lines, MatrixId::positions);
        put(fmt::format("n, d_in = context, {}", e_.model.d_model));
        for (Index k = of_positions.begin; k < of_positions.end; ++k) {
            put(lines[static_cast<std::size_t>(k)].text);
        }
    }

    [[nodiscard]] std::string optimizer() const {
        const Optimizer& o = e_.optimizer;
        std::string settings = fmt::format("lr={}", codeNumber(o.learning_rate));
        const OptimizerInfo& row = info(o.kind);
        if (row.has_momentum && o.momentum != 0) {
            settings += fmt::format(", momentum={}", codeNumber(o.momentum));
        }
        if (row.has_moments) {
            settings += fmt::format(", betas=({}, {}), eps={}", codeNumber(o.beta1),
                                    codeNumber(o.beta2), codeNumber(o.epsilon));
        }
        if (row.has_decay) settings += fmt::format(", weight_decay={}", codeNumber(o.weight_decay));
        constexpr std::array<std::string_view, 3> kClasses{"SGD", "Adam", "AdamW"};
        return fmt::format("torch.optim.{}(parameters, {})",
                           kClasses[static_cast<std::size_t>(o.kind)], settings);
    }

    void train() {
        const ModelShape& m = e_.model;
        put("");
        put("def linear(inputs, outputs):");
        put(fmt::format("    layer = nn.Linear(inputs, outputs, bias=False{})", dtype()));
        put("    return layer.weight.detach().T.contiguous()");
        put("");
        put("");
        put("def train(attention):");
        put(fmt::format("    torch.manual_seed({})", e_.seed));
        put(fmt::format("    E = torch.randn(len(vocabulary), {}{})", m.d_model, dtype()));
        if (isLearned()) put(fmt::format("    P = torch.randn(context, {}{})", m.d_model, dtype()));
        put(fmt::format("    W_q = linear({}, {})", m.d_model, m.heads * m.d_k));
        put(fmt::format("    W_k = linear({}, {})", m.d_model, m.heads * m.d_k));
        put(fmt::format("    W_v = linear({}, {})", m.d_model, m.heads * m.d_v));
        put(fmt::format("    W_o = linear({}, {})", m.heads * m.d_v, m.d_model));
        put(fmt::format("    U = linear({}, len(vocabulary))", m.d_model));
        put(fmt::format("    parameters = [E, {}W_q, W_k, W_v, W_o, U]", isLearned() ? "P, " : ""));
        put("    for parameter in parameters:");
        put("        parameter.requires_grad_()");
        put(fmt::format("    optimizer = {}", optimizer()));
        put("");
        put("    def loss_of(starts):");
        put("        inputs, targets = windows(starts)");
        put(fmt::format("        X = E[inputs]{}", isLearned() || isGiven() ? " + P" : ""));
        put(fmt::format("        h = {}attention(X, W_q, W_k, W_v) @ W_o",
                        m.residual ? "X + " : ""));
        put("        return F.cross_entropy((h @ U).flatten(0, 1), targets.flatten())");
        add({"", "    losses = []"});
        put(fmt::format("    for step in range({}):", e_.steps));
        put(fmt::format("        batch = torch.randint(0, len(train_starts), ({},))", e_.batch));
        put("        loss = loss_of([train_starts[k] for k in batch])");
        add({"optimizer.zero_grad()", "loss.backward()", "optimizer.step()",
             "losses.append(loss.item())",
             "if step % 50 == 0:", "    print(f\"step {step}: loss {losses[-1]:.4f}\")"},
            "        ");
        put("    if held_out_starts:");
        put("        with torch.no_grad():");
        put("            print(f\"held-out loss {loss_of(held_out_starts).item():.4f}\")");
        put("    return losses");
    }

    void compare() {
        // States are not read, so none is kept.
        constexpr std::size_t kNoStates = 1;
        TrainingRun run(std::make_shared<const Experiment>(e_), kNoStates);
        run.advance(compared());
        const bool is_double = e_.dtype == DType::float64;
        const ScalarKind kind = is_double ? ScalarKind::float64 : ScalarKind::float32;
        put("expected = {");
        for (std::size_t k = 0; k < e_.twins.size(); ++k) {
            put(fmt::format("    {}: [", functionOf(k)));
            const std::vector<double>& losses = run.losses(k);
            for (Index at = 0; at < std::ssize(losses); at += kLossesInLine) {
                std::vector<std::string> line;
                for (Index i = at; i < std::min(at + kLossesInLine, std::ssize(losses)); ++i) {
                    line.push_back(codeNumber(losses[static_cast<std::size_t>(i)], kind));
                }
                put(fmt::format("        {},", fmt::join(line, ", ")));
            }
            put("    ],");
        }
        put("}");
        put("for attention, first_losses in expected.items():");
        put("    print(attention.__name__)");
        put("    losses = train(attention)");
        const std::string_view by = is_double ? "1e-08" : "1e-03";
        put(
            fmt::format("    torch.testing.assert_close(torch.tensor(losses[:{}], "
                        "dtype=torch.float64),",
                        compared()));
        put(
            fmt::format("                               torch.tensor(first_losses, "
                        "dtype=torch.float64), rtol={0}, atol={0}, equal_nan=True)",
                        by));
        put(fmt::format("print(\"{}\")", wording_.text(say::code::SameLosses{})));
    }

    const Experiment& e_;
    const Wording& wording_;
    const Language& language_;
    std::vector<PythonCell> cells_;
};

}  // namespace

std::string trainingScript(const ExperimentExport& input) {
    return scriptText(input.experiment.title, ScriptWriter(input).cells(),
                      say::code::TrainingScript{}, input.language);
}

}  // namespace lookback

#include "app/platform/dialog_program.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string_view>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "core/io/path.h"

extern char** environ;  // not declared by every unistd.h

namespace lookback {
namespace {

constexpr int kProgramTick = 50;                            ///< milliseconds between two looks
constexpr std::size_t kMostPrinted = std::size_t{1} << 20;  ///< bytes that a program may print

std::vector<std::string> zenityArguments(const FileQuestion& question) {
    std::vector<std::string> all{"--file-selection", "--title=" + question.title};
    if (question.is_save) all.insert(all.end(), {"--save", "--confirm-overwrite"});
    if (question.takes_several) all.insert(all.end(), {"--multiple", "--separator=\n"});
    if (!question.folder.empty()) {
        all.push_back("--filename=" + joinedPath(question.folder, question.name));
    }
    std::string patterns;
    for (const std::string& ending : question.endings) patterns += " *" + ending;
    if (!patterns.empty()) {
        all.push_back("--file-filter=" + question.suitable_label + " |" + patterns);
    }
    all.push_back("--file-filter=" + question.all_label + " | *");
    return all;
}

/// Old and new versions read labels of filters differently, so there are none.
std::vector<std::string> kdialogArguments(const FileQuestion& question, unsigned long parent) {
    std::vector<std::string> all{"--title", question.title};
    if (parent != 0) all.push_back(fmt::format("--attach={}", parent));
    if (question.takes_several) all.insert(all.end(), {"--multiple", "--separate-output"});
    all.emplace_back(question.is_save ? "--getsavefilename" : "--getopenfilename");
    all.push_back(question.folder.empty() ? "." : joinedPath(question.folder, question.name));
    std::string patterns;
    for (const std::string& ending : question.endings) patterns += "*" + ending + " ";
    all.push_back(patterns.empty() ? "*" : patterns + "\n*");
    return all;
}

/// Pointers to the texts, with a null behind them, as `execve` wants them.
std::vector<char*> pointersOf(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

/// A running program whose output is read. Its process and those that it has started are killed at
/// the end of the object.
class Child {
public:
    Child(const std::string& file, std::vector<std::string> arguments,
          std::vector<std::string> environment) {
        arguments.insert(arguments.begin(), file);
        const std::vector<char*> argv = pointersOf(arguments);
        const std::vector<char*> envp = pointersOf(environment);
        std::array<int, 2> ends{-1, -1};
        if (pipe(ends.data()) != 0) return;
        for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
        const pid_t parent = getpid();
        id_ = fork();
        if (id_ == 0) become(file, argv, envp, ends[1], parent);
        ::close(ends[1]);
        output_ = ends[0];
        if (id_ > 0) setpgid(id_, id_);  // also here: it may be killed before it has run
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        if (output_ >= 0) ::close(output_);
        if (id_ <= 0) return;
        kill(-id_, SIGKILL);
        while (waitpid(id_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }

    /// Waits a little for output. @return false: it has ended
    [[nodiscard]] bool read(std::string& printed) const {
        pollfd wait{.fd = output_, .events = POLLIN, .revents = 0};
        if (poll(&wait, 1, kProgramTick) <= 0) return output_ >= 0;
        std::array<char, 4096> bytes{};
        const ssize_t count = ::read(output_, bytes.data(), bytes.size());
        if (count < 0) return errno == EINTR;
        printed.append(bytes.data(), static_cast<std::size_t>(count));
        return count > 0;
    }

    /// Waits a little for the end. @return the exit code, -1 where a signal ended it; nothing: it
    /// still runs
    [[nodiscard]] std::optional<int> code() {
        if (id_ <= 0) return -1;
        int status = 0;
        const pid_t ended = waitpid(id_, &status, WNOHANG);
        if (ended == 0) poll(nullptr, 0, kProgramTick);
        if (ended == 0 || (ended < 0 && errno == EINTR)) return std::nullopt;
        kill(-id_, SIGKILL);
        id_ = 0;
        return ended > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    }

private:
    /// Runs the program in the new process. Between fork and exec only async-signal-safe functions
    /// are called, since other threads may hold locks.
    [[noreturn]] static void become(const std::string& file, const std::vector<char*>& argv,
                                    const std::vector<char*>& envp, int output, pid_t parent) {
        setpgid(0, 0);
#ifdef __linux__
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(127);
#else
        static_cast<void>(parent);
#endif
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, nullptr);
        const int nothing = ::open("/dev/null", O_RDWR);
        dup2(nothing, STDIN_FILENO);
        dup2(output, STDOUT_FILENO);
        dup2(nothing, STDERR_FILENO);
        execve(file.c_str(), argv.data(), envp.data());
        _exit(127);
    }

    pid_t id_ = -1;
    int output_ = -1;
};

}  // namespace

std::vector<std::string> DialogProgram::arguments(const FileQuestion& question,
                                                  unsigned long parent) const {
    return name == "zenity" ? zenityArguments(question) : kdialogArguments(question, parent);
}

std::vector<DialogProgram> dialogPrograms() {
    std::vector<DialogProgram> found;
    const char* const path = std::getenv("PATH");
    for (const char* const name : {"zenity", "kdialog"}) {
        std::istringstream folders(path != nullptr ? path : "");
        for (std::string folder; std::getline(folders, folder, ':');) {
            const std::string file = folder + "/" + name;
            std::error_code ignored;
            if (!isFromRoot(folder) || !std::filesystem::is_regular_file(file, ignored) ||
                access(file.c_str(), X_OK) != 0) {
                continue;
            }
            found.push_back({name, file});
            break;
        }
    }
    return found;
}

ChosenFiles askProgram(const DialogProgram& program, unsigned long parent,
                       const FileQuestion& question, const GivesUp& gives_up) {
    std::vector<std::string> environment;
    for (char** at = environ; *at != nullptr; ++at) {
        if (!std::string_view(*at).starts_with("WINDOWID=")) environment.emplace_back(*at);
    }
    // The dialog stays before this window, not before the terminal that has started the program.
    if (parent != 0) environment.push_back(fmt::format("WINDOWID={}", parent));
    Child child(program.file, program.arguments(question, parent), std::move(environment));
    std::vector<std::string> files;
    std::string printed;
    while (child.read(printed)) {
        if (isGivenUp(gives_up)) return files;
        if (printed.size() > kMostPrinted) return std::nullopt;
    }
    std::optional<int> code;
    while (!(code = child.code())) {
        if (isGivenUp(gives_up)) return files;
    }
    if (*code == 1) return files;  // cancelled
    if (*code != 0) return std::nullopt;
    if (!question.takes_several) {
        if (printed.ends_with('\n')) printed.pop_back();
        if (!printed.empty()) files.push_back(std::move(printed));
        return files;
    }
    std::istringstream lines(printed);
    for (std::string line; std::getline(lines, line);) {
        if (!line.empty()) files.push_back(line);
    }
    return files;
}

}  // namespace lookback

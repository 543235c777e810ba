#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "app/program/host.h"
#include "app/program/worker.h"

namespace lookback {

/// Asks for files in the desktop portal's dialog, else in that of zenity or kdialog. After all have
/// failed once, none is asked again.
class SystemDialogs final : public FileDialogs {
public:
    /// @param parent id of the X11 window; 0: unknown
    /// @param tell is called from another thread when there is an answer
    SystemDialogs(unsigned long parent, std::function<void()> tell)
        : parent_(parent), worker_(std::move(tell)) {}

    [[nodiscard]] bool ask(const FileQuestion& question) override;
    void close() override { shared_->asked = 0; }
    [[nodiscard]] std::optional<Action> takeAnswer() override;

    /// Closes the dialog for good, as `Worker::stop`.
    bool stop() { return worker_.stop(); }

private:
    struct Shared {
        std::atomic<std::uint64_t> asked = 0;  ///< number of the open question; 0: none is open
        std::atomic<bool> has_failed = false;  ///< no dialog came up
    };

    unsigned long parent_;
    std::shared_ptr<Shared> shared_ = std::make_shared<Shared>();
    Worker worker_;
};

}  // namespace lookback

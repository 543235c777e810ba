#include "app/state/commands/commands.h"

namespace lookback {
namespace {

const std::array kModeCommands{
    Command{CommandGroup::window,
            "lab",
            "Lab: every number computed",
            {kAlt | ImGuiKey_1, 0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::lab}; }},
    Command{CommandGroup::window,
            "compare",
            "Compare: two variants side by side",
            {kAlt | ImGuiKey_2, 0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::compare}; }},
    Command{CommandGroup::window,
            "leak",
            "Leak test: which word can change which output",
            {kAlt | ImGuiKey_3, 0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::leak}; }},
    Command{CommandGroup::window,
            "train",
            "Train: one model with a mask and without",
            {kAlt | ImGuiKey_4, 0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::train}; }},
    Command{CommandGroup::window,
            "generate",
            "Generate: word by word, from left to right",
            {kAlt | ImGuiKey_5, 0},
            KeyUse::always,
            always,
            [](const AppState&) -> Action { return SetMode{Mode::generate}; }},
};

}  // namespace

std::span<const Command> modeCommands() { return kModeCommands; }

}  // namespace lookback

/// The monitors of this machine, and places of windows on them.
#pragma once

struct GLFWmonitor;
struct GLFWwindow;
struct ImVec2;

namespace lookback {

/// A place on the screens, in the window system's units.
struct Rectangle {
    int x = 0;
    int y = 0;
    int width = 0;
    int height = 0;
};

[[nodiscard]] Rectangle windowRectangle(GLFWwindow* window);

/// The monitor below the middle of the window; null where there is none.
[[nodiscard]] GLFWmonitor* monitorBelow(const Rectangle& window);

/// Frames a second of the window's monitor; 60 where it is not known.
[[nodiscard]] double refreshRate(GLFWwindow* window);

/// Framebuffer pixels for one of the window system's units: other than 1 on some systems only.
[[nodiscard]] ImVec2 pixelsPerUnit(GLFWwindow* window);

/// Converts a place from the window system's units to points.
[[nodiscard]] Rectangle inPoints(GLFWwindow* window, const Rectangle& place);

/// Gives the window a size in points, in the middle of the screen and no larger than it.
void placeWindow(GLFWwindow* window, int width, int height);

}  // namespace lookback

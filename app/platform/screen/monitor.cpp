#include "app/platform/screen/monitor.h"

#include <algorithm>
#include <cmath>

#include <GLFW/glfw3.h>
#include <imgui.h>

namespace lookback {

Rectangle windowRectangle(GLFWwindow* window) {
    Rectangle place;
    glfwGetWindowPos(window, &place.x, &place.y);
    glfwGetWindowSize(window, &place.width, &place.height);
    return place;
}

GLFWmonitor* monitorBelow(const Rectangle& window) {
    int count = 0;
    GLFWmonitor** monitors = glfwGetMonitors(&count);
    const int x = window.x + window.width / 2;
    const int y = window.y + window.height / 2;
    for (int i = 0; i < count; ++i) {
        int left = 0;
        int top = 0;
        glfwGetMonitorPos(monitors[i], &left, &top);
        const GLFWvidmode* mode = glfwGetVideoMode(monitors[i]);
        if (mode && x >= left && x < left + mode->width && y >= top && y < top + mode->height) {
            return monitors[i];
        }
    }
    return glfwGetPrimaryMonitor();
}

double refreshRate(GLFWwindow* window) {
    GLFWmonitor* monitor = monitorBelow(windowRectangle(window));
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    return mode && mode->refreshRate > 0 ? mode->refreshRate : 60;
}

ImVec2 pixelsPerUnit(GLFWwindow* window) {
    const Rectangle place = windowRectangle(window);
    int width = 0;
    int height = 0;
    glfwGetFramebufferSize(window, &width, &height);
    if (place.width <= 0 || place.height <= 0) return {1, 1};
    return {static_cast<float>(width) / static_cast<float>(place.width),
            static_cast<float>(height) / static_cast<float>(place.height)};
}

Rectangle inPoints(GLFWwindow* window, const Rectangle& place) {
    float scale = 1;
    glfwGetWindowContentScale(window, &scale, nullptr);
    const float points = pixelsPerUnit(window).x / scale;
    const auto convert = [&](int units) {
        return static_cast<int>(std::lround(static_cast<float>(units) * points));
    };
    return {convert(place.x), convert(place.y), convert(place.width), convert(place.height)};
}

void placeWindow(GLFWwindow* window, int width, int height) {
    GLFWmonitor* monitor = glfwGetPrimaryMonitor();
    if (!monitor) return;
    Rectangle area;
    glfwGetMonitorWorkarea(monitor, &area.x, &area.y, &area.width, &area.height);
    float scale = 1;
    glfwGetWindowContentScale(window, &scale, nullptr);
    scale /= pixelsPerUnit(window).x;
    const auto fitting = [&](int points, int most) {
        return std::min(static_cast<int>(std::lround(static_cast<float>(points) * scale)), most);
    };
    const int fitting_width = fitting(width, area.width);
    const int fitting_height = fitting(height, area.height);
    glfwSetWindowSize(window, fitting_width, fitting_height);
    glfwSetWindowPos(window, area.x + (area.width - fitting_width) / 2,
                     area.y + (area.height - fitting_height) / 2);
}

}  // namespace lookback

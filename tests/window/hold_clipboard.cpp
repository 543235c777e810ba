// hold_clipboard FILE: holds the text of a file in the clipboard of the screen, as a program does
// in which somebody has copied it, until it is ended. Prints a line once the clipboard is its own.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include <X11/Xatom.h>
#include <X11/Xlib.h>

namespace {

/// Answers a program that pastes: with the kinds of text that there are, or with the text.
void answer(Display* display, const XSelectionRequestEvent& request, const std::string& text) {
    const Atom utf8 = XInternAtom(display, "UTF8_STRING", False);
    const Atom targets = XInternAtom(display, "TARGETS", False);
    XSelectionEvent reply{};
    reply.type = SelectionNotify;
    reply.requestor = request.requestor;
    reply.selection = request.selection;
    reply.target = request.target;
    reply.property = request.property;
    reply.time = request.time;
    if (request.target == targets) {
        const Atom kinds[] = {targets, utf8};
        XChangeProperty(display, request.requestor, request.property, XA_ATOM, 32, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(kinds), 2);
    } else if (request.target == utf8) {
        XChangeProperty(display, request.requestor, request.property, utf8, 8, PropModeReplace,
                        reinterpret_cast<const unsigned char*>(text.data()),
                        static_cast<int>(text.size()));
    } else {
        reply.property = None;
    }
    XSendEvent(display, request.requestor, False, NoEventMask, reinterpret_cast<XEvent*>(&reply));
}

}  // namespace

int main(int count, char** arguments) {
    Display* const display = XOpenDisplay(nullptr);
    if (count != 2 || display == nullptr) {
        std::fputs("hold_clipboard FILE, on a display\n", stderr);
        return 2;
    }
    std::ifstream file(arguments[1]);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const Window window =
        XCreateSimpleWindow(display, DefaultRootWindow(display), 0, 0, 1, 1, 0, 0, 0);
    const Atom clipboard = XInternAtom(display, "CLIPBOARD", False);
    XSetSelectionOwner(display, clipboard, window, CurrentTime);
    if (XGetSelectionOwner(display, clipboard) != window) return 1;
    std::puts("held");
    std::fflush(stdout);
    for (XEvent event; XNextEvent(display, &event) == 0;) {
        if (event.type == SelectionRequest) answer(display, event.xselectionrequest, text);
        if (event.type == SelectionClear) return 0;
    }
    return 0;
}

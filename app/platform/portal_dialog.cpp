#include "app/platform/portal_dialog.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <dbus/dbus.h>
#include <fmt/format.h>

#include "core/io/path.h"

namespace lookback {
namespace {

constexpr std::chrono::seconds kPortalPatience{2};  ///< with the bus and the portal together
constexpr int kPortalTick = 50;  ///< milliseconds between two looks at `gives_up`
constexpr const char* kBus = "org.freedesktop.DBus";
constexpr const char* kPortal = "org.freedesktop.portal.Desktop";
constexpr const char* kPortalPath = "/org/freedesktop/portal/desktop";
constexpr const char* kRequest = "org.freedesktop.portal.Request";

struct EndConnection {
    void operator()(DBusConnection* connection) const {
        dbus_connection_close(connection);
        dbus_connection_unref(connection);
    }
};
using Connection = std::unique_ptr<DBusConnection, EndConnection>;

struct EndMessage {
    void operator()(DBusMessage* message) const { dbus_message_unref(message); }
};
using BusMessage = std::unique_ptr<DBusMessage, EndMessage>;

BusMessage methodCall(const char* service, const char* path, const char* interface,
                      const char* method) {
    return BusMessage(dbus_message_new_method_call(service, path, interface, method));
}

/// @return the message's serial number; 0 where it cannot be sent
dbus_uint32_t sendMessage(DBusConnection& connection, DBusMessage& message) {
    dbus_uint32_t serial = 0;
    return dbus_connection_send(&connection, &message, &serial) != 0 ? serial : 0;
}

void appendText(DBusMessageIter& at, const std::string& text) {
    const char* const words = text.c_str();
    dbus_message_iter_append_basic(&at, DBUS_TYPE_STRING, static_cast<const void*>(&words));
}

/// Adds an option to a dictionary. @param append adds its value, of this type
template <class Append>
void addOption(DBusMessageIter& options, const char* key, const char* type, Append append) {
    DBusMessageIter entry;
    DBusMessageIter value;
    dbus_message_iter_open_container(&options, DBUS_TYPE_DICT_ENTRY, nullptr, &entry);
    appendText(entry, key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, type, &value);
    append(value);
    dbus_message_iter_close_container(&entry, &value);
    dbus_message_iter_close_container(&options, &entry);
}

void addText(DBusMessageIter& options, const char* key, const std::string& text) {
    addOption(options, key, "s", [&](DBusMessageIter& value) { appendText(value, text); });
}

/// A path: its bytes with a 0 behind them.
void addPath(DBusMessageIter& options, const char* key, const std::string& path) {
    addOption(options, key, "ay", [&](DBusMessageIter& value) {
        DBusMessageIter bytes;
        const char* const data = path.c_str();
        dbus_message_iter_open_container(&value, DBUS_TYPE_ARRAY, "y", &bytes);
        dbus_message_iter_append_fixed_array(&bytes, DBUS_TYPE_BYTE,
                                             static_cast<const void*>(&data),
                                             static_cast<int>(path.size()) + 1);
        dbus_message_iter_close_container(&value, &bytes);
    });
}

/// A filter, (sa(us)): its label and its patterns, each with 0, which means a glob.
void appendFilter(DBusMessageIter& filters, const std::string& label,
                  const std::vector<std::string>& patterns) {
    constexpr dbus_uint32_t kGlob = 0;
    DBusMessageIter filter;
    DBusMessageIter list;
    dbus_message_iter_open_container(&filters, DBUS_TYPE_STRUCT, nullptr, &filter);
    appendText(filter, label);
    dbus_message_iter_open_container(&filter, DBUS_TYPE_ARRAY, "(us)", &list);
    for (const std::string& pattern : patterns) {
        DBusMessageIter one;
        dbus_message_iter_open_container(&list, DBUS_TYPE_STRUCT, nullptr, &one);
        dbus_message_iter_append_basic(&one, DBUS_TYPE_UINT32, static_cast<const void*>(&kGlob));
        appendText(one, pattern);
        dbus_message_iter_close_container(&list, &one);
    }
    dbus_message_iter_close_container(&filter, &list);
    dbus_message_iter_close_container(&filters, &filter);
}

void addFilters(DBusMessageIter& options, const FileQuestion& question) {
    addOption(options, "filters", "a(sa(us))", [&](DBusMessageIter& value) {
        DBusMessageIter filters;
        dbus_message_iter_open_container(&value, DBUS_TYPE_ARRAY, "(sa(us))", &filters);
        std::vector<std::string> patterns;
        for (const std::string& ending : question.endings) patterns.push_back("*" + ending);
        if (!patterns.empty()) appendFilter(filters, question.suitable_label, patterns);
        appendFilter(filters, question.all_label, {"*"});
        dbus_message_iter_close_container(&value, &filters);
    });
}

/// OpenFile or SaveFile: (parent window s, title s, options a{sv}).
BusMessage dialogCall(unsigned long parent, const FileQuestion& question,
                      const std::string& token) {
    BusMessage message = methodCall(kPortal, kPortalPath, "org.freedesktop.portal.FileChooser",
                                    question.is_save ? "SaveFile" : "OpenFile");
    DBusMessageIter at;
    DBusMessageIter options;
    dbus_message_iter_init_append(message.get(), &at);
    appendText(at, parent != 0 ? fmt::format("x11:{:x}", parent) : "");
    appendText(at, question.title);
    dbus_message_iter_open_container(&at, DBUS_TYPE_ARRAY, "{sv}", &options);
    addText(options, "handle_token", token);
    addText(options, "accept_label", question.accept);
    addFilters(options, question);
    if (!question.folder.empty()) addPath(options, "current_folder", question.folder);
    if (question.is_save) {
        addText(options, "current_name", question.name);
    } else {
        const dbus_bool_t several = question.takes_several ? 1 : 0;
        addOption(options, "multiple", "b", [&](DBusMessageIter& value) {
            dbus_message_iter_append_basic(&value, DBUS_TYPE_BOOLEAN,
                                           static_cast<const void*>(&several));
        });
    }
    dbus_message_iter_close_container(&at, &options);
    return message;
}

/// Asks the bus for signals.
void askForSignals(DBusConnection& connection, const std::string& rule) {
    const BusMessage message = methodCall(kBus, "/org/freedesktop/DBus", kBus, "AddMatch");
    DBusMessageIter at;
    dbus_message_iter_init_append(message.get(), &at);
    appendText(at, rule);
    dbus_message_set_no_reply(message.get(), 1);
    sendMessage(connection, *message);
}

/// The texts of an array of strings in a variant; none where it has another type.
std::vector<std::string> textsOf(DBusMessageIter variant) {
    std::vector<std::string> texts;
    DBusMessageIter list;
    DBusMessageIter at;
    dbus_message_iter_recurse(&variant, &list);
    if (dbus_message_iter_get_arg_type(&list) != DBUS_TYPE_ARRAY ||
        dbus_message_iter_get_element_type(&list) != DBUS_TYPE_STRING) {
        return texts;
    }
    dbus_message_iter_recurse(&list, &at);
    for (; dbus_message_iter_get_arg_type(&at) == DBUS_TYPE_STRING; dbus_message_iter_next(&at)) {
        const char* text = nullptr;
        dbus_message_iter_get_basic(&at, static_cast<void*>(&text));
        texts.emplace_back(text);
    }
    return texts;
}

/// The files of the signal Response, (response u, results a{sv}): 0 chosen, 1 cancelled, 2 ended
/// otherwise.
ChosenFiles filesOf(DBusMessage& response) {
    if (dbus_message_has_signature(&response, "ua{sv}") == 0) return std::nullopt;
    DBusMessageIter at;
    DBusMessageIter entries;
    dbus_uint32_t code = 0;
    dbus_message_iter_init(&response, &at);
    dbus_message_iter_get_basic(&at, static_cast<void*>(&code));
    std::vector<std::string> files;
    if (code == 1) return files;
    if (code != 0) return std::nullopt;
    dbus_message_iter_next(&at);
    dbus_message_iter_recurse(&at, &entries);
    for (; dbus_message_iter_get_arg_type(&entries) == DBUS_TYPE_DICT_ENTRY;
         dbus_message_iter_next(&entries)) {
        DBusMessageIter entry;
        const char* key = nullptr;
        dbus_message_iter_recurse(&entries, &entry);
        dbus_message_iter_get_basic(&entry, static_cast<void*>(&key));
        dbus_message_iter_next(&entry);
        if (std::string_view(key) != "uris") continue;
        for (const std::string& uri : textsOf(entry)) files.push_back(pathOfUri(uri));
    }
    return files;
}

/// A connection to the bus and the dialog that is asked for over it. The portal closes the dialog
/// of a connection that ends.
class PortalDialog {
public:
    PortalDialog(Connection connection, const GivesUp& gives_up)
        : connection_(std::move(connection)), gives_up_(gives_up) {}

    /// Registers at the bus, which has to be the first message.
    [[nodiscard]] bool begin() {
        const BusMessage hello = methodCall(kBus, "/org/freedesktop/DBus", kBus, "Hello");
        asked_ = sendMessage(*connection_, *hello);
        while (mayWait()) {
            if (dbus_connection_read_write(connection_.get(), kPortalTick) == 0) return false;
            const BusMessage reply = next();
            if (reply != nullptr) return isReply(*reply);
        }
        return false;
    }

    [[nodiscard]] ChosenFiles ask(unsigned long parent, const FileQuestion& question) {
        askForSignals(*connection_,
                      fmt::format("type='signal',sender='{}',interface='{}'", kPortal, kRequest));
        askForSignals(*connection_,
                      fmt::format("type='signal',sender='{}',member='NameOwnerChanged',"
                                  "arg0='{}'",
                                  kBus, kPortal));
        const std::string token = fmt::format("lookback{}", question.number);
        const BusMessage message = dialogCall(parent, question, token);
        asked_ = sendMessage(*connection_, *message);
        while (isShown() ? !isGivenUp(gives_up_) : mayWait()) {
            if (dbus_connection_read_write(connection_.get(), kPortalTick) == 0)
                return std::nullopt;
            while (const BusMessage came = next()) {
                if (isEnd(*came)) return std::nullopt;
                if (isReply(*came)) takeHandle(*came);
                if (isResponse(*came)) return filesOf(*came);
            }
        }
        if (!isGivenUp(gives_up_)) return std::nullopt;
        if (isShown()) close();
        return std::vector<std::string>();
    }

private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool isShown() const { return !handle_.empty(); }
    [[nodiscard]] bool mayWait() const {
        return Clock::now() - begun_ < kPortalPatience && !isGivenUp(gives_up_);
    }
    [[nodiscard]] BusMessage next() const {
        return BusMessage(dbus_connection_pop_message(connection_.get()));
    }
    [[nodiscard]] bool isAnswer(DBusMessage& message, int type) const {
        return dbus_message_get_type(&message) == type &&
               dbus_message_get_reply_serial(&message) == asked_;
    }
    [[nodiscard]] bool isReply(DBusMessage& message) const {
        return isAnswer(message, DBUS_MESSAGE_TYPE_METHOD_RETURN);
    }

    /// True where the portal refuses the question, or ends.
    [[nodiscard]] bool isEnd(DBusMessage& message) const {
        if (isAnswer(message, DBUS_MESSAGE_TYPE_ERROR)) return true;
        if (dbus_message_is_signal(&message, kBus, "NameOwnerChanged") == 0) return false;
        const char* name = nullptr;
        const char* before = nullptr;
        const bool is_read =
            dbus_message_get_args(&message, nullptr, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING,
                                  &before, DBUS_TYPE_INVALID) != 0;
        return is_read && isShown() && portal_ == before;
    }

    void takeHandle(DBusMessage& reply) {
        const char* handle = nullptr;
        const char* const sender = dbus_message_get_sender(&reply);
        if (sender == nullptr || dbus_message_get_args(&reply, nullptr, DBUS_TYPE_OBJECT_PATH,
                                                       &handle, DBUS_TYPE_INVALID) == 0) {
            return;
        }
        handle_ = handle;
        portal_ = sender;
    }

    [[nodiscard]] bool isResponse(DBusMessage& message) const {
        return isShown() && dbus_message_is_signal(&message, kRequest, "Response") != 0 &&
               dbus_message_has_path(&message, handle_.c_str()) != 0 &&
               dbus_message_has_sender(&message, portal_.c_str()) != 0;
    }

    /// Sends without waiting: the end of the connection closes the dialog, too.
    void close() const {
        const BusMessage message = methodCall(portal_.c_str(), handle_.c_str(), kRequest, "Close");
        sendMessage(*connection_, *message);
        dbus_connection_read_write(connection_.get(), 0);
    }

    Connection connection_;
    const GivesUp& gives_up_;
    Clock::time_point begun_ = Clock::now();
    dbus_uint32_t asked_ = 0;  ///< serial number of the call whose reply is awaited
    std::string handle_;       ///< object path of the dialog; empty: none is shown yet
    std::string portal_;       ///< the portal's own name on the bus
};

/// That the first start waits for its theme.
constexpr std::chrono::milliseconds kSchemePatience{500};

/// @return null: no reply in time, or an error
BusMessage replyTo(DBusConnection& connection, DBusMessage& message) {
    return BusMessage(dbus_connection_send_with_reply_and_block(
        &connection, &message, static_cast<int>(kSchemePatience.count()), nullptr));
}

/// A number in variants, one in the other: Read of the portal's settings packs it twice.
std::optional<dbus_uint32_t> numberIn(DBusMessage& reply) {
    DBusMessageIter at;
    if (dbus_message_iter_init(&reply, &at) == 0) return std::nullopt;
    while (dbus_message_iter_get_arg_type(&at) == DBUS_TYPE_VARIANT) {
        DBusMessageIter inner;
        dbus_message_iter_recurse(&at, &inner);
        at = inner;
    }
    if (dbus_message_iter_get_arg_type(&at) != DBUS_TYPE_UINT32) return std::nullopt;
    dbus_uint32_t number = 0;
    dbus_message_iter_get_basic(&at, static_cast<void*>(&number));
    return number;
}

Connection connectedTo(const std::string& bus) {
    Connection connection(dbus_connection_open_private(bus.c_str(), nullptr));
    if (connection != nullptr) dbus_connection_set_exit_on_disconnect(connection.get(), 0);
    return connection;
}

bool readsDark(const std::string& bus) {
    constexpr dbus_uint32_t kPrefersDark = 1;
    const Connection connection = connectedTo(bus);
    if (connection == nullptr) return false;
    const BusMessage hello = methodCall(kBus, "/org/freedesktop/DBus", kBus, "Hello");
    if (replyTo(*connection, *hello) == nullptr) return false;
    const BusMessage question =
        methodCall(kPortal, kPortalPath, "org.freedesktop.portal.Settings", "Read");
    // Where no portal runs, the bus says so at once instead of starting one.
    dbus_message_set_auto_start(question.get(), 0);
    DBusMessageIter at;
    dbus_message_iter_init_append(question.get(), &at);
    appendText(at, "org.freedesktop.appearance");
    appendText(at, "color-scheme");
    const BusMessage reply = replyTo(*connection, *question);
    return reply != nullptr && numberIn(*reply) == kPrefersDark;
}

}  // namespace

bool portalPrefersDark(const std::string& bus) {
    // A bus that takes the connection and is silent would keep libdbus waiting without end.
    const auto answer = std::make_shared<std::promise<bool>>();
    std::future<bool> comes = answer->get_future();
    std::thread([bus, answer] { answer->set_value(readsDark(bus)); }).detach();
    return comes.wait_for(kSchemePatience) == std::future_status::ready && comes.get();
}

std::string sessionBus() {
    const char* const address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
    if (address != nullptr && *address != '\0') {
        // libdbus would start a bus of its own, on which there is no portal.
        return std::string_view(address).starts_with("autolaunch:") ? "" : address;
    }
    const char* const folder = std::getenv("XDG_RUNTIME_DIR");
    if (folder == nullptr || *folder == '\0') return "";
    const std::string path = std::string(folder) + "/bus";
    std::error_code ignored;
    if (!std::filesystem::is_socket(path, ignored)) return "";
    const std::unique_ptr<char, decltype(&dbus_free)> escaped(
        dbus_address_escape_value(path.c_str()), dbus_free);
    return escaped != nullptr ? std::string("unix:path=") + escaped.get() : "";
}

ChosenFiles askPortal(const std::string& bus, unsigned long parent, const FileQuestion& question,
                      const GivesUp& gives_up) {
    Connection connection = connectedTo(bus);
    if (connection == nullptr) return std::nullopt;
    PortalDialog dialog(std::move(connection), gives_up);
    if (!dialog.begin()) return std::nullopt;
    return dialog.ask(parent, question);
}

}  // namespace lookback

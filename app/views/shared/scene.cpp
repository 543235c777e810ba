#include "app/views/shared/scene.h"

#include <utility>

#include "app/state/model/app_state.h"
#include "app/state/update/action.h"
#include "core/words/say.h"

namespace lookback {

const Variant& Scene::shown() const { return state.shown; }
const Place& Scene::place() const { return state.place; }
const Preferences& Scene::preferences() const { return state.preferences; }
Wording Scene::wording() const { return state.wording(); }
std::string Scene::said(const Message& message) const { return wording().text(message); }

std::string Scene::said(std::span<const Message> messages) const {
    return wording().text(messages);
}

std::string Scene::said(const LocalText& text) const { return wording().text(text); }

std::string Scene::labelled(const Message& label, std::string_view id) const {
    return said(label).append("###").append(id);
}

Index Scene::token() const { return state.token(); }

MatrixView Scene::before(MatrixId id) const {
    const Variant* const was = state.before.shown();
    const bool is_there = was != nullptr && (isParameter(id) || was->trace().has(id));
    return is_there ? was->matrix(id, place().head) : MatrixView();
}

void Scene::emit(Action action) const { actions.push_back(std::move(action)); }

}  // namespace lookback

#include "app/views/shared/scene.h"

#include <utility>

namespace lookback {

void Scene::emit(Action action) const { actions.push_back(std::move(action)); }

}  // namespace lookback

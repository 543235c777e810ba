#include "core/document/token_move.h"

#include <algorithm>
#include <numeric>

namespace lookback {

std::vector<Index> placesBeforeMove(const Document& was, const Document& is) {
    if (was.n() != is.n() || was.dIn() != is.dIn()) return {};
    const auto stays = [&](Index place, Index before) {
        return is.tokens[static_cast<std::size_t>(place)] ==
                   was.tokens[static_cast<std::size_t>(before)] &&
               is.embeddings.get().row(place) == was.embeddings.get().row(before);
    };
    Index first = 0;
    while (first < is.n() && stays(first, first)) ++first;
    if (first == is.n()) return {};
    Index last = is.n() - 1;
    while (stays(last, last)) --last;

    // One of the two ends went to the other, and what lies between made room.
    std::vector<Index> places(static_cast<std::size_t>(is.n()));
    for (const Index moved : {first, last}) {
        std::iota(places.begin(), places.end(), Index{0});
        const auto begin = places.begin() + first;
        std::rotate(begin, moved == first ? begin + 1 : places.begin() + last,
                    places.begin() + last + 1);
        const auto stands = [&](Index place) {
            return stays(place, places[static_cast<std::size_t>(place)]);
        };
        bool all_stand = true;
        for (Index place = first; all_stand && place <= last; ++place) all_stand = stands(place);
        if (all_stand) return places;
    }
    return {};
}

}  // namespace lookback

#include "core/language/generation.h"

#include <utility>

#include "core/language/writer.h"

namespace lookback {

template <class Scalar>
Written generate(const Experiment& experiment, const Twin& twin,
                 const Parameters<Scalar>& parameters, std::vector<Unit> prompt, Index count,
                 const Sampling& sampling) {
    Writer<Scalar> writer(experiment, twin, parameters, std::move(prompt), sampling);
    Written written;
    for (Index step = 0; step < count; ++step) {
        const WordWritten word = writer.next();
        if (word.lot) written.uniforms.push_back(*word.lot);
        written.chances.push_back(word.chances[static_cast<std::size_t>(word.unit)]);
    }
    written.units = writer.units();
    return written;
}

template Written generate(const Experiment&, const Twin&, const Parameters<float>&,
                          std::vector<Unit>, Index, const Sampling&);
template Written generate(const Experiment&, const Twin&, const Parameters<double>&,
                          std::vector<Unit>, Index, const Sampling&);

}  // namespace lookback

#!/bin/bash
# The window is killed by the dozen, where the plain test of it kills it twice each way.
LOOKBACK_KILLS=12 exec bash "$(dirname "$0")/../window_loss_test.sh"

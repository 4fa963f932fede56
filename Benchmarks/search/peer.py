# SPDX-License-Identifier: Apache-2.0
"""The best 10 of random unit vectors by faiss's IndexFlatIP: peer.py <count> <threads>.

Prints "ready", and for each line that it reads the time of one search in ns.
"""

import sys
import time

import faiss
import numpy

DIMENSIONS, WANTED, PART = 128, 10, 100_000


def vectors(random, count):
    made = random.standard_normal((count, DIMENSIONS), dtype=numpy.float32)
    return made / numpy.linalg.norm(made, axis=1, keepdims=True)


def main():
    count = int(sys.argv[1])
    faiss.omp_set_num_threads(int(sys.argv[2]))
    random = numpy.random.default_rng(42)
    index = faiss.IndexFlatIP(DIMENSIONS)
    for first in range(0, count, PART):
        index.add(vectors(random, min(PART, count - first)))
    index.search(vectors(random, 1), WANTED)
    print("ready", flush=True)
    for _ in sys.stdin:
        probe = vectors(random, 1)
        start = time.perf_counter_ns()
        _, found = index.search(probe, WANTED)
        spent = time.perf_counter_ns() - start
        assert (found >= 0).all()
        print(spent, flush=True)


if __name__ == "__main__":
    main()

/** Suites in the order of their names. Jest's own goes by what earlier runs on the machine took, and suites that share a fleet must fail alike everywhere. */
export default class ByName {
  sort(tests) {
    return tests.toSorted((left, right) => (left.path < right.path ? -1 : 1));
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}

/** The order in which an account visits stores. */

/**
 * The order after some stores were put in order among themselves: they share out the places that they had before, and
 * those without a place follow. Stores that are not named stay where they are.
 */
export function reordered(route: readonly string[], wanted: readonly string[]): string[] {
  const named = new Set(wanted)
  const next = named.values()
  const reordered = route.map((store) => (named.has(store) ? (next.next().value ?? store) : store))
  return [...reordered, ...next]
}

/** Sorts by the route; what is not on it follows, by `then`. */
export function byRoute<Stop>(
  route: readonly string[],
  storeOf: (stop: Stop) => string | null,
  then: (a: Stop, b: Stop) => number,
): (a: Stop, b: Stop) => number {
  const places = new Map(route.map((store, place) => [store, place]))
  const placeOf = (stop: Stop): number => {
    const store = storeOf(stop)
    // Machines without a store are the last.
    return store === null ? route.length + 1 : (places.get(store) ?? route.length)
  }
  return (a, b) => placeOf(a) - placeOf(b) || then(a, b)
}

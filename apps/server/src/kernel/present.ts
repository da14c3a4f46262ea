/** The value of a key that the map has for sure. A missing one is a mistake of ours and must not pass for an empty one. */
export function present<Key, Value>(values: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = values.get(key)
  if (value === undefined) throw new Error(`nothing is known of ${String(key)}`)
  return value
}

/** The one element that the list has for sure. */
export function only<Element>(list: readonly Element[]): Element {
  const [element] = list
  if (element === undefined || list.length > 1) throw new Error(`${list.length} elements instead of one`)
  return element
}

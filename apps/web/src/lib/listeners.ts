/** Subscribers to a change, in the shape that React's external stores ask for. */
export type Listeners = { subscribe: (listener: () => void) => () => void; emit: () => void }

export function listeners(): Listeners {
  const all = new Set<() => void>()
  return {
    subscribe: (listener) => {
      all.add(listener)
      return () => all.delete(listener)
    },
    emit: () => {
      for (const listener of all) listener()
    },
  }
}

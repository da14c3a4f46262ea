/** The list with one item at another place. */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const next = [...items]
  next.splice(Math.max(0, Math.min(to, items.length - 1)), 0, ...next.splice(from, 1))
  return next
}

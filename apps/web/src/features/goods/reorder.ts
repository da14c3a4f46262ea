/** The list with one item moved; positions beyond the ends mean the ends. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  const place = Math.max(0, Math.min(to, rest.length))
  return [...rest.slice(0, place), ...list.slice(from, from + 1), ...rest.slice(place)]
}

/** The position that a key moves an item to; undefined for other keys. */
export function placeByKey(key: string, place: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowUp: place - 1,
    ArrowRight: place + 1,
    ArrowDown: place + 1,
    Home: 0,
    End: count - 1,
  }
  const to = places[key]
  return to === undefined || to < 0 || to >= count ? undefined : to
}

type Point = { x: number; y: number }
type Frame = { left: number; top: number; width: number; height: number }

/** The position whose centre is nearest to the pointer. */
export function placeAt({ x, y }: Point, places: readonly Frame[]): number {
  const distances = places.map(({ left, top, width, height }) =>
    Math.hypot(x - left - width / 2, y - top - height / 2),
  )
  return distances.indexOf(Math.min(...distances))
}

/** The crop of a picture, in the picture's own pixels. */
export type Size = { width: number; height: number }
export type Box = Size & { x: number; y: number }
export type Corner = 'nw' | 'ne' | 'sw' | 'se'

export const cropShapes = { free: undefined, square: 1, landscape: 4 / 3 } as const
export type CropShape = keyof typeof cropShapes

/** The smallest crop; a smaller picture is kept whole. */
const leastSide = 32

const clamp = (value: number, low: number, high: number): number => Math.max(low, Math.min(value, high))

/** The largest box of this ratio, centred. Without a ratio, the whole picture. */
export function largestBox(picture: Size, ratio: number | undefined): Box {
  const width = ratio === undefined ? picture.width : Math.min(picture.width, picture.height * ratio)
  const height = ratio === undefined ? picture.height : width / ratio
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

export const movedBox = (box: Box, dx: number, dy: number, picture: Size): Box => ({
  ...box,
  x: clamp(box.x + dx, 0, picture.width - box.width),
  y: clamp(box.y + dy, 0, picture.height - box.height),
})

/** Drags one corner; the opposite corner and the ratio stay. */
export function resizedBox(
  box: Box,
  corner: Corner,
  [dx, dy]: readonly [number, number],
  picture: Size,
  ratio: number | undefined,
): Box {
  const isWest = corner.endsWith('w')
  const isNorth = corner.startsWith('n')
  const anchor = { x: isWest ? box.x + box.width : box.x, y: isNorth ? box.y + box.height : box.y }
  const room = {
    width: isWest ? anchor.x : picture.width - anchor.x,
    height: isNorth ? anchor.y : picture.height - anchor.y,
  }
  const least = Math.min(leastSide, room.width, room.height)
  const wanted = { width: box.width + (isWest ? -dx : dx), height: box.height + (isNorth ? -dy : dy) }
  const size =
    ratio === undefined
      ? {
          width: clamp(wanted.width, least, room.width),
          height: clamp(wanted.height, least, room.height),
        }
      : shaped(Math.max(wanted.width, wanted.height * ratio), least, room, ratio)
  return {
    x: isWest ? anchor.x - size.width : anchor.x,
    y: isNorth ? anchor.y - size.height : anchor.y,
    ...size,
  }
}

function shaped(wanted: number, least: number, room: Size, ratio: number): Size {
  const width = clamp(wanted, least, Math.min(room.width, room.height * ratio))
  return { width, height: width / ratio }
}

/** The largest zoom that leaves a useful detail. */
export const maxZoom = 5

/** How much larger the box could be in the same shape: 1 is the maximum. */
export const zoomOf = (box: Box, picture: Size): number =>
  Math.min(picture.width / box.width, picture.height / box.height)

/** A box with the same centre and shape, at this zoom. */
export function zoomedBox(box: Box, zoom: number, picture: Size): Box {
  const shortSide = Math.min(box.width, box.height) * zoomOf(box, picture)
  const nearest = clamp(shortSide / leastSide, 1, maxZoom)
  const scale = zoomOf(box, picture) / clamp(zoom, 1, nearest)
  const size = { width: box.width * scale, height: box.height * scale }
  return movedBox(
    { ...size, x: box.x + (box.width - size.width) / 2, y: box.y + (box.height - size.height) / 2 },
    0,
    0,
    picture,
  )
}

/** Rounds to whole pixels inside of the picture. */
export function wholePixels(box: Box, picture: Size): Box {
  const x = clamp(Math.round(box.x), 0, picture.width - 1)
  const y = clamp(Math.round(box.y), 0, picture.height - 1)
  return {
    x,
    y,
    width: clamp(Math.round(box.width), 1, picture.width - x),
    height: clamp(Math.round(box.height), 1, picture.height - y),
  }
}

/** True when nothing would be cut off. */
export function isWhole(box: Box, picture: Size): boolean {
  const { width, height } = wholePixels(box, picture)
  return width === picture.width && height === picture.height
}

const pixels: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Arrow keys move the box, with Shift they drag its lower right corner; plus and minus zoom. */
export function boxByKey(
  box: Box,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  picture: Size,
  ratio: number | undefined,
): Box | undefined {
  if (key === '+' || key === '=') return zoomedBox(box, zoomOf(box, picture) * 1.1, picture)
  if (key === '-') return zoomedBox(box, zoomOf(box, picture) / 1.1, picture)
  const direction = pixels[key]
  if (!direction) return undefined
  const step = Math.max(1, Math.round(Math.max(picture.width, picture.height) / 50))
  const [dx, dy] = [direction[0] * step, direction[1] * step]
  if (!shiftKey) return movedBox(box, dx, dy, picture)
  // With a fixed ratio either direction changes both sides.
  const pull = ratio === undefined ? ([dx, dy] as const) : ([dx + dy * ratio, dy + dx / ratio] as const)
  return resizedBox(box, 'se', pull, picture, ratio)
}

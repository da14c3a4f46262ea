/** A piece of a drawing. Outlines are path data, so that the same outline can be filled, lit and clipped. */
export type Svg = string
export type Outline = string

/** The kinds of light; `scene.ts` defines each once for all drawings. */
export type Light = 'round' | 'flat' | 'ball' | 'foil' | 'soft'

export function box(x: number, y: number, w: number, h: number, r = 0): Outline {
  if (r === 0) return `M${x} ${y}h${w}v${h}h${-w}z`
  const arc = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  const [across, down] = [w - 2 * r, h - 2 * r]
  return `M${x + r} ${y}h${across}${arc(r, r)}v${down}${arc(-r, r)}h${-across}${arc(-r, -r)}v${-down}${arc(r, -r)}z`
}

export const oval = (cx: number, cy: number, rx: number, ry = rx): Outline =>
  `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`

export const fill = (d: Outline, colour: string, opacity = 1): Svg =>
  `<path d="${d}" fill="${colour}"${opacity < 1 ? ` fill-opacity="${opacity}"` : ''}/>`

export const stroke = (d: Outline, colour: string, width: number, opacity = 1): Svg =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linecap="round" stroke-linejoin="round"/>`

export const lit = (d: Outline, light: Light): Svg => `<path d="${d}" fill="url(#${light})"/>`

/** Clips the content to the outline. Equal outlines may share a clip path. */
export function within(d: Outline, content: Svg): Svg {
  const id = `cut${d.replaceAll(/[^0-9a-z]/gi, '_')}`
  return `<clipPath id="${id}"><path d="${d}"/></clipPath><g clip-path="url(#${id})">${content}</g>`
}

/** A body in one colour, with a print on it, under a light. */
export const solid = (d: Outline, colour: string, light: Light = 'round', print: Svg = ''): Svg =>
  fill(d, colour) + (print === '' ? '' : within(d, print)) + lit(d, light)

export const place = (content: Svg, x: number, y: number, scale = 1, turn = 0): Svg =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${content}</g>`

/** Draws at several places. */
export const scatter = (spots: readonly (readonly [number, number])[], draw: (i: number) => Svg): Svg =>
  spots.map(([x, y], i) => place(draw(i), x, y)).join('')

const channels = (colour: string): number[] =>
  [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

/** Mixes `share` of the second colour into the first; both are written `#rrggbb`. */
export function mix(colour: string, other: string, share: number): string {
  const second = channels(other)
  const mixed = channels(colour).map((part, i) => Math.round(part + ((second[i] ?? part) - part) * share))
  return `#${mixed.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
export const lighter = (colour: string, share = 0.25): string => mix(colour, '#ffffff', share)
export const darker = (colour: string, share = 0.2): string => mix(colour, '#1b1430', share)

/** Short bars that look like printed text from a distance. */
export const lines = (cx: number, y: number, widths: readonly number[], colour: string, opacity = 0.8): Svg =>
  widths.map((w, i) => fill(box(cx - w / 2, y + i * 24, w, 11, 5.5), colour, opacity)).join('')

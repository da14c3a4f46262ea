import { box, darker, fill, lighter, oval, type Svg } from './shapes.ts'

export const side = 800
/** The y coordinate on which things stand. */
export const ground = 648

/** One background colour for each shelf, so that kinds of goods can be told apart at a glance. */
export const tints = {
  drinks: '#cfe6f2',
  snacks: '#fbe6c4',
  capsules: '#e2dcf8',
  lipsticks: '#fadbe0',
  luckyBags: '#fbd9cd',
  betel: '#d7ead3',
  daily: '#dbe4ec',
  sessions: '#cdebe6',
} as const
export type Tint = keyof typeof tints

const stops = (...list: readonly (readonly [number, string, number])[]): Svg =>
  list
    .map(([at, colour, opacity]) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
    .join('')
const dark = '#1b1430'
const light = '#ffffff'

/** Gradients that fit any outline; the light always comes from the upper left. */
const lights = [
  `<linearGradient id="round">${stops([0, dark, 0.24], [0.1, dark, 0.06], [0.17, light, 0.1], [0.25, light, 0.42], [0.34, light, 0.1], [0.5, light, 0], [0.72, dark, 0.03], [1, dark, 0.3])}</linearGradient>`,
  `<linearGradient id="flat" x2="0.35" y2="1">${stops([0, light, 0.22], [0.5, light, 0], [1, dark, 0.14])}</linearGradient>`,
  `<linearGradient id="foil" x2="1" y2="0.18">${stops([0, dark, 0.16], [0.08, light, 0.22], [0.2, light, 0.04], [0.45, light, 0.16], [0.62, dark, 0.02], [0.86, light, 0.14], [0.94, dark, 0.05], [1, dark, 0.22])}</linearGradient>`,
  `<radialGradient id="ball" cx="0.36" cy="0.3" r="0.78">${stops([0, light, 0.5], [0.35, light, 0.08], [0.7, dark, 0.06], [1, dark, 0.3])}</radialGradient>`,
  `<linearGradient id="soft" x2="0" y2="1">${stops([0, light, 0.25], [0.55, light, 0], [1, dark, 0.1])}</linearGradient>`,
  `<radialGradient id="shadow">${stops([0, dark, 0.34], [0.55, dark, 0.18], [1, dark, 0])}</radialGradient>`,
].join('')

const backdrop = (tint: Tint, middle: number): Svg => {
  const colour = tints[tint]
  const wall = `<linearGradient id="wall" x2="0" y2="1"><stop stop-color="${lighter(colour, 0.45)}"/><stop offset="1" stop-color="${colour}"/></linearGradient>`
  return `<defs>${lights}${wall}</defs>${fill(box(0, 0, side, side), 'url(#wall)')}${fill(oval(400, middle, 300), lighter(colour, 0.6), 0.75)}`
}

const picture = (content: Svg): Svg =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="58 68 684 684">${content}</svg>`

/** The shadow of a thing that stands at `cx` and is `2 * rx` wide. */
export const shadow = (cx: number, rx: number, y = ground): Svg =>
  fill(oval(cx + rx * 0.06, y, rx * 1.18, Math.max(16, rx * 0.15)), 'url(#shadow)')

/** Goods as the customer sees them: upright on a low round stage. */
export function onStage(tint: Tint, content: Svg): Svg {
  const colour = tints[tint]
  const rim = darker(colour, 0.1)
  const stage =
    fill(oval(400, 722, 330, 40), 'url(#shadow)', 0.6) +
    fill(`M112 652v38a288 56 0 0 0 576 0v-38z`, rim) +
    fill(`M112 652v38a288 56 0 0 0 576 0v-38z`, 'url(#round)', 0.45) +
    fill(oval(400, 652, 288, 56), lighter(colour, 0.5))
  return picture(backdrop(tint, 385) + stage + content)
}

/** A closer look, without the stage. */
export const closeUp = (tint: Tint, content: Svg): Svg => picture(backdrop(tint, 410) + content)

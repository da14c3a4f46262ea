import { ground, shadow } from './scene.ts'
import { smile } from './marks.ts'
import { box, darker, fill, lighter, mix, oval, place, solid, stroke, type Svg } from './shapes.ts'

/** Figures stand at their origin and are about two hundred high. */

export const cloudPet = (colour: string): Svg =>
  fill('M-74-120L-68-212L-10-168ZM74-120L68-212L10-168Z', darker(colour, 0.07)) +
  fill('M-60-146L-58-190L-28-168ZM60-146L58-190L28-168Z', '#ffb3bd', 0.8) +
  solid(
    'M-86 0Q-128-6-122-50Q-124-86-92-94Q-88-166 0-170Q88-166 92-94Q124-86 122-50Q128-6 86 0Z',
    colour,
    'ball',
  ) +
  place(smile('#4a3f63'), 0, -84, 1.15)

export const whale = (colour: string): Svg =>
  stroke('M-10-168Q-10-204-44-206M-10-168Q-10-204 24-206', lighter(colour, 0.5), 12) +
  solid(
    'M-128-66Q-130-160-20-160Q70-158 92-84Q104-116 96-152Q128-132 134-104Q160-124 184-116Q176-70 128-62Q116 0 10 2Q-122 4-128-66Z',
    colour,
    'ball',
  ) +
  fill('M-124-48Q-60-14 40-40Q80-54 108-44Q84 0 10 2Q-100 2-124-48Z', '#ffffff', 0.88) +
  place(smile('#2b3d57'), -58, -82, 0.8)

export const teapot = (colour: string): Svg =>
  stroke('M92-104Q156-112 150-66Q140-30 90-36', colour, 20) +
  solid('M-84-70L-150-126L-134-140L-70-112Z', darker(colour, 0.08), 'flat') +
  solid('M-100-74Q-100-140 0-142Q100-140 100-74Q98 0 50 2H-50Q-98 0-100-74Z', colour, 'ball') +
  solid('M-62-138Q-50-168 0-170Q50-168 62-138Z', lighter(colour, 0.25), 'ball') +
  solid(oval(0, -182, 17), '#f5c95f', 'ball') +
  place(smile('#553a34'), 0, -68, 0.9)

export const dinosaur = (colour: string): Svg =>
  fill('M-40-196L-60-170L-84-178L-86-148L-112-142L-102-116L-124-98L-98-80Z', '#f5b94f') +
  solid(
    'M-30-200Q70-216 84-156Q88-112 34-108Q30-92 50-70Q66 0 40 2H-60Q-84 2-140-36Q-164-58-174-92Q-140-58-104-64Q-92-116-62-140Q-70-186-30-200Z',
    colour,
    'ball',
  ) +
  fill('M22-104Q4-60 28-2H-22Q-40-60-6-112Z', lighter(colour, 0.55), 0.9) +
  fill(oval(26, -164, 8, 11), '#2d3b2c') +
  stroke('M52-132Q66-128 76-138', '#2d3b2c', 6) +
  fill(oval(36, -140, 11, 7), '#ff9a9a', 0.6)

export const planet = (colour: string): Svg =>
  stroke('M-92-66Q-150-34-130-20Q-60-2 60-60Q150-110 130-128Q116-138 84-126', '#f4c763', 15) +
  solid(oval(0, -90, 90), colour, 'ball') +
  fill('M-84-118Q-20-96 66-150Q44-182 0-180Q-66-178-84-118Z', lighter(colour, 0.3), 0.6) +
  stroke('M-124-30Q-90-2 52-58Q128-92 134-118', '#f4c763', 15) +
  place(smile('#ffffff'), 0, -76, 0.8)

const sparkle = (x: number, y: number, size: number): Svg =>
  place(fill('M0-20Q3-3 20 0Q3 3 0 20Q-3 3-20 0Q-3-3 0-20Z', '#ffffff', 0.95), x, y, size)

/** A ball of two halves: a clear one that shows the figure, and a coloured one. */
export function capsule(colour: string, figure: Svg): Svg {
  const [cy, r] = [432, 218]
  const upper = `M${400 - r} ${cy}a${r} ${r} 0 0 1 ${2 * r} 0z`
  const lower = `M${400 - r} ${cy}a${r} ${r} 0 0 0 ${2 * r} 0z`
  return (
    shadow(400, 150) +
    fill(upper, mix('#cfe3f5', colour, 0.18), 0.75) +
    fill(oval(400, cy, r - 6, 34), darker(colour, 0.25), 0.5) +
    place(figure, 400, 452) +
    fill(upper, '#ffffff', 0.12) +
    stroke(
      `M${400 - r + 4} ${cy}a${r - 4} ${r - 4} 0 0 1 ${2 * (r - 4)} 0`,
      mix('#b4cbe2', colour, 0.25),
      8,
      0.9,
    ) +
    stroke(`M${400 - r + 12} ${cy}a${r - 12} ${r - 12} 0 0 1 ${2 * (r - 12)} 0`, '#ffffff', 7, 0.8) +
    solid(lower, colour, 'round') +
    fill(lower, 'url(#soft)') +
    solid(box(400 - r - 7, cy - 13, 2 * r + 14, 34, 17), lighter(colour, 0.25), 'round') +
    stroke('M232 372Q256 300 314 262', '#ffffff', 18, 0.9) +
    stroke('M250 522Q274 570 318 598', '#ffffff', 12, 0.35) +
    sparkle(176, 216, 1.3) +
    sparkle(640, 280, 1) +
    sparkle(610, 178, 0.7)
  )
}

/** The figure beside its open ball. */
export const unpacked = (colour: string, figure: Svg): Svg =>
  shadow(566, 104) +
  solid('M456 540a110 110 0 0 0 220 0z', colour, 'ball') +
  fill(oval(566, 540, 110, 24), darker(colour, 0.3)) +
  stroke(oval(566, 540, 110, 24), lighter(colour, 0.3), 9) +
  shadow(336, 170) +
  place(figure, 336, ground, 1.75) +
  sparkle(560, 250, 1.4) +
  sparkle(622, 330, 0.8)

/** The other figures of the series. */
export const collection = (
  figure: (colour: string) => Svg,
  colours: readonly [string, string, string],
): Svg =>
  [
    [250, 470, 0.96, 0],
    [560, 470, 0.96, 1],
    [404, 664, 1.25, 2],
  ]
    .map(
      ([x = 0, y = 0, scale = 1, at = 0]) =>
        fill(oval(x, y, 110 * scale, 14 * scale), 'url(#shadow)') +
        place(figure(colours[at] ?? ''), x, y, scale),
    )
    .join('')

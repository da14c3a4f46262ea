import { bolt } from './marks.ts'
import { shadow } from './scene.ts'
import { box, darker, fill, lighter, lines, oval, place, solid, stroke, type Svg } from './shapes.ts'

/** An open umbrella. */
export function umbrella(colour: string): Svg {
  const canopy =
    'M132 420Q152 176 400 168Q648 176 668 420Q624 376 580 420Q534 374 490 420Q446 374 400 420Q354 374 310 420Q266 374 220 420Q176 376 132 420Z'
  return (
    shadow(420, 70) +
    stroke('M400 180V592Q400 640 440 640Q478 640 478 604', '#8b6b4d', 17) +
    stroke('M396 190V592', '#ffffff', 4, 0.35) +
    solid(
      canopy,
      colour,
      'ball',
      fill(
        'M400 168Q300 240 310 420Q354 374 400 420Q446 374 490 420Q500 240 400 168Z',
        lighter(colour, 0.28),
      ) +
        fill('M400 168Q176 200 132 420Q176 376 220 420Q236 250 400 168Z', lighter(colour, 0.16)) +
        fill('M400 168Q624 200 668 420Q624 376 580 420Q564 250 400 168Z', darker(colour, 0.08)),
    ) +
    stroke('M400 172V142', '#8b6b4d', 13) +
    stroke('M190 330Q220 246 300 208', '#ffffff', 12, 0.5)
  )
}

/** A folded umbrella in its sleeve. */
export const foldedUmbrella = (colour: string): Svg =>
  place(
    stroke('M0-236V-262Q0-292 34-292', '#8b6b4d', 20) +
      solid(box(-34, -240, 68, 44, 12), '#8b6b4d', 'round') +
      solid(
        'M-40-200H40L56 210Q56 236 30 236H-30Q-56 236-56 210Z',
        colour,
        'round',
        fill(box(-70, -20, 140, 34), lighter(colour, 0.4)) +
          stroke('M-10-200L-18 240M18-200L26 240', darker(colour), 4, 0.4),
      ) +
      fill(oval(0, -3, 12), '#ffffff', 0.9) +
      stroke('M40-190Q96-150 60-90', darker(colour, 0.1), 9),
    400,
    410,
    1.15,
    24,
  )

const slab = (colour: string): Svg =>
  solid(box(296, 172, 214, 476, 44), darker(colour, 0.22), 'round') +
  solid(
    box(286, 166, 214, 480, 44),
    colour,
    'flat',
    fill('M286 166H500V300Q400 360 286 300Z', '#ffffff', 0.12),
  ) +
  stroke(box(298, 178, 190, 456, 34), '#ffffff', 3, 0.35)

export const powerBank = (colour: string): Svg =>
  shadow(400, 112) +
  slab(colour) +
  fill(oval(393, 400, 60), '#ffffff', 0.95) +
  place(bolt(colour), 393, 400, 0.72) +
  [0, 1, 2, 3]
    .map((i) => fill(oval(345 + i * 32, 236, 9), i < 3 ? '#7fe0a3' : '#ffffff', i < 3 ? 1 : 0.4))
    .join('') +
  fill(box(358, 590, 70, 18, 9), darker(colour, 0.45)) +
  lines(393, 520, [90], '#ffffff', 0.5)

/** The power bank charging a telephone. */
export const powerBankInUse = (colour: string): Svg =>
  place(slab(colour) + place(bolt('#ffffff'), 393, 400, 0.9), -20, 100, 0.78) +
  stroke('M286 600Q286 700 400 690Q560 680 540 580', darker(colour, 0.35), 13) +
  solid(box(452, 170, 176, 380, 28), '#2f3744', 'flat') +
  fill(box(464, 184, 152, 352, 18), '#eef4f8') +
  fill(box(464, 330, 152, 206, 18), '#8fdcae') +
  place(bolt('#ffffff'), 540, 400, 0.6) +
  fill(box(526, 550, 28, 34, 6), '#d7dce2')

/** A coiled cable with both plugs visible. */
export const cable = (colour: string): Svg => {
  const plug = (turn: number, x: number, y: number): Svg =>
    place(
      solid(box(-24, -70, 48, 76, 13), '#ffffff', 'round') +
        solid(box(-14, -106, 28, 40, 5), '#c3cad2', 'round') +
        fill(box(-8, -98, 16, 10, 2), '#8b939d'),
      x,
      y,
      1,
      turn,
    )
  const ring = (r: number): Svg =>
    stroke(oval(400, 452, r, r), darker(colour, 0.16), 22) + stroke(oval(400, 450, r, r), colour, 17)
  return (
    shadow(400, 170) +
    ring(176) +
    ring(146) +
    ring(116) +
    stroke('M268 566Q196 500 214 348', colour, 19) +
    stroke('M532 566Q604 500 586 348', colour, 19) +
    plug(6, 214, 344) +
    plug(-6, 586, 344) +
    solid(box(352, 554, 96, 94, 18), darker(colour, 0.3), 'flat') +
    lines(400, 590, [54, 34], '#ffffff', 0.8)
  )
}

/** A mask in front of its packet. */
export const masks = (colour: string): Svg =>
  shadow(400, 180) +
  solid(
    box(236, 172, 328, 476, 20),
    lighter(colour, 0.72),
    'foil',
    fill(box(236, 172, 328, 58), colour) +
      fill(box(236, 596, 328, 60), colour) +
      lines(400, 262, [170, 110], colour, 0.8),
  ) +
  stroke('M272 424Q206 400 214 470Q222 534 284 524M528 424Q594 400 586 470Q578 534 516 524', '#ffffff', 9) +
  solid(
    'M268 396Q334 376 400 352Q466 376 532 396V520Q470 574 400 582Q330 574 268 520Z',
    lighter(colour, 0.35),
    'flat',
  ) +
  stroke('M272 436Q400 414 528 436M272 474Q400 458 528 474M276 512Q400 510 524 512', '#ffffff', 6, 0.8) +
  stroke('M350 374Q400 352 450 374', darker(colour, 0.2), 7, 0.6)

/** A toothbrush and toothpaste in a cup. */
export const toothbrush = (colour: string, second: string): Svg =>
  shadow(400, 116) +
  place(
    stroke('M0 0V-330', colour, 26) +
      solid(box(-20, -446, 40, 128, 16), colour, 'round') +
      fill(box(18, -438, 36, 104, 8), '#ffffff') +
      stroke('M22-418H48M22-394H48M22-370H48M22-346H48', second, 6, 0.8),
    370,
    560,
    1,
    -7,
  ) +
  place(
    solid(
      'M-44-300H44L34-40H-34Z',
      '#ffffff',
      'round',
      fill('M-60-220Q0-250 60-220V-120Q0-90-60-120Z', second),
    ) + solid(box(-46, -316, 92, 22, 4), lighter(second, 0.3), 'foil'),
    462,
    560,
    1,
    9,
  ) +
  solid(
    'M290 400H510L494 620Q492 650 464 650H336Q308 650 306 620Z',
    lighter(colour, 0.62),
    'round',
    fill('M280 560Q340 530 400 560T520 556V660H280Z', colour, 0.5),
  ) +
  fill(box(282, 388, 236, 24, 12), lighter(colour, 0.75)) +
  stroke('M330 440L340 590', '#ffffff', 12, 0.7)

/** A soft packet with the first tissue pulled out. */
export const tissues = (colour: string, mark: Svg): Svg => {
  const packet = 'M214 380Q222 352 262 352H538Q578 352 586 380L600 606Q602 650 556 650H244Q198 650 200 606Z'
  return (
    shadow(400, 206) +
    solid('M300 386Q272 268 322 196Q352 236 384 176Q420 232 470 190Q520 270 500 386Z', '#ffffff', 'flat') +
    stroke('M360 366Q340 290 352 244M430 366Q446 290 436 240', '#b9c6d4', 5, 0.6) +
    solid(
      packet,
      colour,
      'foil',
      fill('M180 540Q300 480 400 540T640 520V670H180Z', lighter(colour, 0.35)) +
        fill(oval(400, 386, 130, 22), darker(colour, 0.35)),
    ) +
    fill('M300 384Q400 412 500 384L492 352H306Z', '#ffffff') +
    place(mark, 400, 520, 0.95)
  )
}

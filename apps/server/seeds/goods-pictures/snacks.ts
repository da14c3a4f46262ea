import { ground, shadow } from './scene.ts'
import {
  box,
  darker,
  fill,
  lighter,
  lines,
  mix,
  oval,
  place,
  scatter,
  solid,
  stroke,
  type Svg,
} from './shapes.ts'

type Print = { colour: string; second: string; mark: Svg }

const teeth = (from: number, to: number, y: number, height: number): string => {
  const count = 16
  const step = (to - from) / count
  return Array.from(
    { length: count },
    (_none, i) => `L${from + step * (i + 0.5)} ${y - height}L${from + step * (i + 1)} ${y}`,
  ).join('')
}

/** A curled crisp, seen from above and below. */
const crisp = (colour = '#f3c565'): Svg =>
  fill('M-60-20Q-46 34 0 36Q46 34 60-20Q34 12 0 12Q-34 12-60-20Z', colour) +
  fill('M-60-20Q-34 12 0 12Q34 12 60-20Q34-38 0-34Q-34-38-60-20Z', lighter(colour, 0.5)) +
  fill('M-44-16Q-22 4 0 4Q22 4 44-16Q22-26 0-24Q-22-26-44-16Z', lighter(colour, 0.2), 0.7) +
  stroke('M-60-20Q-34 12 0 12Q34 12 60-20', mix(colour, '#c07a1f', 0.35), 4) +
  stroke('M-30 12h.1M-6 24h.1M24 16h.1M-14-12h.1M16-16h.1', '#b5772c', 5, 0.5)

const crispAt = (x: number, y: number, turn: number, colour?: string): Svg =>
  place(crisp(colour), x, y, 1, turn)

/** An inflated bag, sealed at the top and the bottom. */
export function bag({ colour, second, mark, bits }: Print & { bits: Svg }): Svg {
  const body = `M258 172${teeth(258, 542, 172, 9)}L536 214Q516 300 524 410Q530 540 550 622L548 648Q400 660 252 648L250 622Q270 540 276 410Q284 300 264 214Z`
  const print =
    fill('M240 470Q330 400 420 450T570 400V680H240Z', second) +
    fill(oval(400, 356, 92), '#ffffff', 0.95) +
    place(mark, 400, 356, 1.18) +
    lines(400, 474, [150, 100], '#ffffff', 0.85) +
    bits +
    fill(box(240, 160, 320, 48), '#ffffff', 0.18) +
    stroke('M256 208H544', darker(colour), 3, 0.3) +
    fill(box(240, 624, 320, 40), '#ffffff', 0.16)
  return (
    shadow(400, 150) +
    solid(body, colour, 'foil', print) +
    stroke('M300 250Q312 330 306 420', '#ffffff', 12, 0.35)
  )
}

export const crispBits = (colour?: string): Svg =>
  crispAt(330, 584, -18, colour) + crispAt(470, 572, 14, colour) + crispAt(402, 606, 4, colour)

export const bowlOfCrisps = (colour?: string): Svg =>
  shadow(400, 210, 640) +
  [
    [250, 430, -20],
    [540, 428, 24],
    [330, 386, 12],
    [462, 376, -14],
    [398, 330, 6],
    [296, 452, 30],
    [500, 450, -8],
    [398, 420, -24],
  ]
    .map(([x = 0, y = 0, turn = 0]) => place(crisp(colour), x, y, 1.35, turn))
    .join('') +
  solid('M172 456H628Q612 636 470 648H330Q188 636 172 456Z', '#ffffff', 'round') +
  fill(box(160, 444, 480, 28, 14), '#f3efe8') +
  place(crisp(colour), 640, 622, 1.1, -30)

const squares = (columns: number, rows: number, size: number, colour: string): Svg =>
  Array.from({ length: columns * rows }, (_none, i) => {
    const [x, y] = [(i % columns) * size, Math.floor(i / columns) * size]
    return (
      fill(box(x + 4, y + 4, size - 8, size - 8, 8), lighter(colour, 0.12)) +
      fill(box(x + 13, y + 13, size - 26, size - 26, 5), colour) +
      stroke(`M${x + 11} ${y + size - 14}V${y + 11}H${x + size - 14}`, '#ffffff', 4, 0.28)
    )
  }).join('')

/** A bar half out of its wrapper. */
export function chocolateBar({ colour, second, mark }: Print): Svg {
  const cocoa = '#5a3424'
  const wrapper = box(288, 356, 224, 292, 10)
  return (
    shadow(400, 114) +
    solid(box(302, 156, 196, 300, 10), cocoa, 'flat', place(squares(3, 5, 65, cocoa), 302, 158)) +
    solid(`M292 372${teeth(292, 508, 352, 26)}V420H292Z`, '#e6e2da', 'foil') +
    solid(
      wrapper,
      colour,
      'flat',
      fill(box(280, 376, 240, 12), second) +
        fill(box(280, 616, 240, 12), second) +
        fill(oval(400, 484, 68), '#fff6e6', 0.96) +
        place(mark, 400, 484, 0.9) +
        lines(400, 572, [120, 76], second, 0.9),
    )
  )
}

export const chocolatePieces = (mark: Svg): Svg => {
  const cocoa = '#5a3424'
  const slab = (w: number, h: number): Svg =>
    fill(box(8, 14, w * 92, h * 92, 12), darker(cocoa), 0.16) +
    solid(box(0, 0, w * 92, h * 92, 12), cocoa, 'flat', squares(w, h, 92, cocoa))
  return (
    place(slab(3, 2), 244, 262, 1, -9) +
    place(slab(2, 1), 300, 520, 1, 6) +
    place(slab(1, 1), 530, 470, 1, 22) +
    scatter(
      [
        [196, 540],
        [590, 300],
        [226, 250],
      ],
      () => mark,
    )
  )
}

const sandwich = (cream: string): Svg =>
  solid(box(-92, -30, 184, 30, 14), '#c98d4e', 'round') +
  fill(box(-84, -46, 168, 20, 9), cream) +
  solid(box(-92, -74, 184, 32, 14), '#d79c5c', 'round') +
  stroke('M-60-60h.1M-30-58h.1M0-60h.1M30-58h.1M60-60h.1', '#a5692f', 7, 0.6)

/** A packet, with some of its contents. */
export function biscuits({ colour, second, mark }: Print): Svg {
  const packet = box(216, 202, 216, 446, 22)
  return (
    shadow(324, 108) +
    solid(
      packet,
      colour,
      'round',
      fill(box(200, 202, 250, 40), second) +
        fill(box(200, 608, 250, 40), second) +
        fill(oval(324, 364, 78), '#ffffff', 0.95) +
        place(mark, 324, 364) +
        lines(324, 494, [130, 92, 60], '#ffffff', 0.85),
    ) +
    shadow(528, 92) +
    [0, 1, 2, 3]
      .map((i) => place(sandwich(second), 528 + (i % 2) * 8 - 4, ground - i * 72, 1, i % 2 === 0 ? -1 : 1.5))
      .join('')
  )
}

export const biscuitPile = (cream: string): Svg =>
  shadow(400, 270, 636) +
  [
    [268, 640, -2],
    [532, 640, 2],
    [396, 534, -2],
    [404, 430, 3],
    [398, 328, -1],
  ]
    .map(([x = 0, y = 0, turn = 0]) => place(sandwich(cream), x, y, 1.35, turn))
    .join('')

/** A standing pouch with a window that shows its contents. */
export function pouch({ colour, second, mark, bits }: Print & { bits: Svg }): Svg {
  const body = 'M270 176H530L544 600Q548 650 500 650H300Q252 650 256 600Z'
  const window = 'M316 494Q316 470 340 470H460Q484 470 484 494V566Q484 604 446 604H354Q316 604 316 566Z'
  const print =
    fill(box(250, 176, 300, 54), second) +
    stroke('M262 230H538', '#ffffff', 3, 0.5) +
    fill(oval(400, 346, 88), '#ffffff', 0.95) +
    place(mark, 400, 346, 1.12) +
    lines(400, 446, [110], '#ffffff', 0.85)
  return (
    shadow(400, 146) +
    solid(body, colour, 'foil', print) +
    fill(box(372, 194, 56, 16, 8), darker(second, 0.35), 0.55) +
    solid(window, lighter(colour, 0.75), 'flat', bits) +
    stroke(window, '#ffffff', 5, 0.7)
  )
}

const heap: readonly (readonly [number, number])[] = [
  [340, 584],
  [384, 592],
  [430, 584],
  [466, 590],
  [356, 548],
  [404, 552],
  [450, 546],
  [380, 514],
  [428, 512],
]
const nutColours = ['#c98b4f', '#e3b778', '#8b5a36']
const nut = (i: number): Svg => {
  const colour = nutColours[i % 3] ?? ''
  return place(
    fill(oval(0, 0, 26, 19), colour) + stroke('M-14-4Q0-12 14-4', lighter(colour, 0.5), 4),
    0,
    0,
    1,
    i * 47,
  )
}
export const nuts = (): Svg => scatter(heap, nut)
export const jerky = (): Svg =>
  scatter(heap, (i) =>
    place(
      fill(box(-32, -13, 64, 26, 9), i % 2 === 0 ? '#8c3b25' : '#a44a2c') +
        stroke('M-20-3h30M-14 5h26', '#d98a5c', 3, 0.7),
      0,
      0,
      1,
      i * 31 - 40,
    ),
  )
const gummyColours = ['#f0596b', '#f7a0a9', '#ffc45e']
export const gummies = (): Svg =>
  scatter(
    heap,
    (i) =>
      fill(box(-23, -20, 46, 40, 17), gummyColours[i % 3] ?? '') +
      stroke('M-10-8q6-6 14-4', '#ffffff', 5, 0.7),
  )

/** A cup of noodles with its lid slightly open. */
export function noodleCup({ colour, second, mark }: Print): Svg {
  const cup = 'M276 286L316 618Q320 650 350 650H450Q480 650 484 618L524 286Z'
  return (
    shadow(400, 88) +
    stroke(
      'M348 226Q332 204 348 182T348 138M404 214Q388 190 404 166T404 118M460 226Q444 204 460 182T460 142',
      '#ffffff',
      11,
      0.85,
    ) +
    solid(
      cup,
      colour,
      'round',
      fill(box(250, 286, 300, 44), second) +
        fill('M250 560H550V660H250Z', second) +
        fill(oval(400, 444, 88), '#fff8ea', 0.97) +
        place(mark, 400, 442, 1.1),
    ) +
    solid(oval(400, 276, 136, 24), '#fbf6ec', 'round') +
    fill(oval(400, 274, 118, 17), lighter(second, 0.1)) +
    fill('M290 268Q330 244 400 252L362 288Q310 288 290 268Z', '#f1e6cf')
  )
}

const betelNut = (colour: string): Svg =>
  solid('M-66 0Q-60-34 0-36Q60-34 66 0Q58 26 0 28Q-58 26-66 0Z', colour, 'ball') +
  stroke('M-50 0Q0-20 50-2', darker(colour, 0.35), 5, 0.6) +
  fill('M58-8L78-14L74 4Z', darker(colour, 0.3))

/** A flat sachet with some nuts in front of it. */
export function betel({ colour, second, mark, nut: shell }: Print & { nut: string }): Svg {
  const body = `M264 158${teeth(264, 536, 158, 10)}V640${teeth(536, 264, 640, -10)}Z`
  const print =
    fill(box(264, 140, 272, 62), second) +
    stroke('M264 206H536M264 600H536', '#ffffff', 3, 0.5) +
    fill(box(292, 240, 216, 232, 20), '#ffffff', 0.14) +
    fill(oval(400, 340, 84), '#fff9ea', 0.96) +
    place(mark, 400, 340, 1.06) +
    lines(400, 448, [130, 90], '#ffffff', 0.85) +
    fill(box(250, 604, 300, 60), second)
  return (
    shadow(400, 156) +
    solid(body, colour, 'foil', print) +
    shadow(300, 60, 664) +
    shadow(478, 70, 672) +
    place(betelNut(shell), 300, 642, 1.05, -8) +
    place(betelNut(darker(shell, 0.1)), 430, 654, 1.05, 6) +
    place(betelNut(lighter(shell, 0.12)), 536, 636, 0.95, -14)
  )
}

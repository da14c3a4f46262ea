import { ground, shadow } from './scene.ts'
import {
  box,
  darker,
  fill,
  lighter,
  lines,
  lit,
  oval,
  place,
  solid,
  stroke,
  type Svg,
  within,
} from './shapes.ts'

type Print = { colour: string; second: string; mark: Svg }

/** A drinks can, `width` wide. */
export function can({ colour, second, mark, width = 216 }: Print & { width?: number }, cx = 400): Svg {
  const half = width / 2
  const [top, neck] = [176, half - 22]
  const left = cx - half
  const body = `M${cx - neck} ${top}C${left + 12} ${top + 16} ${left} ${top + 28} ${left} ${top + 54}V612C${left} 632 ${left + 12} 642 ${left + 22} 646Q${cx} 664 ${cx + half - 22} 646C${cx + half - 12} 642 ${cx + half} 632 ${cx + half} 612V${top + 54}C${cx + half} ${top + 28} ${cx + half - 12} ${top + 16} ${cx + neck} ${top}Z`
  const print =
    fill(`M${left} 500Q${cx - half / 2} 440 ${cx} 490T${cx + half} 470V680H${left}Z`, second) +
    fill(`M${left} 540Q${cx - half / 2} 490 ${cx} 536T${cx + half} 520V680H${left}Z`, darker(second, 0.14)) +
    fill(oval(cx, 366, half * 0.66), '#ffffff', 0.94) +
    place(mark, cx, 366, half / 132) +
    lines(cx, 572, [half * 0.9, half * 0.6], '#ffffff', 0.75)
  return (
    shadow(cx, half) +
    solid(body, colour, 'round', print) +
    solid(oval(cx, top, neck, 17), '#d4d9df', 'round') +
    fill(oval(cx, top, neck - 12, 11), '#aab2bc') +
    fill(oval(cx + 6, top + 1, 26, 5), '#e9edf1') +
    stroke(`M${cx - neck} ${top}a${neck} 17 0 0 0 ${2 * neck} 0`, '#eef1f4', 5)
  )
}

/** A bottle of clear plastic; its contents give the colour. */
export function bottle({ colour, second, mark, cap }: Print & { cap: string }, cx = 400): Svg {
  const body = `M${cx - 36} 176H${cx + 36}V204C${cx + 36} 248 ${cx + 96} 262 ${cx + 96} 338V612Q${cx + 96} 648 ${cx + 62} 650H${cx - 62}Q${cx - 96} 648 ${cx - 96} 612V338C${cx - 96} 262 ${cx - 36} 248 ${cx - 36} 204Z`
  const label = box(cx - 100, 352, 200, 178)
  const print =
    fill(box(cx - 120, 150, 240, 86), lighter(colour, 0.65)) +
    fill(oval(cx, 238, 70, 9), lighter(colour, 0.35)) +
    stroke(`M${cx - 96} 566H${cx + 96}M${cx - 96} 602H${cx + 96}`, '#ffffff', 6, 0.45) +
    fill(label, second) +
    fill(box(cx - 100, 352, 200, 10), '#ffffff', 0.55) +
    fill(box(cx - 100, 520, 200, 10), '#ffffff', 0.55) +
    fill(oval(cx, 430, 56), '#ffffff', 0.94) +
    place(mark, cx, 430, 0.72) +
    lines(cx, 498, [84], '#ffffff', 0.8)
  return (
    shadow(cx, 96) +
    solid(body, colour, 'round', print) +
    stroke(`M${cx - 70} 312Q${cx - 66} 280 ${cx - 40} 258`, '#ffffff', 10, 0.65) +
    solid(box(cx - 42, 172, 84, 12, 5), lighter(cap, 0.2)) +
    solid(box(cx - 40, 124, 80, 50, 9), cap) +
    stroke(`M${cx - 24} 132v34M${cx - 8} 132v34M${cx + 8} 132v34M${cx + 24} 132v34`, darker(cap), 3, 0.5)
  )
}

/** A carton with a gable and a screw cap. */
export function gableCarton({ colour, second, mark }: Print): Svg {
  const front = box(286, 300, 228, 348, 4)
  const gable = 'M286 302L318 214H482L514 302Z'
  return (
    shadow(400, 114) +
    solid(box(312, 172, 176, 44, 4), lighter(colour, 0.35), 'flat') +
    stroke('M316 194H484', darker(colour), 3, 0.35) +
    solid(gable, lighter(colour, 0.18), 'flat') +
    solid(
      front,
      colour,
      'round',
      fill('M280 470Q340 430 400 470T520 460V660H280Z', '#ffffff', 0.95) +
        place(mark, 400, 440, 1.35) +
        lines(400, 556, [130, 96, 60], second, 0.9),
    ) +
    solid(oval(400, 262, 34, 25), second, 'ball') +
    fill(oval(400, 255, 27, 18), lighter(second, 0.3))
  )
}

/** A small carton with its straw. */
export function brick({ colour, second, mark }: Print): Svg {
  const front = box(284, 264, 176, 386)
  const flank = 'M460 264L524 236V618L460 650Z'
  return (
    shadow(404, 120) +
    stroke('M428 250L442 168L500 138', darker('#ffffff', 0.12), 17) +
    stroke('M426 250L440 168L498 138', '#ffffff', 10) +
    fill('M284 264L352 236H524L460 264Z', lighter(colour, 0.5)) +
    solid(
      front,
      colour,
      'soft',
      fill('M284 470Q330 430 372 468T470 450V650H284Z', second) +
        fill('M284 512Q330 476 372 510T470 496V650H284Z', lighter(second, 0.25)) +
        fill(oval(372, 376, 64), '#ffffff', 0.95) +
        place(mark, 372, 376, 0.86) +
        lines(372, 578, [96, 64], '#ffffff', 0.9),
    ) +
    within(
      flank,
      fill(flank, darker(colour, 0.12)) + fill('M460 462Q490 420 530 440V650H460Z', darker(second, 0.16)),
    ) +
    lit(flank, 'soft')
  )
}

/** An iced drink in a clear cup, with milk at the bottom. */
export function icedCup({ colour, second, mark }: Print): Svg {
  const cup = 'M294 268L322 622Q324 650 350 650H450Q476 650 478 622L506 268Z'
  const layers =
    fill(box(280, 260, 240, 400), lighter(colour, 0.75)) +
    fill('M280 306H520V450Q460 500 400 452T280 470Z', colour) +
    fill('M280 440Q340 410 400 452T520 436V500Q460 540 400 496T280 512Z', lighter(colour, 0.4)) +
    scatterIce()
  return (
    shadow(400, 84) +
    stroke('M436 250L462 120', second, 15) +
    solid(cup, lighter(colour, 0.6), 'round', layers) +
    solid(
      'M310 410H490L482 540H318Z',
      second,
      'round',
      fill(oval(400, 474, 50), '#ffffff', 0.95) + place(mark, 400, 474, 0.72),
    ) +
    solid('M302 246Q310 190 400 188Q490 190 498 246Z', '#ffffff', 'round') +
    solid(box(280, 244, 240, 30, 13), '#f4f1ec', 'round')
  )
}

const scatterIce = (): Svg =>
  [
    [330, 320, 12],
    [392, 306, -14],
    [440, 332, 20],
    [372, 356, 30],
  ]
    .map(([x = 0, y = 0, turn = 0]) =>
      place(
        fill(box(-24, -24, 48, 48, 9), '#ffffff', 0.3) + stroke('M-14-14H10', '#ffffff', 5, 0.6),
        x,
        y,
        1,
        turn,
      ),
    )
    .join('')

/** Three small bottles, each with a foil lid. */
export function yoghurtTrio({ colour, second, mark }: Print): Svg {
  const one = (cx: number, scale: number): Svg => {
    const body =
      'M-52-330H52Q76-300 66-258Q52-220 74-172Q92-120 86-44Q82 0 44 2H-44Q-82 0-86-44Q-92-120-74-172Q-52-220-66-258Q-76-300-52-330Z'
    const print =
      fill('M-100-176Q-50-200 0-176T100-176V-40Q50-16 0-40T-100-40Z', second) +
      fill(oval(0, -108, 50), '#ffffff', 0.95) +
      place(mark, 0, -108, 0.74)
    return (
      shadow(cx, 84 * scale) +
      place(
        solid(body, colour, 'round', print) +
          solid(box(-66, -350, 132, 28, 10), lighter(second, 0.2), 'foil'),
        cx,
        ground,
        scale,
      )
    )
  }
  return one(288, 0.92) + one(512, 0.92) + one(400, 1.12)
}

export const trio = (one: (cx: number) => Svg): Svg => one(258) + one(542) + one(400)

import { shadow } from './scene.ts'
import { smile } from './marks.ts'
import { box, darker, fill, lighter, oval, place, solid, stroke, type Svg } from './shapes.ts'

const drum = (door: string, inside: Svg): Svg =>
  solid(oval(400, 452, 142), '#e8edf2', 'ball') +
  solid(oval(400, 452, 116), door, 'flat', inside) +
  stroke(oval(400, 452, 116), '#aab6c2', 7) +
  stroke('M318 420Q332 372 376 354', '#ffffff', 13, 0.8)

const cabinet = (colour: string, front: Svg): Svg =>
  shadow(400, 186) +
  solid(box(226, 156, 348, 492, 30), '#fbfcfd', 'flat') +
  solid(box(226, 156, 348, 104, 30), colour, 'soft') +
  fill(box(226, 226, 348, 34), '#fbfcfd') +
  fill(box(226, 218, 348, 10), darker(colour, 0.1)) +
  solid(oval(520, 190, 22), '#ffffff', 'ball') +
  stroke('M520 190L530 178', darker(colour, 0.3), 5) +
  fill(box(262, 174, 116, 32, 10), '#ffffff', 0.9) +
  fill(box(274, 185, 52, 10, 5), colour) +
  front +
  fill(box(262, 616, 84, 14, 7), '#d9e0e7') +
  fill(box(250, 646, 40, 12, 4), '#8c98a5') +
  fill(box(510, 646, 40, 12, 4), '#8c98a5')

export const washer = (colour: string): Svg =>
  cabinet(
    colour,
    drum(
      '#d9effa',
      fill('M270 440Q320 410 370 440T470 436T560 440V600H270Z', '#7cc4e8') +
        fill('M300 500Q350 440 420 478Q480 500 500 470Q520 560 400 576Q310 570 300 500Z', '#f2a2ad', 0.95) +
        fill('M330 540Q390 500 470 536Q440 580 390 574Z', '#fbd66f', 0.95) +
        [
          [350, 400, 15],
          [392, 380, 10],
          [440, 404, 18],
          [472, 380, 8],
        ]
          .map(([x = 0, y = 0, r = 0]) => fill(oval(x, y, r), '#ffffff', 0.85))
          .join(''),
    ),
  )

export const dryer = (colour: string): Svg =>
  cabinet(
    colour,
    drum(
      '#fdebd3',
      fill('M310 500Q360 430 430 470Q500 480 498 520Q470 580 400 574Q320 570 310 500Z', '#8cc7c0') +
        fill('M352 530Q410 500 470 540Q430 580 380 570Z', '#f6efe4') +
        stroke(
          'M340 396Q362 372 384 396T428 396T472 396M356 430Q376 410 396 430T436 430T468 430',
          '#f2994a',
          11,
          0.9,
        ),
    ),
  )

export const massageChair = (colour: string): Svg =>
  shadow(400, 200) +
  solid('M300 176Q400 140 500 176Q536 320 520 470H280Q264 320 300 176Z', colour, 'flat') +
  solid('M322 206Q400 182 478 206Q500 330 488 452H312Q300 330 322 206Z', lighter(colour, 0.22), 'soft') +
  solid(box(334, 192, 132, 74, 34), lighter(colour, 0.5), 'soft') +
  stroke('M330 316Q400 338 470 316M324 376Q400 398 476 376', darker(colour, 0.2), 6, 0.6) +
  solid('M276 440H524V560Q400 590 276 560Z', lighter(colour, 0.12), 'soft') +
  solid('M300 548Q400 574 500 548L512 648H288Z', darker(colour, 0.12), 'flat') +
  solid(box(320, 566, 70, 84, 26), lighter(colour, 0.3), 'round') +
  solid(box(410, 566, 70, 84, 26), lighter(colour, 0.3), 'round') +
  solid(
    'M212 380Q214 344 252 344Q290 344 292 380V600Q292 648 252 648Q212 648 212 600Z',
    darker(colour, 0.08),
    'round',
  ) +
  solid(
    'M508 380Q510 344 548 344Q586 344 588 380V600Q588 648 548 648Q508 648 508 600Z',
    darker(colour, 0.08),
    'round',
  ) +
  fill(box(532, 376, 34, 58, 9), '#ffffff', 0.9) +
  fill(oval(549, 394, 6), '#57c59a') +
  stroke(
    'M184 236Q160 270 184 304M148 222Q112 270 148 318M616 236Q640 270 616 304M652 222Q688 270 652 318',
    '#ffffff',
    11,
    0.9,
  )

const note: Svg =
  stroke('M12 0V-70Q18-48 38-40', '#ffffff', 9) + place(fill(oval(0, 0, 17, 13), '#ffffff'), 0, 0, 1, -18)

/** A coin-operated rocking car. */
export const rockingCar = (colour: string, second: string): Svg =>
  shadow(400, 210) +
  solid(box(214, 596, 372, 54, 20), '#5c6b7a', 'soft') +
  fill(box(240, 608, 60, 12, 6), '#f5c95f') +
  fill(box(500, 608, 60, 12, 6), '#f5c95f') +
  solid(box(366, 490, 68, 114), '#8593a1', 'round') +
  place(
    stroke('M-70-150Q-40-250 60-240Q110-232 128-150', lighter(second, 0.2), 22) +
      fill('M-46-150Q-26-222 56-216Q92-210 104-150Z', '#e8f6fb', 0.95) +
      stroke('M-18-160Q0-200 30-204', '#ffffff', 9) +
      solid(
        'M-214-40Q-216-130-120-150H130Q206-146 212-70V-30Q210 0 180 0H-184Q-212 0-214-40Z',
        colour,
        'soft',
      ) +
      fill('M-214-56H212V-28H-214Z', second) +
      solid(oval(-112, -2, 56), '#3e4956', 'ball') +
      fill(oval(-112, -2, 25), '#f4f6f8') +
      solid(oval(116, -2, 56), '#3e4956', 'ball') +
      fill(oval(116, -2, 25), '#f4f6f8') +
      fill(oval(-190, -96, 20, 24), '#fff3c4') +
      place(smile('#ffffff'), 4, -96, 0.8) +
      fill(oval(56, -250, 20), '#f5c95f'),
    400,
    530,
    1,
    -5,
  ) +
  place(note, 176, 222) +
  place(note, 628, 256, 0.85)

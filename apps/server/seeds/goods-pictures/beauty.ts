import { heart, riddle } from './marks.ts'
import { shadow } from './scene.ts'
import { box, darker, fill, lighter, lit, mix, oval, place, solid, stroke, type Svg } from './shapes.ts'

const gold = '#d9b36c'

/** An open lipstick with its cap beside it. */
export function lipstick(colour: string, tube: string): Svg {
  const bullet = 'M308 372V252Q310 206 352 180Q392 162 392 204V372Z'
  return (
    shadow(350, 66) +
    solid(bullet, colour, 'round') +
    fill('M314 262Q318 214 354 190Q386 174 386 204Q384 244 314 262Z', lighter(colour, 0.22), 0.9) +
    solid(box(298, 352, 104, 92, 6), gold, 'round') +
    stroke('M300 372H400M300 424H400', darker(gold, 0.2), 3, 0.5) +
    solid(box(286, 438, 128, 211, 12), tube, 'round', fill(box(286, 458, 128, 7), gold)) +
    place(fill(oval(0, 0, 26), gold, 0.9) + place(heart(tube), 0, 0, 0.3), 350, 560) +
    shadow(522, 66) +
    solid(
      box(458, 398, 128, 251, 14),
      tube,
      'round',
      fill(box(458, 610, 128, 14), gold) + fill(box(458, 632, 128, 5), gold),
    )
  )
}

/** Lips that wear the colour. */
export const lips = (colour: string): Svg =>
  solid(
    'M168 396Q296 254 356 268Q386 276 400 296Q414 276 444 268Q504 254 632 396Q520 372 400 392Q280 372 168 396Z',
    darker(colour, 0.1),
    'soft',
  ) +
  solid('M168 396Q284 392 400 408Q516 392 632 396Q540 556 400 556Q260 556 168 396Z', colour, 'soft') +
  fill('M168 396Q280 372 400 392Q520 372 632 396Q516 392 400 412Q284 392 168 396Z', darker(colour, 0.55)) +
  stroke('M300 462Q340 496 396 500', lighter(colour, 0.6), 18, 0.75) +
  stroke('M428 498h14', lighter(colour, 0.6), 16, 0.6) +
  stroke('M318 316Q338 300 354 302', lighter(colour, 0.6), 11, 0.6)

/** A gloss in a clear tube, its wand above it. */
export function gloss(colour: string): Svg {
  const tube = box(336, 372, 128, 277, 20)
  return (
    shadow(400, 66) +
    solid(box(348, 150, 104, 200, 16), mix(colour, '#fff4ea', 0.82), 'round') +
    solid(box(356, 344, 88, 34, 6), gold, 'round') +
    solid(
      tube,
      mix(colour, '#ffffff', 0.7),
      'flat',
      fill(box(352, 392, 96, 241, 14), colour) +
        fill(box(392, 378, 16, 170, 8), darker(colour, 0.25), 0.6) +
        fill(oval(400, 550, 17, 34), darker(colour, 0.25), 0.6),
    ) +
    lit(tube, 'round') +
    place(heart('#ffffff'), 400, 500, 0.5) +
    stroke('M362 410V600', '#ffffff', 9, 0.6)
  )
}

/** A box that does not show its shade. */
export function blindBox(colour: string, second: string): Svg {
  const mini = (x: number, shade: string): Svg =>
    solid(`M${x - 20} 292V232Q${x - 18} 206 ${x + 4} 194Q${x + 20} 188 ${x + 20} 208V292Z`, shade, 'round') +
    solid(box(x - 26, 276, 52, 50, 4), gold, 'round')
  const flank = 'M512 330L572 296V612L512 650Z'
  return (
    shadow(420, 156) +
    fill('M256 330L316 296H572L512 330Z', darker(colour, 0.35)) +
    mini(336, '#c63d4f') +
    mini(412, '#e27f7d') +
    mini(488, '#9c3a52') +
    solid(
      box(256, 330, 256, 320),
      colour,
      'flat',
      fill(box(256, 330, 256, 26), second) +
        fill(oval(384, 498, 90), '#ffffff', 0.92) +
        place(riddle(second), 384, 498, 1.05),
    ) +
    fill(flank, darker(colour, 0.16)) +
    fill('M512 330L572 296V322L512 356Z', darker(second, 0.16)) +
    lit(flank, 'soft')
  )
}

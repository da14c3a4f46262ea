import { shadow } from './scene.ts'
import { box, darker, fill, lighter, oval, place, solid, stroke, type Svg } from './shapes.ts'

type Wrapping = { colour: string; cord: string; mark: Svg }

const spark = (x: number, y: number, scale: number, colour: string): Svg =>
  place(fill('M0-20Q3-3 20 0Q3 3 0 20Q-3 3-20 0Q-3-3 0-20Z', colour), x, y, scale)

/** A cloth bag tied with a cord. */
export function clothBag({ colour, cord, mark }: Wrapping): Svg {
  const body = 'M318 330Q214 410 208 540Q206 646 292 650H508Q594 646 592 540Q586 410 482 330Z'
  const ruffle =
    'M322 332Q296 262 256 214Q312 226 336 182Q366 222 400 184Q434 222 464 182Q488 226 544 214Q504 262 478 332Z'
  return (
    shadow(400, 190) +
    solid(ruffle, lighter(colour, 0.1), 'foil') +
    stroke('M352 312Q346 260 332 226M400 312V232M448 312Q454 260 468 226', darker(colour, 0.3), 6, 0.4) +
    solid(
      body,
      colour,
      'ball',
      stroke(
        'M330 350Q268 420 262 520M470 350Q532 420 538 520M364 352Q340 392 332 420M436 352Q460 392 468 420',
        darker(colour, 0.3),
        7,
        0.28,
      ),
    ) +
    fill(oval(400, 510, 96), cord, 0.97) +
    stroke(oval(400, 510, 84), darker(cord, 0.18), 4, 0.7) +
    place(mark, 400, 510, 1.08) +
    stroke('M318 332Q400 356 482 332', darker(cord, 0.12), 22) +
    stroke('M318 328Q400 352 482 328', cord, 15) +
    stroke('M400 344Q330 300 322 350Q326 388 400 344Q474 300 478 350Q474 388 400 344', cord, 12) +
    stroke('M396 348Q380 384 366 404M404 348Q420 384 434 404', cord, 11) +
    fill(oval(400, 344, 17), darker(cord, 0.12)) +
    spark(170, 262, 1.2, cord) +
    spark(636, 306, 1, cord) +
    spark(604, 206, 0.7, cord)
  )
}

/** A paper bag with handles and a ribbon. */
export function paperBag({ colour, cord, mark }: Wrapping): Svg {
  const front = box(244, 296, 264, 354)
  const flank = 'M508 296L568 268V612L508 650Z'
  return (
    shadow(410, 170) +
    stroke('M330 284Q334 178 404 176Q474 178 478 268', darker(cord, 0.25), 11) +
    fill('M244 296L304 268H568L508 296Z', darker(colour, 0.38)) +
    solid(
      front,
      colour,
      'flat',
      fill(box(244, 296, 264, 26), lighter(colour, 0.2)) + fill(box(244, 590, 264, 16), cord, 0.9),
    ) +
    fill(flank, darker(colour, 0.18)) +
    fill('M508 296L538 282V470L508 650Z', darker(colour, 0.28)) +
    stroke('M286 302Q290 170 376 168Q462 170 466 302', cord, 13) +
    fill(oval(376, 458, 92), '#fff8ee', 0.97) +
    place(mark, 376, 458, 1.12) +
    solid(
      'M376 344Q316 296 306 342Q310 380 376 344ZM376 344Q436 296 446 342Q442 380 376 344Z',
      cord,
      'soft',
    ) +
    fill(oval(376, 344, 16), darker(cord, 0.15)) +
    spark(184, 240, 1.1, cord) +
    spark(640, 320, 1, cord) +
    spark(602, 206, 0.7, cord)
  )
}

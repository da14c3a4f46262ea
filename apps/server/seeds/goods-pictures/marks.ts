import { box, darker, fill, lighter, oval, place, stroke, type Svg } from './shapes.ts'

/** Small emblems, about a hundred units wide around their centre, in place of brand names. */
const leafOutline = 'M-44 34Q-52-40 46-46Q52 46-44 34Z'

export const leaf = (colour: string): Svg =>
  fill(leafOutline, colour) + stroke('M-52 48Q-20 8 24-24M-16 12l2-24M2-4l24 2', lighter(colour, 0.6), 5)

export const drop = (colour: string): Svg =>
  fill('M0-56Q42-4 42 20A42 42 0 0 1-42 20Q-42-4 0-56Z', colour) +
  stroke('M-22 20A22 22 0 0 0-4 42', '#ffffff', 7, 0.8)

export const bolt = (colour: string): Svg => fill('M14-60L-38 8H-6L-16 60L40-14H6Z', colour)

export const heart = (colour: string): Svg =>
  fill('M0 50C-78-4-52-54-24-50Q-6-47 0-28Q6-47 24-50C52-54 78-4 0 50Z', colour)

export const mountain = (colour: string): Svg =>
  fill('M-64 42L-18-34L4-2L22-24L64 42Z', colour) +
  fill('M-18-34L-36-4L-22-12L-12 0L-2-10Z', lighter(colour, 0.75))

export const peach = (): Svg =>
  fill('M0-34C-60-54-66 44 0 52C66 44 60-54 0-34Z', '#f79a8b') +
  fill('M0-34C34-50 66-10 40 28Q30 44 0 52Q34 6 0-34Z', '#f27f77') +
  stroke('M0-34Q-14 6 2 44', '#d9625f', 4, 0.7) +
  fill('M2-36Q14-66 52-60Q40-30 2-36Z', '#6bb36d')

export const orange = (): Svg => {
  const segment = fill('M0-7L-14-37Q0-47 14-37Z', '#ff9f2e')
  return (
    fill(oval(0, 0, 54), '#f28a1f') +
    fill(oval(0, 0, 47), '#fff1d2') +
    Array.from({ length: 8 }, (_none, i) => place(segment, 0, 0, 1, i * 45)).join('')
  )
}

export const lychee = (): Svg =>
  fill(oval(0, 10, 46), '#f8e3e4') +
  stroke('M-24 34Q-8 48 12 46', '#ffffff', 7) +
  fill('M-47 12A47 47 0 0 1 47 12L32 24L17 8L1 26L-15 8L-31 24Z', '#d9485f') +
  stroke('M-28-8h.1M-10-20h.1M10-20h.1M28-8h.1M-18 0h.1M0-6h.1M18 0h.1', '#b3314a', 8, 0.8) +
  fill('M0-36Q-30-44-34-62Q-6-66 0-36Q6-66 38-60Q30-42 0-36Z', '#5da564')

export const blossom = (colour: string): Svg =>
  [45, 135, 225, 315].map((turn) => place(fill(oval(0, -28, 20, 27), colour), 0, 0, 1, turn)).join('') +
  fill(oval(0, 0, 14), darker(colour, 0.25))

export const bean = (colour: string): Svg =>
  place(
    fill(oval(0, 0, 34, 48), colour) + stroke('M4-46Q-18-12 2 4Q18 22-4 46', lighter(colour, 0.5), 7),
    0,
    0,
    1,
    28,
  )

export const bubbles = (colour: string): Svg =>
  [
    [-26, 18, 26],
    [22, 0, 34],
    [-14, -34, 16],
    [34, 46, 12],
    [-6, 52, 9],
  ]
    .map(
      ([x = 0, y = 0, r = 0]) =>
        stroke(oval(x, y, r), colour, 7) +
        stroke(`M${x - r * 0.5} ${y}a${r * 0.5} ${r * 0.5} 0 0 1 ${r * 0.5} ${-r * 0.5}`, colour, 4),
    )
    .join('')

export const chilli = (): Svg =>
  fill('M-30-34Q20-50 34-8Q44 26 4 58Q14 20-4 4Q-22-8-30-34Z', '#d8362f') +
  stroke('M-30-36Q-42-44-38-60', '#4f8f49', 9) +
  stroke('M4-22Q22-12 22 8', '#ffffff', 6, 0.6)

export const strawberry = (): Svg =>
  fill('M-46-20Q-40-40 0-38Q40-40 46-20Q44 32 0 58Q-44 32-46-20Z', '#ea4a5b') +
  fill('M-38-34L-12-40L0-60L12-40L38-34L18-22L0-10L-18-22Z', '#5da564') +
  stroke('M-22 2v6M0 14v6M22 2v6M-10 32v6M12 32v6', '#ffe3a8', 6)

export const tomato = (): Svg =>
  fill(oval(0, 8, 50, 44), '#e2492f') +
  fill('M0-50L8-30L38-34L18-16L26 4L0-8L-26 4L-18-16L-38-34L-8-30Z', '#55994f') +
  stroke('M-32 10Q-28 32-10 38', '#ffffff', 6, 0.55)

export const hazelnut = (): Svg =>
  fill('M-40-10Q-36 44 0 54Q36 44 40-10Z', '#b9793f') +
  fill('M-46-8Q-40-46 0-52Q40-46 46-8Q24 6 0-4Q-24 6-46-8Z', '#8a5429') +
  stroke('M-20 8Q-18 26-6 36', '#ffffff', 6, 0.45)

export const snow = (colour: string): Svg =>
  [0, 60, 120]
    .map((turn) => place(stroke('M0-52V52M-14-42L0-28L14-42M-14 42L0 28L14 42', colour, 8), 0, 0, 1, turn))
    .join('')

export const berries = (): Svg =>
  stroke('M-34-44Q0-30 30-48M-14-36Q-22-8-24 10M16-40Q20-14 20 0', '#5b8f4e', 6) +
  place(fill(oval(0, 0, 15, 25), '#d9402f') + stroke('M-5-8Q-7 0-5 8', '#ffffff', 4, 0.7), -26, 24, 1, 8) +
  place(fill(oval(0, 0, 15, 25), '#e5562f') + stroke('M-5-8Q-7 0-5 8', '#ffffff', 4, 0.7), 22, 20, 1, -10) +
  fill('M30-48Q58-58 62-30Q40-26 30-48Z', '#6aa55c')

/** A ladle of noodles over the rim of a bowl. */
export const noodles = (colour: string): Svg =>
  fill('M-56 4H56Q52 50 18 54H-18Q-52 50-56 4Z', colour) +
  stroke('M-34-2Q-38-30-20-34T0-2M-10-2Q-14-44 8-44T26-2', '#f6c564', 8) +
  stroke('M20-58L44-4M38-58L54-4', '#8a5a34', 6)

export const wave = (colour: string): Svg =>
  stroke('M-56-16Q-42-36-28-16T0-16T28-16T56-16M-56 14Q-42-6-28 14T0 14T28 14T56 14', colour, 11)

export const coin = (colour: string): Svg =>
  fill(oval(0, 0, 54), colour) +
  stroke(oval(0, 0, 43), darker(colour, 0.25), 5) +
  fill(box(-16, -16, 32, 32, 3), darker(colour, 0.35))

export const sweet = (colour: string): Svg =>
  fill('M-26 0L-60-26V26ZM26 0L60-26V26Z', lighter(colour, 0.2)) +
  fill(oval(0, 0, 34), colour) +
  stroke('M-22-16Q0 4-8 30M2-32Q24-6 16 26', '#ffffff', 7, 0.75)

/** A mark for unknown contents. */
export const riddle = (colour: string): Svg =>
  stroke('M-26-22Q-26-54 2-54Q32-54 32-26Q32-6 10 6Q2 12 2 28', colour, 15) + fill(oval(2, 52, 10), colour)

export const smile = (colour: string): Svg =>
  fill(oval(-24, -8, 7, 10), colour) +
  fill(oval(24, -8, 7, 10), colour) +
  stroke('M-16 14Q0 30 16 14', colour, 7) +
  fill(oval(-42, 14, 12, 8), '#ff9a9a', 0.6) +
  fill(oval(42, 14, 12, 8), '#ff9a9a', 0.6)

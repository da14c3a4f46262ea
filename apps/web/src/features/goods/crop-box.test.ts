import { describe, expect, test } from 'vitest'

import {
  type Box,
  boxByKey,
  isWhole,
  largestBox,
  movedBox,
  resizedBox,
  wholePixels,
  zoomedBox,
  zoomOf,
} from './crop-box.ts'

const picture = { width: 800, height: 600 }
const isInside = ({ x, y, width, height }: Box): boolean =>
  x >= 0 && y >= 0 && x + width <= picture.width + 1e-9 && y + height <= picture.height + 1e-9

describe('a crop', () => {
  test('begins with all of the picture, or with the largest box of its shape', () => {
    expect(largestBox(picture, undefined)).toEqual({ x: 0, y: 0, width: 800, height: 600 })
    expect(largestBox(picture, 1)).toEqual({ x: 100, y: 0, width: 600, height: 600 })
    expect(largestBox({ width: 300, height: 600 }, 4 / 3)).toEqual({
      x: 0,
      y: 187.5,
      width: 300,
      height: 225,
    })
  })

  test('moves as far as the picture goes', () => {
    const box = { x: 100, y: 100, width: 200, height: 200 }
    expect(movedBox(box, 50, -30, picture)).toMatchObject({ x: 150, y: 70 })
    expect(movedBox(box, 5000, -5000, picture)).toMatchObject({ x: 600, y: 0 })
  })

  test('is pulled at a corner, and the opposite one stays', () => {
    const box = { x: 100, y: 100, width: 200, height: 200 }
    expect(resizedBox(box, 'se', [50, -20], picture, undefined)).toEqual({
      x: 100,
      y: 100,
      width: 250,
      height: 180,
    })
    expect(resizedBox(box, 'nw', [-50, 20], picture, undefined)).toEqual({
      x: 50,
      y: 120,
      width: 250,
      height: 180,
    })
    expect(resizedBox(box, 'nw', [5000, 5000], picture, undefined)).toEqual({
      x: 268,
      y: 268,
      width: 32,
      height: 32,
    })
  })

  test.each(['nw', 'ne', 'sw', 'se'] as const)(
    'keeps its shape inside of the picture when %s is pulled',
    (corner) => {
      for (const pull of [-5000, -10, 10, 5000]) {
        const box = resizedBox(
          { x: 100, y: 100, width: 400, height: 300 },
          corner,
          [pull, pull],
          picture,
          4 / 3,
        )
        expect(box.width / box.height).toBeCloseTo(4 / 3)
        expect(isInside(box)).toBe(true)
      }
    },
  )

  test('zooms around its middle, between all and five times', () => {
    const all = largestBox(picture, undefined)
    const near = zoomedBox(all, 2, picture)
    expect(near).toEqual({ x: 200, y: 150, width: 400, height: 300 })
    expect(zoomOf(near, picture)).toBe(2)
    expect(zoomedBox(near, 1, picture)).toEqual(all)
    expect(zoomOf(zoomedBox(near, 99, picture), picture)).toBe(5)
    expect(isInside(zoomedBox({ x: 0, y: 0, width: 100, height: 100 }, 1, picture))).toBe(true)
  })

  test('of a tiny picture is never nothing', () => {
    const tiny = { width: 20, height: 10 }
    const box = zoomedBox(largestBox(tiny, undefined), 5, tiny)
    expect(box.width).toBeGreaterThan(0)
    expect(wholePixels(resizedBox(box, 'se', [-500, -500], tiny, 1), tiny).width).toBeGreaterThanOrEqual(1)
  })

  test('obeys the keyboard', () => {
    const box = { x: 100, y: 100, width: 200, height: 200 }
    const press = (key: string, shiftKey = false, ratio?: number) =>
      boxByKey(box, { key, shiftKey }, picture, ratio)
    expect(press('ArrowRight')).toMatchObject({ x: 116, y: 100 })
    expect(press('ArrowUp')).toMatchObject({ x: 100, y: 84 })
    expect(press('ArrowRight', true)).toMatchObject({ width: 216, height: 200 })
    expect(press('ArrowDown', true, 1)).toMatchObject({ width: 216, height: 216 })
    expect(press('+')!.width).toBeLessThan(200)
    expect(press('-')!.width).toBeGreaterThan(200)
    expect(press('Tab')).toBeUndefined()
  })

  test('ends in whole pixels', () => {
    expect(wholePixels({ x: 0.4, y: 599.9, width: 800.2, height: 0.2 }, picture)).toEqual({
      x: 0,
      y: 599,
      width: 800,
      height: 1,
    })
  })
})

test('a box that leaves nothing out cuts nothing off', () => {
  expect(isWhole(largestBox(picture, undefined), picture)).toBe(true)
  expect(isWhole(largestBox(picture, 4 / 3), picture)).toBe(true)
  expect(isWhole(largestBox(picture, 1), picture)).toBe(false)
})

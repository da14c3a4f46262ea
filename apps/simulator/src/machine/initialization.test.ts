import { describe, expect, test } from 'vitest'

import { minute, readyRig } from '../../test/rig.ts'

const seeds = Array.from({ length: 40 }, (_, i) => i + 1)

/** A machine that has just begun to search for its slots. */
function searchingRig(seed: number) {
  const rig = readyRig({ slots: 3, seed })
  rig.command('setChannels', { count: 5 })
  return rig
}

const isDone = ({ heard }: ReturnType<typeof searchingRig>): boolean =>
  heard('config').some((report) => 'init' in report && report.init === 'done')

describe('the search for slots', () => {
  test('takes between one and two minutes', () => {
    const soon: boolean[] = []
    for (const seed of seeds) {
      const rig = searchingRig(seed)
      rig.time.advance(minute - 1)
      expect(isDone(rig), `seed ${seed} after a minute`).toBe(false)
      rig.time.advance(minute / 2)
      soon.push(isDone(rig))
      rig.time.advance(minute / 2 + 1_000)
      expect(isDone(rig), `seed ${seed} after two minutes`).toBe(true)
    }
    expect(new Set(soon)).toEqual(new Set([true, false]))
  })

  test('leaves nothing for customers until it is over, whatever they pay with', () => {
    const rig = searchingRig(1)
    const { machine, heard, time } = rig
    const buys = (pay: 'coin' | 'bill' | 'ezcard' | 'wechat') =>
      machine.buy({ items: [{ ch: 1, n: 1 }], pay })
    for (const wait of [0, minute / 2, minute / 2 - 1_000]) {
      time.advance(wait)
      expect(isDone(rig)).toBe(false)
      expect(machine.wares()).toEqual([])
      for (const pay of ['coin', 'bill', 'ezcard', 'wechat'] as const) expect(buys(pay), pay).toBe(false)
    }
    time.advance(2 * minute)
    expect([...heard('sale'), ...heard('order')]).toEqual([])
    expect(machine.wares()).not.toEqual([])
    expect(buys('coin')).toBe(true)
    time.advance(minute)
    expect(heard('sale')).toHaveLength(1)
  })
})

import { allPermissions, type PermissionTree, permissions } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { choose, grantableIds, isGranted, summarize, switchGroup, takeAway } from './permission-choice.ts'

const order = (grantable: number[]): PermissionTree['data'][number] => ({
  group: 'Order',
  title: 'Orders',
  items: [1021, 1031].map((id) => ({ id, name: String(id), grantable: grantable.includes(id) })),
})

describe('choosing a permission', () => {
  test('of a page chooses that alone', () => {
    expect(choose([1020], 1021)).toEqual([1020, 1021])
  })

  test.each([
    [1031, 1021],
    [1030, 1023],
    [1032, 1023],
    [1034, 1023],
  ])('such as %i chooses the page %i on which it stands', (id, page) => {
    expect(choose([], id).toSorted()).toEqual([id, page].toSorted())
  })

  test('is undone with everything that stands on the page', () => {
    expect(takeAway([1020, 1021, 1031], 1021)).toEqual([1020])
    expect(takeAway([1023, 1030, 1032, 1034], 1023)).toEqual([])
    expect(takeAway([1021, 1031], 1031)).toEqual([1021])
  })
})

describe('parts of device management', () => {
  test('are chosen apart', () => {
    expect(choose([1020], 1101)).toEqual([1020, 1101])
    expect(takeAway([1101, 1102], 1101)).toEqual([1102])
    expect(isGranted([1101], 1101)).toBe(true)
    expect(isGranted([1101], 1023)).toBe(false)
  })

  test('are granted by the whole, which takes their place', () => {
    expect(choose([1101, 1020], 1023)).toEqual([1020, 1023])
    expect(choose([1101, 1102], 1030).toSorted()).toEqual([1023, 1030])
    expect([1101, 1102, 1103].every((id) => isGranted([1023], id))).toBe(true)
    expect(takeAway([1020, 1023], 1023)).toEqual([1020])
  })

  test('are switched with their group', () => {
    const device = {
      group: 'Device',
      title: 'Devices',
      items: [1023, 1101, 1102, 1103].map((id) => ({ id, name: String(id), grantable: true })),
    }
    const grantable = grantableIds({ data: [device] })
    expect(switchGroup([], device, grantable)).toEqual([1023])
    expect(switchGroup([1023], device, grantable)).toEqual([])
  })
})

describe('a group', () => {
  const both = order([1021, 1031])

  test('is switched on as a whole, and off again', () => {
    const grantable = grantableIds({ data: [both] })
    expect(switchGroup([1020], both, grantable)).toEqual([1020, 1021, 1031])
    expect(switchGroup([1020, 1021], both, grantable)).toEqual([1020, 1021, 1031])
    expect(switchGroup([1020, 1021, 1031], both, grantable)).toEqual([1020])
  })

  test('does not switch permissions that the user cannot grant', () => {
    const some = order([1021])
    expect(switchGroup([], some, grantableIds({ data: [some] }))).toEqual([1021])
  })

  test('grants no button whose page cannot be granted', () => {
    expect(grantableIds({ data: [order([1031])] })).toEqual(new Set())
  })
})

describe('the summary of a role', () => {
  test('names the groups of which something is granted, and how much', () => {
    expect(summarize([1020, 1031, 1021, 1023])).toEqual([
      { group: 'Home', chosen: ['home'], all: 1 },
      { group: 'Order', chosen: ['order.buyBill', 'order.refund'], all: 2 },
      {
        group: 'Device',
        chosen: ['device.manage', 'device.refill', 'device.price', 'device.setting'],
        all: 7,
      },
    ])
  })

  test('covers every permission there is', () => {
    const all = summarize(allPermissions.map((name) => permissions[name].id))
    expect(all.flatMap(({ chosen }) => chosen).length).toBe(allPermissions.length)
  })
})

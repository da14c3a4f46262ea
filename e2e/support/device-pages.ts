import { type Locale, thresholdCalls } from '@slotwise/contract'
import { expect } from '@playwright/test'

import { fillSlots, pageOf } from './devices.ts'
import { addGoods } from './goods.ts'
import { longTexts } from './long-texts.ts'
import { readDevice } from './machines.ts'
import type { FurtherState, PageState, Stand } from './page-states.ts'
import { addStore } from './regions.ts'
import { sell } from './sales.ts'
import { callServer } from './server.ts'
import { visit } from './visit.ts'

/** A page of the device, opened once one of its texts is shown. */
type DeviceTabs = (
  name: string,
  tab: 'slots' | 'settings' | 'remote' | 'test' | 'init' | 'history' | undefined,
  shown: (locale: Locale) => string,
  further?: readonly FurtherState[],
) => PageState

const tabsOf =
  (sn: string): DeviceTabs =>
  (name, tab, shown, further = []) => ({
    name,
    open: async (page, locale) => {
      await visit(page, pageOf({ sn }, tab))
      await page.getByText(shown(locale)).first().waitFor()
    },
    further,
  })

/**
 * Devices with long names: the newest is a lipstick machine, which has every setting, with a fault and slots that are
 * full, low and vacant. Values that machines report are in no language.
 * `confirms`: it has its settings, but for one that it cannot do, and reports a temperature and a sale that was not understood.
 */
export async function addLongDevices(
  { merchant, machines }: Stand,
  { confirms = false } = {},
): Promise<DeviceTabs> {
  const { goods: title, store: name, text } = longTexts
  const store = await addStore(merchant, name, { store_address: text })
  const goods = await addGoods(merchant, title)
  const [, machine] = await machines.give(
    merchant,
    { title: name, type: 'lattice' },
    { title, type: 'lipstick', slots: 12, storeId: store._id },
  )
  if (!machine) throw new Error('the machines were not entered')
  const threshold = { low: { mode: 'share', value: 30 }, offline_minutes: 45 } as const
  await callServer(thresholdCalls.setThreshold, { store: store._id, ...threshold }, merchant.caller)
  await callServer(thresholdCalls.setThreshold, { sn: machine.sn, ...threshold }, merchant.caller)
  await fillSlots(merchant, machine, goods, { slots: [1, 2, 3], price: 9_999_999, max: 9_999, quantity: 20 })
  const hand = await machines.playByHand(machine)
  const slots = Array.from({ length: 12 }, (_, at) => ({ ch: at + 1, qty: 3, max: 9, state: 'ok' as const }))
  await hand.say('slots', { rev: 1, full: true, slots })
  for (const ch of [2, 4]) await hand.say('fault', { code: 'CURTAIN_SELFTEST', ch, raw: '31', active: true })
  await hand.say('fault', { code: 'OTHER', raw: '31', active: true })
  if (!confirms) return tabsOf(machine.sn)
  await sell(hand, { client: 'cash' as never })
  await hand.hears('error')
  const { rev } = await hand.hears('config')
  await hand.say('config', { rev, unsupported: ['lamp_style'] })
  await hand.say('heartbeat', { rssi: -60, net: '4g', app: '1', android: '', uptime: 1, temp: 6.5 })
  await expect.poll(async () => (await readDevice(merchant, machine.sn))?.temperature).toBe(6.5)
  return tabsOf(machine.sn)
}

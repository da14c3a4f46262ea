import type { Locator, Page } from '@playwright/test'
import { channelCalls, type Channel, errorCodes, type Goods } from '@slotwise/contract'
import { expect } from '@playwright/test'

import { slotWords } from '../../apps/web/src/features/devices/slots/slot-words.ts'
import { operationGateWords } from '../../apps/web/src/ui/operation-gate-words.ts'
import { field } from './console.ts'
import { addGoods } from './goods.ts'
import type { Machines, Registered } from './machines.ts'
import type { Merchant } from './merchant.ts'
import { callServer } from './server.ts'
import { operationPassword, setOperationPassword } from './staff.ts'

const gate = operationGateWords['en-US']

export const pageOf = ({ sn }: Pick<Registered, 'sn'>, tab?: string): string =>
  tab === undefined ? `/device/${sn}` : `/device/${sn}?tab=${tab}`

/** The slot as it stands in the machine. */
export const tileOf = (page: Page, number: number): Locator =>
  page
    .getByRole('group', { name: slotWords['en-US'].grid })
    .getByRole('button', { name: new RegExp(`^Slot ${number}(?!\\d)`) })

/** What a drop-down offers. */
export async function pick(page: Page, control: Locator, option: string): Promise<void> {
  await control.click()
  await page.getByTitle(option, { exact: true }).filter({ visible: true }).last().click()
}

/** Presses the button that ends a dialog; where the machine still rests from the last edit, as soon as it may. */
export async function endWith(dialog: Locator, button: string): Promise<void> {
  await expect(dialog).toBeVisible()
  await expect(async () => {
    // It may have closed after the last look at it.
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: button }).click({ timeout: 3_000 })
    await expect(dialog).toBeHidden({ timeout: 3_000 })
  }).toPass()
}

/** Until the machine takes edits again. An edit of a version that never was is refused, and begins no rest itself. */
export async function rested({ caller }: Merchant, { sn }: Registered): Promise<void> {
  const probe = { sn, channel_sn: [1], enabled: true, revs: { '1': 999_999 } }
  await expect(() =>
    expect(callServer(channelCalls.setChannelInfo, probe, caller)).rejects.toThrow(
      `: ${errorCodes.changedMeanwhile} `,
    ),
  ).toPass()
}

/** Presses a button that asks before it acts, and agrees. What was asked can be read before. */
export async function agreeTo(
  page: Page,
  button: string,
  title: string,
  read: (question: Locator) => Promise<void> = async () => undefined,
): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  const question = page.getByRole('dialog', { name: title })
  await read(question)
  await question.getByRole('button', { name: button, exact: true }).click()
}

/** Gives the operation password where it is asked for. */
export async function passGate(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: gate.title })
  await field(dialog, gate.password).fill(operationPassword)
  await dialog.getByRole('button', { name: gate.unlock }).click()
  await expect(dialog).toBeHidden()
}

type SlotWish = { price?: number; max?: number; quantity?: number; slots?: number[] }

/** Puts goods into slots, as filling them in the console does. */
export async function fillSlots(
  merchant: Merchant,
  { sn }: Registered,
  goods: Goods,
  { price = 350, max = 10, quantity = 5, slots = [1] }: SlotWish = {},
): Promise<Channel[]> {
  const input = { sn, channel_sn: slots, goods: goods.goods_id, price, max, quantity }
  return (await callServer(channelCalls.setChannelInfo, input, merchant.caller)).data
}

type Stocking = [
  merchant: Merchant,
  machines: Machines,
  wish: Parameters<Machines['give']>[1],
  filling?: SlotWish,
]

/** A machine with Cola in its slots. */
export async function withCola(...[merchant, machines, wish, filling]: Stocking): Promise<Registered> {
  const cola = await addGoods(merchant, 'Cola')
  const [machine] = await machines.give(merchant, wish)
  await fillSlots(merchant, machine!, cola, filling)
  return machine!
}

/** The same, of a merchant who has an operation password. */
export async function stocked(...stocking: Stocking): Promise<Registered> {
  const [merchant] = stocking
  await setOperationPassword(merchant)
  return withCola(...stocking)
}

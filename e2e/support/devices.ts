import type { Locator, Page } from '@playwright/test'
import { type Channel, type Goods, slotCalls } from '@slotwise/contract'
import { expect } from '@playwright/test'

import { field } from './console.ts'
import { endPausesDirectly } from './direct.ts'
import { addGoods } from './goods.ts'
import type { Machines, Registered } from './machines.ts'
import type { Merchant } from './merchant.ts'
import { callServer } from './server.ts'
import { operationPassword, setOperationPassword } from './staff.ts'
import { operationGateWords, slotWords } from './words.ts'

const gate = operationGateWords['en-US']

export const pageOf = ({ sn }: Pick<Registered, 'sn'>, tab?: string): string =>
  tab === undefined ? `/device/${sn}` : `/device/${sn}?tab=${tab}`

/** The tile of a slot in the machine. */
export const tileOf = (page: Page, number: number): Locator =>
  page
    .getByRole('group', { name: slotWords['en-US'].grid })
    .getByRole('button', { name: new RegExp(`^Slot ${number}(?!\\d)`) })

/** Presses the button that ends a dialog; retries while the machine still rests from the last edit. */
export async function endWith(dialog: Locator, button: string): Promise<void> {
  await expect(dialog).toBeVisible()
  await expect(async () => {
    // The dialog may have closed since the last check.
    if (await dialog.isVisible()) await dialog.getByRole('button', { name: button }).click({ timeout: 3_000 })
    await expect(dialog).toBeHidden({ timeout: 3_000 })
  }).toPass()
}

/** Lets the merchant's machines accept edits again at once, instead of 3 s after the last one. */
export const rested = ({ session }: Merchant): Promise<void> => endPausesDirectly(session.token)

/** Presses a button that asks before it acts, and confirms. `read` can check the question first. */
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

/** Enters the operation password in the gate's dialog. */
export async function passGate(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: gate.title })
  await field(dialog, gate.password).fill(operationPassword)
  await dialog.getByRole('button', { name: gate.unlock }).click()
  await expect(dialog).toBeHidden()
}

type SlotWish = { price?: number; max?: number; quantity?: number; slots?: number[] }

/** Puts goods into slots, as the console does. The next edit need not wait. */
export async function fillSlots(
  merchant: Merchant,
  { sn }: Registered,
  goods: Goods,
  { price = 350, max = 10, quantity = 5, slots = [1] }: SlotWish = {},
): Promise<Channel[]> {
  const input = { sn, channel_sn: slots, goods: goods.goods_id, price, max, quantity }
  const { data } = await callServer(slotCalls.setChannelInfo, input, merchant.caller)
  await rested(merchant)
  return data
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

/** The same, for a merchant with an operation password. */
export async function stocked(...stocking: Stocking): Promise<Registered> {
  const [merchant] = stocking
  await setOperationPassword(merchant)
  return withCola(...stocking)
}

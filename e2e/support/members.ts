import { type Card, type InputOf, memberCalls } from '@slotwise/contract'
import { expect } from '@playwright/test'

import { withCola } from './devices.ts'
import { type Machines, settled } from './machines.ts'
import type { Merchant } from './merchant.ts'
import { callServer } from './server.ts'

export const addCard = (
  merchant: Merchant,
  cardno: string,
  fields: Partial<InputOf<typeof memberCalls.addCard>> = {},
): Promise<Card> => callServer(memberCalls.addCard, { cardno, ...fields }, merchant.caller)

/** A virtual machine that sells Cola for 3.50. Returns how a customer buys one with a card. */
export async function cardReader(
  merchant: Merchant,
  machines: Machines,
): Promise<{ sn: string; buy: (cardno: string) => Promise<void> }> {
  const registered = await withCola(merchant, machines, { title: 'Lobby', slots: 2 })
  const machine = machines.play(registered)
  await settled(merchant, registered)
  return {
    sn: registered.sn,
    buy: async (card) => {
      const buy = () => machine.buy({ items: [{ ch: 1, n: 1 }], pay: 'card', card })
      await expect.poll(buy, { timeout: 20_000 }).toBe(true)
    },
  }
}

import { type MachineType, settingsOf } from '@slotwise/contract'
import { type DownMessage, maxPayloadBytes } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../kernel/ctx.ts'
import { desiredSettings, settingsIn } from '../modules/devices/index.ts'
import { slotSettings } from '../modules/slots/index.ts'

/** The desired state of a machine: the settings that its type has, and the goods of its slots. */
export async function machineSettings(ctx: MachineCtx): Promise<DownMessage<'config'> | undefined> {
  const found = await desiredSettings(ctx)
  if (!found) return undefined
  const all = settingsIn(found)
  const own = settingsOf(found.type as MachineType).map((name) => [name, all[name]] as const)
  // Notes are for the merchant and are not sent.
  const extend = all.extend.map(({ key, value }) => ({ key, value }))
  const settings = { title: found.title, ...Object.fromEntries(own), extend, slots: await slotSettings(ctx) }
  return { rev: Number(found.settings_rev), settings: withinLimit(settings) }
}

/** Leaves room for the envelope. */
const roomBytes = maxPayloadBytes - 1_024
const shortTitle = 16

/** Two hundred slots with long names exceed the size of a message: then names are cut short. */
export const withinLimit = <T extends { slots: { title: string }[] }>(settings: T): T =>
  Buffer.byteLength(JSON.stringify(settings)) <= roomBytes
    ? settings
    : {
        ...settings,
        slots: settings.slots.map((slot) => ({
          ...slot,
          title: [...slot.title].slice(0, shortTitle).join(''),
        })),
      }

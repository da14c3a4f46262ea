import { type MachineType, settingsOf } from '@slotwise/contract'
import { type DownMessage, maxPayloadBytes } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../kernel/ctx.ts'
import { slotSettings } from '../modules/channels/index.ts'
import { desiredSettings, settingsIn } from '../modules/devices/index.ts'

/** Everything that a machine should be like: its settings, as far as its type has them, and what its slots sell. */
export async function machineSettings(ctx: MachineCtx): Promise<DownMessage<'config'> | undefined> {
  const found = await desiredSettings(ctx)
  if (!found) return undefined
  const all = settingsIn(found)
  const own = settingsOf(found.type as MachineType).map((name) => [name, all[name]] as const)
  // Notes are for people.
  const extend = all.extend.map(({ key, value }) => ({ key, value }))
  const settings = { title: found.title, ...Object.fromEntries(own), extend, slots: await slotSettings(ctx) }
  return { rev: Number(found.settings_rev), settings: withinLimit(settings) }
}

/** The envelope needs some room of its own. */
const roomBytes = maxPayloadBytes - 1_024
const shortTitle = 16

/** Two hundred slots with long names are more than a message may have: then names are cut short. */
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

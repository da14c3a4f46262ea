import { countryFacts, type ImageStyle, type MachineType, settingsOf } from '@slotwise/contract'
import { type DownMessage, maxPayloadBytes } from '@slotwise/machine-protocol'

import type { MachineCtx } from '../kernel/ctx.ts'
import { siteForMachines } from '../kernel/site.ts'
import { countryOf } from '../modules/account/index.ts'
import { desiredSettings, settingsIn } from '../modules/devices/index.ts'
import { firstPictures } from '../modules/goods/index.ts'
import { slotSettings } from '../modules/slots/index.ts'

/** 640 pixels: fills a slot's place on the screen of a machine, and loads fast over a mobile network. */
const pictureStyle: ImageStyle = 'card'

/**
 * The desired state of a machine: the place where it stands, the settings that its type has, and the goods of its
 * slots.
 */
export async function machineSettings(ctx: MachineCtx): Promise<DownMessage<'config'> | undefined> {
  const found = await desiredSettings(ctx)
  if (!found) return undefined
  const all = settingsIn(found)
  const own = settingsOf(found.type as MachineType).map((name) => [name, all[name]] as const)
  // Notes are for the merchant and are not sent.
  const extend = all.extend.map(({ key, value }) => ({ key, value }))
  const { timeZone, utcOffsetMinutes, currency, language } = countryFacts[await countryOf(ctx)]
  const place = { time_zone: timeZone, utc_offset: utcOffsetMinutes, currency, language }
  const slots = await withPictures(ctx, await slotSettings(ctx))
  const settings = { title: found.title, ...place, ...Object.fromEntries(own), extend, slots }
  return { rev: Number(found.settings_rev), settings: withinLimit(settings) }
}

/** Adds links to the first picture of the goods, if there is an address under which machines find them. */
async function withPictures<Slot extends { goods: string | null }>(
  ctx: MachineCtx,
  slots: readonly Slot[],
): Promise<(Slot & { picture?: string })[]> {
  const site = siteForMachines(ctx.deps.config)
  if (site === undefined) return [...slots]
  const files = await firstPictures(
    ctx,
    slots.flatMap(({ goods }) => goods ?? []),
  )
  return slots.map((slot) => {
    const file = files.get(slot.goods ?? '')
    return file === undefined ? slot : { ...slot, picture: `${site}/img/${file}!${pictureStyle}` }
  })
}

/** Leaves room for the envelope. */
const roomBytes = maxPayloadBytes - 1_024
const shortTitle = 16

type Fitting = { slots: { title: string; picture?: string }[] }

const fits = (settings: unknown): boolean => Buffer.byteLength(JSON.stringify(settings)) <= roomBytes

/**
 * Two hundred slots with long names and links exceed the size of a message. Then names are cut short and, if that is
 * not enough, pictures are left out: a machine can sell without them.
 */
export function withinLimit<T extends Fitting>(settings: T): T {
  if (fits(settings)) return settings
  const slots = settings.slots.map((slot) => ({
    ...slot,
    title: [...slot.title].slice(0, shortTitle).join(''),
  }))
  const short = { ...settings, slots }
  if (fits(short)) return short
  return { ...settings, slots: slots.map(({ picture: _, ...slot }) => slot) }
}

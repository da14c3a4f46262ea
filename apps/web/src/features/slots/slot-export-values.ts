import { channelContents, type DeviceFilter, type ExportDevChannel, type Locale } from '@slotwise/contract'
import type { z } from 'zod'

type ExportInput = z.input<typeof ExportDevChannel>

/** What the drawer was opened for: machines, or a list with its filter. */
export type OpenedFor = { devs: readonly string[]; filter: z.output<typeof DeviceFilter> }

/** Which machines to export: those it was opened for, or others. */
export type ExportedDevices = 'devs' | 'filtered' | 'all' | 'stores' | 'areas'

export type ExportValues = Required<
  Pick<ExportInput, 'type' | 'format' | 'contents' | 'discard' | 'stores' | 'areas'>
> & {
  which: ExportedDevices
}

export const newExport = (which: ExportedDevices): ExportValues => ({
  which,
  type: 'slot',
  format: 'xlsx',
  contents: [...channelContents],
  discard: false,
  stores: [],
  areas: [],
})

/** What can be chosen; the first is meant when nothing else is said. */
export function offeredDevices({ devs, filter }: OpenedFor, offersOthers: boolean): ExportedDevices[] {
  const { order: _order, ...narrowing } = filter
  return [
    ...(devs.length > 0 ? ['devs' as const] : []),
    ...(Object.keys(narrowing).length > 0 ? ['filtered' as const] : []),
    ...(offersOthers ? ['all' as const, 'stores' as const, 'areas' as const] : []),
  ]
}

/** Sends only the chosen kind, so that an earlier choice of another kind does not widen the export. */
export function exportInputOf(
  { which, stores, areas, ...rest }: ExportValues,
  { devs, filter }: OpenedFor,
  locale: Locale,
): ExportInput {
  const those = {
    devs: { devs: [...devs] },
    filtered: { condition: filter },
    all: { all: true },
    stores: { stores },
    areas: { areas },
  }
  return { ...rest, ...those[which], locale }
}

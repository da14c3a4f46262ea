import { channelContents, type ExportDevChannel, type Locale } from '@slotwise/contract'
import type { z } from 'zod'

type ExportInput = z.input<typeof ExportDevChannel>

/** Which machines to export: those it was opened for, or others. */
export type ExportedDevices = 'devs' | 'all' | 'stores' | 'areas'

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

/** Sends only the chosen kind, so that an earlier choice of another kind does not widen the export. */
export function exportInputOf(
  { which, stores, areas, ...rest }: ExportValues,
  devs: readonly string[],
  locale: Locale,
): ExportInput {
  const those = { devs: { devs: [...devs] }, all: { all: true }, stores: { stores }, areas: { areas } }
  return { ...rest, ...those[which], locale }
}

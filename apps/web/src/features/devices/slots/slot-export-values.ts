import { channelContents, type ExportDevChannel, type Locale } from '@slotwise/contract'
import type { z } from 'zod'

type ExportInput = z.input<typeof ExportDevChannel>

/** Of which machines: those it was opened for, or others instead. */
export type ExportedDevices = 'devs' | 'all' | 'stores' | 'areas'

export type ExportValues = Required<
  Pick<ExportInput, 'type' | 'contents' | 'discard' | 'stores' | 'areas'>
> & {
  which: ExportedDevices
}

export const newExport = (which: ExportedDevices): ExportValues => ({
  which,
  type: 'slot',
  contents: [...channelContents],
  discard: false,
  stores: [],
  areas: [],
})

/** Only one of them travels: what was chosen before somebody thought otherwise does not widen the export. */
export function exportInputOf(
  { which, stores, areas, ...rest }: ExportValues,
  devs: readonly string[],
  locale: Locale,
): ExportInput {
  const those = { devs: { devs: [...devs] }, all: { all: true }, stores: { stores }, areas: { areas } }
  return { ...rest, ...those[which], locale }
}

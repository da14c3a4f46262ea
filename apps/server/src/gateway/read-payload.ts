import { isUtf8 } from 'node:buffer'

import { type Understood, understand } from '@slotwise/machine-protocol'

import type { Incoming } from './broker.ts'

/** Decoding would replace bytes that are not UTF-8, and the text would then be stored. */
export const readPayload = ({ sn, name, payload }: Incoming): Understood =>
  isUtf8(payload)
    ? understand(payload.toString(), { sn, name })
    : { ok: false, why: 'not UTF-8', slip: { field: '', reason: 'not utf-8' }, mid: '', json: undefined }

/** When a message that cannot be understood happened, if it says that. */
export function timeIn(json: Record<string, unknown> | undefined): number | undefined {
  const ts = json?.['ts']
  return typeof ts === 'number' ? ts : undefined
}

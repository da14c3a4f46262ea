import { z } from 'zod'

import { Id, requiredText, Sign } from '../kernel/fields.ts'
import { Sn } from '../kernel/sn.ts'

export const BindDevice = z.strictObject({
  sn: Sn,
  /** From the QR code on the machine; valid once. */
  code: z
    .string()
    .min(1, { error: 'v:required' })
    .regex(/^[\w-]{1,64}$/, { error: 'v:wrongType' }),
  title: requiredText(60).optional(),
  store: Id.nullable().default(null),
})

export const Unbind = z.strictObject({ sn: Sn, sign: Sign })

/** What can be read of a sale that is not as the protocol says, for the form in which a person completes it. */
import { isFields } from './mend.ts'
import { type Cash, upMessages } from './messages.ts'

const { saleId, orderNo, client, amount, result, cash } = upMessages.sale.shape
const { ch, n } = upMessages.sale.shape.items.unwrap().shape

export type ReadableSale = {
  saleId?: string
  orderNo?: string
  client?: string
  amount?: number
  result?: string
  cash?: Cash
  /** Only where every line can be read. */
  items?: { ch: number; n: number; ok: boolean }[]
}

type Schema<T> = { safeParse(value: unknown): { success: true; data: T } | { success: false } }
function readOr<T>(schema: Schema<T>, value: unknown): T | undefined {
  const read = schema.safeParse(value)
  return read.success ? read.data : undefined
}

/** Each field that is as it should be. Never throws, whatever the payload is. */
export function readableSale(written: string): ReadableSale {
  const data = dataOf(written)
  if (!data) return {}
  const parts = {
    saleId: readOr(saleId, data['saleId']),
    orderNo: readOr(orderNo, data['orderNo']),
    client: readOr(client, data['client']),
    amount: readOr(amount, data['amount']),
    result: readOr(result, data['result']),
    cash: readOr(cash, data['cash']),
    items: itemsOf(data['items']),
  }
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined))
}

function itemsOf(value: unknown): ReadableSale['items'] {
  if (!Array.isArray(value) || value.length > 400) return undefined
  const items = value.flatMap((item: unknown) => {
    const fields = isFields(item) ? item : {}
    const slot = readOr(ch, fields['ch'])
    const pieces = readOr(n, fields['n'])
    const ok = fields['ok']
    return slot === undefined || pieces === undefined || typeof ok !== 'boolean'
      ? []
      : [{ ch: slot, n: pieces, ok }]
  })
  return items.length === value.length ? items : undefined
}

function dataOf(written: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(written)
    const data = isFields(json) ? json['data'] : undefined
    return isFields(data) ? data : undefined
  } catch {
    return undefined
  }
}

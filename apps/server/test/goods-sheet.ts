import { goodsFieldWords, type Locale } from '@slotwise/contract'
import { type Cell, writeXlsx } from '@slotwise/sheets'

/** A sheet as a merchant would fill it in, under the console's headers. */
export async function goodsSheet(
  headers: readonly (keyof (typeof goodsFieldWords)['en-US'])[] = ['goods_title', 'price'],
  rows: readonly Cell[][] = [['Cola', 3.5]],
  locale: Locale = 'en-US',
  otherHeaders: Partial<Record<string, string>> = {},
): Promise<Buffer> {
  const columns = headers.map((name) => ({ header: otherHeaders[name] ?? goodsFieldWords[locale][name] }))
  const options = { sheetName: 'Goods', columns, utcOffsetMinutes: 480 }
  async function* all() {
    yield [...rows]
  }
  const chunks: Buffer[] = []
  for await (const chunk of writeXlsx(options, all())) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

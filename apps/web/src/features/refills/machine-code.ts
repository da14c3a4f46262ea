import { Sn } from '@slotwise/contract'

/**
 * The serial number in a code that is on a machine: the code for binding (`/bind?sn=…`), the label (`/m/…`), or the bare
 * number. The host does not matter, because the machine may know an older one.
 */
export function machineIn(text: string): string | undefined {
  const plain = Sn.safeParse(text.trim())
  if (plain.success) return plain.data
  if (!URL.canParse(text)) return undefined
  const { pathname, searchParams } = new URL(text)
  const [, inPath] = /^\/(?:m|refill|device)\/(\d+)\/?$/i.exec(pathname) ?? []
  const inQuery = /\/bind\/?$/i.test(pathname) ? searchParams.get('sn') : undefined
  return Sn.safeParse(inPath ?? inQuery).data
}

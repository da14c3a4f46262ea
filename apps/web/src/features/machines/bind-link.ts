import { BindDevice } from '@slotwise/contract'

const Link = BindDevice.pick({ sn: true, code: true })

export type BindLink = { sn: string; code: string }

/** The serial number and code of the machine's QR code; undefined for any other link. */
export function readBindLink(search: string): BindLink | undefined {
  const params = new URLSearchParams(search)
  return Link.safeParse({ sn: params.get('sn'), code: params.get('code') }).data
}

/** The same, of the text that a camera read. The host does not matter: the machine may know an older one. */
export function readScanned(text: string): BindLink | undefined {
  if (!URL.canParse(text)) return undefined
  const { pathname, search } = new URL(text)
  return /\/bind\/?$/i.test(pathname) ? readBindLink(search) : undefined
}

/** The user has chosen to bind the machine on a computer; the address keeps that across the login. */
export const isMeantHere = (search: string): boolean => new URLSearchParams(search).get('here') === '1'

/** Apple's tablets identify as computers; only their touch points tell them apart. */
export const isComputer = (userAgent: string, touchPoints: number): boolean =>
  !/Android|iPhone|iPad|iPod|HarmonyOS|\bMobile\b/i.test(userAgent) &&
  !(/Macintosh/.test(userAgent) && touchPoints > 1)

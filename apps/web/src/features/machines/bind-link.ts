import { BindDevice } from '@slotwise/contract'

const Link = BindDevice.pick({ sn: true, code: true })

/** The serial number and code of the machine's QR code; undefined for any other link. */
export function readBindLink(search: string): { sn: string; code: string } | undefined {
  const params = new URLSearchParams(search)
  return Link.safeParse({ sn: params.get('sn'), code: params.get('code') }).data
}

/** The user has chosen to bind the machine on a computer; the address keeps that across the login. */
export const isMeantHere = (search: string): boolean => new URLSearchParams(search).get('here') === '1'

/** Apple's tablets identify as computers; only their touch points tell them apart. */
export const isComputer = (userAgent: string, touchPoints: number): boolean =>
  !/Android|iPhone|iPad|iPod|HarmonyOS|\bMobile\b/i.test(userAgent) &&
  !(/Macintosh/.test(userAgent) && touchPoints > 1)

import { BindDevice } from '@slotwise/contract'

const Link = BindDevice.pick({ sn: true, code: true })

/** What the code on the machine says; undefined where it is not such a code. */
export function readBindLink(search: string): { sn: string; code: string } | undefined {
  const params = new URLSearchParams(search)
  return Link.safeParse({ sn: params.get('sn'), code: params.get('code') }).data
}

/** Somebody at a computer has said that it shall be bound there; logging in in between does not ask again. */
export const isMeantHere = (search: string): boolean => new URLSearchParams(search).get('here') === '1'

/** Tablets of Apple call themselves computers; only their fingers give them away. */
export const isComputer = (userAgent: string, touchPoints: number): boolean =>
  !/Android|iPhone|iPad|iPod|HarmonyOS|\bMobile\b/i.test(userAgent) &&
  !(/Macintosh/.test(userAgent) && touchPoints > 1)

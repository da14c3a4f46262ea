import { bankCardCalls, type BankPhotoKind, bankPhotoKinds } from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { callerOf } from '../../../lib/client.ts'

type Addresses = Partial<Record<BankPhotoKind, string>>

/** Addresses of the fetched photos inside of this page, until the card is closed or has others. */
export function useFetchedPhotos(
  links: Readonly<Record<BankPhotoKind, string>> | undefined,
): Addresses | undefined {
  const [addresses, setAddresses] = useState<Addresses>()
  useEffect(() => {
    if (!links) return undefined
    const control = new AbortController()
    const made: string[] = []
    const addressOf = async (kind: BankPhotoKind): Promise<[BankPhotoKind, string] | undefined> => {
      const photo = await photoAt(links[kind], control.signal)
      if (!photo || control.signal.aborted) return undefined
      const address = URL.createObjectURL(photo)
      made.push(address)
      return [kind, address]
    }
    void Promise.all(bankPhotoKinds.map(addressOf)).then((found) => {
      if (!control.signal.aborted) setAddresses(Object.fromEntries(found.filter((one) => one !== undefined)))
    })
    return () => {
      control.abort()
      for (const address of made) URL.revokeObjectURL(address)
    }
  }, [links])
  return addresses
}

/** Undefined where the card has no such photo, or it cannot be read. */
async function photoAt(link: string, signal: AbortSignal): Promise<Blob | undefined> {
  if (link === '') return undefined
  const { headers } = callerOf(bankCardCalls.getImage)
  const response = await fetch(link, { signal, headers }).catch(() => undefined)
  return response?.ok ? response.blob().catch(() => undefined) : undefined
}

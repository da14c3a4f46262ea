/** The number of rows that an account has chosen for each list, stored in this browser. */
import { maxPageSize } from '@slotwise/contract'
import { z } from 'zod'

import { readStored, writeStored } from './storage.ts'

const Sizes = z.record(z.string(), z.int().min(1).max(maxPageSize))

const keyOf = (account: string): string => `slotwise.sizes.${account}`

/** The lists of all machines, stores or goods of one kind are one list: the numbers in an address are left out. */
export const listName = (pathname: string, tab: string | null): string =>
  `${pathname.toLowerCase().replaceAll(/\/\d+(?=\/|$)/g, '/:id')}${tab ? ` ${tab}` : ''}`

function stored(account: string): Record<string, number> {
  try {
    return Sizes.safeParse(JSON.parse(readStored(keyOf(account)) ?? '{}')).data ?? {}
  } catch {
    return {}
  }
}

export const rememberedSize = (account: string, list: string): number | undefined => stored(account)[list]

export const rememberSize = (account: string, list: string, size: number): void =>
  writeStored(keyOf(account), JSON.stringify({ ...stored(account), [list]: size }))

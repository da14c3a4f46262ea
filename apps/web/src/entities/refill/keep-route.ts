/**
 * Keeps what a phone needs to drive a route without a network: the refill list that it shows, and the slots and pictures
 * of the first machines of the route. The machines are read one after the other, and one that was read a moment ago is
 * not read again, because the list is read anew with every sale.
 */
import {
  errorCodes,
  imageUrl,
  type RefillFilter,
  type RefillList,
  type RefillMachine,
  refillCalls,
} from '@slotwise/contract'
import type { z } from 'zod'

import { call, CallError, type Caller } from '../../lib/client.ts'
import { isOffline } from '../../lib/network.ts'
import { keepOffline } from './offline-worker.ts'
import { markRefillData } from './refill-mark.ts'
import { keyOf, type VisitStore } from './visit-store.ts'

/** How many machines of a route are kept. */
export const mostStops = 50
/** Machines that an account opened on other days are forgotten beyond this number, those read longest ago first. */
const mostMachines = 200
const freshMs = 5 * 60_000

export type AskedList = { filter: z.input<typeof RefillFilter>; page: number; size: number }

export const askedAs = ({ filter, page, size }: AskedList): string => JSON.stringify([filter, page, size])

const picturesOf = ({ slots }: RefillMachine): string[] => [
  ...new Set(slots.flatMap(({ goods }) => (goods?.file ? [imageUrl(goods.file, 'thumb')] : []))),
]

type Keeping = { store: VisitStore; account: string; call?: Caller; now?: () => number }

/** Stores the slots of a machine as they were just read, and has their pictures kept. */
export async function keepMachine(
  { store, account, now = Date.now }: Keeping,
  machine: RefillMachine,
): Promise<void> {
  markRefillData(true)
  keepOffline(picturesOf(machine))
  await store.put('machines', { key: keyOf(account, machine.sn), account, machine, keptAt: now() })
}

let current: AbortController | undefined

/** Called at a logout, and before another list is kept. */
export const stopKeeping = (): void => current?.abort()

/** A list as it is shown, and when it was read, by the phone's clock. */
type ShownList = { asked: AskedList; list: RefillList; readAt: number }

/** Stores the list as it is now. The route of another question is forgotten. */
export async function keepList(
  { store, account }: Keeping,
  { asked, list, readAt }: ShownList,
): Promise<void> {
  const text = askedAs(asked)
  const stored = await store.get('lists', account)
  const route = stored?.asked === text ? stored.route : []
  markRefillData(true)
  await store.put('lists', { key: account, account, asked: text, list, route, keptAt: readAt })
}

/** Keeps the list and its machines. No answer ends it: without them the pages still work as long as there is a network. */
export async function keepRoute(keeping: Keeping, shown: ShownList): Promise<void> {
  stopKeeping()
  const { signal } = (current = new AbortController())
  try {
    await keepList(keeping, shown)
    const route = await routeOf(keeping, shown, signal)
    if (signal.aborted) return
    await noteRoute(keeping, shown, route)
    const onPage = shown.list.data.slice(0, mostStops).map(({ sn }) => sn)
    await keepMachines(keeping, new Set([...onPage, ...route]), signal)
    await forgetOldMachines(keeping, route)
  } catch (error) {
    if (!signal.aborted && !(error instanceof CallError)) throw error
  }
}

async function noteRoute({ store, account }: Keeping, { asked }: ShownList, route: string[]): Promise<void> {
  const stored = await store.get('lists', account)
  if (stored?.asked === askedAs(asked)) await store.put('lists', { ...stored, route })
}

/** The first machines of the filter. They are read where the page shows fewer. */
async function routeOf(
  { call: ask = call }: Keeping,
  { asked: { filter, page }, list }: ShownList,
  signal: AbortSignal,
): Promise<string[]> {
  const isWhole = page === 1 && list.data.length >= Math.min(list.count, mostStops)
  const first = isWhole
    ? list
    : await ask(
        refillCalls.getRefillList,
        { pageNum: 1, pageSize: mostStops, condition: filter },
        { quiet: true, signal },
      )
  return first.data.slice(0, mostStops).map(({ sn }) => sn)
}

async function keepMachines(keeping: Keeping, sns: Iterable<string>, signal: AbortSignal): Promise<void> {
  const { store, account, call: ask = call, now = Date.now } = keeping
  // The files of the page, even if every machine was read a moment ago.
  keepOffline([])
  for (const sn of sns) {
    const stored = await store.get('machines', keyOf(account, sn))
    if (stored && now() - stored.keptAt < freshMs) continue
    if (signal.aborted || isOffline()) return
    try {
      const machine = await ask(refillCalls.getRefillMachine, { sn }, { quiet: true, signal })
      if (signal.aborted) return
      await keepMachine(keeping, machine)
    } catch (error) {
      // A machine that was unbound meanwhile does not hinder the others.
      if (!isMissing(error)) throw error
    }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof CallError && error.rcode === errorCodes.notFound

/** A machine with a visit in progress stays, because its page needs the slots. */
async function forgetOldMachines({ store, account }: Keeping, route: readonly string[]): Promise<void> {
  const drafts = new Set((await store.all('drafts')).map(({ key }) => key))
  const others = (await store.all('machines')).filter(
    ({ key, machine, ...row }) => row.account === account && !drafts.has(key) && !route.includes(machine.sn),
  )
  const old = others.toSorted((a, b) => b.keptAt - a.keptAt).slice(mostMachines)
  for (const { key } of old) await store.remove('machines', key)
}

/**
 * What the phone keeps of refills, in IndexedDB, account by account: the refill list that it showed last, the slots as
 * they were read last, the visit in progress at each machine, and the visits that are not sent yet. Where the browser forbids storage, it lives as long as
 * the page.
 */
import type { RefillList, RefillMachine, RefillVisit, SlotStatement, VisitResult } from '@slotwise/contract'

type Seen = RefillVisit['slots'][number]['seen']

/** What the person said of a slot, and when, by the phone's clock. */
export type SlotMark = { seen: Seen; set: SlotStatement; at: number }

/** The slots of a machine as the server answered them, and when the answer came, by the phone's clock. */
export type StoredMachine = { key: string; account: string; machine: RefillMachine; keptAt: number }

/** The refill list that was shown last; `key` is the account. */
export type StoredList = {
  key: string
  account: string
  /** What the list was asked for, as text. */
  asked: string
  list: RefillList
  /** The first machines of the route, in its order. */
  route: string[]
  keptAt: number
}

/** A visit in progress. `readAt` is the server's time of the oldest answer that the person has seen of these slots. */
export type Draft = {
  key: string
  account: string
  visit: string
  readAt: string
  marks: Record<string, SlotMark>
}

/** Why a visit is not sent: there is no network, the server does not answer or fails, or the machine is busy. */
export type Delay = 'offline' | 'server' | 'busy'
/** Why the server has refused a visit; `other` is told by the server's text. */
export type Refusal = 'missing' | 'rights' | 'other'

export type OutboxVisit = {
  visit: string
  account: string
  sn: string
  title: string
  readAt: string
  slots: (SlotMark & { channel_sn: number; goods: string })[]
  madeAt: number
  tries: number
  /** Not sent again before this time of the phone, unless the person asks. */
  nextAt: number
  state:
    | { kind: 'waits'; delay: Delay | undefined }
    | { kind: 'refused'; refusal: Refusal; text: string }
    | { kind: 'parted'; result: VisitResult }
}

type Rows = { lists: StoredList; machines: StoredMachine; drafts: Draft; outbox: OutboxVisit }
type Name = keyof Rows

export type VisitStore = {
  get: <N extends Name>(name: N, key: string) => Promise<Rows[N] | undefined>
  all: <N extends Name>(name: N) => Promise<Rows[N][]>
  put: <N extends Name>(name: N, row: Rows[N]) => Promise<void>
  remove: (name: Name, key: string) => Promise<void>
  /** Writes a visit over its row. One that was deleted meanwhile stays deleted. */
  replaceVisit: (visit: OutboxVisit) => Promise<void>
  /** Stores a visit in the outbox and removes its draft, both or neither. */
  finishDraft: (draft: string, visit: OutboxVisit) => Promise<void>
}

export const keyOf = (account: string, sn: string): string => `${sn} ${account}`

const idOf = (row: Rows[Name]): string => ('key' in row ? row.key : row.visit)

export function memoryStore(): VisitStore {
  const rows: { [N in Name]: Map<string, Rows[N]> } = {
    lists: new Map(),
    machines: new Map(),
    drafts: new Map(),
    outbox: new Map(),
  }
  return {
    get: (name, key) => Promise.resolve(rows[name].get(key)),
    all: (name) => Promise.resolve([...rows[name].values()]),
    put: (name, row) => {
      rows[name].set(idOf(row), row)
      return Promise.resolve()
    },
    remove: (name, key) => {
      rows[name].delete(key)
      return Promise.resolve()
    },
    replaceVisit: (visit) => {
      if (rows.outbox.has(visit.visit)) rows.outbox.set(visit.visit, visit)
      return Promise.resolve()
    },
    finishDraft: (draft, visit) => {
      rows.drafts.delete(draft)
      rows.outbox.set(visit.visit, visit)
      return Promise.resolve()
    },
  }
}

const settled = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
  })

async function openDatabase(): Promise<IDBDatabase> {
  const opening = indexedDB.open('slotwise-refills', 2)
  opening.addEventListener('upgradeneeded', ({ oldVersion }) => {
    if (oldVersion < 1) {
      for (const name of ['machines', 'drafts'] as const)
        opening.result.createObjectStore(name, { keyPath: 'key' })
      opening.result.createObjectStore('outbox', { keyPath: 'visit' })
    }
    if (oldVersion < 2) opening.result.createObjectStore('lists', { keyPath: 'key' })
  })
  return settled(opening)
}

function databaseStore(database: IDBDatabase): VisitStore {
  // The browser closes it when its disk fails or the user clears the data of the site; the next use opens it again.
  database.addEventListener('close', forgetConnection)
  database.addEventListener('versionchange', () => {
    database.close()
    forgetConnection()
  })
  const read = (name: Name) => database.transaction(name).objectStore(name)
  /** Resolves when the row is on the disk, because the phone may be switched off next. */
  const write = (names: Name[], change: (rows: (name: Name) => IDBObjectStore) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const transaction = database.transaction(names, 'readwrite', { durability: 'strict' })
      transaction.addEventListener('complete', () => resolve())
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('IndexedDB')))
      change((name) => transaction.objectStore(name))
    })
  return {
    get: (name, key) => settled(read(name).get(key)),
    all: (name) => settled(read(name).getAll()),
    put: (name, row) => write([name], (rows) => rows(name).put(row)),
    remove: (name, key) => write([name], (rows) => rows(name).delete(key)),
    replaceVisit: (visit) =>
      write(['outbox'], (rows) => {
        const outbox = rows('outbox')
        const found = outbox.getKey(visit.visit)
        found.addEventListener('success', () => {
          if (found.result !== undefined) outbox.put(visit)
        })
      }),
    finishDraft: (draft, visit) =>
      write(['drafts', 'outbox'], (rows) => {
        rows('drafts').delete(draft)
        rows('outbox').put(visit)
      }),
  }
}

let opened: Promise<VisitStore> | undefined
const forgetConnection = (): void => {
  opened = undefined
}

export const visitStore = (): Promise<VisitStore> =>
  (opened ??= openDatabase().then(databaseStore, () => memoryStore()))

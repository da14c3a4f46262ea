import { randomUUID } from 'node:crypto'

import {
  type InputOf,
  refillCalls,
  type RefillMachine,
  type SlotStatement,
  type VisitResult,
} from '@slotwise/contract'

import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'
import type { BoundMachine } from './machines.ts'

type Visit = InputOf<typeof refillCalls.sendRefillVisit>
/** A slot, and what is said of it: a statement, or in short "full", "machine" or a count. */
type ShortStatement = [slot: number, set: SlotStatement | number | 'full' | 'machine']
/** The stock after a statement was booked, or why it was not. */
type Outcome = [slot: number, VisitResult['slots'][number]['conflict'] | number]

function statementOf(set: ShortStatement[1]): SlotStatement {
  if (typeof set === 'number') return { kind: 'count', quantity: set }
  return typeof set === 'string' ? { kind: set } : set
}

/** A phone that has read the machine's slots. What it is told is true at the moment of the telling. */
export class Phone {
  readonly visit = randomUUID()
  readonly #app: TestApp
  readonly #read: RefillMachine
  readonly #as: Merchant
  readonly #said: (Omit<Visit['slots'][number], 'ago_ms'> & { at: number })[] = []

  private constructor(app: TestApp, read: RefillMachine, as: Merchant) {
    this.#app = app
    this.#read = read
    this.#as = as
  }

  static async at(app: TestApp, { sn }: BoundMachine, as: Merchant): Promise<Phone> {
    const { body } = await app.call(refillCalls.getRefillMachine, { sn }, { as })
    return new Phone(app, body.result, as)
  }

  says(...list: ShortStatement[]): this {
    for (const [number, set] of list) {
      const slot = this.#read.slots.find(({ channel_sn: no }) => no === number)
      const { rev = 1, goods, quantity = 0, max = 0 } = slot ?? {}
      const seen = { rev, goods_id: goods?.goods_id ?? '1', quantity, max }
      const at = this.#app.clock.now.getTime()
      this.#said.push({ channel_sn: number, seen, set: statementOf(set), at })
    }
    return this
  }

  get input(): Visit {
    const now = this.#app.clock.now.getTime()
    return {
      visit: this.visit,
      sn: this.#read.sn,
      read_at: this.#read.at,
      slots: this.#said.map(({ at, ...slot }) => ({ ...slot, ago_ms: now - at })),
    }
  }

  send(as = this.#as) {
    return this.#app.call(refillCalls.sendRefillVisit, this.input, { as })
  }

  async outcome(): Promise<Outcome[]> {
    const { body } = await this.send()
    if (body.rcode !== 0) throw new Error(body.msg)
    return body.result.slots.map(({ channel_sn: no, conflict, after }) => [no, conflict ?? after ?? -1])
  }
}

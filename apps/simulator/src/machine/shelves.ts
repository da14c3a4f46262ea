/** The contents and faults of the slots, and the reports of them to the server. */
import { maxSlots, type FaultCode, type SlotReport } from '@slotwise/machine-protocol'

import { between } from '../random.ts'
import { rawWord } from './kinds.ts'
import { offerOf, type KnownSettings } from './known-settings.ts'
import { isStill, type Life } from './life.ts'
import { newSlot, type Slot } from './memory.ts'

const minute = 60_000

/** How long until a broken slot is repaired. */
const untilMended = [10 * minute, 40 * minute] as const

export type Shelves = {
  find(ch: number): Slot | undefined
  /** One piece has left the slot. */
  took(slot: Slot): void
  failed(slot: Slot, code: FaultCode): void
  works(slot: Slot): void
  /** Reports what changed since the last report. */
  reportChanges(): void
  /** The same, but changes during a motion are reported after its result. */
  reportWhenStill(): void
  reportAll(): void
  /** After a restart: reports the faults that are still there. */
  repeatFaults(): void
  refill(): void
  /** Settings replaced these, so that some slots open and others close. */
  offersChanged(before: KnownSettings): void
  /** Gives slots other numbers, all of them in one step. */
  renumber(changes: readonly { from: number; to: number }[]): void
  setCount(count: number): void
}

export function makeShelves(life: Life): Shelves {
  const { memory, hardware, type, random, say, notice } = life
  const changed = new Set<number>()

  const isOpen = (settings: KnownSettings, slot: Slot): boolean => offerOf(settings, slot) !== undefined

  function reportOf(slot: Slot): SlotReport {
    const { ch, qty, max, fault } = slot
    if (fault !== undefined) return { ch, qty, max, state: 'fault', fault }
    return { ch, qty, max, state: isOpen(memory.config.settings, slot) ? 'ok' : 'off' }
  }

  const find = (ch: number): Slot | undefined => memory.slots.find((slot) => slot.ch === ch)

  const tellFault = (code: FaultCode, ch: number, active: boolean): void =>
    void say('fault', { code, ch, raw: rawWord(code, ch), active })

  const sayFault = (code: FaultCode, ch: number, active: boolean): void => {
    tellFault(code, ch, active)
    notice({ what: 'fault', code, ch, active })
  }

  function report(slots: readonly Slot[], full: boolean): void {
    changed.clear()
    say('slots', { rev: memory.slotsRev, full, slots: slots.slice(0, maxSlots).map(reportOf) })
  }
  function touch({ ch }: Slot): void {
    if (changed.size === 0) memory.slotsRev += 1
    changed.add(ch)
  }
  function works(slot: Slot): void {
    if (slot.fault === undefined) return
    sayFault(slot.fault, slot.ch, false)
    delete slot.fault
    touch(slot)
  }
  function reportChanges(): void {
    if (changed.size > 0)
      report(
        memory.slots.filter(({ ch }) => changed.has(ch)),
        false,
      )
  }
  function reportWhenStill(): void {
    if (isStill(life)) reportChanges()
  }
  /** Repairs the slot after a while, unless it was broken on purpose: that lasts until it is repaired on purpose. */
  function awaitService(slot: Slot): void {
    life.working(between(random, untilMended), () => {
      if (hardware.broken(slot.ch) !== undefined || find(slot.ch) !== slot) return
      works(slot)
      reportWhenStill()
    })
  }
  function everythingNew(slots: Slot[]): void {
    memory.slots = slots
    memory.slotsRev += 1
    awaitServices()
    report(slots, true)
  }
  function awaitServices(): void {
    for (const slot of memory.slots) if (slot.fault !== undefined) awaitService(slot)
  }

  awaitServices()

  return {
    find,
    works,
    reportChanges,
    reportWhenStill,
    took(slot) {
      slot.qty -= 1
      touch(slot)
    },
    failed(slot, code) {
      if (slot.fault === code) return
      works(slot)
      slot.fault = code
      touch(slot)
      sayFault(code, slot.ch, true)
      awaitService(slot)
    },
    reportAll: () => report(memory.slots, true),
    repeatFaults() {
      for (const { ch, fault } of memory.slots) if (fault !== undefined) tellFault(fault, ch, true)
    },
    refill() {
      for (const slot of memory.slots.filter(({ qty, max }) => qty < max)) {
        slot.qty = slot.max
        touch(slot)
      }
      reportWhenStill()
    },
    offersChanged(before) {
      const { settings } = memory.config
      for (const slot of memory.slots) if (isOpen(before, slot) !== isOpen(settings, slot)) touch(slot)
      reportWhenStill()
    },
    renumber(changes) {
      const numbers = new Map(changes.map(({ from, to }) => [from, to]))
      everythingNew(
        memory.slots
          .map((slot) => ({ ...slot, ch: numbers.get(slot.ch) ?? slot.ch }))
          .toSorted((one, other) => one.ch - other.ch),
      )
    },
    setCount(count) {
      const numbers = Array.from({ length: count }, (_, at) => at + 1)
      everythingNew(numbers.map((ch) => ({ ...newSlot(type, ch, random), qty: 0, ...find(ch) })))
    },
  }
}

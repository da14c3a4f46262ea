/**
 * The settings that the server sends: the lamp, the hours of operation, what each slot sells. Their revision grows for
 * the whole life of the machine, whichever merchant owns it, and a lower one never replaces a higher one. The exception
 * is revision 0: the machine has no merchant, forgets all settings, and sells nothing until new ones arrive. Settings
 * that would disturb a customer are applied, and confirmed, when the customer is done.
 */
import type { DownMessage } from '@slotwise/machine-protocol'

import { understood, type KnownSettings, unsupportedIn } from './known-settings.ts'
import { isFree, when, type Life } from './life.ts'
import type { Lamp } from './memory.ts'
import type { Shelves } from './shelves.ts'

const minute = 60_000
const day = 24 * 60

/** Until the settings name the place: eight hours ahead of UTC, as in both countries. */
const usualOffset = 8 * 60

type Config = DownMessage<'config'>

export type Settings = {
  receive(config: Config): void
  /** Applies the settings in force again. */
  refresh(): void
  /** The server's time is known, or has been corrected. */
  clockSet(): void
}

export function makeSettings(life: Life, shelves: Shelves): Settings {
  const { memory, kind, clock, say } = life
  let pending: Config | undefined
  let stopTimer: () => void = () => {}

  let hadNoMerchant = false
  function answer(): void {
    const { rev, unsupported = [] } = memory.config
    say('config', { rev, ...(unsupported.length > 0 ? { unsupported } : {}) })
  }

  function apply(): void {
    const { settings } = memory.config
    if (kind.lamp) memory.lamp = lampOf(settings)
    delete memory.switchAt
    followHours()
  }

  /**
   * Switches the machine at the set hours, also at those that passed without power; in between, commands may switch it.
   */
  function followHours(): void {
    stopTimer()
    const hours = kind.powerTimer ? hoursOf(memory.config.settings) : undefined
    const now = clock.now()
    if (!hours || now === undefined) return
    const { utc_offset: offset = usualOffset } = memory.config.settings
    const { on, next } = hoursAt(hours, (now / minute + offset) % day)
    if (now >= (memory.switchAt ?? 0)) switchTo(on)
    memory.switchAt = now + next * minute
    stopTimer = life.schedule(next * minute, followHours)
  }

  const switchTo = (on: boolean): void =>
    when(
      life,
      () => isFree(life),
      () => {
        memory.power.machine = on
      },
    )

  function take({ rev, settings }: Config): void {
    if (rev === 0) return forget()
    const before = memory.config.settings
    memory.config = { rev, settings: understood(settings, before), unsupported: unsupportedIn(settings) }
    apply()
    answer()
    shelves.offersChanged(before)
    // A new merchant has not received a report of the slots yet.
    if (hadNoMerchant) shelves.reportAll()
    hadNoMerchant = false
  }

  function forget(): void {
    const before = memory.config.settings
    pending = undefined
    stopTimer()
    delete memory.switchAt
    memory.config = { rev: 0, settings: {} }
    answer()
    shelves.offersChanged(before)
  }

  return {
    receive(config) {
      if (config.rev === 0) hadNoMerchant = true
      const { rev } = pending ?? memory.config
      if (config.rev !== 0 && config.rev < rev) return
      if (!pending && config.rev === rev) return answer()
      pending = config
      when(
        life,
        () => isFree(life),
        () => {
          if (pending !== config) return
          pending = undefined
          take(config)
        },
      )
    },
    refresh() {
      apply()
      answer()
    },
    clockSet: followHours,
  }
}

type Hours = { on: number; off: number }

/** The hours of operation, in minutes of the day; undefined when the machine is always on. */
function hoursOf({ power_ctrl: byClock, power_on, power_off }: KnownSettings): Hours | undefined {
  if (!byClock || power_on === undefined || power_off === undefined || power_on === power_off)
    return undefined
  return { on: minutesOf(power_on), off: minutesOf(power_off) }
}

/**
 * Whether the machine is on at this minute of the day, and in how many minutes that changes. Hours may span midnight.
 */
function hoursAt({ on, off }: Hours, now: number): { on: boolean; next: number } {
  const until = (then: number): number => (then - now + day) % day || day
  const isOn = until(off) < until(on)
  return { on: isOn, next: isOn ? until(off) : until(on) }
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

function lampOf(settings: KnownSettings): Lamp {
  const { lamp_ctrl: on = true, lamp_color: color, lamp_brightness: brightness, lamp_style: style } = settings
  return {
    on,
    ...(color === undefined ? {} : { color }),
    ...(brightness === undefined ? {} : { brightness }),
    ...(style === undefined ? {} : { style }),
  }
}

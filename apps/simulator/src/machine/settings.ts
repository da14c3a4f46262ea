/**
 * What the server wants the machine to be: the lamp, the hours it is switched on, what is sold where. Settings have a
 * revision that grows for the whole life of the machine, whoever owns it, and a lower one never replaces a higher one.
 * Revision 0 is the exception: the machine belongs to nobody, forgets everything, and sells nothing until there are
 * other settings. What would disturb a customer waits until he is done, and the answer with it.
 */
import type { DownMessage } from '@slotwise/machine-protocol'

import { understood, type KnownSettings } from './known-settings.ts'
import { isFree, when, type Life } from './life.ts'
import type { Lamp } from './memory.ts'
import type { Shelves } from './shelves.ts'

const minute = 60_000
const day = 24 * 60

/** Both countries live eight hours before UTC. */
const zoneMinutes = 8 * 60

type Config = DownMessage<'config'>

export type Settings = {
  receive(config: Config): void
  /** Applies again what is in force. */
  refresh(): void
  /** Belongs to nobody from now on. */
  forget(): void
  /** The server's time is known, or known better. */
  clockSet(): void
}

export function makeSettings(life: Life, shelves: Shelves): Settings {
  const { memory, kind, clock, say } = life
  let pending: Config | undefined
  let stopTimer: () => void = () => {}

  let belongedToNobody = false
  const answer = (): void => void say('config', { rev: memory.config.rev })

  function apply(): void {
    const { settings } = memory.config
    if (kind.lamp) memory.lamp = lampOf(settings)
    delete memory.switchAt
    followHours()
  }

  /** Switches at the hours, also at those that passed without power; in between, commands have their way. */
  function followHours(): void {
    stopTimer()
    const hours = kind.powerTimer ? hoursOf(memory.config.settings) : undefined
    const now = clock.now()
    if (!hours || now === undefined) return
    const { on, next } = hoursAt(hours, (now / minute + zoneMinutes) % day)
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
    memory.config = { rev, settings: understood(settings, before) }
    apply()
    answer()
    shelves.offersChanged(before)
    // Who has become its merchant meanwhile has not heard of the slots.
    if (belongedToNobody) shelves.reportAll()
    belongedToNobody = false
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
      if (config.rev === 0) belongedToNobody = true
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
    forget,
    clockSet: followHours,
  }
}

type Hours = { on: number; off: number }

/** The hours of being switched on, in minutes of the day; undefined when it is always on. */
function hoursOf({ power_ctrl: byClock, power_on, power_off }: KnownSettings): Hours | undefined {
  if (!byClock || power_on === undefined || power_off === undefined || power_on === power_off)
    return undefined
  return { on: minutesOf(power_on), off: minutesOf(power_off) }
}

/** Whether it is on at this minute of the day, and how many minutes later that changes. Nights may be in between. */
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

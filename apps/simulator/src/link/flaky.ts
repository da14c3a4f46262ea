/** Simulates a bad network around a good line: it loses, delays, duplicates and reorders messages, and disconnects. */
import type { DownName } from '@slotwise/machine-protocol'

import type { Schedule } from '../machine/life.ts'
import type { Subscriber } from '../machine/machine.ts'
import { between, chance, untilNext, type Random, type Range } from '../random.ts'
import type { Line, OpenLine } from './line.ts'

export type Weather = {
  /** Probability that a message, or an acknowledgement, is lost in either direction. */
  loss?: number
  duplicate?: number
  /** Delay of a message. */
  delayMs?: Range
  /** Probability that a message is overtaken by later ones, and its additional delay. */
  overtaken?: number
  overtakenMs?: Range
  /** Average number of disconnects per second. */
  dropsPerSecond?: number
  /** Messages of this name are held back for this long in addition. */
  heldBack?: { name: DownName; ms: Range }
}

type Means = { random: Random; schedule: Schedule }

export function flaky(open: OpenLine, weather: Weather, { random, schedule }: Means): OpenLine {
  /** Delivers, delays, duplicates or drops a message according to the weather. */
  function carry(work: () => void, heldBackMs = 0, underWay?: Set<() => void>): void {
    const { loss = 0, duplicate = 0, overtaken = 0, delayMs = [0, 0], overtakenMs = [500, 5_000] } = weather
    if (chance(random, loss)) return
    const copies = chance(random, duplicate) ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      const behind = chance(random, overtaken) ? between(random, overtakenMs) : 0
      const ms = between(random, delayMs) + behind + heldBackMs
      // A message without delay is delivered at once, so that it keeps its order.
      if (ms === 0) work()
      else {
        underWay?.add(work)
        schedule(ms, work)
      }
    }
  }

  const through = (machine: Subscriber, breakOff: () => void): Subscriber => {
    let stopDrop: () => void = () => {}
    return {
      login: () => machine.login(),
      refused: () => machine.refused(),
      connected() {
        const { dropsPerSecond = 0 } = weather
        machine.connected()
        if (dropsPerSecond > 0) stopDrop = schedule(untilNext(random, dropsPerSecond), breakOff)
      },
      disconnected() {
        stopDrop()
        machine.disconnected()
      },
      receive(name, text) {
        const { heldBack } = weather
        carry(() => machine.receive(name, text), name === heldBack?.name ? between(random, heldBack.ms) : 0)
      },
      delivered: (mid) => carry(() => machine.delivered(mid)),
    }
  }

  return (machine) => {
    const line: Line = open(through(machine, () => line.drop()))
    const underWay = new Set<() => void>()
    return {
      ...line,
      send(...message) {
        const send = (): void => {
          underWay.delete(send)
          line.send(...message)
        }
        carry(send, 0, underWay)
      },
      hangUp() {
        // A machine that disconnects in order first sends what is under way.
        for (const send of underWay) send()
        line.hangUp()
      },
    }
  }
}

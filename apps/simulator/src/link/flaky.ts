/** A bad network around a good line: it loses, delays, doubles and swaps messages, and breaks off. */
import type { DownName } from '@slotwise/machine-protocol'

import type { Schedule } from '../machine/life.ts'
import type { Subscriber } from '../machine/machine.ts'
import { between, chance, untilNext, type Random, type Range } from '../random.ts'
import type { Line, OpenLine } from './line.ts'

export type Weather = {
  /** How likely a message is lost, either way; an acknowledgement as well. */
  loss?: number
  duplicate?: number
  /** How long a message takes. */
  delayMs?: Range
  /** How likely one is overtaken by those after it, and by how much. */
  overtaken?: number
  overtakenMs?: Range
  /** How often the connection breaks, on average. */
  dropsPerSecond?: number
  /** What is held back beyond that, and for how long. */
  late?: { name: DownName; ms: Range }
}

type Means = { random: Random; schedule: Schedule }

export function flaky(open: OpenLine, weather: Weather, { random, schedule }: Means): OpenLine {
  /** Lets something through, as the weather will have it. */
  function carry(work: () => void, heldBackMs = 0, underWay?: Set<() => void>): void {
    const { loss = 0, duplicate = 0, overtaken = 0, delayMs = [0, 0], overtakenMs = [500, 5_000] } = weather
    if (chance(random, loss)) return
    const copies = chance(random, duplicate) ? 2 : 1
    for (let copy = 0; copy < copies; copy += 1) {
      const behind = chance(random, overtaken) ? between(random, overtakenMs) : 0
      const ms = between(random, delayMs) + behind + heldBackMs
      // A message that nothing holds up keeps its place.
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
        const { late } = weather
        carry(() => machine.receive(name, text), name === late?.name ? between(random, late.ms) : 0)
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
        // Whoever leaves in an orderly way waits until his last words are out.
        for (const send of underWay) send()
        line.hangUp()
      },
    }
  }
}

import { between, chance, pick } from '../random.ts'
import { kindOf } from '../machine/kinds.ts'
import type { Actor, Scenario, Stage } from './scenario.ts'

const second = 1_000

export const motorFault: Scenario = {
  what: 'every few seconds a slot breaks, and is mended a minute later',
  play: ({ actors, random, schedule }) => {
    const next = (): void => {
      schedule(between(random, [5 * second, 20 * second]), () => {
        breakOne()
        next()
      })
    }
    const breakOne = (): void => {
      const machine = pick(
        random,
        actors.map((actor) => actor.machine).filter((one) => one.running()),
      )
      const code = machine && pick(random, kindOf(machine.type).troubles)
      const slot = machine && pick(random, machine.memory.slots)
      if (!code || !slot) return
      machine.breakDown(code, slot.ch)
      schedule(60 * second, () => machine.mend(slot.ch))
    }
    next()
  },
}

export const flapping: Scenario = {
  what: 'every connection breaks a few seconds after it was made',
  play: ({ actors, random, schedule }) => {
    const flap = (actor: Actor): void => {
      schedule(between(random, [3 * second, 15 * second]), () => {
        actor.line.drop()
        flap(actor)
      })
    }
    for (const actor of actors) flap(actor)
  },
}

/** Cuts the power at half of the motions. */
export const powerCutDuringDispense: Scenario = {
  what: 'the power fails while something moves, and comes back',
  play: ({ random, schedule, watch }: Stage) => {
    watch(({ machine }, notice) => {
      if (notice.what !== 'motion' || !chance(random, 0.5)) return
      schedule(between(random, [10, 500]), () => {
        if (!machine.running()) return
        machine.powerCut()
        schedule(between(random, [5 * second, 20 * second]), () => machine.boot())
      })
    })
  },
}

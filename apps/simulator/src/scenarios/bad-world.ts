import type { Scenario } from './scenario.ts'

const second = 1_000
const hour = 3_600 * second

export const flakyNetwork: Scenario = {
  what: 'messages are lost, delayed, doubled and swapped, and connections break',
  weather: {
    loss: 0.05,
    duplicate: 0.1,
    delayMs: [20, 800],
    overtaken: 0.1,
    overtakenMs: [500, 5 * second],
    dropsPerSecond: 1 / 60,
  },
}

export const clockSkew: Scenario = {
  what: 'clocks are wrong by up to three days',
  clockErrorMs: [-72 * hour, 72 * hour],
}

/** The delay is longer than a dispense command is valid. */
export const lateCommands: Scenario = {
  what: 'commands arrive when it is too late for them, some of them twice',
  weather: { duplicate: 0.3, heldBack: { name: 'cmd', ms: [11 * second, 20 * second] } },
}

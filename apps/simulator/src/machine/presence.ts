/**
 * The machine's side of a connection. It sends its status first; once it knows the server's time, its slots and the
 * unacknowledged messages; then a heartbeat every half minute.
 */
import { heartbeatSeconds, type DownMessage } from '@slotwise/machine-protocol'

import { between, pick, type Random } from '../random.ts'
import type { Life } from './life.ts'
import type { Settings } from './settings.ts'
import type { Shelves } from './shelves.ts'
import type { Voice } from './voice.ts'

const second = 1_000
const hour = 3_600 * second

/** After this long the machine continues without the server's time. */
const timePatienceMs = 5 * second

/** Without an answer it asks again after this long; after a slow answer at once, but only so often in a row. */
const answerPatienceMs = 10 * second
const hastyQuestions = 3

/** Clocks drift, so it asks for the time again after this long. */
const drifts = [5 * hour, 6 * hour - answerPatienceMs] as const

/** The modem and its reception, which a restart does not change. */
export type Radio = { net: '3g' | '4g' | 'wifi'; rssi: number }

export const someRadio = (random: Random): Radio => ({
  net: pick(random, ['4g', '4g', '4g', 'wifi', '3g'] as const) ?? '4g',
  rssi: between(random, [-100, -55]),
})

export type Presence = {
  online(): boolean
  connected(): void
  disconnected(): void
  askTime(): void
  receiveTime(answer: DownMessage<'time'>): void
  /** Sends the last message before disconnecting. */
  sayGoodbye(reason: 'restart' | 'shutdown'): void
}

type Parts = { voice: Voice; shelves: Shelves; settings: Settings; radio: Radio; now(): number }

export function makePresence(life: Life, { voice, shelves, settings, radio, now }: Parts): Presence {
  const { clock, memory, random, kind } = life
  const startedAt = now()
  let online = false
  let introduced = false
  let slow = 0
  let stopTalk: () => void = () => {}
  let stopAsking: () => void = () => {}

  function askTime(): void {
    stopAsking()
    stopAsking = life.schedule(answerPatienceMs, askTime)
    // Noted before sending, because on a fast line the answer arrives at once.
    clock.asked(voice.nextMid())
    voice.say('status', { state: 'online', boot: memory.boot })
  }

  function introduce(): void {
    introduced = true
    stopTalk()
    shelves.reportAll()
    voice.sendWaiting()
    beat()
  }

  function beat(): void {
    const rssi = Math.round(radio.rssi + between(random, [-4, 4]))
    voice.say('heartbeat', {
      rssi,
      net: radio.net,
      app: '3.2.1',
      android: '9',
      uptime: Math.max(0, Math.floor((now() - startedAt) / second)),
      ...(kind.cooled ? { temp: Math.round(between(random, [30, 80])) / 10 } : {}),
      ...(memory.power.machine ? {} : { off: true }),
    })
    stopTalk = life.schedule(heartbeatSeconds * second, beat)
  }

  function disconnected(): void {
    online = false
    stopTalk()
    stopAsking()
    voice.disconnected()
  }

  return {
    online: () => online,
    connected() {
      stopTalk()
      online = true
      introduced = false
      slow = 0
      voice.connected()
      stopTalk = life.schedule(timePatienceMs, introduce)
      askTime()
    },
    disconnected,
    askTime,
    receiveTime(answer) {
      const use = clock.answered(answer)
      if (use === 'not asked') return
      slow = use === 'slow' ? slow + 1 : 0
      if (use === 'slow') return slow < hastyQuestions ? askTime() : undefined
      stopAsking()
      stopAsking = life.schedule(between(random, drifts), askTime)
      settings.clockSet()
      if (introduced) voice.sendWaiting()
      else introduce()
    },
    sayGoodbye(reason) {
      if (online) voice.say('status', { state: 'offline', boot: memory.boot, reason })
      disconnected()
    },
  }
}

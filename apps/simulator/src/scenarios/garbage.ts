import { maxPayloadBytes, type UpName, upNames, upTopic } from '@slotwise/machine-protocol'

import { pick, wholeBetween, type Random } from '../random.ts'
import type { Actor, Scenario } from './scenario.ts'

/** The number of messages in a minute. */
const pieces = 600
const pauseMs = 100

/** One machine in ten, and at least one. */
const share = 10

/** One message in so many costs the connection; more would leave the machine hardly any time online. */
const fatalEvery = 100

type Rubbish = { topic: string; payload: string }
type MakeRubbish = (sn: string, random: Random) => Rubbish

const noise = (random: Random, length: number): string =>
  Array.from({ length }, () => String.fromCharCode(wholeBetween(random, [1, 0xd7ff]))).join('')

/** Messages of a broken machine, which the server drops. */
const dropped: readonly MakeRubbish[] = [
  (sn, random) => ({ topic: somewhere(sn, random), payload: noise(random, wholeBetween(random, [0, 300])) }),
  (sn, random) => ({ topic: somewhere(sn, random), payload: '{"v":1,' }),
  (sn, random) => ({ topic: somewhere(sn, random), payload: envelope(sn, random, '{}') }),
  (sn, random) => ({
    topic: somewhere(sn, random),
    payload: envelope(sn, random, '{"qty":-1e999,"ch":null}'),
  }),
  (sn, random) => ({
    topic: upTopic(sn, 'status'),
    payload: envelope('999', random, '{"state":"online","boot":1}', 'status'),
  }),
  (sn, random) => ({ topic: somewhere(sn, random), payload: '['.repeat(20_000) }),
  (sn, random) => ({
    topic: somewhere(sn, random),
    payload: envelope(sn, random, '{"__proto__":{"boot":1},"constructor":1}'),
  }),
]

/** Messages of a hostile machine, on which the server disconnects it. */
const fatal: readonly MakeRubbish[] = [
  (sn) => ({ topic: `vm/v1/${sn}/up/nonsense`, payload: '{}' }),
  (sn) => ({ topic: `vm/v1/${sn}/down/cmd`, payload: '{}' }),
  (_sn, random) => ({ topic: upTopic('1', 'sale'), payload: noise(random, 20) }),
  (sn) => ({ topic: upTopic(sn, 'slots'), payload: 'x'.repeat(maxPayloadBytes + 1) }),
]

const someName = (random: Random): UpName => pick(random, upNames) ?? 'status'
const somewhere = (sn: string, random: Random): string => upTopic(sn, someName(random))

function envelope(sn: string, random: Random, data: string, type = someName(random)): string {
  const mid = `rubbish-${wholeBetween(random, [0, 1e9])}`
  return `{"v":1,"sn":"${sn}","mid":"${mid}","seq":1,"ts":1,"type":"${type}","data":${data}}`
}

export const garbage: Scenario = {
  what: 'some machines send rubbish for a minute',
  play: ({ actors, random, schedule }) => {
    /** Sends one piece of garbage after the other, and waits while there is no connection. */
    const babble = ({ machine, line }: Actor, sent = 0): void => {
      const next = machine.online() ? sent + 1 : sent
      if (next > sent) {
        const isFatal = next % fatalEvery === 0
        const make = isFatal ? fatal[(next / fatalEvery) % fatal.length] : pick(random, dropped)
        const rubbish = make?.(machine.sn, random)
        if (rubbish) line.publish(rubbish.topic, rubbish.payload)
      }
      if (next < pieces) schedule(pauseMs, () => babble({ machine, line }, next))
    }
    for (const actor of actors.slice(0, Math.ceil(actors.length / share))) babble(actor)
  },
}

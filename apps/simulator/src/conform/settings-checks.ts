/** Checks of settings and sales, and those that look back at all that was recorded. */
import {
  ackSeconds,
  decode,
  Envelope,
  heartbeatSeconds,
  type UpMessage,
  upMessages,
  type UpName,
} from '@slotwise/machine-protocol'

import {
  type Bench,
  breakLine,
  type Check,
  demand,
  hasPieces,
  minute,
  online,
  proves,
  restart,
  second,
  seconds,
} from './check.ts'
import type { LineId } from './checklist.ts'
import { type Heard, messagesSince, type Session, type TestServer } from './test-server.ts'

const revsSince = ({ server }: Bench, since: number): number[] =>
  messagesSince(server, 'config', since).flatMap((one) => ('rev' in one ? [one.rev] : []))

async function reports(bench: Bench, rev: number, since: number): Promise<void> {
  const found = await bench.server.until(bench.limit(minute), () =>
    revsSince(bench, since).includes(rev) ? true : undefined,
  )
  demand(found === true, `revision ${rev} was not reported within a minute`)
}

async function ignores(bench: Bench, rev: number): Promise<void> {
  const { server } = bench
  const since = server.now()
  server.tell('config', { rev, settings: {} })
  await server.pause(15 * second)
  demand(!revsSince(bench, since).includes(rev), 'a lower revision was reported as if it were in force')
}

export const settingsChecks: Partial<Record<LineId, Check>> = {
  async S1(bench) {
    const { server, limit } = bench
    await online(bench)
    let since = server.now()
    const rev = server.settle()
    await reports(bench, rev, since)
    since = server.now() + 1
    await server.pause(2)
    server.tell('config', { rev, settings: {} })
    await reports(bench, rev, since)
    await ignores(bench, rev - 1)
    since = server.now()
    server.tell('config', { rev: 0, settings: {} })
    await reports(bench, 0, since)
    since = server.now()
    await reports(bench, server.settle(), since)
    const full = await server.until(limit(minute), () =>
      messagesSince(server, 'slots', since).find((one) => one.full),
    )
    demand(
      full !== undefined,
      'the first settings after revision 0 were not followed by a full report of the slots',
    )
  },

  async S2(bench) {
    const { server } = bench
    await online(bench)
    const since = server.now()
    await reports(bench, server.settle(), since)
    server.manners.tellsSettings = false
    await restart(bench)
    await server.pause(10 * second)
    await ignores(bench, server.rev - 1)
    server.behave()
    await breakLine(bench)
  },

  async S7(bench) {
    const { server, limit } = bench
    await online(bench)
    server.manners.acknowledges = (name) => name !== 'result'
    const id = server.command('refreshSetting', {})
    const find = (session?: Session): Heard | undefined =>
      server.heard.find(
        (one) =>
          one.name === 'result' &&
          (one.envelope?.data as UpMessage<'result'> | undefined)?.id === id &&
          one.session !== session,
      )
    const first = await server.until(limit(minute), () => find())
    demand(first !== undefined, 'no result came within a minute')
    server.behave()
    await breakLine(bench)
    const second_ = await server.until(limit(minute), () => find(first.session))
    demand(second_ !== undefined, 'the result was not sent again after the reconnect')
    const [before, again] = [first, second_].map(({ envelope }) => JSON.stringify(envelope))
    demand(before === again, `it was sent again as another message: ${before}, then ${again}`)
  },

  async S9(bench) {
    const { server, limit } = bench
    await online(bench)
    const since = server.now()
    const orderNo = `conform-${server.rev}`
    const paid = { reqId: 'conform-unknown', orderNo, amount: 100, state: 'paid' } as const
    const sales = () => messagesSince(server, 'sale', since).filter((one) => one.orderNo === orderNo)
    server.tell('order', paid)
    const sale = await server.until(limit(minute), () => sales()[0])
    demand(sale !== undefined, 'no sale with the number of the order came within a minute')
    demand(sale.result === 'failed' && sale.items.every(({ ok }) => !ok), `its result is "${sale.result}"`)
    server.tell('order', paid)
    await server.pause(10 * second)
    demand(sales().length === 1, `${sales().length} sales came for one order`)
  },
}

/** What the maker of the machine has to mend in a message: the field, or why it is none, and the message. */
function whatIsWrong(sn: string, { topic, name, text }: Heard): string {
  const said = inAscii(text.slice(0, 200))
  if (!name) return `it is no topic of the machine: ${inAscii(topic)}`
  const read = decode(text, { sn, name, schema: upMessages[name] })
  const why = read.ok ? '' : read.why
  if (why === 'not JSON') return `${name}: ${why}: ${said}`
  const [issue] = Envelope.extend({ data: upMessages[name] }).safeParse(JSON.parse(text)).error?.issues ?? []
  return `${name}: ${issue ? `${issue.path.join('.')}: ${issue.message}` : why}: ${said}`
}

/** A machine that is out of order may send characters that confuse a terminal. */
const inAscii = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** The QoS and the retain flag of each message. */
function hasRightManner({ name, qos, retain }: Heard): boolean {
  if (retain !== (name === 'status')) return false
  const free: readonly UpName[] = ['heartbeat', 'progress']
  return qos === 1 || (qos === 0 && name !== undefined && free.includes(name))
}

const midsOfStatus = ({ heard }: TestServer, session: Session): string[] =>
  heard.flatMap(({ name, envelope, session: its }) =>
    name === 'status' && its === session && envelope ? [envelope.mid] : [],
  )

/** A status is never sent again, so a machine that names two alike gives its messages the same names in each boot. */
const namesAnew = (sessions: readonly string[][]): boolean => {
  const all = sessions.flatMap((mids) => [...new Set(mids)])
  return new Set(all).size < all.length
}

/** The names under which a message must always come as it came first. */
function namesOf({ mid, type, data }: Envelope, scope: number | 'all'): string[] {
  const sale = type === 'sale' ? [`sale ${(data as UpMessage<'sale'>).saleId}`] : []
  return [`${scope} ${mid}`, ...sale]
}

/** Checks of the whole record, after the others. */
export const recordChecks: Partial<Record<LineId, Check>> = {
  async C4({ server }) {
    const boots = server.sessions.flatMap((session) => {
      const status = server.heard.find((one) => one.session === session && one.name === 'status')
      const data = status?.envelope?.data as UpMessage<'status'> | undefined
      return data ? [data.boot] : []
    })
    proves(boots.length > 1, 'there was one connection')
    const back = boots.find((boot, index) => index > 0 && boot <= (boots[index - 1] ?? 0))
    demand(back === undefined, `the numbers of the connections were ${boots.join(', ')}`)
  },

  async C9({ server, limit }) {
    const longest = limit((heartbeatSeconds + 5) * second)
    const isLong = ({ at, end }: Session): boolean =>
      (end?.at ?? server.now()) - at >= 2.5 * heartbeatSeconds * second
    // A run of a few lines may be over before the second heartbeat.
    await server.until(limit(2 * minute), () => {
      const session = server.session()
      return server.sessions.some(isLong) || !session ? true : undefined
    })
    proves(server.sessions.some(isLong), `no connection lasted ${2.5 * heartbeatSeconds} s`)
    for (const session of server.sessions) {
      const beats = server.heard
        .filter((one) => one.session === session && one.name === 'heartbeat')
        .map(({ at }) => at)
      const moments = [session.at, ...beats, session.end?.at ?? server.now()]
      // A connection begins with the time and the slots, which may take some seconds.
      const gaps = moments
        .slice(1)
        .map((at, index) => at - (moments[index] ?? 0) - (index === 0 ? 15 * second : 0))
      const longestGap = Math.max(...gaps)
      demand(longestGap <= longest, `${seconds(longestGap)} passed without a heartbeat`)
    }
  },

  async M1({ server }) {
    const invalid = server.heard.find(({ envelope }) => envelope === undefined)
    demand(!invalid, `not valid: ${invalid ? whatIsWrong(server.sn, invalid) : ''}`)
    const odd = server.heard.find((one) => !hasRightManner(one))
    demand(odd === undefined, `${odd?.name} came with QoS ${odd?.qos}, retained ${odd?.retain}`)
  },

  async M2({ server }) {
    const isPerBoot = namesAnew(server.sessions.map((session) => midsOfStatus(server, session)))
    const texts = new Map<string, string>()
    for (const { envelope, session } of server.heard) {
      if (!envelope) continue
      const text = JSON.stringify(envelope)
      for (const name of namesOf(envelope, isPerBoot ? server.sessions.indexOf(session) : 'all')) {
        const before = texts.get(name) ?? text
        demand(before === text, `the same message or name came as ${before} and as ${text}`)
        texts.set(name, text)
      }
    }
  },

  async D1({ server, limit }) {
    proves(server.given.length > 0, 'no command was given')
    const patience = limit(ackSeconds * second)
    for (const { id, op, at, session } of server.given) {
      const end = session.end?.at ?? server.now()
      const ack = server.heard.find(
        (one) =>
          one.name === 'ack' &&
          one.at >= at &&
          (one.envelope?.data as UpMessage<'ack'> | undefined)?.id === id,
      )
      const took = (ack?.at ?? Infinity) - at
      demand(
        took <= patience || end < at + patience,
        ack ? `${op} was acknowledged after ${seconds(took)}` : `${op} was not acknowledged`,
      )
    }
  },

  async S4(bench) {
    const { server, limit } = bench
    const slots = server.heard.filter((one) => one.name === 'slots' && one.envelope)
    const of = (one: Heard) => one.envelope?.data as UpMessage<'slots'>
    const lastsLong = ({ at, end }: Session): boolean => (end?.at ?? server.now()) - at > limit(minute)
    proves(
      server.sessions.some(lastsLong) || server.given.some(({ op }) => op === 'dispense'),
      'no connection lasted a minute, and nothing was dispensed',
    )
    for (const session of server.sessions) {
      const isLong = lastsLong(session)
      const isFull = slots.some((one) => one.session === session && of(one).full)
      demand(isFull || !isLong, 'a connection of a minute had no full report')
    }
    let highest = -1
    for (const { rev, full } of slots.map(of)) {
      demand(full ? rev >= highest : rev > highest, `a report has revision ${rev} after ${highest}`)
      highest = rev
    }
    if (!hasPieces(bench)) return
    const seen = new Set<string>()
    for (const { at, envelope } of server.heard.filter((one) => one.name === 'result')) {
      if (!envelope) continue
      const { id, items } = envelope.data as UpMessage<'result'>
      const isRepeated = seen.has(id)
      seen.add(id)
      const isDispensed = server.given.some((one) => one.id === id && one.op === 'dispense')
      if (isRepeated || !isDispensed || !items.some(({ ok }) => ok)) continue
      const isFollowed = slots.some((one) => one.at >= at - 5 * second && one.at <= at + limit(30 * second))
      demand(isFollowed, 'a motion was not followed by a report of the slots')
    }
  },
}

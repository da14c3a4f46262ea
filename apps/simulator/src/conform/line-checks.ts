/** Checks of the connection, the messages and the clock. */
import {
  decode,
  downTopic,
  downFilter,
  encode,
  type UpMessage,
  upMessages,
  upTopic,
} from '@slotwise/machine-protocol'

import {
  breakLine,
  type Check,
  demand,
  minute,
  move,
  online,
  refused,
  restart,
  second,
  seconds,
  succeeds,
} from './check.ts'
import type { LineId } from './checklist.ts'
import { messagesSince, type TestServer } from './test-server.ts'

const hour = 60 * minute
const year = 365 * 24 * hour

/** The pauses between tries that got this answer, the first counted from `since`. */
function pausesOf({ tries }: TestServer, answer: 'away' | 'refused', since: number): number[] {
  const moments = [
    since,
    ...tries.filter((one) => one.at >= since && one.answer === answer).map(({ at }) => at),
  ]
  return moments.slice(1).map((at, index) => at - (moments[index] ?? 0))
}

function demandGrowing(pauses: readonly number[]): void {
  for (const [index, pause] of pauses.entries()) {
    const before = pauses[index - 1] ?? 0
    demand(
      pause >= Math.min(before, 55 * second) * 0.95,
      `after ${seconds(before)} it tried again after ${seconds(pause)}`,
    )
  }
}

/** Whole seconds, each time the same multiples: a thousand machines would come back in the same second. */
const isWithoutChance = (pauses: readonly number[]): boolean =>
  pauses.every((pause) => Math.abs(pause / second - Math.round(pause / second)) < 0.03)

/** Waits for a connection that has lasted a minute: after a shorter one, the next pause need not be the first. */
const steady: Check = async (bench) => {
  const { server, limit } = bench
  const isSteady = await server.until(limit(10 * minute), () => {
    const session = server.session()
    // Heartbeats wake this question.
    return session && server.now() - session.at >= minute ? true : undefined
  })
  demand(isSteady === true, 'no connection lasted a minute')
}

const alive: Check = async (bench) => {
  await succeeds(bench, bench.server.command('refreshSetting', {}))
}

export const lineChecks: Partial<Record<LineId, Check>> = {
  async C1(bench) {
    const session = await online(bench)
    const { sn } = bench.server
    demand(session.version === 4, `the protocol level is ${session.version}, not 4`)
    demand(session.clientId === sn, `the client id is "${session.clientId}"`)
    demand(session.user === sn, `the user name is "${session.user}"`)
    demand(session.clean, 'the session is not clean')
    demand(session.keepaliveSeconds === 60, `the keepalive is ${session.keepaliveSeconds} s`)
    const topics = new Set(session.filters.filter(({ qos }) => qos === 1).map(({ topic }) => topic))
    const isAll = (['time', 'cmd', 'config', 'order'] as const).every(
      (name) => topics.has(downFilter(sn)) || topics.has(downTopic(sn, name)),
    )
    demand(isAll, `it subscribed to ${JSON.stringify(session.filters)}`)
  },

  async C3(bench) {
    const session = await online(bench)
    const { sn, heard } = bench.server
    const { will } = session
    demand(will !== undefined, 'it has no will')
    demand(will.qos === 1 && will.retain, `its QoS is ${will.qos}, retained ${will.retain}`)
    demand(will.topic === upTopic(sn, 'status'), `its topic is ${will.topic}`)
    const read = decode(will.text, { sn, name: 'status', schema: upMessages.status })
    demand(read.ok && read.message.data.state === 'offline', `it is not valid: ${will.text}`)
    const { data } = heard.find((one) => one.session === session && one.name === 'status')?.envelope ?? {}
    const boot = (data as UpMessage<'status'> | undefined)?.boot
    demand(read.message.data.boot === boot, `its boot is ${read.message.data.boot}, the status has ${boot}`)
  },

  async C6(bench) {
    const session = await breakLine(bench)
    await bench.server.pause(40 * second)
    demand(
      session.end === undefined,
      `the new connection ended after ${seconds((session.end?.at ?? 0) - session.at)}`,
    )
  },

  async C7(bench) {
    const { server } = bench
    await steady(bench)
    server.manners.isAway = true
    const since = server.now()
    server.cut()
    await server.pause(2 * minute)
    const pauses = pausesOf(server, 'away', since)
    demand(pauses.length >= 3, `it tried ${pauses.length} times in 2 minutes`)
    demand((pauses[0] ?? 0) >= 0.9 * second, `it tried again after ${seconds(pauses[0] ?? 0)}`)
    demandGrowing(pauses)
    const list = pauses.slice(0, 6).map(seconds).join(', ')
    demand((pauses.at(-1) ?? 0) >= 2 * (pauses[0] ?? 0), `the pauses do not grow: ${list}`)
    demand(!isWithoutChance(pauses), `the pauses have no random part: ${list}`)
    server.behave()
    await online(bench, since)
  },

  async C8(bench) {
    const { server, limit } = bench
    await steady(bench)
    server.manners.refuses = () => true
    const since = server.now()
    server.cut()
    await server.until(limit(5 * minute), () =>
      pausesOf(server, 'refused', since).length > 2 ? true : undefined,
    )
    const [, ...pauses] = pausesOf(server, 'refused', since)
    demand(pauses.length > 1, `it tried ${pauses.length + 1} times in 5 minutes`)
    demand((pauses[0] ?? 0) >= 9.5 * second, `it tried again after ${seconds(pauses[0] ?? 0)}`)
    demandGrowing(pauses)
    server.behave()
    await online(bench, since)
  },

  async C10(bench) {
    const { before } = await restart(bench)
    const [last] = bench.server.heard
      .filter((one) => one.session === before && one.name === 'status')
      .slice(-1)
    const status = last?.envelope?.data as UpMessage<'status'> | undefined
    demand(status?.state === 'offline', 'it left without the status "offline"')
    demand((status.reason ?? '') !== '', 'the status "offline" has no reason')
    demand(before.end?.how === 'disconnect', 'it left without DISCONNECT')
  },

  async M3(bench) {
    const { server, limit } = bench
    await online(bench)
    const rev = server.settle({ title: 'Conformance', dance: { all: 'night' }, lamp_color: 'infrared' })
    const answered = await server.until(limit(minute), () =>
      messagesSince(server, 'config', 0).find((one) => 'rev' in one && one.rev === rev),
    )
    demand(
      answered !== undefined,
      'settings with a key that it does not know were not reported within a minute',
    )
    const since = server.now()
    await refused(bench, server.anyCommand('sing', { song: 'all' }), 'not supported', since)
    const id = `conform-fields-${rev}`
    const data = {
      id,
      op: 'refreshSetting',
      args: { mood: 1 },
      at: Math.round(since),
      ttl: 30_000,
      mood: 'good',
    }
    server.tellRaw(
      'cmd',
      JSON.stringify({
        ...JSON.parse(
          encode({ v: 1, sn: server.sn, mid: id, seq: 1, ts: Math.round(since), type: 'cmd', data }),
        ),
        mood: 'good',
      }),
    )
    await succeeds(bench, id)
  },

  async M4(bench) {
    await online(bench)
    for (const text of ['{"v":1,', '', 'null', '[]', '{"v":1,"data":7}'])
      for (const name of ['cmd', 'config', 'time', 'order'] as const) bench.server.tellRaw(name, text)
    await alive(bench)
  },

  async M5(bench) {
    const { server } = bench
    await online(bench)
    const since = server.now()
    const slip = { type: 'sale', field: 'data.client', reason: 'unknown value' } as const
    server.tell('error', { ...slip, mid: 'conform-unknown', outcome: 'kept' })
    server.tell('error', { ...slip, mid: '', field: '', outcome: 'refused' })
    const orderNo = `conform-closed-${server.rev}`
    server.tell('order', { reqId: 'conform-closed', orderNo, amount: 100, state: 'closed', why: 'over' })
    await alive(bench)
    const sales = messagesSince(server, 'sale', since).filter((one) => one.orderNo === orderNo)
    demand(sales.length === 0, 'a sale was reported for the order that was closed')
  },

  async K1(bench) {
    const { server } = bench
    server.manners.aheadMs = year
    await breakLine(bench)
    await succeeds(bench, await move(bench))
    server.behave()
    await breakLine(bench)
  },

  async K3(bench) {
    const { server, limit } = bench
    await online(bench)
    server.manners.tellsTime = false
    const { after } = await restart(bench)
    const asked = await server.until(limit(30 * second), () => {
      const statuses = server.heard.filter((one) => one.session === after && one.name === 'status')
      return statuses.length > 1 ? statuses : undefined
    })
    demand(asked !== undefined, 'it did not publish its status again within 30 s')
    const since = server.now()
    await refused(bench, server.command('refreshSetting', {}), 'no time', since)
    const { timeAnswers } = server
    server.behave()
    await server.until(limit(minute), () => (server.timeAnswers > timeAnswers ? true : undefined))
    await alive(bench)
  },

  async K4(bench) {
    const { server, limit } = bench
    const session = await online(bench)
    const since = server.now()
    const asked = await server.until(limit(6 * hour + minute), () =>
      server.heard.find((one) => one.at > since && one.session === session && one.name === 'status'),
    )
    demand(asked !== undefined, 'it did not publish its status again within 6 hours')
  },
}

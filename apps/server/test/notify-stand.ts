/** Receivers, events and notices for tests, as the calls, the alerts and the worker make them. */
import { type InboxMessage, type NotifyKind, notifyCalls } from '@slotwise/contract'

import type { AlertTurn } from '../src/kernel/hooks.ts'
import { inTenant } from '../src/kernel/db.ts'
import { hashToken } from '../src/kernel/tokens.ts'
import { sendNotice, tell } from '../src/modules/notify/index.ts'
import type { ChatChannel, SendResult } from '../src/ports/chat/chat.ts'
import type { Signed, TestApp } from './app.ts'
import { makeDevice, makeMerchant, makeStore, type Merchant } from './factories.ts'
import { asOwner } from './owner.ts'

const { bindNotify, getInbox, getNotifyBindUrl } = notifyCalls

/** The scene of a new QR code of the merchant. */
export async function newScene(app: TestApp, owner: Signed): Promise<string> {
  const { body } = await app.call(getNotifyBindUrl, {}, { as: owner })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return new URL(body.result.bind_url).searchParams.get('scene') ?? ''
}

/** Makes the inbox of an account a receiver. Returns its number. */
export async function bindInbox(app: TestApp, owner: Merchant, who: Merchant = owner): Promise<string> {
  const { body } = await app.call(bindNotify, { scene: await newScene(app, owner) }, { as: who })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result.notify_id
}

/** A machine in a store of its own. */
export async function placedMachine(app: TestApp, owner: Merchant, title = 'Lobby', storeName = 'Pier 3') {
  const { _id: store } = await makeStore(app, owner, { store_name: storeName })
  return { ...(await makeDevice(app, owner, store, title)), store }
}

/** A merchant whose main account is a receiver, with the machine "Lobby" in the store "Pier 3". */
export async function notifyStand(app: TestApp) {
  const owner = await makeMerchant(app)
  const machine = await placedMachine(app, owner)
  return { owner, machine, notifyId: await bindInbox(app, owner) }
}

/** A merchant with two stores, a machine in each, and the main account as a receiver. */
export async function twoStoresStand(app: TestApp) {
  const { owner, machine: inPier, notifyId } = await notifyStand(app)
  return { owner, inPier, inMall: await placedMachine(app, owner, 'Gate', 'Mall'), notifyId }
}

/** The same, and the machine went offline. */
export async function offlineStand(app: TestApp) {
  const stand = await notifyStand(app)
  await happen(app, stand.owner, [turnOf(app, stand.machine)])
  return stand
}

export const midnightQuiet = { not_disture: true, start_notify: '22:00', end_notify: '08:00' }

type Asked = { at: Date; account: string | null }

/** Gives the app a channel that gives these answers, then takes everything. Returns when and for whom it was asked. */
export function channelThat(
  app: TestApp,
  answers: readonly (SendResult | Promise<SendResult> | Error)[],
  perMinute = 100,
  accountPerSecond?: number,
): Asked[] {
  const asked: Asked[] = []
  const inbox: ChatChannel = {
    perMinute,
    ...(accountPerSecond === undefined ? {} : { accountPerSecond }),
    send: async ({ accountId }) => {
      const answer = answers[asked.length] ?? { state: 'sent' }
      asked.push({ at: app.clock.now, account: accountId ?? null })
      if (answer instanceof Error) throw answer
      return answer
    },
  }
  app.deps.chat = { inbox }
  return asked
}

let alerts = 0
type AlertMachine = { id: string; store?: string | null }
type Turn = Partial<Omit<AlertTurn, 'kind'>> & { kind?: AlertTurn['kind'] }

/** The beginning of an alert of a machine; with `alertId` and `phase` its end. */
export const turnOf = (app: TestApp, { id, store = null }: AlertMachine, turn: Turn = {}): AlertTurn => ({
  alertId: String((alerts += 1)),
  kind: 'offline',
  phase: 'begin',
  deviceId: id,
  storeId: store,
  at: app.clock.now,
  low: 0,
  faults: [],
  ...turn,
})

/** Alerts begin or end, in one transaction. */
export const happen = (app: TestApp, { tenantId }: Merchant, turns: readonly AlertTurn[]): Promise<void> =>
  inTenant(app.deps.db.main, tenantId, async (tx) => {
    for (const note of app.deps.hooks.alertTurned)
      await note({ tx, tenantId, deps: app.deps, now: app.clock.now }, turns)
  })

/** The numbers of the notices whose next try is due. */
export async function dueNotices(app: TestApp, { tenantId }: Merchant): Promise<string[]> {
  const rows = await asOwner<{ id: string }>(
    app,
    `select notice_id::text as id from notice
      where tenant_id = $1 and state in ('held', 'waiting') and next_at <= $2 order by notice_id`,
    [tenantId, app.clock.now],
  )
  return rows.map(({ id }) => id)
}

/** Does what the worker does when it is due now: makes notices and sends them. */
export async function work(app: TestApp, merchant: Merchant): Promise<void> {
  await tell(app.deps, merchant.tenantId)
  for (const id of await dueNotices(app, merchant)) await sendNotice(app.deps, merchant.tenantId, id)
}

/** The jobs that send notices of a merchant, and when they run. */
export const sendJobs = (app: TestApp, { tenantId }: Merchant): Promise<{ at: Date }[]> =>
  asOwner<{ at: Date }>(
    app,
    `select run_at as at from graphile_worker.jobs where key like 'notice-send:' || $1 || ':%'`,
    [tenantId],
  )

/** Deletes the jobs of a merchant, as when the queue is lost. */
export const loseJobs = (app: TestApp, { tenantId }: Merchant) =>
  asOwner(app, `delete from graphile_worker._private_jobs where payload ->> 'tenant' = $1`, [tenantId])

type NoticeFacts = { notify_id: string; state: string; is_summary: boolean; events: string[] }

/** Every notice of a merchant with the alerts that it is about, `7 begin`. */
export const noticesOf = (app: TestApp, { tenantId }: Merchant): Promise<NoticeFacts[]> =>
  asOwner<NoticeFacts>(
    app,
    `select n.notify_id::text, n.state, n.is_summary,
            array(select e.subject || ' ' || e.phase from notice_item i
                    join notice_event e on e.tenant_id = i.tenant_id and e.event_id = i.event_id
                   where i.tenant_id = n.tenant_id and i.notice_id = n.notice_id order by e.event_id) as events
       from notice n where n.tenant_id = $1 order by n.notice_id`,
    [tenantId],
  )

/** What an account finds in its inbox, the newest first. */
export async function messagesOf(app: TestApp, who: Signed): Promise<InboxMessage[]> {
  const { body } = await app.call(getInbox, {}, { as: who })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result.data
}

/** Machines in a store, stored directly, because binding each takes long. Returns their numbers. */
export async function manyDevices(
  app: TestApp,
  { tenantId }: Merchant,
  store: string,
  count: number,
): Promise<string[]> {
  const rows = await asOwner<{ id: string }>(
    app,
    `insert into device (tenant_id, sn, title, store_id, bound_at)
     select $1::bigint, ($1::bigint * 100000 + i)::text, 'Machine ' || i, $2::bigint, $3
       from generate_series(1, $4::int) i
     returning device_id::text as id`,
    [tenantId, store, app.clock.now, count],
  )
  return rows.map(({ id }) => id)
}

/** Inputs for the calls of notices, which succeed when the merchant's main account sends them. */
export async function notifySamples(
  app: TestApp,
  owner: Merchant,
  { people, store, deviceId }: { people: readonly [string, string]; store: string; deviceId: string },
) {
  const receiver = async (account: string | null): Promise<string> => {
    const [row] = await asOwner<{ id: string }>(
      app,
      `insert into receiver (tenant_id, channel, account_id, kinds, created_at)
       values ($1, 'inbox', $2, '{offline}', $3) returning notify_id::text as id`,
      [owner.tenantId, account, app.clock.now],
    )
    return row?.id ?? ''
  }
  const [edited, told] = [await receiver(people[0]), await receiver(people[1])]
  const spare = await receiver(null)
  const notice = await sampleNotice(app, owner, { notifyId: told, store, deviceId })
  await asOwner(
    app,
    'insert into inbox_message (tenant_id, account_id, notice_id, created_at) values ($1, $2, $3, $4)',
    [owner.tenantId, owner.accountId, notice, app.clock.now],
  )
  const scene = `${store}-${'s'.repeat(43)}`
  await asOwner(
    app,
    'insert into receiver_bind (tenant_id, scene, account_id, expires_at) values ($1, $2, $3, $4)',
    [owner.tenantId, hashToken(scene), owner.accountId, new Date(app.clock.now.getTime() + 86_400_000)],
  )
  const browser = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${store}`,
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const page = (condition: object) => ({ pageNum: 1, pageSize: 10, condition })
  return {
    ids: [edited, told, spare, notice],
    inputs: {
      'notify.getNotifyList': page({ ids: [edited] }),
      'notify.getNotifyBindUrl': {},
      'notify.getNotifyChannels': {},
      'notify.addRobot': {
        channel: 'wecom',
        name: 'Night shift',
        url: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=sample',
        secret: '',
      },
      'notify.editNotify': {
        notify_id: edited,
        notice: true,
        not_disture: true,
        start_notify: '22:00',
        end_notify: '07:30',
        permission: 'offline,abnormal',
        all_device: false,
        store: [store],
        remarks: 'night shift',
      },
      'notify.testNotify': { notify_id: edited },
      'notify.getNotifyBind': { scene },
      'notify.bindNotify': { scene },
      'notify.getNotices': page({ notify_id: told }),
      'notify.resendNotice': { notice },
      'notify.delNotify': { notify_id: spare },
      'notify.getInbox': page({}),
      'notify.getInboxCount': {},
      'notify.readInbox': { ids: [notice] },
      'notify.getPushKey': {},
      'notify.addPush': browser,
      'notify.delPush': { endpoint: browser.endpoint },
    },
  }
}

type About = { notifyId: string; store: string; deviceId: string }

/** A notice of a machine that went offline; it could not be delivered. */
async function sampleNotice(app: TestApp, owner: Merchant, about: About): Promise<string> {
  const kind: NotifyKind = 'offline'
  const [row] = await asOwner<{ id: string }>(
    app,
    `with e as (insert into notice_event (tenant_id, kind, phase, subject, device_id, store_id, at, told_at)
                values ($1, $2, 'begin', $3, $3, $4, $5, $5) returning event_id),
          n as (insert into notice (tenant_id, notify_id, state, why, created_at)
                values ($1, $6, 'dead', 'noAnswer', $5) returning notice_id)
     insert into notice_item (tenant_id, notify_id, event_id, notice_id)
     select $1, $6, event_id, notice_id from e, n returning notice_id::text as id`,
    [owner.tenantId, kind, about.deviceId, about.store, app.clock.now, about.notifyId],
  )
  return row?.id ?? ''
}

/** How many notices of this receiver each event is in. */
export const noticeCounts = async (
  app: TestApp,
  { tenantId }: Merchant,
  notifyId: string,
): Promise<number[]> =>
  (
    await asOwner<{ times: number }>(
      app,
      `select (select count(*)::int from notice_item i where i.tenant_id = $1 and i.notify_id = $2
                 and i.event_id = e.event_id) as times
         from notice_event e where e.tenant_id = $1 order by e.event_id`,
      [tenantId, notifyId],
    )
  ).map(({ times }) => times)

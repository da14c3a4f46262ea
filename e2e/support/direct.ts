import { addDays, countryFacts, dayOf, startOfDay } from '@slotwise/contract'

import { tenantOfToken } from '../../apps/server/src/kernel/tokens.ts'
import { type Opened, openDeps } from '../../apps/server/bin/open-deps.ts'
import { readConfig } from '../../apps/server/src/kernel/config.ts'
import type { Deps, Origin } from '../../apps/server/src/kernel/ctx.ts'
import type { AlertTurn } from '../../apps/server/src/kernel/hooks.ts'
import { inTenant } from '../../apps/server/src/kernel/db.ts'
import { ensureMonths } from '../../apps/server/src/kernel/months.ts'
import { ordernoOf } from '../../apps/server/src/kernel/orderno.ts'
import { createMerchant } from '../../apps/server/src/modules/account/index.ts'
import { look } from '../../apps/server/src/modules/alerts/index.ts'
import { decide } from '../../apps/server/src/modules/bankcards/index.ts'
import type { Bill } from '../../apps/server/src/modules/bills/bill-model.ts'
import { addBills, changeBills } from '../../apps/server/src/modules/bills/book-service.ts'
import { findCases } from '../../apps/server/src/modules/exceptions/find-service.ts'
import { reconcile } from '../../apps/server/src/modules/exceptions/reconcile-service.ts'
import { runPayout } from '../../apps/server/src/modules/funds/index.ts'
import { askForPayouts } from '../../apps/server/src/modules/funds/morning-service.ts'
import { storedFailure } from '../../apps/server/src/modules/jobs/failure-model.ts'
import { bookPayment } from '../../apps/server/src/modules/ledger/index.ts'
import {
  bindByOperator,
  registerMachine,
  renewBindCode,
  unbindByOperator,
} from '../../apps/server/src/modules/machines/index.ts'
import { noteFaults } from '../../apps/server/src/modules/integrations/index.ts'
import { merchantOrderOf, noteLineLost, tenantIn } from '../../apps/server/src/modules/payments/index.ts'
import { noteAlerts, noteRefunds, tell } from '../../apps/server/src/modules/notify/index.ts'
import { statementOffsetMinutes } from '../../apps/server/src/kernel/statement-days.ts'
import type { StatementLine } from '../../apps/server/src/ports/payments/payments.ts'
import type { PayoutRequest, PayoutState } from '../../apps/server/src/ports/payout/payout.ts'
import { billOf } from '../../apps/server/test/bill-of.ts'
import { alipayList, alipayPid, inGbk, sampleDay } from '../../apps/server/test/statement-files.ts'
import { dataDirVariable } from './server.ts'

/**
 * Set-up without calls of the console: by the server's own services, on the database of the server under test. Only
 * this file imports them. Opening the database takes a while, so a worker opens it once.
 */
let opened: Promise<Opened> | undefined

async function open(): Promise<Deps> {
  opened ??= openDeps(
    readConfig({ DATA_DIR: process.env[dataDirVariable], LOG_LEVEL: 'warn' }),
    () => undefined,
  )
  return (await opened).deps
}

/** Called when the worker ends. */
export async function closeDirect(): Promise<void> {
  const last = await opened
  opened = undefined
  await last?.close()
}

const originAt = (now: Date, address = ''): Origin => ({
  requestId: 'journey',
  address,
  userAgent: '',
  locale: 'en-US',
  now,
})

type Account = Pick<Parameters<typeof createMerchant>[1], 'username' | 'mchName' | 'country' | 'password'>

/** Creates a merchant by the service that signing up calls at its end. No text message is sent. */
export async function createMerchantDirectly(account: Account, address: string): Promise<void> {
  const deps = await open()
  await createMerchant(deps, {
    ...account,
    business: 'gpm',
    agent: null,
    operation: null,
    origin: originAt(deps.now(), address),
  })
}

export async function registerDirectly(
  machine: Parameters<typeof registerMachine>[1],
): ReturnType<typeof registerMachine> {
  return registerMachine(await open(), machine)
}

/** Binds a registered machine to the merchant of this session. */
export async function bindDirectly(
  token: string,
  machine: { sn: string; title: string; storeId?: string },
): Promise<void> {
  const deps = await open()
  await bindByOperator(deps, tenantOfToken(token) ?? '', machine, originAt(deps.now()))
}

/** Takes a machine from its merchant, and returns a new code for it. */
export async function unbindDirectly(sn: string): Promise<string> {
  const deps = await open()
  await unbindByOperator(deps, sn, originAt(deps.now()))
  return renewBindCode(deps, sn)
}

/** Lets a finished job end as refused instead. */
export async function failJobDirectly(token: string, job: string): Promise<void> {
  const deps = await open()
  const tenantId = tenantOfToken(token) ?? ''
  const error = storedFailure({ code: 'noPermission', params: {} })
  await inTenant(deps.db.main, tenantId, (tx) =>
    tx
      .updateTable('job')
      .set({ state: 'failed', error, file_name: null })
      .where('tenant_id', '=', tenantId)
      .where('job_id', '=', job)
      .execute(),
  )
}

/** Lets the merchant's pictures and exported files take most of their room. Needs a picture. */
export async function fillRoomDirectly(token: string): Promise<void> {
  const deps = await open()
  const tenantId = tenantOfToken(token) ?? ''
  const { pictureQuota, fileQuota } = deps.config
  const most = 0.85
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const picture = await tx
      .selectFrom('image')
      .select(['image_id', 'created_by'])
      .where('tenant_id', '=', tenantId)
      .limit(1)
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('image')
      .set({ bytes: Math.ceil(pictureQuota.bytes * most) })
      .where('tenant_id', '=', tenantId)
      .where('image_id', '=', picture.image_id)
      .execute()
    await tx
      .insertInto('job')
      .values({
        tenant_id: tenantId,
        account_id: picture.created_by,
        kind: 'exportGoods',
        input: JSON.stringify({ format: 'xlsx', condition: {} }),
        locale: 'en-US',
        state: 'done',
        rights: JSON.stringify({}),
        file_bytes: String(Math.ceil(fileQuota.bytes * most)),
        created_at: deps.now(),
        finished_at: deps.now(),
      })
      .execute()
  })
}

/** Inserts a machine that has only its number, with these goods in one of its slots. */
export async function insertSlotDirectly(
  token: string,
  { sn, channel, goodsId }: { sn: string; channel: number; goodsId: string },
): Promise<void> {
  const deps = await open()
  const tenantId = tenantOfToken(token) ?? ''
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const device = await tx
      .insertInto('device')
      .values({ tenant_id: tenantId, sn, title: 'Lobby', bound_at: deps.now() })
      .returning('device_id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('channel')
      .values({
        tenant_id: tenantId,
        device_id: device.device_id,
        channel_sn: channel,
        goods_id: goodsId,
      })
      .execute()
  })
}

/** Ends the pauses after edits of slots, on all machines of the merchant. */
export async function endPausesDirectly(token: string): Promise<void> {
  const deps = await open()
  const tenantId = tenantOfToken(token) ?? ''
  await inTenant(deps.db.main, tenantId, (tx) =>
    tx
      .updateTable('device_cooldown')
      .set({ until: deps.now() })
      .where('tenant_id', '=', tenantId)
      .where('kind', '=', 'edit')
      .execute(),
  )
}

/** Books sales of a merchant's machine where it stands now, without the machine: they may be of earlier days. */
export async function sellDirectly(
  token: string,
  sn: string,
  sales: readonly (Partial<Omit<Bill, 'create_at'>> & { daysAgo?: number })[],
): Promise<void> {
  const deps = await open()
  const tenantId = tenantOfToken(token) ?? ''
  const now = deps.now()
  const dated = sales.map(({ daysAgo = 0, ...sale }) => ({
    ...sale,
    create_at: new Date(now.getTime() - daysAgo * 86_400_000),
  }))
  await ensureMonths(
    deps.db.main,
    dated.map(({ create_at: at }) => at),
  )
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const { device_id: id, store_id: store } = await tx
      .selectFrom('device')
      .select(['device_id', 'store_id'])
      .where('tenant_id', '=', tenantId)
      .where('sn', '=', sn)
      .executeTakeFirstOrThrow()
    const seller = { id, sn, store }
    await addBills(
      { deps, tx, now, tenantId },
      dated.map((sale) => billOf(seller, sale)),
    )
  })
}

/** Opens and closes the merchant's alerts as the server does some minutes later, while the machines stay as they are. */
export async function lookLaterDirectly(token: string, minutes: number): Promise<void> {
  const deps = await open()
  const then = new Date(deps.now().getTime() + minutes * 60_000)
  await look({ ...deps, now: () => then }, tenantOfToken(token) ?? '')
}

/** Ends the time in which a machine has to report on a paid order, as if it had lost its line since. */
export async function loseLineDirectly(token: string, orderno: string): Promise<void> {
  const deps = await open()
  const tenantId = tenantOfToken(token) ?? ''
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const now = deps.now()
    await changeBills({ deps, tx, now, tenantId }, [orderno], () => ({ status: 2 }))
    await noteLineLost({ tx, tenantId }, orderno, now)
  })
}

/** Looks for the merchant's cases as the server does some minutes later, while the sales stay as they are. */
export async function findCasesDirectly(token: string, minutes: number): Promise<void> {
  const deps = await open()
  const then = new Date(deps.now().getTime() + minutes * 60_000)
  await findCases({ ...deps, now: () => then }, tenantOfToken(token) ?? '')
}

/** Compares what the merchant's customers paid today with the sandbox's statement, which is told to name this amount. */
export async function reconcileDirectly(token: string, { amount }: { amount: number }): Promise<void> {
  const deps = await open()
  const tenantId = tenantOfToken(token) ?? ''
  const today = dayOf(deps.now(), statementOffsetMinutes)
  const own: StatementLine[] = []
  let day = today
  // The payment may have been made just before midnight.
  for (const one of [addDays(today, -1), today])
    for await (const piece of deps.payments.wechat?.statement?.(one) ?? [])
      for (const line of piece)
        if (tenantIn(line.merchantOrder) === tenantId) {
          own.push(line)
          day = one
        }
  const lines = (async function* () {
    yield own.map((line) => ({ ...line, amount }))
  })()
  await reconcile(
    deps,
    { client: 'wechat', accountKey: '0', day, source: 'provider', lines },
    (id) => id === tenantId,
  )
}

/** Yesterday's statement of an Alipay account, with a payment of this merchant that was never booked here. */
export async function alipayStatement(token: string, accountNo: string): Promise<Buffer> {
  const deps = await open()
  const yesterday = addDays(dayOf(deps.now(), statementOffsetMinutes), -1)
  const at = startOfDay(yesterday, statementOffsetMinutes)
  const order = merchantOrderOf(tenantOfToken(token) ?? '', ordernoOf(at, [accountNo]))
  const list = alipayList([{ order, amount: '3.50' }]).replaceAll(sampleDay, yesterday)
  return Buffer.from(inGbk(list.replace(alipayPid, accountNo)))
}

/** Reviews a bank card as the operator does. */
export async function reviewDirectly(
  token: string,
  merchantId: string,
  decision: Parameters<typeof decide>[2],
): Promise<void> {
  await decide(await open(), { tenantId: tenantOfToken(token) ?? '', merchantId }, decision)
}

/** Books what customers have paid to a payout account, or to none, without bills. */
export async function earnDirectly(
  token: string,
  merchantId: string | null,
  amounts: readonly number[],
): Promise<void> {
  const deps = await open()
  const tenantId = tenantOfToken(token) ?? ''
  const at = deps.now()
  await inTenant(deps.db.main, tenantId, async (tx) => {
    for (const [n, amount] of amounts.entries()) {
      const orderno = ordernoOf(at, [merchantId ?? '', String(n)])
      await bookPayment(
        { tx, tenantId },
        { orderno, client: 'wechat', merchantId, storeId: null, amount, feeRate: 60, at },
      )
    }
  })
}

/**
 * Pays out what the merchant has earned up to today, as the job of tomorrow morning does, so that the server's own job
 * does not come first. The bank refuses to pay to the failing accounts.
 */
export async function settleDirectly(token: string, failing: readonly string[] = []): Promise<void> {
  const server = await open()
  const tenantId = tenantOfToken(token) ?? ''
  const { utcOffsetMinutes: offset } = countryFacts.CN
  const noon = 12 * 3_600_000
  const tomorrow = new Date(startOfDay(addDays(dayOf(server.now(), offset), 1), offset).getTime() + noon)
  await ensureMonths(server.db.main, [tomorrow])
  const refused = { state: 'failed', why: 'nameMismatch' } as const
  const answerTo = async (payoutNo: string): Promise<PayoutState> =>
    failing.some((account) => payoutNo.endsWith(`M${account}`)) ? refused : { state: 'success' }
  const payout = {
    pay: (request: PayoutRequest) => answerTo(request.payoutNo),
    query: (payoutNo: string) => answerTo(payoutNo),
  }
  const deps = { ...server, now: () => tomorrow, payout }
  await askForPayouts(deps, tenantId)
  const unfinished = await inTenant(deps.db.main, tenantId, (tx) =>
    tx
      .selectFrom('settlement')
      .select('settle_id')
      .where('tenant_id', '=', tenantId)
      .where('state', '=', 'settling')
      .execute(),
  )
  for (const { settle_id: id } of unfinished) await runPayout(deps, tenantId, id)
}

/** What happens to a machine: an alert that begins or ends, or a refund. */
export type Happening = { sn: string } & (
  | (Pick<AlertTurn, 'kind'> & Partial<Pick<AlertTurn, 'phase' | 'low' | 'faults'>>)
  | { refunded: number }
)

let happenings = 0

/** Notes what happens to machines, and makes the notices of it at once instead of after a minute. The server sends them. */
export async function tellDirectly(token: string, all: readonly Happening[]): Promise<void> {
  const deps = await open()
  const tenantId = tenantOfToken(token) ?? ''
  const now = deps.now()
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const devices = await tx
      .selectFrom('device')
      .select(['sn', 'device_id', 'store_id'])
      .where('tenant_id', '=', tenantId)
      .execute()
    const ctx = { tx, tenantId, now }
    for (const happening of all) {
      const device = devices.find(({ sn }) => sn === happening.sn)
      if (!device) throw new Error(`there is no machine ${happening.sn}`)
      const place = { deviceId: device.device_id, storeId: device.store_id }
      const subject = `${now.getTime()}${(happenings += 1)}`
      if ('refunded' in happening) {
        const orderno = ordernoOf(now, [subject])
        const refund = { kind: 'auto', orderno, amount: happening.refunded } as const
        await noteRefunds(ctx, [{ refundId: subject, ...refund, ...place }])
      } else {
        const { kind, phase = 'begin', low = 0, faults = [] } = happening
        const turn = { alertId: subject, kind, phase, low, faults, at: now, ...place }
        await noteAlerts(ctx, [turn])
        await noteFaults(ctx, [turn])
      }
    }
  })
  await tell(deps, tenantId)
}

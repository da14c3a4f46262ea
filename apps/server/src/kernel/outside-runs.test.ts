import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { makeMerchant, type Merchant } from '../../test/factories.ts'
import { asOwner } from '../../test/owner.ts'
import { queued } from '../../test/sale-stand.ts'
import { runJobAt } from './asked-jobs.ts'
import type { TenantRef } from './ctx.ts'
import { inTenant } from './db.ts'
import { answerOr, type Reached, type RunCtx, runnerOf, type RunStep, runSteps } from './outside-runs.ts'

const app = await testApp()
const { clock } = app
const task = 'parcel'
let owner: Merchant

beforeAll(() =>
  asOwner(
    app,
    `create table parcel (tenant_id bigint, id text, state text not null default 'open', tries int not null default 0,
                          next_at timestamptz, ended int not null default 0, primary key (tenant_id, id));
     grant select, update, delete on parcel to slotwise_app`,
  ),
)

/** What a carrier has heard, who delivers each number once. */
let heard: string[]
let delivered: Set<string>
type Answer = 'delivered' | 'none'
let answerOf: (id: string) => Promise<Answer>
/** What keeps a parcel back although it is due. */
let waits: Date | undefined

beforeEach(async () => {
  owner = await makeMerchant(app)
  heard = []
  delivered = new Set()
  waits = undefined
  answerOf = async () => 'delivered'
})

type Parcel = { id: string; state: string; tries: number; next_at: Date | null; ended: number }

async function lock({ tx, tenantId }: TenantRef, id: string): Promise<Parcel | undefined> {
  const { rows } = await sql<Parcel>`
    select id, state, tries, next_at, ended from parcel
     where tenant_id = ${tenantId} and id = ${id} and state = 'open' for update`.execute(tx)
  return rows[0]
}

const take = ({ tx, tenantId }: RunCtx, { id }: Parcel, until: Date) =>
  sql`update parcel set tries = tries + 1, next_at = ${until} where tenant_id = ${tenantId} and id = ${id}`.execute(
    tx,
  )

async function settle(
  { tx, tenantId, now }: RunCtx,
  { id }: Parcel,
  answer: Answer,
): Promise<Date | undefined> {
  const next = answer === 'none' ? new Date(now.getTime() + 10_000) : null
  const { rows } = await sql`
    update parcel set next_at = ${next}::timestamptz, state = ${next ? 'open' : 'ended'},
                      ended = ended + ${next ? 0 : 1}::int
     where tenant_id = ${tenantId} and id = ${id} and state = 'open' returning id`.execute(tx)
  return rows.length > 0 && next ? next : undefined
}

const bringOn = runnerOf({
  lock,
  prepare: async (_ctx, row: Parcel) => (row.id === 'needless' ? undefined : (waits ?? row)),
  take,
  runAt: (ref, { id }, moment) => runJobAt(ref, task, { id }, moment),
  ask: async (run, { id }: Parcel) => {
    heard.push(id)
    delivered.add(id)
    const answer = answerOr(run, ['a parcel', { id }], answerOf(id), () => 'none' as const)
    await run.reached('asked')
    return answer
  },
  settle,
})

/** A parcel whose job is queued. */
async function post(id = 'p1'): Promise<void> {
  const { tenantId } = owner
  await asOwner(app, 'insert into parcel (tenant_id, id, next_at) values ($1, $2, $3)', [
    tenantId,
    id,
    clock.now,
  ])
  await inTenant(app.deps.db.main, tenantId, (tx) => runJobAt({ tx, tenantId }, task, { id }, clock.now))
}

const run = (reached?: Reached, id = 'p1') => bringOn(app.deps, owner.tenantId, id, reached)

const killedAt = (step: RunStep) =>
  expect(
    run((reached) => {
      if (reached === step) throw new Error('killed')
    }),
  ).rejects.toThrow('killed')

const jobs = async () =>
  (await queued(app, task))
    .filter(({ key }) => key.startsWith(`${task}:${owner.tenantId}:`))
    .map(({ run_at: at }) => at)

async function stored(id = 'p1'): Promise<Parcel | undefined> {
  const where = 'where tenant_id = $1 and id = $2'
  const [row] = await asOwner<Parcel>(app, `select * from parcel ${where}`, [owner.tenantId, id])
  return row
}

const later = (seconds: number) => new Date(clock.now.getTime() + seconds * 1_000)

describe('a process that is killed', () => {
  test.each(runSteps)('at the step %s loses nothing, and nothing comes twice', async (step) => {
    await post()
    await killedAt(step)
    const isBooked = step === 'booked'
    expect(await stored()).toMatchObject({ ended: isBooked ? 1 : 0 })
    // Another process has the same job, and comes too early where the first one may still live.
    const isTaken = step !== 'begun'
    expect(await jobs()).toEqual([isTaken ? later(60) : clock.now])
    if (isTaken) {
      const before = await stored()
      clock.advance(59)
      expect(await run()).toBe(false)
      expect(await stored()).toEqual(before)
      clock.advance(1)
    }
    await Promise.all([run(), run()])
    expect(await stored()).toMatchObject({ state: 'ended', ended: 1 })
    expect(delivered).toEqual(new Set(['p1']))
    const isAskedTwice = ['asked', 'answered', 'booking'].includes(step)
    expect(heard).toHaveLength(isAskedTwice ? 2 : 1)
  })

  test('and comes back after another one has ended the work changes nothing', async () => {
    await post()
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const { promise: answered, resolve: hasAnswer } = Promise.withResolvers<void>()
    const slow = run((step) => {
      if (step !== 'answered') return undefined
      hasAnswer()
      return held
    })
    await answered
    clock.advance(60)
    await run()
    const ended = await stored()
    letGo()
    await slow
    expect(await stored()).toEqual(ended)
    expect(ended).toMatchObject({ ended: 1, tries: 2 })
  })
})

describe('a run', () => {
  test('of which several processes have the job asks once', async () => {
    await post()
    const asked = await Promise.all([run(), run(), run()])
    expect(asked.filter(Boolean)).toHaveLength(1)
    expect(heard).toEqual(['p1'])
  })

  test('without an answer is no refusal: the next one is queued', async () => {
    await post()
    answerOf = () => Promise.reject(new Error('time-out'))
    expect(await run()).toBe(true)
    expect(await stored()).toMatchObject({ state: 'open', tries: 1, next_at: later(10) })
    expect(await jobs()).toEqual([later(10)])
    answerOf = async () => 'delivered'
    clock.advance(10)
    await run()
    expect(await stored()).toMatchObject({ ended: 1, tries: 2 })
  })

  test('that comes too early, or has to wait, is queued for then, and is no try', async () => {
    await post()
    waits = later(30)
    expect(await run()).toBe(false)
    expect(await jobs()).toEqual([later(30)])
    await asOwner(app, 'delete from graphile_worker._private_jobs')
    await asOwner(app, 'update parcel set next_at = $1', [later(20)])
    waits = undefined
    expect(await run()).toBe(false)
    expect(await jobs()).toEqual([later(20)])
    expect([heard, await stored()]).toMatchObject([[], { tries: 0 }])
  })

  test('of work that is needless, has ended or is gone asks nothing and queues nothing', async () => {
    await post('needless')
    await asOwner(app, 'delete from graphile_worker._private_jobs')
    expect(await run(undefined, 'needless')).toBe(false)
    await post()
    await run()
    await asOwner(app, 'delete from graphile_worker._private_jobs')
    for (const id of ['p1', 'gone']) expect(await run(undefined, id)).toBe(false)
    expect([heard, await jobs()]).toEqual([['p1'], []])
    expect(await stored('needless')).toMatchObject({ tries: 0 })
  })

  test('records an answer and queues the next run in one transaction', async () => {
    await post()
    answerOf = async () => 'none'
    await killedAt('booking')
    // Both are as the taking left them.
    expect([await stored(), await jobs()]).toMatchObject([{ next_at: later(60) }, [later(60)]])
  })
})

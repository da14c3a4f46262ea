/** A channel that hangs for one merchant delays no other channel, and no other merchant. */
import { notifyCalls } from '@slotwise/contract'
import { expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant } from '../../../test/factories.ts'
import { notifyStand } from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import type { SendResult } from '../../ports/chat/chat.ts'
import { runNoticeAt } from './notice-queries.ts'

const app = await testApp()
// The queue runs what is due by the database's clock.
app.clock.now = new Date()

/** Test notices to receivers of a merchant in Lark, all due. */
async function tellInLark({ tenantId }: Merchant, count: number): Promise<void> {
  const notices = await asOwner<{ notice_id: string }>(
    app,
    `with r as (insert into receiver (tenant_id, channel, address, kinds, created_at)
                select $1, 'lark', '', '{offline}', now() from generate_series(1, $2::int) returning notify_id)
     insert into notice (tenant_id, notify_id, state, is_test, created_at)
     select $1, notify_id, 'waiting', true, now() from r returning notice_id`,
    [tenantId, count],
  )
  await inTenant(app.deps.db.main, tenantId, async (tx) => {
    for (const { notice_id: id } of notices) await runNoticeAt({ tx, tenantId }, id, new Date(0))
  })
}

test('the inbox, and the same channel for another merchant, do not wait for it', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<SendResult>()
  const asked: string[] = []
  const many = await makeMerchant(app)
  const other = await makeMerchant(app)
  const { owner, notifyId } = await notifyStand(app)
  app.deps.chat = {
    lark: {
      perMinute: 100,
      send: async ({ tenantId }) => {
        asked.push(tenantId)
        return tenantId === many.tenantId ? held : { state: 'sent' }
      },
    },
  }
  onTestFinished(() => void delete app.deps.chat)
  await tellInLark(many, 20)
  const countAsked = (merchant: Merchant) => asked.filter((tenant) => tenant === merchant.tenantId).length
  await app.work()
  onTestFinished(() => release({ state: 'sent' }))
  await expect.poll(() => countAsked(many)).toBe(2)

  await tellInLark(other, 3)
  await app.call(notifyCalls.testNotify, { notify_id: notifyId }, { as: owner })
  await expect.poll(() => countAsked(other)).toBe(3)
  const inbox = () => asOwner(app, 'select from inbox_message where tenant_id = $1', [owner.tenantId])
  await expect.poll(inbox).toHaveLength(1)
  expect(countAsked(many), 'the places of one merchant').toBe(2)
})

test('what was never tried comes before what is tried again', async () => {
  const { owner, notifyId } = await notifyStand(app)
  app.deps.chat = { inbox: { perMinute: 100, send: async () => ({ state: 'later', why: 'busy' }) } }
  onTestFinished(() => void delete app.deps.chat)
  await app.call(notifyCalls.testNotify, { notify_id: notifyId }, { as: owner })
  await app.work()
  const priorities = () =>
    asOwner<{ priority: number }>(
      app,
      `select j.priority from graphile_worker._private_jobs j where j.key like $1 order by priority`,
      [`notice-send:${owner.tenantId}:%`],
    )
  await expect.poll(priorities).toEqual([{ priority: 1_000 }])
  await app.call(notifyCalls.testNotify, { notify_id: notifyId }, { as: owner })
  await expect.poll(priorities).toEqual([{ priority: 1_000 }, { priority: 1_000 }])
})

/** The notices of a merchant and the inbox of an account, page by page. */
import { notifyCalls } from '@slotwise/contract'
import { beforeAll, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { longListOf } from '../../../test/long-lists.ts'
import { bindInbox } from '../../../test/notify-stand.ts'
import { asOwner } from '../../../test/owner.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const colleague = await makeStaff(app, owner)
const neighbour = await makeMerchant(app)

/** Notices, four of each moment, and their messages; every third one was read. */
async function fill(who: Merchant, notifyId: string): Promise<void> {
  await asOwner(
    app,
    `with made as (
       insert into notice (tenant_id, notify_id, state, is_test, sent_at, created_at)
       select $1, $2, 'sent', true, at, at
         from (select $4::timestamptz - (n / 4) * interval '6 hours' as at from generate_series(1, 20) n) m
       returning notice_id, created_at)
     insert into inbox_message (tenant_id, account_id, notice_id, created_at, read_at)
     select $1, $3, notice_id, created_at, case when notice_id % 3 = 0 then created_at end from made`,
    [who.tenantId, notifyId, who.accountId, app.clock.now],
  )
}

let own: string
beforeAll(async () => {
  own = await bindInbox(app, owner)
  await fill(owner, own)
  await fill(colleague, await bindInbox(app, owner, colleague))
  await fill(neighbour, await bindInbox(app, neighbour))
})

type Listed = { data: { notice: string; created_at: string }[] }
const keys = ({ data }: Listed) => data.map(({ notice }) => notice)

test.each([
  ['the notices', notifyCalls.getNotices, {}, 40],
  ['the notices of a receiver', notifyCalls.getNotices, 'own', 20],
  ['the messages of an inbox', notifyCalls.getInbox, {}, 20],
] as const)('%s are read by cursors to the end and back, each once', async (_, row, which, count) => {
  const condition = which === 'own' ? { notify_id: own } : which
  const { page, follow } = longListOf(app, row, condition, owner)
  const { data } = (await page({ pageSize: 999 })) as Listed
  const newestFirst = data.toSorted(
    (a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || Number(b.notice) - Number(a.notice),
  )
  expect([data.length, keys({ data })]).toEqual([count, keys({ data: newestFirst })])
  const down = await follow('older', await page({ pageSize: 7 }), 7)
  expect(down.flatMap(keys)).toEqual(keys({ data }))
  const up = await follow('newer', down.at(-1)!, 7)
  expect(up.at(-1)).toEqual(down[0])
  expect(new Set(up.flatMap(keys)).size).toBe(count)
})

test.each([
  ['the inbox', notifyCalls.getInbox],
  ['the list of notices', notifyCalls.getNotices],
] as const)('from a day on, %s goes back, and the newer ones are before it', async (_, row) => {
  const { page, follow } = longListOf(app, row, {}, owner)
  const whole = (await page({ pageSize: 999 })).data
  const isLater = ({ created_at: at }: { created_at: string }) => at >= '2026-11-14T16:00:00.000Z'
  expect(whole.some((line) => line.created_at === '2026-11-14T16:00:00.000Z')).toBe(true)
  const older = await page({ day: '2026-11-14', pageSize: 5 })
  expect(keys(older)).toEqual(keys({ data: whole.filter((line) => !isLater(line)).slice(0, 5) }))
  const newer = await follow('newer', older, 5)
  expect(newer.slice(1).flatMap(keys)).toEqual(expect.arrayContaining(keys({ data: whole.filter(isLater) })))
})

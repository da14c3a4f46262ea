import { expect, onTestFinished, test } from 'vitest'

import { writeAudit } from '../src/kernel/audit.ts'
import type { Ctx } from '../src/kernel/ctx.ts'
import { inTenant, openDb } from '../src/kernel/db.ts'
import { emit } from '../src/kernel/events.ts'
import { release } from '../src/kernel/limits.ts'
import { findLogin } from '../src/modules/account/account-queries.ts'
import { openSession, presentRights } from '../src/modules/account/index.ts'
import { type Draft, insertMany } from '../src/modules/goods/goods-queries.ts'
import { plain } from '../src/modules/goods/import-likeness.ts'
import { insertImport } from '../src/modules/goods/import-queries.ts'
import { setScope } from '../src/modules/staff/scope-queries.ts'
import { testApp } from './app.ts'
import { makeMerchant, makeStaff, makeStore } from './factories.ts'
import { lengthsIn } from './list-length.ts'

const app = await testApp()

test.each([
  'select * from "area" where "tenant_id" = $1 and "area_id" = any($2::bigint[])',
  "select * from job where tenant_id = $1 and state in ('waiting', 'running')",
  'insert into "area" ("tenant_id", "name") values ($1, lower($2)) returning "area_id"',
  'insert into area (tenant_id, name) select $1, name from unnest($2::text[]) name',
])('a statement with a text of its own is fine: %s', (statement) => {
  expect(lengthsIn(statement)).toEqual([])
})

test.each([
  'select * from "area" where "tenant_id" = $1 and "area_id" in ($2)',
  'select * from "area" where "tenant_id" = $1 and "area_id" not in ($2, $3)',
  'insert into "area" ("tenant_id", "name") values ($1, $2), ($3, $4)',
  'insert into "area" ("tenant_id", "name") values ($1, lower($2)), ($3, lower($4))',
])('a statement whose text depends on a list is found: %s', (statement) => {
  expect(lengthsIn(statement)).toHaveLength(1)
})

test('lists of 1 to 50 use the same statements', async () => {
  const texts = new Set<string>()
  const db = openDb(app.deps.db.url, { waitSeconds: 120, onStatement: (text) => texts.add(text) })
  onTestFinished(() => db.close())
  const merchant = await makeMerchant(app)
  const clerk = await makeStaff(app, merchant)
  const stores: string[] = []
  for (let i = 0; i < 50; i += 1) stores.push((await makeStore(app, merchant))._id)
  const prices = { price: 350, min_price: null, max_price: null }
  const draft: Draft = { title: 'T', ...prices, description: '', code: '', tags: 'a,b', goods_type: 1 }
  const judged = {
    kind: 'add' as const,
    title: 'T',
    goods_id: null,
    rev: null,
    draft,
    changes: [],
    errors: [],
  }
  const origin = { requestId: '', address: '', userAgent: '', locale: 'en-US', now: app.clock.now } as const

  async function useLists(ctx: Ctx, size: number): Promise<void> {
    const numbers = Array.from({ length: size }, (_, i) => i)
    const entry = { call: 'addArea', object: 'area', objectId: '1', after: { name: 'A' } } as const
    await writeAudit(ctx.tx, ctx.tenant.id, ctx.user, origin, ...numbers.map(() => entry))
    for (const _ of numbers)
      await emit(ctx.tx, ctx.tenant.id, ctx.now, { kind: 'me', data: { account: ctx.user.id } }, {})
    await insertMany(
      ctx,
      numbers.map(() => draft),
    )
    await insertImport(
      ctx,
      numbers.map((row) => plain({ row, ...judged })),
    )
    await setScope(ctx, clerk.accountId, { areas: [], stores: stores.slice(0, size), devices: [] })
    await presentRights(ctx.tx, ctx.tenant.id, numbers.map(String), ctx.now)
    const names = numbers.map((number) => `name-${number}`)
    await findLogin(ctx.tx, names)
    await release(db.autonomous, ...names)
  }

  let usual = 0
  for (let size = 1; size <= 50; size += 1) {
    await inTenant(db.main, merchant.tenantId, async (tx) =>
      useLists(await openSession(app.deps, origin, tx, merchant.tenantId, merchant), size),
    )
    usual ||= texts.size
    expect(texts.size, `with lists of ${size}: ${[...texts].slice(usual).join('\n')}`).toBe(usual)
  }
  expect(usual).toBeGreaterThan(12)
})

/** A month of the audit is archived by the statements that docs/operations.md gives, and brought back by them. */
import { readFileSync } from 'node:fs'

import { auditCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeArea, makeMerchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { sealAll } from './seal-service.ts'
import { verifyTenant } from './verify-service.ts'

const app = await testApp()

const operations = readFileSync(new URL('../../../../../docs/operations.md', import.meta.url), 'utf8')

/** Runs the statements of the block that begins with this comment, for November 2026. */
async function runDocumented(comment: string): Promise<void> {
  const [, block = ''] = new RegExp(`-- ${comment}.*\\n([^]*?)\`\`\``).exec(operations) ?? []
  const statements = block.split(';')
  expect(statements.length).toBeGreaterThan(1)
  for (const statement of statements)
    await asOwner(
      app,
      statement
        .replaceAll('2025_01', '2026_11')
        .replaceAll('2025-01', '2026-11')
        .replaceAll('2025-02', '2026-12'),
    )
}

test('a month that was archived is missing unless the operator says so, and can be brought back', async () => {
  app.clock.now = new Date('2026-11-30T23:45:00Z')
  const owner = await makeMerchant(app)
  await sealAll(app.deps)
  app.clock.now = new Date('2026-11-30T23:58:00Z')
  await makeArea(app, owner)
  app.clock.now = new Date('2026-12-01T00:05:00Z')
  await sealAll(app.deps)
  await makeArea(app, owner)
  app.clock.advance(3_600)
  await sealAll(app.deps)
  const verify = async (keptFrom?: string) => {
    const known = keptFrom === undefined ? {} : { keptFrom: new Date(keptFrom) }
    const { rows, rowsArchived, findings } = await verifyTenant(app.deps, owner.tenantId, known)
    return { rows, rowsArchived, findings: findings.map(({ kind }) => kind) }
  }
  const look = async () =>
    (await app.call(auditCalls.getAudit, {}, { as: owner })).body.result.data.map(({ call }) => call)
  const whole = { rows: 4, rowsArchived: 0, findings: [] }
  expect(await verify()).toEqual(whole)

  await runDocumented('Archive')
  expect(await look()).toEqual(['addArea'])
  expect(await verify()).toEqual({
    rows: 1,
    rowsArchived: 0,
    findings: ['rowMissing', 'rowMissing', 'rowMissing'],
  })
  expect(await verify('2026-12-01')).toEqual({ rows: 1, rowsArchived: 3, findings: [] })
  expect((await verify('2026-11-01')).findings).toHaveLength(3)
  // The rows that are kept are checked as ever.
  await asOwner(app, `update audit set username = 'other' where tenant_id = $1`, [owner.tenantId])
  expect((await verify('2026-12-01')).findings).toEqual(['rowChanged'])
  await asOwner(app, `delete from audit where tenant_id = $1`, [owner.tenantId])
  expect((await verify('2026-12-01')).findings).toEqual(['rowMissing'])

  await runDocumented('Bring back')
  expect(await look()).toEqual(['addArea', 'login', 'signUp'])
  expect((await verify()).findings).toEqual(['rowMissing'])
  await asOwner(app, `update audit set username = 'other' where tenant_id = $1 and call = 'login'`, [
    owner.tenantId,
  ])
  expect((await verify('2026-12-01')).findings).toEqual(['rowChanged', 'rowMissing'])
})

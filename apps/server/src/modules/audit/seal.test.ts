import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { beforeEach, describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeArea, makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { programEnv } from '../../../test/program-env.ts'
import { writeAudit } from '../../kernel/audit.ts'
import { inTenant } from '../../kernel/db.ts'
import { makeLog } from '../../kernel/log.ts'
import { sealAll } from './seal-service.ts'
import { type Finding, verifyTenant } from './verify-service.ts'

let owner: Merchant

const app = await testApp()
beforeEach(async () => {
  app.clock.advance(61)
  owner = await makeMerchant(app)
})

const seal = () => sealAll(app.deps, owner.tenantId)
async function findings(tenant = owner): Promise<Finding[]> {
  const verdict = await verifyTenant(app.deps, tenant.tenantId)
  return verdict.findings
}
const tamper = <Row extends Record<string, unknown>>(sql: string, ...more: unknown[]) =>
  asOwner<Row>(app, sql, [owner.tenantId, ...more])
const rowIds = async (): Promise<string[]> =>
  (await tamper<{ audit_id: string }>('select audit_id from audit where tenant_id = $1 order by 1')).map(
    (row) => row.audit_id,
  )
/** Makes three seals of one row or more each. */
async function threeSeals(deps = app.deps): Promise<void> {
  for (let i = 0; i < 3; i += 1) {
    await makeArea(app, owner)
    await sealAll(deps, owner.tenantId)
  }
}
const hour = 3_600

describe('a sealed audit', () => {
  test('verifies, row by row and seal by seal, however often it is sealed', async () => {
    await threeSeals()
    await seal()
    app.clock.advance(2 * hour)
    const verdict = await verifyTenant(app.deps, owner.tenantId)
    expect(verdict).toMatchObject({
      rows: 5,
      seals: 3,
      head: expect.stringMatching(/^[0-9a-f]{64}$/),
      findings: [],
    })
  })

  test('is cut into seals of at most 500 rows', async () => {
    await tamper(
      `insert into audit (tenant_id, at, username, address, request_id, call, object, object_id)
       select $1, $2::timestamptz - n * interval '1 minute', 'u', '', 'r', 'editArea', 'area', n::text
         from generate_series(1, 1200) n`,
      app.clock.now,
    )
    expect(await seal()).toMatchObject([{ rows: 1_202, seals: 3 }])
    expect(await findings()).toEqual([])
  })

  test('finds a row whose contents were changed', async () => {
    await threeSeals()
    const [, , id] = await rowIds()
    await tamper(
      `update audit set after = after || '{"area_name": "Other"}' where tenant_id = $1 and audit_id = $2`,
      id,
    )
    expect(await findings()).toEqual([{ kind: 'rowChanged', row: id, seal: 1 }])
  })

  test.each([
    ['at', `at - interval '1 second'`],
    ['account_id', 'account_id + 1'],
    ['username', `username || 'x'`],
    ['address', `'10.9.9.9'`],
    ['request_id', `'other'`],
    ['call', `'delArea'`],
    ['object', `'store'`],
    ['object_id', `'0'`],
    ['before', `'null'`],
    ['after', 'null'],
  ])('finds a changed %s', async (column, value) => {
    await makeArea(app, owner)
    await seal()
    const id = (await rowIds()).at(-1)
    await tamper(`update audit set ${column} = ${value} where tenant_id = $1 and audit_id = $2`, id)
    expect(await findings()).toEqual([{ kind: 'rowChanged', row: id, seal: 1 }])
  })

  test('finds a row that was deleted', async () => {
    await threeSeals()
    const [, , id] = await rowIds()
    await tamper('delete from audit where tenant_id = $1 and audit_id = $2', id)
    expect(await findings()).toEqual([{ kind: 'rowMissing', row: id, seal: 1 }])
  })

  test('finds a row that was added later and dated back', async () => {
    await threeSeals()
    const [added] = await tamper<{ audit_id: string }>(
      `insert into audit (tenant_id, at, username, address, request_id, call, object, object_id)
       values ($1, $2::timestamptz - interval '10 days', 'u', '', 'r', 'delArea', 'area', '1') returning audit_id`,
      app.clock.now,
    )
    await seal()
    expect(await findings()).toEqual([{ kind: 'rowUnsealed', row: added?.audit_id }])
  })

  test('finds a seal taken out of the middle', async () => {
    await threeSeals()
    const ids = await rowIds()
    await tamper('delete from audit_seal where tenant_id = $1 and seal_id = 2')
    app.clock.advance(2 * hour)
    expect(await findings()).toEqual([
      { kind: 'sealMissing', seal: 2 },
      { kind: 'rowUnsealed', row: ids.at(3) },
    ])
  })

  test('finds a seal taken out of the middle and the others moved up', async () => {
    await threeSeals()
    await tamper('delete from audit_seal where tenant_id = $1 and seal_id = 2')
    await tamper('update audit_seal set seal_id = 2 where tenant_id = $1 and seal_id = 3')
    expect(await findings()).toEqual([{ kind: 'sealBroken', seal: 2 }])
  })

  test('finds two seals that changed places', async () => {
    await threeSeals()
    await tamper('update audit_seal set seal_id = 9 where tenant_id = $1 and seal_id = 2')
    await tamper('update audit_seal set seal_id = 2 where tenant_id = $1 and seal_id = 3')
    await tamper('update audit_seal set seal_id = 3 where tenant_id = $1 and seal_id = 9')
    expect(await findings()).toEqual([
      { kind: 'sealBroken', seal: 2 },
      { kind: 'sealBroken', seal: 3 },
    ])
  })

  test('finds a row whose hash was made to fit without the key', async () => {
    await threeSeals()
    const ids = await rowIds()
    await tamper(`update audit set object_id = '0' where tenant_id = $1 and audit_id = $2`, ids.at(-1))
    await tamper(`update audit_seal set row_hashes = sha256('forged') where tenant_id = $1 and seal_id = 3`)
    expect(await findings()).toEqual([
      { kind: 'sealBroken', seal: 3 },
      { kind: 'rowChanged', row: ids.at(-1), seal: 3 },
    ])
  })

  test("does not verify with another installation's key, nor with a neighbour's seals", async () => {
    await threeSeals()
    const other = { ...app.deps, config: { ...app.deps.config, pepper: 'another' } }
    const verdict = await verifyTenant(other, owner.tenantId)
    expect(verdict?.findings.length).toBeGreaterThan(3)
    const neighbour = await makeMerchant(app)
    await asOwner(
      app,
      `insert into audit_seal select $2, seal_id, audit_ids, row_hashes, hash, sealed_at from audit_seal where tenant_id = $1 and seal_id = 1`,
      [owner.tenantId, neighbour.tenantId],
    )
    expect(await findings(neighbour)).toContainEqual({ kind: 'sealBroken', seal: 1 })
  })
})

describe('no false alarm', () => {
  test('a row written before and committed after a sealing is in the next seal', async () => {
    const written = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const origin = {
      requestId: 'late',
      address: '',
      userAgent: '',
      locale: 'en-US',
      now: app.clock.now,
    } as const
    const late = inTenant(app.deps.db.main, owner.tenantId, async (tx) => {
      const who = { id: owner.accountId, username: owner.username }
      await writeAudit(tx, owner.tenantId, who, origin, {
        call: 'delArea',
        object: 'area',
        objectId: '1',
        before: {},
      })
      written.resolve()
      await release.promise
    })
    await written.promise
    await makeArea(app, owner)
    await seal()
    release.resolve()
    await late
    expect(await findings()).toEqual([])
    app.clock.advance(hour + 1)
    await makeArea(app, owner)
    expect(await seal()).toMatchObject([{ rows: 2, seals: 1 }])
    app.clock.advance(2 * hour)
    expect(await verifyTenant(app.deps, owner.tenantId)).toMatchObject({ rowsSealedLate: 1, findings: [] })
    const [lastSeal] = await tamper<{ audit_ids: string[] }>(
      'select audit_ids from audit_seal where tenant_id = $1 order by seal_id desc limit 1',
    )
    const [sealedBefore] = await tamper<{ newest: string }>(
      'select max(id)::text as newest from audit_seal, unnest(audit_ids) id where tenant_id = $1 and seal_id = 1',
    )
    expect(Number(lastSeal?.audit_ids[0])).toBeLessThan(Number(sealedBefore?.newest))
  })

  test('rows of the last hour may wait for their seal; older ones may not', async () => {
    await makeArea(app, owner)
    app.clock.advance(hour)
    expect(await findings()).toEqual([])
    app.clock.advance(1)
    expect((await findings()).map(({ kind }) => kind)).toEqual(['rowUnsealed', 'rowUnsealed', 'rowUnsealed'])
  })

  test('after a pause of the worker the sealing goes on where it stopped', async () => {
    await threeSeals()
    for (let day = 0; day < 9; day += 1) {
      app.clock.advance(24 * hour)
      await tamper(
        `insert into audit (tenant_id, at, username, address, request_id, call, object, object_id)
         values ($1, $2, 'u', '', 'r', 'login', 'session', '1')`,
        app.clock.now,
      )
    }
    await seal()
    expect(await findings()).toEqual([])
  })

  test('a chain made anew fits, but has late rows and not the head that the log has', async () => {
    const lines: { tenant: string; seal: number; head: string }[] = []
    const log = makeLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
    await threeSeals({ ...app.deps, log })
    expect(lines.map(({ tenant, seal: number }) => [tenant, number])).toEqual(
      [1, 2, 3].map((number) => [owner.tenantId, number]),
    )
    const [, , anchor] = lines
    expect((await verifyTenant(app.deps, owner.tenantId, { anchor })).findings).toEqual([])
    await tamper(`update audit set username = 'forged' where tenant_id = $1`)
    await tamper('delete from audit_seal where tenant_id = $1')
    app.clock.advance(2 * hour)
    await seal()
    expect(await verifyTenant(app.deps, owner.tenantId)).toMatchObject({
      rows: 5,
      rowsSealedLate: 5,
      findings: [],
    })
    expect((await verifyTenant(app.deps, owner.tenantId, { anchor })).findings).toEqual([
      { kind: 'otherHead', seal: 3 },
    ])
  })

  test('two workers at once make one chain', async () => {
    await makeArea(app, owner)
    await Promise.all([seal(), seal(), seal()])
    await seal()
    app.clock.advance(2 * hour)
    const verdict = await verifyTenant(app.deps, owner.tenantId)
    expect(verdict).toMatchObject({ rows: 3, seals: 1, findings: [] })
  })

  test('a failure for one merchant does not keep the others from being sealed', async () => {
    const neighbour = await makeMerchant(app)
    // With the highest possible number, so that the next seal cannot be numbered.
    await tamper(`insert into audit_seal values ($1, 2147483647, '{}', '', '', now())`)
    const sealed = await sealAll(app.deps)
    expect(sealed.map(({ tenantId }) => tenantId)).toContain(neighbour.tenantId)
    expect(sealed.map(({ tenantId }) => tenantId)).not.toContain(owner.tenantId)
    await tamper('delete from audit_seal where tenant_id = $1')
  })
})

test('the application can add seals and read them, not change them', async () => {
  const rights = await asOwner<{ right: string }>(
    app,
    `select privilege_type as right from information_schema.role_table_grants
      where grantee = 'slotwise_app' and table_name = 'audit_seal' order by 1`,
  )
  expect(rights.map(({ right }) => right)).toEqual(['INSERT', 'SELECT'])
})

test('the worker seals when the clock tells it to', async () => {
  await app.work()
  await asOwner(app, `select graphile_worker.add_job('seal')`)
  const seals = async () => (await tamper('select from audit_seal where tenant_id = $1')).length
  await expect.poll(seals).toBe(1)
})

describe("the operator's command line", () => {
  const ops = fileURLToPath(new URL('../../../bin/ops.ts', import.meta.url))

  async function run(...args: string[]): Promise<{ code: number; text: string }> {
    const child = spawn(process.execPath, [ops, ...args], {
      env: programEnv(app.deps.db.url, app.deps.config),
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (piece: Buffer) => (text += piece.toString()))
    const [code] = (await once(child, 'close')) as [number]
    return { code, text }
  }

  test('seals, verifies with code 0, and names what was tampered with and ends with code 1', async () => {
    const username = ['--username', owner.username]
    expect((await run('audit', 'seal', ...username)).text).toMatch(/2 rows in 1 new seals, head [0-9a-f]{64}/)
    const sound = await run('audit', 'verify', ...username)
    expect(sound).toEqual({
      code: 0,
      text: expect.stringMatching(/^merchant \d+: 2 rows, 1 seals, head [0-9a-f]{64}\n$/),
    })
    const [id] = await rowIds()
    await tamper(`update audit set username = 'somebody' where tenant_id = $1 and audit_id = $2`, id)
    const tampered = await run('audit', 'verify', ...username)
    expect(tampered.code).toBe(1)
    expect(tampered.text).toContain(`row ${id} (seal 1) was changed`)
  })
})

/** The operator's command line, mostly for machines. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import sharp from 'sharp'
import { encode } from 'uqr'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { runOps } from '../bin/ops-commands.ts'
import { authenticate, keepStray } from '../src/modules/machines/index.ts'
import { startApp, type TestApp } from './app.ts'
import { billOf, makeBills } from './bills.ts'
import { listCases } from './case-stand.ts'
import { makeMerchant, type Merchant } from './factories.ts'
import { makeBoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'
import { programEnv } from './program-env.ts'

const opsFile = fileURLToPath(new URL('../bin/ops.ts', import.meta.url))
let app: TestApp
let owner: Merchant
let folder: string

beforeAll(async () => {
  app = await startApp()
  owner = await makeMerchant(app)
  folder = await mkdtemp(join(tmpdir(), 'slotwise-ops-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a command in this process, because starting the program takes a second each time. */
async function ops(...args: string[]): Promise<{ code: number; said: string; lines: string[] }> {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.spyOn(console, 'table').mockImplementation((rows: unknown) => void lines.push(JSON.stringify(rows)))
  try {
    await runOps(args, async () => ({ deps: app.deps, close: async () => {} }))
    return { code: 0, said: lines.join('\n'), lines }
  } catch (error) {
    return { code: 1, said: (error as Error).message, lines }
  } finally {
    vi.restoreAllMocks()
  }
}

function program(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...programEnv(app.deps.db.url, { dataDir: folder, pepper: 'p' }), PORT: '8080' }
  return new Promise((resolve) => {
    execFile(process.execPath, [opsFile, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })
}

/** The modules of a QR code's picture, true where dark. */
async function dotsOf(file: string, size: number): Promise<boolean[][]> {
  const { data, info } = await sharp(file).grayscale().raw().toBuffer({ resolveWithObject: true })
  const step = info.width / size
  const at = (row: number, column: number) =>
    data[Math.floor((row + 0.5) * step) * info.width + Math.floor((column + 0.5) * step)]
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) => (at(row, column) ?? 255) < 128),
  )
}

test('a machine is entered, its code drawn, bound, listed, given a new secret and taken back', async () => {
  const png = join(folder, 'code.png')
  const register = ['machine', 'register', '--sn', '600001', '--type', 'lattice', '--slots', '30']
  const entered = await ops(...register, '--url', 'https://shop.example', '--png', png)
  expect(entered.code).toBe(0)
  const secret = /^secret: (\S+)$/m.exec(entered.said)?.[1] ?? ''
  const link = /^https:\/\/shop\.example\/bind\?sn=600001&code=\S+$/m.exec(entered.said)?.[0] ?? ''
  const { data, size } = encode(link, { border: 4 })
  expect(await dotsOf(png, size)).toEqual(data)
  expect(await authenticate(app.deps, { sn: '600001', secret })).toBe(true)

  const again = await ops('machine', 'qr', '--sn', '600001', '--url', 'https://shop.example')
  expect(again.said).toMatch(/bind\?sn=600001&code=/)
  expect(again.said).not.toContain(link)

  const bind = ['machine', 'bind', '--sn', '600001', '--username', owner.username, '--title', 'By the door']
  expect(await ops(...bind)).toMatchObject({ code: 0 })
  expect(await ops(...bind)).toMatchObject({ code: 1, said: expect.stringMatching(/bound already/) })
  expect(await ops('machine', 'qr', '--sn', '600001')).toMatchObject({ code: 1 })
  const device = () =>
    asOwner(app, 'select title, type, unbound_at is null as bound from device where sn = $1', ['600001'])
  expect(await device()).toEqual([{ title: 'By the door', type: 'lattice', bound: true }])
  expect((await ops('machine', 'list', '--username', owner.username)).said).toMatch(/600001.*lattice.*30/)

  const renewed = await ops('machine', 'secret', '--sn', '600001')
  expect(renewed.code).toBe(0)
  const next = /^secret: (\S+)$/m.exec(renewed.said)?.[1] ?? ''
  expect(await authenticate(app.deps, { sn: '600001', secret })).toBe(true)
  expect(await authenticate(app.deps, { sn: '600001', secret: next })).toBe(true)
  expect(await authenticate(app.deps, { sn: '600001', secret })).toBe(false)

  expect(await ops('machine', 'unbind', '--sn', '600001')).toMatchObject({ code: 0 })
  expect(await device()).toEqual([{ title: 'By the door', type: 'lattice', bound: false }])
  expect(await ops(...bind)).toMatchObject({ code: 0 })
  // The old row stays unchanged; binding again adds a new one.
  expect(await device()).toHaveLength(2)
})

test('a machine that had a merchant is bound to another one after it got a new secret', async () => {
  const sn = '600003'
  await ops('machine', 'register', '--sn', sn, '--type', 'vending', '--slots', '3')
  const buyer = await makeMerchant(app)
  const bind = ({ username }: Merchant) => ops('machine', 'bind', '--sn', sn, '--username', username)
  expect(await bind(owner)).toMatchObject({ code: 0 })
  expect(await ops('machine', 'rotate', '--sn', sn)).toMatchObject({
    code: 1,
    said: `machine ${sn} is offline`,
  })
  await ops('machine', 'unbind', '--sn', sn)
  const known = /"sn":"600003"[^}]*"secret_known_elsewhere":(\w+)/
  expect(known.exec((await ops('machine', 'list')).said)?.[1]).toBe('true')
  expect((await ops('machine', 'qr', '--sn', sn)).said).toContain(`machine secret --sn ${sn}`)
  expect(await bind(buyer)).toMatchObject({
    code: 1,
    said: expect.stringContaining(`machine secret --sn ${sn}`),
  })
  expect(await ops('machine', 'rotate', '--sn', sn)).toMatchObject({
    code: 1,
    said: expect.stringContaining('use machine secret'),
  })
  app.clock.advance(1)
  expect((await ops('machine', 'secret', '--sn', sn)).said).toMatch(/^secret: \S+$/)
  expect(known.exec((await ops('machine', 'list')).said)?.[1]).toBe('false')
  expect(await bind(buyer)).toMatchObject({ code: 0 })
})

test('a sale of a machine without a merchant is listed, and given to its merchant or discarded, once', async () => {
  const sn = '600004'
  await ops('machine', 'register', '--sn', sn, '--type', 'vending', '--slots', '3')
  for (const mid of ['m1', 'm2'])
    await keepStray(app.deps, { sn, mid, sentTs: 1, payload: Buffer.from(`{"mid":"${mid}","data":{}}`) })
  const { said, lines } = await ops('machine', 'strays', '--sn', sn)
  expect(said).toContain(JSON.stringify('{"mid":"m2","data":{}}'))
  const [given = '', discarded = ''] = lines.flatMap((line) => /^(\d+)/.exec(line)?.[1] ?? [])
  const end = (id: string, how: string, of = sn) => ops('machine', 'stray', id, how, 'seen', '--sn', of)

  expect(await end(given, 'give')).toMatchObject({ code: 1, said: 'no merchant' })
  await ops('machine', 'bind', '--sn', sn, '--username', owner.username)
  await ops('machine', 'register', '--sn', '600005', '--type', 'vending', '--slots', '3')
  for (const how of ['give', 'discard']) expect(await end(given, how, '600005')).toMatchObject({ code: 1 })
  expect(await end('7x', 'give')).toMatchObject({ code: 1 })
  expect(await end(given, 'keep')).toMatchObject({ code: 1, said: 'give or discard' })
  expect(await end(given, 'give')).toMatchObject({ code: 0 })
  expect(await end(discarded, 'discard')).toMatchObject({ code: 0 })
  for (const how of ['give', 'discard'])
    expect(await end(given, how)).toMatchObject({ code: 1, said: 'no such message' })
  expect((await ops('machine', 'strays', '--sn', sn)).lines).toEqual([])
  expect(await listCases(app, owner, { kind: 'sale_unclear' })).toMatchObject([
    { sn, message: { mid: 'm1', field: '', slip: 'no merchant' } },
  ])
})

describe('the recount of bills', () => {
  const sums = () =>
    asOwner<{ device_id: string; income: string }>(
      app,
      'select device_id, income from sales_device_day order by device_id, day',
    )

  /** Three sales of a merchant, on two days and of two machines, and one sale of a neighbour. */
  async function makeSales() {
    const [merchant, neighbour] = [await makeMerchant(app), await makeMerchant(app)]
    const seller = async (of: Merchant) => ({ ...(await makeBoundMachine(app, of)), store: null })
    const [first, second, theirs] = [await seller(merchant), await seller(merchant), await seller(neighbour)]
    const at = app.clock.now
    const earlier = new Date(at.getTime() - 86_400_000)
    await makeBills(app, merchant, [
      billOf(first, { create_at: earlier }),
      billOf(first, { create_at: at }),
      billOf(second, { create_at: at }),
    ])
    await makeBills(app, neighbour, [billOf(theirs, { create_at: at })])
    return { merchant, neighbour, first, theirs }
  }

  test('says what differs and ends with 1, repairs when told so, and then finds nothing', async () => {
    const { merchant, neighbour, first, theirs } = await makeSales()
    const right = await sums()
    expect(await ops('recount')).toMatchObject({
      code: 0,
      said: [merchant, neighbour]
        .map(({ tenantId }) => `merchant ${tenantId}: 2026-11-01 to 2026-11-15, 0 differences`)
        .join('\n'),
    })
    await asOwner(app, 'update sales_device_day set income = income + 1 where device_id = any($1)', [
      [first.id, theirs.id],
    ])
    // Two days and their month, and a day and its month of the neighbour.
    const complaint = '5 sums differ from a recount; --repair corrects them'
    const found = await ops('recount')
    expect([found.code, found.said, found.lines.length]).toEqual([1, complaint, 7])
    expect(found.lines).toContain(
      `merchant ${merchant.tenantId}: sales_device_day {"day":"2026-11-14","store_id":"0","device_id":"${first.id}","client":"coin"} has {"income":351}, bills {"income":350}`,
    )
    expect(await sums()).not.toEqual(right)

    const mine = ['recount', '--username', merchant.username]
    expect(await ops(...mine, '--from', '2026-11-15', '--to', '2026-11-15')).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^2 sums/),
    })
    const repaired = await ops(...mine, '--repair')
    expect(repaired).toMatchObject({ code: 0, said: expect.stringMatching(/\n2 sums were corrected$/) })
    expect(await ops(...mine)).toMatchObject({ code: 0, said: expect.stringMatching(/ 0 differences$/) })
    // The neighbour was not meant.
    expect(await ops('recount')).toMatchObject({ code: 1, said: expect.stringMatching(/^2 sums/) })
    expect(await ops('recount', '--repair')).toMatchObject({ code: 0 })
    expect(await sums()).toEqual(right)
  })

  test('finds a merchant whose sums are all gone, and makes them anew', async () => {
    const { merchant } = await makeSales()
    const mine = ['recount', '--username', merchant.username]
    await asOwner(
      app,
      ['sales_device_day', 'sales_device_month', 'sales_goods_month']
        .map((table) => `delete from ${table} where tenant_id = ${merchant.tenantId}`)
        .join('; '),
    )
    expect(await ops(...mine)).toMatchObject({ code: 1 })
    expect(await ops(...mine, '--repair')).toMatchObject({ code: 0 })
    expect(await ops(...mine)).toMatchObject({ code: 0, said: expect.stringMatching(/ 0 differences$/) })
  })

  test('refuses a day that is none, and a merchant that is unknown', async () => {
    for (const days of [
      ['--from', 'yesterday'],
      ['--to', '2026-02-30'],
    ])
      expect(await ops('recount', ...days)).toMatchObject({
        code: 1,
        said: `${days[0]} is a day such as 2026-11-15`,
      })
    expect(await ops('recount', '--username', 'nobody-here')).toMatchObject({ code: 1 })
  })
})

describe('the fee of a merchant', () => {
  const audited = () =>
    asOwner(
      app,
      `select before, after from audit where call = 'ops.fee' and tenant_id = $1 order by audit_id`,
      [owner.tenantId],
    )
  const fee = (rate: string) => ops('merchant', 'fee', '--username', owner.username, '--rate', rate)
  const stored = async () =>
    (await asOwner(app, 'select fee_rate from tenant where tenant_id = $1', [owner.tenantId]))[0]?.[
      'fee_rate'
    ]

  test('is a percentage, or that of all merchants, and is audited', async () => {
    for (const [rate, value, said] of [
      ['0.60%', 60, '0.60%'],
      ['0.6%', 60, '0.60%'],
      ['0%', 0, '0.00%'],
      ['100%', 10_000, '100.00%'],
      ['default', null, 'the rate of all'],
    ] as const) {
      expect(await fee(rate)).toMatchObject({ code: 0, said: `from now on ${said}` })
      expect(await stored()).toBe(value)
    }
    expect((await audited()).slice(-2)).toEqual([
      { before: { fee_rate: '0.00%' }, after: { fee_rate: '100.00%' } },
      { before: { fee_rate: '100.00%' }, after: { fee_rate: null } },
    ])
  })

  test.each(['0.6', '60', '-1%', '100.01%', '0.605%', '1,5%', ''])('is not %o', async (rate) => {
    expect((await fee(rate)).code).toBe(1)
    expect(await stored()).toBe(null)
  })
})

test('a database without Citus is not spread, and the refusal says where to read on', async () => {
  for (const command of [['spread'], ['spread', 'apply']])
    expect(await ops(...command)).toMatchObject({
      code: 1,
      said: 'the database has no extension citus; see docs/operations.md',
    })
})

test.each([
  [['register', '--sn', '6x', '--type', 'vending', '--slots', '3'], /--sn is the serial number/],
  [['register', '--sn', '600002', '--type', 'toaster', '--slots', '3'], /--type is one of gashapon/],
  [['register', '--sn', '600002', '--type', 'single', '--slots', '2'], /from 1 to 1$/m],
  [['register', '--sn', '600002', '--type', 'vending'], /--slots/],
  [['bind', '--sn', '1', '--username', 'nobody-here'], /nobody-here/],
  [['unbind', '--sn', '1'], /unknown or bound to no merchant/],
  [['secret', '--sn', '1'], /no machine 1/],
] as const)('what cannot be is refused in one line: %j', async (args, complaint) => {
  const { code, said } = await ops('machine', ...args)
  expect(code).toBe(1)
  expect(said).toMatch(complaint)
  expect(said.trim().split('\n')).toHaveLength(1)
})

test('the program prints what a command says, and ends with 1 where it is refused', async () => {
  const entered = await program('machine', 'register', '--sn', '600009', '--type', 'lattice', '--slots', '30')
  expect(entered).toEqual({
    code: 0,
    said: expect.stringMatching(/^secret: \S+\n[^]*\/bind\?sn=600009&code=/),
  })
  expect(await program('machine', 'unbind', '--sn', '600009')).toEqual({
    code: 1,
    said: 'machine 600009 is unknown or bound to no merchant\n',
  })
})

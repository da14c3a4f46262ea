import { type Goods, goodsCalls, importMaxRows, type ImportPreview, jobCalls } from '@slotwise/contract'
import { makeSheet } from '@slotwise/sheets/testing'
import { describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeGoods, makeImage, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { goodsSheet } from '../../../test/goods-sheet.ts'
import { asOwner } from '../../../test/owner.ts'
import { runJob } from '../jobs/index.ts'
import { goodsImport } from './index.ts'

const app = await testApp()

const send = (sheet: Buffer, as: Merchant, locale = 'en-US') =>
  app.post(goodsCalls.previewImport.path, sheet, { as, locale })
const preview = async (sheet: Buffer, as: Merchant): Promise<ImportPreview> =>
  (await send(sheet, as)).body.result as ImportPreview
const rowsOf = async (id: string, as: Merchant) =>
  (await app.call(goodsCalls.getImportRows, { condition: { import: id } }, { as })).body.result.data
const catalogue = async (as: Merchant): Promise<Goods[]> =>
  (await app.call(goodsCalls.getGoods, { pageSize: 999 }, { as })).body.result.data

async function apply(id: string, as: Merchant) {
  const { body } = await app.call(goodsCalls.applyImport, { import: id }, { as })
  if (body.rcode !== 0) return body
  const { job } = body.result
  const read = async () => (await app.call(jobCalls.getJob, { job }, { as })).body.result
  await expect.poll(async () => (await read()).state).toMatch(/done|failed/)
  return read()
}

describe('a sheet', () => {
  test('is looked at first: what is new, changed, the same, and wrong, line by line', async () => {
    const merchant = await makeMerchant(app)
    const picture = await makeImage(app, merchant)
    const cola = await makeGoods(app, merchant, { title: 'Cola', price: 350, images: [picture.img_id] })
    const water = await makeGoods(app, merchant, { title: 'Water', price: 200, tags: 'drink' })
    const sheet = await goodsSheet(
      ['goods_id', 'goods_title', 'price', 'tags'],
      [
        [cola.goods_id, 'Cola Zero', 4, ''],
        [water.goods_id, 'Water', 2, 'drink'],
        [null, 'Juice', '5.50', 'drink sweet'],
        [null, 'Tea <script>', 0.01, 'a b c'],
        ['999999', 'Ghost', 3, ''],
        [cola.goods_id, 'Cola again', 4, ''],
      ],
    )
    const answer = await preview(sheet, merchant)
    expect(answer).toMatchObject({ add: 1, change: 1, same: 1, error: 3 })
    expect(await rowsOf(answer.import, merchant)).toMatchObject([
      {
        row: 2,
        kind: 'change',
        title: 'Cola Zero',
        changes: [
          { field: 'Name', before: 'Cola', after: 'Cola Zero' },
          { field: 'Price', before: '3.50', after: '4.00' },
        ],
        errors: [],
      },
      { row: 3, kind: 'same', title: 'Water', changes: [], errors: [] },
      {
        row: 4,
        kind: 'add',
        title: 'Juice',
        changes: [
          { field: 'Name', before: '', after: 'Juice' },
          { field: 'Price', before: '', after: '5.50' },
          { field: 'Tags', before: '', after: 'drink sweet' },
        ],
        errors: [],
      },
      {
        row: 5,
        kind: 'error',
        title: 'Tea <script>',
        changes: [],
        errors: [
          { field: 'Name', message: expect.stringContaining('special symbols') },
          { field: 'Price', message: 'The price must be at least 0.02' },
          { field: 'Tags', message: 'At most 2 tags' },
        ],
      },
      {
        row: 6,
        kind: 'error',
        title: 'Ghost',
        changes: [],
        errors: [{ field: 'Goods no.', message: 'These goods do not exist' }],
      },
      {
        row: 7,
        kind: 'error',
        title: 'Cola again',
        changes: [],
        errors: [{ field: 'Goods no.', message: 'These goods appear twice in the sheet' }],
      },
    ])
    expect((await catalogue(merchant)).map(({ title }) => title)).toEqual(['Water', 'Cola'])
  })

  test('is applied as a whole, without its wrong lines, once, and each change is in the audit', async () => {
    await app.work()
    const merchant = await makeMerchant(app)
    const picture = await makeImage(app, merchant)
    const cola = await makeGoods(app, merchant, {
      title: 'Cola',
      description: 'Cold',
      images: [picture.img_id],
    })
    const sheet = await goodsSheet(
      ['goods_title', 'goods_id', 'min_price', 'max_price', 'price'],
      [
        ['Cola Zero', cola.goods_id, null, null, 4],
        ['Bag', null, 1, 3, null],
        ['', null, null, null, 1],
      ],
    )
    const { import: id } = await preview(sheet, merchant)
    const changedGoods: (readonly string[])[] = []
    const { hooks } = app.deps
    onTestFinished(() => void (app.deps.hooks = hooks))
    app.deps.hooks = { ...hooks, goodsLooksChanged: [async (_ctx, ids) => void changedGoods.push(ids)] }
    expect(await apply(id, merchant)).toMatchObject({ state: 'done', progress: 2, total: 2, file_name: null })
    expect(changedGoods).toEqual([[cola.goods_id]])
    expect(await catalogue(merchant)).toMatchObject([
      { title: 'Bag', price: null, min_price: 100, max_price: 300 },
      // Fields without a column in the sheet stay unchanged.
      { title: 'Cola Zero', price: 400, description: 'Cold', images: [{ img_id: picture.img_id }], rev: 2 },
    ])
    expect(await apply(id, merchant)).toMatchObject({
      rcode: 103,
      msg: 'This sheet has been imported already',
    })
    const written = await asOwner(
      app,
      `select before ->> 'title' as before, after ->> 'title' as after from audit
        where tenant_id = $1 and call = 'applyImport' and object = 'goods' order by audit_id`,
      [merchant.tenantId],
    )
    expect(written).toEqual([
      { before: 'Cola', after: 'Cola Zero' },
      { before: null, after: 'Bag' },
    ])
  })

  test('replaces a price by a range and a range by a price, shows both, and refuses them together', async () => {
    const merchant = await makeMerchant(app)
    const cola = await makeGoods(app, merchant, { title: 'Cola', price: 350 })
    const bag = await makeGoods(app, merchant, { title: 'Bag', price: null, min_price: 200, max_price: 500 })
    const sheet = await goodsSheet(
      ['goods_title', 'goods_id', 'price', 'min_price', 'max_price'],
      [
        ['Cola', cola.goods_id, null, 1, 3],
        ['Bag', bag.goods_id, 4, null, null],
        ['Both', null, 4, 1, 3],
      ],
    )
    const { import: id } = await preview(sheet, merchant)
    expect(await rowsOf(id, merchant)).toMatchObject([
      { title: 'Cola', changes: [{ before: '3.50', after: '' }, { after: '1.00' }, { after: '3.00' }] },
      { title: 'Bag', changes: [{ after: '4.00' }, { before: '2.00', after: '' }, { after: '' }] },
      { title: 'Both', kind: 'error', errors: [{ message: expect.stringContaining('one price') }] },
    ])
  })

  test('is not applied again when its worker ended before it could record the job as done', async () => {
    await app.work()
    const merchant = await makeMerchant(app)
    const { import: id } = await preview(await goodsSheet(), merchant)
    const { body } = await app.call(goodsCalls.applyImport, { import: id }, { as: merchant })
    const ticket = { tenantId: merchant.tenantId, jobId: body.result.job, lastAttempt: true }
    const read = async () =>
      (await app.call(jobCalls.getJob, { job: ticket.jobId }, { as: merchant })).body.result
    await expect.poll(async () => (await read()).state).toBe('done')
    await asOwner(app, `update job set state = 'running' where tenant_id = $1 and job_id = $2`, [
      ticket.tenantId,
      ticket.jobId,
    ])
    await runJob(app.deps, { goodsImport }, ticket)
    expect((await read()).state).toBe('done')
    expect(await catalogue(merchant)).toHaveLength(1)
  })

  test('that was swept before its worker came fails, and changes nothing', async () => {
    const merchant = await makeMerchant(app)
    const { import: id } = await preview(await goodsSheet(), merchant)
    const { body } = await app.call(goodsCalls.applyImport, { import: id }, { as: merchant })
    await asOwner(app, 'delete from goods_import_row where tenant_id = $1', [merchant.tenantId])
    await asOwner(app, 'delete from goods_import where tenant_id = $1', [merchant.tenantId])
    const { job } = body.result
    await runJob(app.deps, { goodsImport }, { tenantId: merchant.tenantId, jobId: job, lastAttempt: true })
    expect((await app.call(jobCalls.getJob, { job }, { as: merchant })).body.result.state).toBe('failed')
    expect(await catalogue(merchant)).toEqual([])
  })

  test('of many lines is applied as a whole too', async () => {
    await app.work()
    const merchant = await makeMerchant(app)
    const lines = Array.from({ length: 600 }, (_, i) => [`Goods ${i}`, i + 1])
    const { import: id } = await preview(await goodsSheet(['goods_title', 'price'], lines), merchant)
    expect(await apply(id, merchant)).toMatchObject({ state: 'done', progress: 600 })
    const goods = await catalogue(merchant)
    expect(new Set(goods.map(({ title, price }) => `${title} ${price}`))).toEqual(
      new Set(lines.map(([title, price]) => `${title} ${Number(price) * 100}`)),
    )
    const sheet = await goodsSheet(
      ['goods_id', 'goods_title', 'price'],
      goods.map((one) => [one.goods_id, one.title, '1,234.50']),
    )
    expect(await apply((await preview(sheet, merchant)).import, merchant)).toMatchObject({ state: 'done' })
    expect(new Set((await catalogue(merchant)).map(({ price, rev }) => `${price} ${rev}`))).toEqual(
      new Set(['123450 2']),
    )
  })

  test('with cells that show an error has these lines refused, and no field emptied', async () => {
    const merchant = await makeMerchant(app)
    const cola = await makeGoods(app, merchant, { title: 'Cola', description: 'Cold' })
    const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`
    const sheet = makeSheet(
      `<row r="1">${cell('A1', 'Goods no.')}${cell('B1', 'Name')}${cell('C1', 'Price')}${cell('D1', 'Description')}</row>` +
        `<row r="2"><c r="A2" t="e"><v>#REF!</v></c>${cell('B2', 'New')}<c r="C2"><v>1</v></c></row>` +
        `<row r="3"><c r="A3"><f>VLOOKUP(1,2,3)</f></c>${cell('B3', 'New')}<c r="C3"><v>1</v></c></row>` +
        `<row r="4">${cell('A4', cola.goods_id)}${cell('B4', 'Cola')}<c r="C4"><v>3.5</v></c><c r="D4" t="e"><v>#N/A</v></c></row>`,
    )
    const { import: id, error } = await preview(sheet, merchant)
    expect(error).toBe(3)
    expect((await rowsOf(id, merchant)).map(({ errors }) => errors)).toEqual([
      [{ field: 'Goods no.', message: 'These goods do not exist' }],
      [{ field: 'Goods no.', message: 'These goods do not exist' }],
      [{ field: 'Description', message: 'The cell shows an error, or a formula without its result' }],
    ])
  })

  test('asked for twice at once is applied by one job', async () => {
    await app.work()
    const merchant = await makeMerchant(app)
    const { import: id } = await preview(await goodsSheet(), merchant)
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => app.call(goodsCalls.applyImport, { import: id }, { as: merchant })),
    )
    expect(answers.map(({ body }) => body.rcode).toSorted((a, b) => a - b)).toEqual([0, 103, 103, 103])
  })

  test('can be neither read nor applied by its sender once the sender sees only his own goods', async () => {
    const merchant = await makeMerchant(app)
    const theirs = await makeGoods(app, merchant, { title: 'Secret' })
    const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'] })
    const sheet = await goodsSheet(['goods_id', 'goods_title', 'price'], [[theirs.goods_id, 'Mine', 1]])
    const { import: id } = await preview(sheet, buyer)
    await asOwner(app, `update role set goods_scope = 'own' where tenant_id = $1`, [merchant.tenantId])
    const rows = await app.call(goodsCalls.getImportRows, { condition: { import: id } }, { as: buyer })
    expect(rows.body.rcode).toBe(101)
    expect((await app.call(goodsCalls.applyImport, { import: id }, { as: buyer })).body.rcode).toBe(101)
  })

  test('has a price that could mean two things refused', async () => {
    const merchant = await makeMerchant(app)
    const sheet = await goodsSheet(
      ['goods_title', 'price'],
      [
        ['Cola', '12,50'],
        ['Bag', '1,23'],
        ['Tea', '1,234'],
      ],
    )
    const { import: id } = await preview(sheet, merchant)
    expect((await rowsOf(id, merchant)).map(({ kind }) => kind)).toEqual(['error', 'error', 'add'])
  })

  test('has a text that is too long refused in its line', async () => {
    const merchant = await makeMerchant(app)
    const sheet = await goodsSheet(
      ['goods_title', 'price', 'description'],
      [
        ['Cola', 1, 'x'.repeat(3_000)],
        ['Tea', 1, ''],
      ],
    )
    expect(await preview(sheet, merchant)).toMatchObject({ add: 1, error: 1 })
  })

  test('with too many lines is refused, and the answer names the limit', async () => {
    const merchant = await makeMerchant(app)
    const lines = Array.from({ length: importMaxRows + 1 }, (_, i) => [`Goods ${i}`, 1])
    const { body } = await send(await goodsSheet(['goods_title', 'price'], lines), merchant)
    expect(body).toMatchObject({
      rcode: 100,
      msg: 'A sheet may have at most 5000 rows. Split it and import the parts.',
    })
  })

  test('with a password is refused, and the answer asks to remove it', async () => {
    const locked = Buffer.concat([
      Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      Buffer.alloc(600),
      Buffer.from('EncryptedPackage', 'utf16le'),
    ])
    const { body } = await send(locked, await makeMerchant(app))
    expect(body).toMatchObject({ rcode: 100, msg: 'The sheet has a password. Remove it and try again.' })
  })

  test('whose goods were changed after the preview changes nothing', async () => {
    await app.work()
    const merchant = await makeMerchant(app)
    const cola = await makeGoods(app, merchant, { title: 'Cola' })
    const sheet = await goodsSheet(
      ['goods_id', 'goods_title', 'price'],
      [
        [null, 'Juice', 5],
        [cola.goods_id, 'Cola Zero', 4],
      ],
    )
    const { import: id } = await preview(sheet, merchant)
    const edit = { goods_id: cola.goods_id, title: 'Cola Light', price: 350 }
    await app.call(goodsCalls.editPrivate, edit, { as: merchant })
    expect(await apply(id, merchant)).toMatchObject({
      state: 'failed',
      error: 'Goods have changed since the preview. Upload the sheet again.',
    })
    expect((await catalogue(merchant)).map(({ title }) => title)).toEqual(['Cola Light'])
  })

  test('can be read and applied only by the user who sent it', async () => {
    const merchant = await makeMerchant(app)
    const other = await makeStaff(app, merchant, { permissions: ['goods.manage'] })
    const { import: id } = await preview(await goodsSheet(), merchant)
    expect((await apply(id, other)) as object).toMatchObject({ rcode: 101 })
    const rows = await app.call(goodsCalls.getImportRows, { condition: { import: id } }, { as: other })
    expect(rows.body.rcode).toBe(101)
  })

  test('of a user who sees only own goods does not change those of others', async () => {
    const merchant = await makeMerchant(app)
    const theirs = await makeGoods(app, merchant, { title: 'Hidden' })
    const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'], goods: 'own' })
    const sheet = await goodsSheet(['goods_id', 'goods_title', 'price'], [[theirs.goods_id, 'Mine', 1]])
    expect(await preview(sheet, buyer)).toMatchObject({ change: 0, error: 1 })
  })

  test('may have its headers in any of our languages and any order', async () => {
    const merchant = await makeMerchant(app)
    const sheet = await goodsSheet(['price', 'goods_title', 'sales'], [['￥3.50', '可乐', 9]], 'zh-TW')
    expect(await preview(sheet, merchant)).toMatchObject({ add: 1, error: 0 })
  })

  test.each(['Article no.', 'sku', 'Barcode', '货号', '条码', '貨號', '條碼'])(
    'may have “%s” above its codes',
    async (code) => {
      const merchant = await makeMerchant(app)
      const { goods_id: id } = await makeGoods(app, merchant, { title: 'Cola', price: 350, code: 'C-1' })
      const columns = ['goods_id', 'goods_title', 'code'] as const
      const sheet = await goodsSheet(columns, [[id, 'Cola', 'C-2']], 'zh-CN', { code })
      expect(await preview(sheet, merchant)).toMatchObject({ change: 1, same: 0 })
    },
  )

  test.each([
    ['品名', '售价'],
    ['名稱', '單價'],
    ['Product name', 'Unit price (CNY)'],
  ])('may have “%s” above its names and “%s” above its prices', async (title, price) => {
    const merchant = await makeMerchant(app)
    await makeGoods(app, merchant, { title: 'Cola', price: 350 })
    const others = { goods_title: title, price }
    const sheet = await goodsSheet(['goods_title', 'price'], [['Tea', 3.5]], 'zh-CN', others)
    const { import: id, add } = await preview(sheet, merchant)
    expect(add).toBe(1)
    const { body } = await app.call(goodsCalls.getImportRows, { condition: { import: id } }, { as: merchant })
    expect(body.result.data[0]?.changes.map(({ after }) => after)).toContain('3.50')
  })

  test('may have a barcode beside the article number, which is the code', async () => {
    const merchant = await makeMerchant(app)
    await makeGoods(app, merchant, { title: 'Cola', price: 350, code: 'C-1' })
    const sheet = await goodsSheet(
      ['description', 'goods_title', 'code'],
      [['690123', 'Cola', 'C-1']],
      'zh-TW',
      {
        description: '條碼',
        code: '貨號',
      },
    )
    expect(await preview(sheet, merchant)).toMatchObject({ same: 1, change: 0, add: 0 })
  })

  test.each([
    [
      'is no sheet',
      async () => Buffer.from('title,price\nCola,3.5\n'),
      '无法读取表格，请使用导出的 xlsx 文件',
    ],
    ['has no names', () => goodsSheet(['sales', 'slot_count'], [['Cola', 3.5]]), '第一行缺少“商品名称”列'],
    ['has a column twice', () => goodsSheet(['goods_title', 'price', 'price']), '“价格”列出现了两次'],
    ['has nothing below its headers', () => goodsSheet(['goods_title', 'price'], []), '表头下面没有内容'],
  ])('that %s is refused in words', async (_what, make, msg) => {
    const merchant = await makeMerchant(app)
    const { status, body } = await send(await make(), merchant, 'zh-CN')
    expect([status, body]).toEqual([200, { rcode: 100, msg, result: null }])
  })
})

test.each([
  ['CN', 'Price (CNY)', 420],
  ['MY', 'price (myr)', 420],
  ['CN', 'Price', 420],
  // Amounts of another currency are not prices of this merchant.
  ['CN', 'Price (MYR)', 350],
] as const)('a merchant in %s imports the column "%s"', async (country, header, price) => {
  await app.work()
  const merchant = await makeMerchant(app, { country })
  const { goods_id: id } = await makeGoods(app, merchant, { title: 'Cola', price: 350 })
  const sheet = await goodsSheet(['goods_id', 'goods_title', 'price'], [[id, 'Cola', 4.2]], 'en-US', {
    price: header,
  })
  await apply((await preview(sheet, merchant)).import, merchant)
  expect(await catalogue(merchant)).toMatchObject([{ title: 'Cola', price }])
})

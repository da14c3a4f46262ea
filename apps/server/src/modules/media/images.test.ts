import { bankCardCalls, goodsCalls, type Image, type UploadedImage, mediaCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { asUser } from '../../../test/as-user.ts'
import {
  drawPicture,
  makeGoods,
  makeImage,
  makeMerchant,
  makeStaff,
  type Merchant,
  signIn,
} from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { oldFiles, updateImage } from './image-queries.ts'
import { removeImage } from './stored-pictures.ts'
import { sweep } from '../../worker/housekeeping.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const neighbour = await makeMerchant(app)

const upload = (body: unknown, as: Merchant | undefined = owner) =>
  app.post(mediaCalls.uploadImg.path, body, { as })
const uploaded = async (bytes: Buffer, as = owner): Promise<UploadedImage> =>
  (await upload(bytes, as)).body.result as UploadedImage
const isThere = async (file: string): Promise<boolean> =>
  (await app.app.inject(`/img/${file}!thumb`)).statusCode === 200

describe('an upload', () => {
  test('becomes a picture by its name, four a page, and is shown at its address', async () => {
    const merchant = await makeMerchant(app)
    const { file, width, height } = await uploaded(await drawPicture(300, 200), merchant)
    expect([width, height]).toEqual([300, 200])
    const { body } = await app.call(mediaCalls.editImg, { name: 'Front', file }, { as: merchant })
    expect(body.result).toMatchObject({ name: 'Front', file, width: 300, height: 200, used: 0, rev: 1 })
    expect(await isThere(file)).toBe(true)
    for (let i = 0; i < 4; i += 1) await makeImage(app, merchant)
    const list = await app.call(mediaCalls.getImg, {}, { as: merchant })
    expect([list.body.result.count, list.body.result.data.length]).toEqual([5, 4])
  })

  test.each([
    ['no picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'Only JPG and PNG'],
    ['half a picture', undefined, 'Only JPG and PNG'],
    ['nothing at all', Buffer.alloc(0), 'Check'],
  ])('of %s is refused in words, and nothing is kept', async (_name, bytes, words) => {
    const whole = await drawPicture(300, 200)
    const body = bytes ?? whole.subarray(0, whole.length / 2)
    const merchant = await makeMerchant(app)
    const answer = await upload(body, merchant)
    expect(answer.status).toBe(200)
    expect(answer.body.rcode).toBe(100)
    expect(answer.body.msg).toContain(words)
    expect(await asOwner(app, 'select 1 from upload where tenant_id = $1', [merchant.tenantId])).toEqual([])
  })

  test('of a picture of no use says so', async () => {
    const { body } = await upload(await drawPicture(15, 15))
    expect(body).toMatchObject({ rcode: 100, msg: expect.stringContaining('16 to 12,000 pixels') })
  })

  test.each(['image/png', 'application/octet-stream; charset=binary'])('may come as %s', async (type) => {
    const send = { method: 'POST', url: mediaCalls.uploadImg.path } as const
    const headers = {
      'content-type': type,
      'x-access-token': owner.token,
      'x-access-secret': owner.secret,
    }
    const answer = await app.app.inject({ ...send, headers, payload: await drawPicture() })
    expect(answer.json()).toMatchObject({ rcode: 0 })
    const tooLarge = await app.app.inject({ ...send, headers, payload: Buffer.alloc(4 * 1024 * 1024 + 1) })
    expect(tooLarge.json().msg).toContain('4 MB')
  })

  test.each(['image/gif', 'image/heic', 'text/plain'])(
    'that says it is %s is told what is taken',
    async (type) => {
      const headers = {
        'content-type': type,
        'accept-language': 'en-US',
        'x-access-token': owner.token,
        'x-access-secret': owner.secret,
      }
      for (const url of [mediaCalls.uploadImg.path, bankCardCalls.uploadBankImg.path]) {
        const answer = await app.app.inject({ method: 'POST', url, headers, payload: await drawPicture() })
        expect(answer.statusCode).toBe(415)
        expect(answer.json()).toMatchObject({ rcode: 100, msg: expect.stringContaining('Only JPG and PNG') })
      }
    },
  )

  test('of the same picture twice is two pictures with one file', async () => {
    const { file } = await uploaded(await drawPicture())
    for (const name of ['One', 'Two'])
      expect((await app.call(mediaCalls.editImg, { name, file }, { as: owner })).body.result).toMatchObject({
        name,
        file,
      })
  })

  test('that is too large, or of a user without the permission, is refused before it is read', async () => {
    const tooLarge = await upload(Buffer.alloc(4 * 1024 * 1024 + 1))
    expect([tooLarge.status, tooLarge.body.rcode, tooLarge.body.msg]).toEqual([
      413,
      100,
      'The file is too large: at most 4 MB',
    ])
    const clerk = await makeStaff(app, owner, { permissions: ['home'] })
    const huge = Buffer.alloc(64 * 1024 * 1024)
    expect((await upload(huge, clerk)).body.rcode).toBe(300)
    expect((await app.post(mediaCalls.uploadImg.path, huge)).body.rcode).toBe(604)
  })

  test('can be named only by the user who sent it', async () => {
    const { file } = await uploaded(await drawPicture())
    const clerk = await makeStaff(app, owner, { permissions: ['goods.manage'] })
    for (const as of [neighbour, clerk])
      expect((await app.call(mediaCalls.editImg, { name: 'X', file }, { as })).body).toMatchObject({
        rcode: 100,
        result: { errors: [{ path: 'file' }] },
      })
    const own = await makeImage(app, neighbour)
    const redraw = { img_id: own.img_id, rev: own.rev, name: 'Y', file }
    expect((await app.call(mediaCalls.editImg, redraw, { as: neighbour })).body).toMatchObject({
      rcode: 100,
      result: { errors: [{ path: 'file' }] },
    })
    expect((await app.call(mediaCalls.editImg, { name: 'X', file }, { as: owner })).body.rcode).toBe(0)
  })

  test('of the same picture by two merchants is two files', async () => {
    const bytes = await drawPicture()
    const [mine, theirs] = [await uploaded(bytes), await uploaded(bytes, neighbour)]
    expect(mine.file).not.toBe(theirs.file)
    expect((await uploaded(bytes)).file).toBe(mine.file)
  })
})

describe('a picture', () => {
  test('needs a name, and a file to begin with', async () => {
    const { file } = await uploaded(await drawPicture())
    for (const [input, path] of [
      [{ name: '  ', file }, 'name'],
      [{ name: 'Front' }, 'file'],
      [{ name: 'Front', file: 'f'.repeat(64) }, 'file'],
    ] as const)
      expect((await app.call(mediaCalls.editImg, input, { as: owner })).body).toMatchObject({
        rcode: 100,
        result: { errors: [{ path }] },
      })
  })

  test('is renamed, and drawn anew, wherever it is used', async () => {
    const image = await makeImage(app, owner)
    const goods = await makeGoods(app, owner, { images: [image.img_id] })
    const { file } = await uploaded(await drawPicture(90, 90))
    const edit = { img_id: image.img_id, name: 'Cropped', file, rev: image.rev }
    const { body } = await app.call(mediaCalls.editImg, edit, { as: owner })
    expect(body.result).toMatchObject({ name: 'Cropped', file, width: 90, used: 1, rev: 2 })
    expect((await app.call(mediaCalls.editImg, edit, { as: owner })).body.rcode).toBe(103)
    const list = await app.call(goodsCalls.getGoods, { condition: { ids: [goods.goods_id] } }, { as: owner })
    expect(list.body.result.data[0]?.images).toEqual([{ img_id: image.img_id, name: 'Cropped', file }])
  })

  test('that goods show is not deleted, and they are named; others come back by undo', async () => {
    const image = await makeImage(app, owner)
    const id = { img_id: image.img_id }
    const goods = await makeGoods(app, owner, { title: 'Cola', images: [image.img_id] })
    expect((await app.call(mediaCalls.delImg, id, { as: owner })).body).toMatchObject({
      rcode: 103,
      msg: 'Goods still use the picture (1): Cola. Remove it there first.',
    })
    await app.call(goodsCalls.delPrivate, { goods_id: goods.goods_id }, { as: owner })
    expect((await app.call(mediaCalls.delImg, id, { as: owner })).body.rcode).toBe(0)
    const restored = await app.call(goodsCalls.restorePrivate, { goods_id: goods.goods_id }, { as: owner })
    expect(restored.body.result.images).toEqual([])
    expect((await app.call(mediaCalls.restoreImg, id, { as: owner })).body.result).toMatchObject({ used: 1 })
    expect((await app.call(mediaCalls.restoreImg, id, { as: owner })).body.rcode).toBe(101)
  })

  test('is deleted and restored by those who see it', async () => {
    const merchant = await makeMerchant(app)
    const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'], goods: 'own' })
    const [theirs, own] = [await makeImage(app, merchant), await makeImage(app, buyer)]
    const act = async (
      row: typeof mediaCalls.delImg | typeof mediaCalls.restoreImg,
      { img_id }: Image,
      as: Merchant,
    ) => (await app.call(row, { img_id }, { as })).body.rcode
    for (const as of [buyer, neighbour]) expect(await act(mediaCalls.delImg, theirs, as)).toBe(101)
    expect(await act(mediaCalls.delImg, theirs, merchant)).toBe(0)
    expect(await act(mediaCalls.delImg, theirs, merchant)).toBe(101)
    for (const as of [buyer, neighbour]) expect(await act(mediaCalls.restoreImg, theirs, as)).toBe(101)
    expect(await act(mediaCalls.restoreImg, theirs, merchant)).toBe(0)
    expect([
      await act(mediaCalls.delImg, own, buyer),
      await act(mediaCalls.restoreImg, own, merchant),
    ]).toEqual([0, 0])
    const audited = await asOwner(
      app,
      'select call, object_id from audit where tenant_id = $1 and call = any($2) order by audit_id',
      [merchant.tenantId, ['delImg', 'restoreImg']],
    )
    expect(audited).toEqual([
      { call: 'delImg', object_id: theirs.img_id },
      { call: 'restoreImg', object_id: theirs.img_id },
      { call: 'delImg', object_id: own.img_id },
      { call: 'restoreImg', object_id: own.img_id },
    ])
  })

  test('that goods of others show is kept, and these goods are not named to users who may not see them', async () => {
    const merchant = await makeMerchant(app)
    const buyer = await makeStaff(app, merchant, { permissions: ['goods.manage'], goods: 'own' })
    const image = await makeImage(app, buyer)
    await makeGoods(app, merchant, { title: 'Secret', images: [image.img_id] })
    const { body } = await app.call(mediaCalls.delImg, { img_id: image.img_id }, { as: buyer })
    expect(body).toMatchObject({
      rcode: 103,
      msg: 'Goods that you cannot see still use the picture (1). Ask the main account.',
    })
    const { file } = await uploaded(await drawPicture(), buyer)
    const redraw = { img_id: image.img_id, name: 'Other', file }
    expect((await app.call(mediaCalls.editImg, redraw, { as: buyer })).body.rcode).toBe(103)
    await makeGoods(app, buyer, { title: 'Mine', images: [image.img_id] })
    const again = await app.call(mediaCalls.delImg, { img_id: image.img_id }, { as: buyer })
    expect(again.body.msg).toBe('Goods still use the picture (2): Mine. Remove it there first.')
  })

  test('that was deleted is not changed any more, and its file makes no new picture', async () => {
    const [image, sibling] = [await makeImage(app, owner), await makeImage(app, owner)]
    await app.call(mediaCalls.delImg, { img_id: image.img_id }, { as: owner })
    const rename = (id: string) => asUser(app, owner, (ctx) => updateImage(ctx, id, undefined, { name: 'X' }))
    expect([await rename(image.img_id), await rename(sibling.img_id)]).toEqual([false, true])
    const add = async (file: string) =>
      (await app.call(mediaCalls.editImg, { name: 'X', file }, { as: owner })).body.rcode
    expect([await add(image.file), await add(sibling.file)]).toEqual([100, 0])
  })

  test('that only deleted goods show counts as unused', async () => {
    const merchant = await makeMerchant(app)
    const [image, shown] = [await makeImage(app, merchant), await makeImage(app, merchant)]
    const { goods_id } = await makeGoods(app, merchant, { images: [image.img_id, shown.img_id] })
    await makeGoods(app, merchant, { images: [shown.img_id] })
    await app.call(goodsCalls.delPrivate, { goods_id }, { as: merchant })
    const { body } = await app.call(mediaCalls.getImg, {}, { as: merchant })
    expect(body.result.data.map(({ img_id: id, used }) => [id, used])).toEqual([
      [shown.img_id, 1],
      [image.img_id, 0],
    ])
  })

  test('is found by its name, or because nothing shows it', async () => {
    const merchant = await makeMerchant(app)
    const used = await makeImage(app, merchant, 'Used')
    await makeImage(app, merchant, 'Spare 100%')
    await makeGoods(app, merchant, { images: [used.img_id] })
    const names = async (condition: object) => {
      const { body } = await app.call(mediaCalls.getImg, { condition }, { as: merchant })
      return body.result.data.map(({ name }) => name)
    }
    expect(await names({ ids: [used.img_id] })).toEqual(['Used'])
    expect(await names({})).toEqual(['Spare 100%', 'Used'])
    expect(await names({ q: '100%' })).toEqual(['Spare 100%'])
    expect(await names({ unused: true })).toEqual(['Spare 100%'])
    expect(await names({ unused: false })).toEqual(['Used'])
  })
})

describe('housekeeping', () => {
  test('forgets uploads that got no name in a day, and keeps a file that a picture shares with them', async () => {
    const merchant = await makeMerchant(app)
    const shared = await drawPicture()
    const { file: kept } = await uploaded(shared, merchant)
    await app.call(mediaCalls.editImg, { name: 'Kept', file: kept }, { as: merchant })
    await uploaded(shared, merchant)
    const { file: lost } = await uploaded(await drawPicture(), merchant)
    app.clock.advance(25 * 3600)
    await sweep(app.deps)
    expect([await isThere(kept), await isThere(lost)]).toEqual([true, false])
    expect(await asOwner(app, 'select 1 from upload where tenant_id = $1', [merchant.tenantId])).toEqual([])
  })

  test('removes a drawing that was replaced, and leaves the one that took its place', async () => {
    const merchant = await makeMerchant(app)
    const image = await makeImage(app, merchant)
    const { file } = await uploaded(await drawPicture(90, 90), merchant)
    await app.call(mediaCalls.editImg, { img_id: image.img_id, name: 'Cropped', file }, { as: merchant })
    app.clock.advance(25 * 3600)
    await sweep(app.deps)
    expect([await isThere(image.file), await isThere(file)]).toEqual([false, true])
  })

  test.each([
    ['that nothing showed', false],
    ['of goods that were deleted before them', true],
  ])('removes the files of pictures %s, a month after their deletion', async (_name, shown) => {
    const merchant = await makeMerchant(app)
    const image = await makeImage(app, merchant)
    const id = { img_id: image.img_id }
    if (shown) {
      const goods = await makeGoods(app, merchant, { images: [image.img_id] })
      await app.call(goodsCalls.delPrivate, { goods_id: goods.goods_id }, { as: merchant })
    }
    await app.call(mediaCalls.delImg, id, { as: merchant })
    app.clock.advance(30 * 24 * 3600)
    await sweep(app.deps)
    expect(await isThere(image.file)).toBe(true)
    app.clock.advance(1)
    // A picture that is due for the sweep cannot be restored, so that the sweep may be interrupted between file and
    // rows.
    expect(
      (
        await app.call(mediaCalls.restoreImg, id, {
          as: { ...merchant, ...(await signIn(app, merchant.username)) },
        })
      ).body.rcode,
    ).toBe(101)
    await sweep(app.deps)
    expect(await isThere(image.file)).toBe(false)
    expect(await asOwner(app, 'select 1 from image where tenant_id = $1', [merchant.tenantId])).toEqual([])
  })

  test('takes as many files at once as it is told to', async () => {
    const merchant = await makeMerchant(app)
    const { tenantId } = merchant
    for (let i = 0; i < 3; i += 1) await uploaded(await drawPicture(), merchant)
    const later = new Date(app.clock.now.getTime() + 25 * 3_600_000)
    const files = (atMost: number, now = later) =>
      inTenant(app.deps.db.main, tenantId, (tx) => oldFiles(tx, tenantId, now, atMost))
    expect([(await files(2)).length, (await files(5)).length]).toEqual([2, 3])
    expect(await files(5, app.clock.now)).toEqual([])
  })

  test('that is cut off after a file is gone finds its rows the next time', async () => {
    const merchant = await makeMerchant(app)
    const { file } = await uploaded(await drawPicture(), merchant)
    app.clock.advance(25 * 3600)
    await removeImage(app.deps.blobs, file)
    await sweep(app.deps)
    expect(await asOwner(app, 'select 1 from upload where tenant_id = $1', [merchant.tenantId])).toEqual([])
  })
})

test('an upload can be named for a day after it was last sent', async () => {
  const merchant = await makeMerchant(app)
  const [once, twice] = [await drawPicture(), await drawPicture()]
  const [{ file: old }, { file: young }] = [await uploaded(once, merchant), await uploaded(twice, merchant)]
  app.clock.advance(1)
  const { file: last } = await uploaded(await drawPicture(), merchant)
  app.clock.advance(3600)
  await uploaded(twice, merchant)
  app.clock.advance(23 * 3600)
  const as = await signIn(app, merchant.username)
  await sweep(app.deps)
  const rename = async (file: string) =>
    (await app.call(mediaCalls.editImg, { name: 'X', file }, { as })).body.rcode
  expect([await rename(old), await rename(last), await rename(young)]).toEqual([100, 0, 0])
})

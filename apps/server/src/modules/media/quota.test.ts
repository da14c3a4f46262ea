import { mediaCalls, type UploadedImage } from '@slotwise/contract'
import { describe, expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { drawPicture, makeMerchant, type Merchant } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { exceeds, nearlyFull } from '../../kernel/quota.ts'

const app = await testApp({ pictureQuota: { count: 5, bytes: 3_145_728 } })

const send = async (picture: Buffer, as: Merchant) =>
  (await app.post(mediaCalls.uploadImg.path, picture, { as })).body
const upload = async (width: number, as: Merchant, locale = 'en-US') =>
  (await app.post(mediaCalls.uploadImg.path, await drawPicture(width, 100), { as, locale })).body
const noticeFor = async (as: Merchant) => (await app.call(mediaCalls.getImg, {}, { as })).body.result.notice

describe('the pictures of a merchant', () => {
  test('have a limit that is told before it is reached', async () => {
    const owner = await makeMerchant(app)
    const neighbour = await makeMerchant(app)
    for (const width of [101, 102, 103]) expect((await upload(width, owner)).rcode).toBe(0)
    expect(await noticeFor(owner)).toBeUndefined()
    expect((await upload(104, owner)).rcode).toBe(0)
    expect(await noticeFor(owner)).toContain('80% full (at most 5 pictures, 3 MB in total)')
    const last = await drawPicture(105, 100)
    expect((await send(last, owner)).rcode).toBe(0)
    expect(await noticeFor(owner)).toContain('100% full')

    expect(await upload(106, owner)).toMatchObject({
      rcode: 103,
      msg: expect.stringContaining('The picture gallery is full (at most 5 pictures, 3 MB in total)'),
    })
    expect((await upload(106, owner, 'zh-CN')).msg).toContain('图片库已满（最多 5 张，共 3 MB）')
    expect((await upload(106, owner, 'zh-TW')).msg).toContain('圖片庫已滿')
    expect((await send(last, owner)).rcode, 'a file that is stored already needs no room').toBe(0)
    expect((await upload(106, neighbour)).rcode).toBe(0)
    expect(await noticeFor(neighbour)).toBeUndefined()
  })

  test('may take as many bytes as the limit, and not one more', async () => {
    const owner = await makeMerchant(app)
    const [one, two] = [await drawPicture(300, 200), await drawPicture(200, 300)]
    const most = app.deps.config.pictureQuota
    onTestFinished(() => void (app.deps.config.pictureQuota = most))
    const use = async () =>
      (
        await asOwner<{ bytes: number }>(
          app,
          'select sum(bytes)::int as bytes from upload where tenant_id = $1',
          [owner.tenantId],
        )
      )[0]?.bytes ?? 0
    await send(one, owner)
    const { file } = (await send(two, owner)).result as UploadedImage
    const both = await use()
    await asOwner(app, 'delete from upload where tenant_id = $1 and file = $2', [owner.tenantId, file])
    const sendWithin = (bytes: number) => {
      app.deps.config.pictureQuota = { count: 5, bytes }
      return send(two, owner)
    }
    expect((await sendWithin(both - 1)).rcode).toBe(103)
    expect((await sendWithin(both)).rcode).toBe(0)
  })

  test('uploaded at once do not exceed the limit together', async () => {
    const owner = await makeMerchant(app)
    const answers = await Promise.all(
      [201, 202, 203, 204, 205, 206, 207].map((width) => upload(width, owner)),
    )
    expect(answers.map(({ rcode }) => rcode).toSorted()).toEqual([0, 0, 0, 0, 0, 103, 103])
  })
})

test('a limit counts files and bytes, whichever is reached first', () => {
  const most = { count: 10, bytes: 1_000 }
  expect(exceeds({ count: 10, bytes: 1_000 }, most)).toBe(false)
  expect(exceeds({ count: 11, bytes: 0 }, most)).toBe(true)
  expect(exceeds({ count: 1, bytes: 1_001 }, most)).toBe(true)
  expect(nearlyFull({ count: 7, bytes: 799 }, most)).toBeUndefined()
  expect(nearlyFull({ count: 1, bytes: 800 }, most)).toBe(80)
  expect(nearlyFull({ count: 9, bytes: 0 }, most)).toBe(90)
})

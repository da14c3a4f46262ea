import { buffer } from 'node:stream/consumers'

import { accountCalls, auditCalls, type BankCard, bankCardCalls, bankPhotoKinds } from '@slotwise/contract'
import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'

import { type Signed, testApp } from '../../../test/app.ts'
import { handInPhotos, makeCard, putCard, uploadPhoto, uploadPhotos } from '../../../test/bank-cards.ts'
import { drawPicture, makeMerchant, makeStaff, type Merchant } from '../../../test/factories.ts'
import { hostilePictures, wrongSizes } from '../../../test/hostile-pictures.ts'
import { asOwner } from '../../../test/owner.ts'
import { inTenant } from '../../kernel/db.ts'
import { sweep } from './index.ts'
import { insertPhoto, lockWaiting } from './photo-queries.ts'

const app = await testApp()
const { addBankImg, delBank, getImage, uploadBankImg } = bankCardCalls
const day = 86_400

let owner: Merchant
let neighbour: Merchant
let card: BankCard
beforeEach(async () => {
  app.clock.advance(61)
  owner = await makeMerchant(app)
  neighbour = await makeMerchant(app)
  card = await makeCard(app, owner)
})

const send = async (file: Buffer, as: Signed = owner) =>
  (await app.post(uploadBankImg.path, file, { as })).body
const handIn = async (photos: object, as: Signed = owner, id = card.merchant_id) =>
  (await app.call(addBankImg, { merchant_id: id, ...photos }, { as })).body
const linksOf = async (id: string, as: Signed = owner) =>
  (await app.call(getImage, { merchant_id: id }, { as })).body.result
const get = (url: string, { token, secret }: Signed = owner) =>
  app.app.inject({ method: 'GET', url, headers: { 'x-access-token': token, 'x-access-secret': secret } })
/** The photo that a link names. */
const fileIn = (link: string): string => link.slice('/bank-photos/'.length).split('.')[0] ?? ''
const filesOf = async ({ tenantId }: Merchant) => {
  const rows = await asOwner<{ file: string }>(app, 'select file from bank_photo where tenant_id = $1', [
    tenantId,
  ])
  return rows.map(({ file }) => file).toSorted()
}
const storedFiles = async ({ tenantId }: Merchant) => {
  const prefix = `bank/${tenantId}/`
  const keys = await Array.fromAsync(app.deps.blobs.list())
  return keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .toSorted()
}
const sweepAll = () => sweep(app.deps, owner.tenantId, app.clock.now)

describe('photos that are handed in', () => {
  test('bring the card to review, and are shown by true links alone, for a minute', async () => {
    const body = await handIn(await uploadPhotos(app, owner))
    expect(body).toMatchObject({ rcode: 0, result: { state: 'reviewing', has_photos: true } })
    const links = await linksOf(card.merchant_id)
    expect(new Set(bankPhotoKinds.map((kind) => links[kind])).size).toBe(5)
    const shown = await get(links.bank_z)
    expect(shown.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ width: 64, height: 48 })

    const other = fileIn(links.bank_f)
    const [file, end = ''] = [fileIn(links.bank_z), links.bank_z.split('.')[1]]
    for (const forged of [
      links.bank_z.replace(file, other),
      links.bank_z.replace(end, String(Number(end) + 60_000)),
      `${links.bank_z.slice(0, -2)}AA`,
      '/bank-photos/x',
    ])
      expect((await get(forged)).statusCode, forged).toBe(404)
    app.clock.advance(59)
    expect((await get(links.bank_z)).statusCode).toBe(200)
    app.clock.advance(1)
    expect((await get(links.bank_z)).statusCode).toBe(404)
  })

  test('are shown to the account that asked for the links alone', async () => {
    await handIn(await uploadPhotos(app, owner))
    const { bank_z: link } = await linksOf(card.merchant_id)
    const staff = await makeStaff(app, owner, { permissions: ['bank.manage'] })
    const statusFor = async (as: Signed) => (await get(link, as)).statusCode
    expect(await statusFor(staff), 'another account of the merchant').toBe(404)
    expect(await statusFor(neighbour), 'another merchant').toBe(404)
    expect((await app.app.inject(link)).statusCode, 'without a session').toBe(404)
    expect(await statusFor({ ...owner, secret: staff.secret }), 'half of a session').toBe(404)
    const theirs = (await linksOf(card.merchant_id, staff)).bank_z
    expect([(await get(theirs, staff)).statusCode, (await get(theirs)).statusCode]).toEqual([200, 404])
    expect(await statusFor(owner), 'the account itself, again').toBe(200)
    await app.call(accountCalls.logout, {}, { as: owner })
    expect(await statusFor(owner), 'a session that has ended').toBe(404)
  })

  test('are looked at with a trace in the audit, which has no link', async () => {
    await handIn(await uploadPhotos(app, owner))
    await linksOf(card.merchant_id)
    const { data } = (await app.call(auditCalls.getAudit, { pageSize: 1 }, { as: owner })).body.result
    const { mch_name, acct_name, acct_no } = card
    expect(data).toMatchObject([
      { call: 'getImage', object_id: card.merchant_id, after: { mch_name, acct_name, acct_no } },
    ])
    expect(JSON.stringify(data)).not.toContain('bank-photos')
  })

  test('are stored encrypted, and do not open in the place of another photo', async () => {
    await handIn(await uploadPhotos(app, owner))
    const [one = '', two = ''] = (await storedFiles(owner)).map((file) => `bank/${owner.tenantId}/${file}`)
    const stored = await app.deps.blobs.read(one)
    const bytes = stored ? await buffer(stored.body) : Buffer.alloc(0)
    await expect(sharp(bytes).metadata()).rejects.toThrow(/unsupported image format/)
    await app.deps.blobs.write(two, bytes, 'application/octet-stream')
    const links = Object.values(await linksOf(card.merchant_id))
    const moved = links.find((link) => link.includes(two.slice(-32))) ?? ''
    expect((await get(moved)).statusCode).toBe(500)
  })

  test('are needed all, and must be uploads of the caller from the last day', async () => {
    const photos = await uploadPhotos(app, owner)
    const { bank_f: _left, ...four } = photos
    expect(await handIn(four)).toMatchObject({ rcode: 100, result: { errors: [{ path: 'bank_f' }] } })
    const staff = await makeStaff(app, owner, { permissions: ['bank.manage'] })
    for (const [what, file] of Object.entries({
      unknown: 'f'.repeat(32),
      ofNeighbour: await uploadPhoto(app, neighbour),
      ofColleague: await uploadPhoto(app, staff),
      twice: photos.id_card_z,
    }))
      expect(await handIn({ ...photos, bank_f: file }), what).toMatchObject({
        rcode: 100,
        result: { errors: [{ path: 'bank_f', message: expect.stringContaining('Upload it again') }] },
      })
    expect(await handIn(photos, neighbour)).toMatchObject({ rcode: 101 })
    expect(Object.values(await linksOf(card.merchant_id))).toEqual(['', '', '', '', ''])
    const age = (seconds: number) =>
      asOwner(app, 'update bank_photo set created_at = $2 where tenant_id = $1', [
        owner.tenantId,
        new Date(app.clock.now.getTime() - seconds * 1000),
      ])
    await age(day + 1)
    expect(await handIn(photos)).toMatchObject({ rcode: 100 })
    await age(day)
    expect(await handIn(photos)).toMatchObject({ rcode: 0 })
  })

  test('cannot change while the card is reviewed or approved', async () => {
    await handInPhotos(app, owner, card.merchant_id)
    const photos = await uploadPhotos(app, owner)
    expect(await handIn(photos)).toMatchObject({ rcode: 103 })
    await putCard(app, owner, card.merchant_id, { state: 'approved' })
    expect(await handIn(photos)).toMatchObject({ rcode: 103 })
  })

  test('can be replaced one by one when the card was not approved; the others stay', async () => {
    const first = await uploadPhotos(app, owner)
    await handIn(first)
    await putCard(app, owner, card.merchant_id, { state: 'not_approved', reason: 'blurred' })
    const bank_z = await uploadPhoto(app, owner)
    expect(await handIn({ bank_z, bank_f: first.bank_f })).toMatchObject({
      rcode: 0,
      result: { state: 'reviewing', reason: '', has_photos: true },
    })
    const links = await linksOf(card.merchant_id)
    expect(links.bank_z).toContain(bank_z)
    expect(links.bank_f).toContain(first.bank_f)
    app.clock.advance(day + 1)
    await sweepAll()
    const kept = Object.values({ ...first, bank_z }).toSorted()
    expect([await filesOf(owner), await storedFiles(owner)]).toEqual([kept, kept])
  })

  test('are shown, and handed in, only by those who see the card', async () => {
    await handInPhotos(app, owner, card.merchant_id)
    const colleague = await makeStaff(app, owner, { permissions: ['bank.manage'] })
    const ownOnly = await makeStaff(app, owner, { permissions: ['bank.manage'], bank: 'own' })
    const rcode = async (as: Signed, id = card.merchant_id) =>
      (await app.call(getImage, { merchant_id: id }, { as })).body.rcode
    expect([await rcode(colleague), await rcode(ownOnly), await rcode(neighbour)]).toEqual([0, 101, 101])
    await putCard(app, owner, card.merchant_id, { state: 'not_approved', reason: 'x' })
    expect(await handIn(await uploadPhotos(app, ownOnly), ownOnly)).toMatchObject({ rcode: 101 })
    const own = await makeCard(app, ownOnly)
    await handInPhotos(app, ownOnly, own.merchant_id)
    expect(await rcode(ownOnly, own.merchant_id)).toBe(0)
  })
})

describe('an upload', () => {
  test('that is no well-formed JPEG or PNG is refused, and nothing of it is stored', async () => {
    // The gallery's tests try all of them against the same check.
    const some = (await hostilePictures()).filter(([, file], n) => n % 25 === 0 && file.length <= 3_000_000)
    expect(some.length).toBeGreaterThan(10)
    for (const [what, file] of [...some, ...wrongSizes()]) {
      app.clock.advance(3)
      expect((await send(file)).rcode, what).toBe(100)
    }
    expect([await filesOf(owner), await storedFiles(owner)]).toEqual([[], []])
  })

  test('is judged as it is seen: wider than high, after it was turned by its orientation', async () => {
    const turned = async (width: number, height: number) =>
      sharp(await drawPicture(width, height))
        .withMetadata({ orientation: 6 })
        .jpeg()
        .toBuffer()
    expect(await send(await turned(48, 64))).toMatchObject({ rcode: 0, result: { width: 64, height: 48 } })
    for (const wrong of [await turned(64, 48), await drawPicture(48, 64), await drawPicture(48, 48)])
      expect(await send(wrong)).toMatchObject({ rcode: 100, msg: expect.stringContaining('landscape') })
  })

  test('loses its metadata, and may have three megabytes', async () => {
    const place = 'GPS 22.5431 N'
    const file = await sharp(await drawPicture())
      .withExif({ IFD0: { Copyright: place } })
      .jpeg()
      .toBuffer()
    expect(file.includes(place)).toBe(true)
    const uploaded = (await send(file)).result as { file: string }
    await handIn({ ...(await uploadPhotos(app, owner)), bank_z: uploaded.file })
    expect((await get((await linksOf(card.merchant_id)).bank_z)).rawPayload.includes(place)).toBe(false)
    expect(await send(Buffer.alloc(3 * 1024 * 1024 + 1))).toMatchObject({
      rcode: 100,
      msg: expect.stringContaining('3 MB'),
    })
  })

  test('is refused while a hundred photos wait to be handed in', async () => {
    await asOwner(
      app,
      `insert into bank_photo (tenant_id, file, account_id, mime, width, height, bytes, created_at)
       select $1, lpad(n::text, 32, '0'), $2, 'image/jpeg', 64, 48, 1, $3 from generate_series(1, 99) n`,
      [owner.tenantId, owner.accountId, app.clock.now],
    )
    const picture = await drawPicture()
    // Another upload that is not committed yet takes the last place.
    const [begun, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const last = inTenant(app.deps.db.main, owner.tenantId, async (tx) => {
      const ref = { tx, tenantId: owner.tenantId }
      await lockWaiting(ref)
      const photo = { file: 'a'.repeat(32), mime: 'image/jpeg', width: 64, height: 48, bytes: 1 }
      await insertPhoto(ref, photo, { accountId: owner.accountId, at: app.clock.now })
      begun.resolve()
      await mayCommit.promise
    })
    await begun.promise
    const refused = send(picture)
    const waiting = `select from pg_locks where locktype = 'advisory' and not granted`
    await expect.poll(async () => (await asOwner(app, waiting)).length).toBeGreaterThan(0)
    mayCommit.resolve()
    await last
    expect(await refused).toMatchObject({ rcode: 103, msg: expect.stringContaining('100 photos') })
    expect((await send(picture, neighbour)).rcode).toBe(0)
  })
})

describe('the sweep', () => {
  test('deletes photos that were not handed in for a day', async () => {
    await uploadPhoto(app, owner)
    app.clock.advance(day)
    await sweepAll()
    expect([await filesOf(owner), await storedFiles(owner)]).toEqual([
      [expect.any(String)],
      [expect.any(String)],
    ])
    app.clock.advance(1)
    await sweepAll()
    expect([await filesOf(owner), await storedFiles(owner)]).toEqual([[], []])
  })

  test('deletes photos of deleted cards at once, and keeps those of other cards and merchants', async () => {
    const second = await makeCard(app, owner)
    await handInPhotos(app, owner, card.merchant_id)
    await handInPhotos(app, owner, second.merchant_id)
    const foreign = await makeCard(app, neighbour)
    await handInPhotos(app, neighbour, foreign.merchant_id)
    await putCard(app, owner, second.merchant_id, { state: 'not_approved', reason: 'x' })
    const link = (await linksOf(second.merchant_id)).bank_z
    await app.call(delBank, { merchant_id: second.merchant_id }, { as: owner })
    expect((await get(link)).statusCode, 'the link of a deleted card').toBe(404)
    const kept = Object.values(await linksOf(card.merchant_id)).map(fileIn)
    app.clock.advance(day * 400)
    await sweepAll()
    expect([await filesOf(owner), await storedFiles(owner)]).toEqual([kept.toSorted(), kept.toSorted()])
    expect(await storedFiles(neighbour)).toHaveLength(5)
  })
})

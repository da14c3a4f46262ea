import { auditCalls, bankCardCalls } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import {
  cardInput,
  clearNumbers,
  givePhotoRows,
  makeCard,
  putCard,
  shownNumbers,
} from '../../../test/bank-cards.ts'
import { makeMerchant, unlock } from '../../../test/factories.ts'

const app = await testApp()
const owner = await makeMerchant(app)

const { addBank, getMerchant, revealBank } = bankCardCalls

const one = async (id: string) =>
  (await app.call(getMerchant, { condition: { ids: [id] } }, { as: owner })).body.result.data[0]

describe('a card that is sent again', () => {
  test('keeps the numbers that are left empty, changes the others, and its sibling stays as it was', async () => {
    const [card, sibling] = [await makeCard(app, owner), await makeCard(app, owner)]
    const id = card.merchant_id
    const { body } = await app.call(
      addBank,
      cardInput({
        merchant_id: id,
        mch_name: 'Renamed',
        telephone: '',
        acct_no: '6217000010001234569',
        acct_cert_no: '',
        acct_mobile: '',
      }),
      { as: owner },
    )
    expect(body).toMatchObject({
      rcode: 0,
      result: { ...shownNumbers, merchant_id: id, mch_name: 'Renamed', acct_no: '6217***********4569' },
    })
    const sign = await unlock(app, owner)
    const clear = await app.call(revealBank, { merchant_id: id, sign }, { as: owner })
    expect(clear.body.result).toEqual({ ...clearNumbers, acct_no: '6217000010001234569' })
    expect(await one(sibling.merchant_id)).toEqual(sibling)
  })

  test('is in the audit as it was and as it is, with masked numbers and its whole address', async () => {
    const { merchant_id } = await makeCard(app, owner)
    await app.call(addBank, cardInput({ merchant_id, city_code: '440100', district_code: '' }), { as: owner })
    const { data } = (await app.call(auditCalls.getAudit, { pageSize: 1 }, { as: owner })).body.result
    const recorded = {
      ...shownNumbers,
      mch_name: '南山扭蛋店',
      person: '林小雨',
      bank: 'ICBC',
      bank_branch: '工商银行深圳南山支行',
      bank_no: '102584002112',
      acct_name: '林小雨',
      acct_cert_type: 'id_card',
      cert_start_date: '2020-01-01',
      cert_expire_date: '2040-01-01',
      state: 'no_id_photo',
      reason: '',
    }
    const email = expect.stringContaining('@example.com') as string
    expect(data[0]).toMatchObject({ call: 'addBank', object_id: merchant_id })
    expect(data[0]?.before).toEqual({ ...recorded, email, address: '广东省 深圳市 南山区 科苑路 8 号' })
    expect(data[0]?.after).toEqual({ ...recorded, email, address: '广东省 广州市 科苑路 8 号' })
  })

  test('with another type of certificate needs its number, because the old one does not fit', async () => {
    const { merchant_id } = await makeCard(app, owner)
    const change = { merchant_id, acct_cert_type: 'taiwan_card', acct_cert_no: '' } as const
    const { body } = await app.call(addBank, cardInput(change), { as: owner })
    expect(body).toMatchObject({ rcode: 100, result: { errors: [{ path: 'acct_cert_no' }] } })
  })

  test('after it was not approved is reviewed with its photos, and without the old reason', async () => {
    const { merchant_id: id } = await makeCard(app, owner)
    await givePhotoRows(app, owner, id)
    await putCard(app, owner, id, { state: 'not_approved', reason: 'Photo too dark' })
    expect(await one(id)).toMatchObject({ state: 'not_approved', reason: 'Photo too dark' })
    app.clock.advance(60)
    const { body } = await app.call(addBank, cardInput({ merchant_id: id }), { as: owner })
    expect(body.result).toMatchObject({
      state: 'reviewing',
      reason: '',
      has_photos: true,
      state_at: app.clock.now.toISOString(),
    })
  })

  test('waits for photos when it has none, or when new ones are announced', async () => {
    const { merchant_id: bare } = await makeCard(app, owner)
    await putCard(app, owner, bare, { state: 'not_approved', reason: 'No photos' })
    const sent = await app.call(addBank, cardInput({ merchant_id: bare }), { as: owner })
    expect(sent.body.result.state).toBe('no_id_photo')
    const { merchant_id: id } = await makeCard(app, owner)
    await givePhotoRows(app, owner, id)
    await putCard(app, owner, id, { state: 'not_approved', reason: 'Photo too dark' })
    const { body } = await app.call(addBank, cardInput({ merchant_id: id, new_photos: true }), { as: owner })
    expect(body.result).toMatchObject({ state: 'no_id_photo', has_photos: true })
  })

  test.each(['reviewing', 'approved'] as const)('is refused while it is %s', async (state) => {
    const { merchant_id: id } = await makeCard(app, owner)
    // A newer card that could be sent again.
    await makeCard(app, owner)
    await putCard(app, owner, id, { state })
    const before = await one(id)
    const { body } = await app.call(addBank, cardInput({ merchant_id: id, mch_name: 'Other' }), { as: owner })
    expect(body).toMatchObject({
      rcode: 103,
      msg: 'The bank card is under review or approved and cannot be changed',
    })
    expect(await one(id)).toEqual(before)
  })
})

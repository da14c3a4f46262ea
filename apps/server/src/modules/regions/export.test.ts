import { jobCalls, regionCalls } from '@slotwise/contract'
import { readXlsx } from '@slotwise/sheets/testing'
import { describe, expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, makeStaff, makeStore } from '../../../test/factories.ts'

const app = await testApp()

describe('export', () => {
  test('stores are exported in the language of the asker, within his scope, by a link that works once', async () => {
    const merchant = await makeMerchant(app)
    const mine = await makeStore(app, merchant, { store_name: '=HYPERLINK("x")', mode: 'activity' })
    await makeStore(app, merchant, { store_name: 'Hidden' })
    const clerk = await makeStaff(app, merchant, { permissions: ['store.manage'], stores: [mine._id] })
    await app.work()
    const { body } = await app.call(
      regionCalls.exportRegions,
      { kind: 'store' },
      { as: clerk, locale: 'zh-CN' },
    )
    const { job } = body.result
    await expect
      .poll(async () => (await app.call(jobCalls.getJob, { job }, { as: clerk })).body.result)
      .toMatchObject({ state: 'done', progress: 1, total: 1, file_name: '门店-2026-11-15-1200.xlsx' })

    expect((await app.call(jobCalls.getJob, { job }, { as: merchant })).body.rcode).toBe(101)
    const link = await app.call(jobCalls.getFileLink, { job }, { as: clerk })
    const file = await app.app.inject(link.body.result.url)
    const [sheet] = readXlsx(file.rawPayload)
    const texts = sheet?.rows.map((row) => row.map((cell) => cell.value)) ?? []
    expect(texts[0]?.slice(0, 2)).toEqual(['门店名称', '区域'])
    expect(texts.slice(1).map((row) => row[0])).toEqual([`=HYPERLINK("x")`])
    const again = await app.app.inject(link.body.result.url)
    expect([again.statusCode, again.json().rcode, again.headers['cache-control']]).toEqual([
      404,
      101,
      'no-store',
    ])
  })

  test('looking at a link does not use it up, and five exports at once are enough', async () => {
    const merchant = await makeMerchant(app)
    const ask = () => app.call(regionCalls.exportRegions, { kind: 'area' }, { as: merchant })
    const answers = []
    for (let i = 0; i < 6; i += 1) answers.push((await ask()).body)
    expect(answers.map(({ rcode }) => rcode)).toEqual([0, 0, 0, 0, 0, 103])
    await app.work()
    const job = answers[0]?.result.job ?? ''
    const state = async () => (await app.call(jobCalls.getJob, { job }, { as: merchant })).body.result.state
    await expect.poll(state).toBe('done')
    const { url } = (await app.call(jobCalls.getFileLink, { job }, { as: merchant })).body.result
    expect((await app.app.inject({ method: 'HEAD', url })).statusCode).toBe(404)
    expect((await app.app.inject(url)).statusCode).toBe(200)
  })

  test('a link dies after a minute', async () => {
    const merchant = await makeMerchant(app)
    await app.work()
    const { body } = await app.call(regionCalls.exportRegions, { kind: 'area' }, { as: merchant })
    const { job } = body.result
    await expect
      .poll(async () => (await app.call(jobCalls.getJob, { job }, { as: merchant })).body.result.state)
      .toBe('done')
    const link = await app.call(jobCalls.getFileLink, { job }, { as: merchant })
    app.clock.advance(61)
    expect((await app.app.inject(link.body.result.url)).json()).toMatchObject({ rcode: 101 })
  })

  test('five exports may be under way, however many are asked for at once', async () => {
    const merchant = await makeMerchant(app)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        app.call(regionCalls.exportRegions, { kind: 'area' }, { as: merchant }),
      ),
    )
    expect(answers.filter(({ body }) => body.rcode === 0)).toHaveLength(5)
    expect(answers.filter(({ body }) => body.rcode === 103)).toHaveLength(15)
  })
})

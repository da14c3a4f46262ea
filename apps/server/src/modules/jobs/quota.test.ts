import { jobCalls, regionCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant, type Merchant, signIn } from '../../../test/factories.ts'
import { asOwner } from '../../../test/owner.ts'
import { sweep } from '../../worker/housekeeping.ts'

const app = await testApp({ fileQuota: { count: 5, bytes: 2_097_152 } })

const order = async (as: Merchant, locale = 'en-US') =>
  (await app.call(regionCalls.exportRegions, { kind: 'area' }, { as, locale })).body

/** Orders an export and waits for its file. */
async function exported(as: Merchant): Promise<string | undefined> {
  const { rcode, result } = await order(as)
  expect(rcode).toBe(0)
  const { job, notice } = result
  const state = async () => (await app.call(jobCalls.getJob, { job }, { as })).body.result.state
  await expect.poll(state).toBe('done')
  return notice
}

test('the files of exports have a limit that is told before it is reached, until the old ones are deleted', async () => {
  await app.work()
  const owner = await makeMerchant(app)
  for (let i = 0; i < 3; i += 1) expect(await exported(owner)).toBeUndefined()
  expect(await exported(owner)).toContain('80% of their space (at most 5 files, 2 MB in total)')
  expect(await exported(owner)).toContain('100% of their space')
  expect(await order(owner)).toMatchObject({
    rcode: 103,
    msg: expect.stringContaining(
      'Your exported files use all of their space (at most 5 files, 2 MB in total)',
    ),
  })
  expect((await order(owner, 'zh-CN')).msg).toContain('导出文件已占满空间')
  expect((await order(owner, 'zh-TW')).msg).toContain('匯出檔案已佔滿空間')
  expect(await exported(await makeMerchant(app))).toBeUndefined()

  app.clock.advance(7 * 86_400 + 1)
  await sweep(app.deps)
  expect(await exported({ ...owner, ...(await signIn(app, owner.username)) })).toBeUndefined()
})

test('the size of the files counts', async () => {
  await app.work()
  const owner = await makeMerchant(app)
  await exported(owner)
  const size = 'select file_bytes::int as bytes from job where tenant_id = $1'
  const [file] = await asOwner<{ bytes: number }>(app, size, [owner.tenantId])
  expect(file?.bytes).toBeGreaterThan(1_000)
  await asOwner(app, 'update job set file_bytes = 1800000 where tenant_id = $1', [owner.tenantId])
  expect(await exported(owner)).toContain('85% of their space')
  await asOwner(app, 'update job set file_bytes = 2097153 where tenant_id = $1', [owner.tenantId])
  expect((await order(owner)).rcode).toBe(103)
})

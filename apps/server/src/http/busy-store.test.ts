import { imageUrl, mediaCalls, type UploadedImage } from '@slotwise/contract'
import { expect, onTestFinished, test } from 'vitest'

import { testApp } from '../../test/app.ts'
import { drawPicture, makeMerchant } from '../../test/factories.ts'
import { s3Blobs } from '../ports/blobs/s3.ts'
import { s3Server } from '../ports/blobs/testing/s3-server.ts'

const app = await testApp()

test('a store of files that does not answer asks the caller to come back; one that refuses is a fault', async () => {
  const store = await s3Server('path')
  const { blobs } = app.deps
  app.deps.blobs = s3Blobs(store.config, { pausesMs: [0, 0] })
  onTestFinished(async () => {
    app.deps.blobs = blobs
    await store.close()
  })
  const owner = await makeMerchant(app)
  const picture = await drawPicture()
  const upload = () => app.post(mediaCalls.uploadImg.path, picture, { as: owner })
  const { file } = (await upload()).body.result as UploadedImage

  store.fault = () => ({ when: 'before', fault: { status: 500, body: '' } })
  const busy = await upload()
  expect([busy.status, busy.body.rcode, busy.body.msg]).toEqual([200, 105, 'Try again in 10 seconds'])
  // A browser would take an answer with 200 for the picture.
  const shown = await app.app.inject(imageUrl(file, 'card'))
  expect([shown.statusCode, shown.headers['retry-after']]).toEqual([503, '10'])
  store.fault = () => ({
    when: 'before',
    fault: { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' },
  })
  const refused = await upload()
  expect([refused.status, refused.body.rcode]).toEqual([500, 900])
  store.fault = undefined
  expect((await upload()).body.rcode).toBe(0)
})

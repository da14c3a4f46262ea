import { fundCalls } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { readExport } from '../../../test/exports.ts'
import { makeMerchant } from '../../../test/factories.ts'

const app = await testApp()

test.each([
  ['CN', 'Card number'],
  ['MY', 'Account number'],
] as const)('the files of a merchant in %s say "%s"', async (country, name) => {
  const owner = await makeMerchant(app, { country })
  for (const row of [fundCalls.exportFundLines, fundCalls.exportSettle]) {
    const [head = []] = await readExport(app, row, {}, owner)
    expect(head.filter((header) => header?.endsWith(' number'))).toEqual([name])
  }
})

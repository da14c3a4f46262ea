/** A machine that searches for its slots. */
import { expect, test } from 'vitest'

import { testApp } from '../../../test/app.ts'
import { makeMerchant } from '../../../test/factories.ts'
import { asMachine, makeBoundMachine } from '../../../test/machines.ts'
import { asOwner } from '../../../test/owner.ts'
import { takeConfig } from './index.ts'

const app = await testApp()
const owner = await makeMerchant(app)
const machine = await makeBoundMachine(app, owner)
const sibling = await makeBoundMachine(app, owner)

/** Since when each of the two searches. */
async function searches(): Promise<unknown[]> {
  const rows = await asOwner<{ since: Date | null }>(
    app,
    `select initializing_since as since from device_state where device_id = any($1::bigint[]) order by device_id`,
    [[machine.id, sibling.id]],
  )
  return rows.map(({ since }) => since)
}

test('the search for slots begins and ends for its machine alone', async () => {
  const begun = app.clock.now
  await asMachine(app, machine, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
  expect(await searches()).toEqual([begun, null])
  app.clock.advance(5)
  await asMachine(app, sibling, (ctx) => takeConfig(ctx, { init: 'running', slots: 0 }))
  await asMachine(app, machine, (ctx) => takeConfig(ctx, { init: 'done', slots: 6 }))
  expect(await searches()).toEqual([null, app.clock.now])
})

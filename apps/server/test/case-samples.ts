import { findCases } from '../src/modules/exceptions/find-service.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'
import { makeBoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'
import { makeSale } from './sale-stand.ts'

/** Two open cases of a machine: sales that were paid and not delivered. */
export async function makeCases(app: TestApp, owner: Merchant, store: string, title: string) {
  const machine = await makeBoundMachine(app, owner, { store, title, slots: 1 })
  const anHourAgo = new Date(app.clock.now.getTime() - 3_600_000)
  for (let i = 0; i < 2; i += 1)
    await makeSale(app, machine, { client: 'ezcard', status: 1, store_id: store, create_at: anHourAgo })
  await findCases(app.deps, owner.tenantId)
  const rows = await asOwner<{ case_id: string }>(
    app,
    'select case_id from exception_case where device_id = $1 order by case_id',
    [machine.id],
  )
  const [open = '', spare = ''] = rows.map((row) => row.case_id)
  return { open, spare }
}

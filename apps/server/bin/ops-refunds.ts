/** The operator's command for refunds whose end only the provider's people know. */
import { Orderno, requiredText } from '@slotwise/contract'

import type { Deps } from '../src/kernel/ctx.ts'
import { tenantIds } from '../src/kernel/tenants.ts'
import { findTenant } from '../src/modules/account/index.ts'
import { type RefundEnd, type Resolution, resolveRefund } from '../src/modules/refunds/index.ts'
import { type Command, need, type Options } from './ops-options.ts'

const Reason = requiredText(200)
const ends: readonly RefundEnd[] = ['done', 'not-done']

async function resolve(deps: Deps, options: Options): Promise<void> {
  const orderno = Orderno.safeParse(need(options, 'orderno'))
  if (!orderno.success) throw new Error('ORDERNO is the number of a sale, as the list of refunds shows it')
  const end = ends.find((one) => one === options['end'])
  if (!end) throw new Error(`after the number comes ${ends.join(' or ')}`)
  const reason = Reason.safeParse(need(options, 'reason'))
  if (!reason.success) throw new Error('REASON is one line of at most 200 characters')
  const { username } = options
  const merchants =
    username === undefined ? await tenantIds(deps.db.main) : [await findTenant(deps, username)]
  for (const tenantId of merchants) {
    const given = { end, reason: reason.data }
    const resolution: Resolution = await resolveRefund(deps, tenantId, orderno.data, given)
    if (resolution === 'busy')
      throw new Error(
        'the provider has not been asked for this refund, or is being asked now; try again when the next question is more than a minute away',
      )
    if (resolution === 'resolved')
      return console.log(
        `merchant ${tenantId}: the refund of ${orderno.data} is ${end === 'done' ? 'refunded' : 'failed, and the sale can be refunded again'}`,
      )
  }
  throw new Error('no refund of this sale is open')
}

export const refundCommands: Record<string, Command> = {
  'refund resolve': {
    usage: 'refund resolve ORDERNO done|not-done REASON [--username NAME]',
    what: 'record what became of a refund that the provider does not answer, after you have asked its people: done books it, not-done makes the sale refundable again; the merchant reads the reason in the audit',
    operands: ['orderno', 'end', 'reason'],
    run: resolve,
  },
}

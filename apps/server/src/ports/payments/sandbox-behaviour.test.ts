/** The sandbox runs the suite of the real providers, so that what is tried with it holds for them. */
import { onlineClients } from '@slotwise/contract'

import { testApp } from '../../../test/app.ts'
import { storm } from '../../../test/depth.ts'
import { noticeKey, signNotice } from './notice-signature.ts'
import { makeSandbox, type Manners } from './sandbox.ts'
import { describeProvider, type ProviderStand } from './testing/provider-behaviour.ts'
import type { Fault } from './testing/provider-server.ts'

const app = await testApp()
const now = () => app.clock.now
const pepper = 'pepper'
const sandbox = makeSandbox({
  db: app.deps.db.autonomous,
  now,
  pepper,
  origin: 'https://us.example',
  send: async () => 200,
})

const refundManners: Partial<Record<Fault, Manners['refund']>> = {
  'silence before effect': 'lost',
  'silence after effect': 'done without answer',
}

for (const client of onlineClients) {
  const provider = sandbox.providers[client]
  if (!provider) throw new Error('no provider')
  const standIn: ProviderStand = {
    provider,
    impatient: provider,
    now,
    unknown: 'closed',
    closes: true,
    pay: async ({ merchantOrder }) => (await sandbox.pay(merchantOrder, 'buyer'))?.state === 'paid',
    async refundsOf(merchantOrder) {
      const rows = await app.owner.query<{ amount: number }>(
        'select amount from sandbox_refund where merchant_order = $1 and state <> $2 order by created_at, refund_no',
        [merchantOrder, 'rejected'],
      )
      return rows.rows.map(({ amount }) => amount)
    },
    async misbehave(_operation, fault, merchantOrder) {
      const refund = refundManners[fault]
      if (!refund) throw new Error('the sandbox does not do that')
      await sandbox.behave({ refund }, merchantOrder)
      return async () => void (await sandbox.behave({}, merchantOrder))
    },
    behave: () => {},
    async noticeOf(merchantOrder, { signature, amount, currency, merchant, state } = {}) {
      const payment = await sandbox.find(merchantOrder)
      const paid = {
        state: state ?? 'paid',
        amount: amount ?? payment?.amount,
        txn: payment?.txn,
        paidAt: payment?.paid_at,
      }
      const isOther = currency !== undefined || merchant !== undefined || signature === 'key of another'
      const at = signature === 'stale time' ? new Date(now().getTime() - 300_001) : now()
      const body = JSON.stringify({ merchantOrder, payment: paid })
      const headers = signNotice(noticeKey(isOther ? 'other' : pepper, client), at, body)
      if (signature === 'no signature') return { body: Buffer.from(body), headers: {} }
      const sent = signature === 'wrong signature' || signature === 'tampered' ? `${body} ` : body
      return { body: Buffer.from(sent), headers }
    },
    refundFaults: ['silence before effect', 'silence after effect'],
    queryFaults: [],
    forgeries: ['no signature', 'wrong signature', 'key of another', 'stale time', 'tampered'],
    mutations: storm({ usual: 300, deep: 5_000 }),
  }
  describeProvider(`The sandbox as ${client}`, standIn)
}

/** Keys, addresses and events for tests, as the calls, the bills and the worker make them. */
import {
  type ApiKey,
  type EventKind,
  type InputOf,
  integrationCalls,
  type Permission,
  type Webhook,
} from '@slotwise/contract'

import { inTenant } from '../src/kernel/db.ts'
import { sealJson } from '../src/kernel/vault.ts'
import type { Reached } from '../src/kernel/outside-runs.ts'
import { publish, sendEvents } from '../src/modules/integrations/index.ts'
import { sealedAt } from '../src/modules/integrations/post-service.ts'
import type { VendorAnswer } from '../src/ports/sms/testing/vendor-server.ts'
import { hashToken } from '../src/kernel/tokens.ts'
import type { TestApp } from './app.ts'
import { makeMerchant, makeRole, makeStore, type Merchant, unlock } from './factories.ts'
import { type Answering, internetOf } from './internet.ts'
import { makeBoundMachine } from './machines.ts'
import { asOwner } from './owner.ts'
import { makeSale } from './sale-stand.ts'

type KeyDraft = Partial<Omit<InputOf<typeof integrationCalls.addKey>, 'sign'>>
type WebhookDraft = Partial<Omit<InputOf<typeof integrationCalls.addWebhook>, 'sign'>>

/** A key of the merchant; by default its role may see sales and machines. */
export async function makeKey(
  app: TestApp,
  owner: Merchant,
  {
    permissions = ['order.buyBill', 'device.manage'],
    ...draft
  }: KeyDraft & { permissions?: readonly Permission[] } = {},
): Promise<ApiKey & { secret: string }> {
  const roleid = draft.roleid ?? (await makeRole(app, owner, permissions)).roleid
  const input = { name: 'ERP', ...draft, roleid, sign: await unlock(app, owner) }
  const { body } = await app.call(integrationCalls.addKey, input, { as: owner })
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

export const allKinds: EventKind[] = ['sale', 'refund', 'fault_begin', 'fault_end']

export async function makeWebhook(
  app: TestApp,
  owner: Merchant,
  draft: WebhookDraft = {},
): Promise<Webhook & { secret: string }> {
  const { body } = await app.call(
    integrationCalls.addWebhook,
    {
      name: 'ERP',
      url: 'https://shop.example/hooks',
      kinds: allKinds,
      ...draft,
      sign: await unlock(app, owner),
    },
    { as: owner },
  )
  if (body.rcode !== 0) throw new Error(JSON.stringify(body))
  return body.result
}

export const accepted: VendorAnswer = { status: 200, body: '' }

/** Returns a function that starts a server of a merchant, which accepts events unless the test says otherwise. */
export function receiverStand(app: TestApp) {
  const startServer = internetOf(app)
  return async (answer: Answering = () => accepted, more?: { timeoutMs?: number }) => {
    const { requests } = await startServer(answer, more)
    return {
      requests,
      /** The numbers of the events, in the order in which they came. */
      events: () => requests.map(({ headers }) => String(headers['x-slotwise-event'])),
    }
  }
}

/** Gives new events their numbers, and runs the line of an address once. */
export async function deliver(
  app: TestApp,
  { tenantId }: Merchant,
  { webhook_id: id }: Pick<Webhook, 'webhook_id'>,
  reached?: Reached,
): Promise<void> {
  await publish(app.deps, tenantId)
  await sendEvents(app.deps, tenantId, id, reached)
}

/** A merchant with a machine in a store, another machine elsewhere, and an address for all events. */
export async function webhookStand(app: TestApp, kinds: EventKind[] = allKinds) {
  const owner = await makeMerchant(app)
  const { _id: store } = await makeStore(app, owner, { store_name: 'Pier 3' })
  const { _id: otherStore } = await makeStore(app, owner)
  const machine = await makeBoundMachine(app, owner, { type: 'vending', slots: 1, store, title: 'Lobby' })
  const sibling = await makeBoundMachine(app, owner, {
    type: 'vending',
    slots: 1,
    store: otherStore,
    title: 'Hall',
  })
  const webhook = await makeWebhook(app, owner, { kinds })
  const sell = (sale: Parameters<typeof makeSale>[2] = {}) =>
    makeSale(app, machine, { store_id: store, client: 'coin', ...sale })
  return { owner, store, otherStore, machine, sibling, webhook, sell }
}

export const storedEvents = (app: TestApp, { tenantId }: Merchant) =>
  asOwner<{ kind: string; subject: string; seq: string | null }>(
    app,
    'select kind, subject, seq::text from webhook_event where tenant_id = $1 order by event_id',
    [tenantId],
  )

export const deliveriesOf = async (app: TestApp, owner: Merchant, { webhook_id: id }: Webhook) =>
  (
    await app.call(
      integrationCalls.getDeliveries,
      { pageSize: 100, condition: { webhook_id: id } },
      { as: owner },
    )
  ).body.result.data

/** Inputs for the calls of keys and webhooks. */
export async function integrationSamples(
  app: TestApp,
  owner: Merchant,
  { role, store, deviceId, sign }: { role: string; store: string; deviceId: string; sign: string },
) {
  // Nothing leaves the computer.
  app.deps.outgoing ??= { resolve: async () => [] }
  const at = app.clock.now
  const webhook = async (): Promise<string> => {
    const [row] = await asOwner<{ id: string }>(
      app,
      `insert into webhook (tenant_id, name, url, kinds, enabled, created_at)
       values ($1, 'ERP', 'https://shop.example/', '{fault_begin}', false, $2) returning webhook_id::text as id`,
      [owner.tenantId, at],
    )
    const id = row?.id ?? ''
    const { tenantId } = owner
    const sealed = await inTenant(app.deps.db.main, tenantId, (tx) =>
      sealJson({ tx, tenantId, keys: app.deps.config.vaultKeys, now: at }, 'secret', sealedAt(id)),
    )
    await asOwner(app, 'update webhook set secret = $2 where webhook_id = $1', [id, sealed])
    return id
  }
  const [edited, spare] = [await webhook(), await webhook()]
  const [account] = await asOwner<{ id: string }>(
    app,
    `insert into account (tenant_id, username, nickname, is_main, is_key, password_hash, role_id, created_at)
     values ($1, 'key (sk_…' || gen_random_uuid() || ')', 'ERP', false, true, '', $2, $3)
     returning account_id::text as id`,
    [owner.tenantId, role, at],
  )
  const key = account?.id ?? ''
  await asOwner(
    app,
    'insert into api_key (tenant_id, key_id, secret_hash, tail, created_at) values ($1, $2, $3, $4, $5)',
    [owner.tenantId, key, hashToken(`sample ${key}`), 'test', at],
  )
  // Samples of a merchant may be made twice.
  const [counter] = await asOwner<{ seq: string }>(
    app,
    `insert into webhook_counter (tenant_id, last_seq) values ($1, 1)
     on conflict (tenant_id) do update set last_seq = webhook_counter.last_seq + 1 returning last_seq::text as seq`,
    [owner.tenantId],
  )
  const seq = counter?.seq ?? ''
  const body = {
    event: seq,
    version: 1,
    kind: 'fault_begin',
    created_at: at.toISOString(),
    data: {
      alert: '1',
      kind: 'offline',
      sn: '000000000001',
      dev_title: 'Hidden from the clerk',
      store,
      store_name: null,
      at: at.toISOString(),
      low: 0,
      faults: [],
    },
  }
  await asOwner(
    app,
    `insert into webhook_event (tenant_id, kind, subject, device_id, store_id, at, seq, body)
     values ($1, 'fault_begin', $6, $2, $3, $4, $7, $5)`,
    [owner.tenantId, deviceId, store, at, JSON.stringify(body), `sample ${seq}`, seq],
  )
  await asOwner(
    app,
    `insert into webhook_delivery (tenant_id, webhook_id, seq, kind, state, queued_at)
     values ($1, $2, $3, 'fault_begin', 'dead', $4)`,
    [owner.tenantId, edited, seq, at],
  )
  const page = (condition: object) => ({ pageNum: 1, pageSize: 10, condition })
  return {
    ids: [edited, spare, key],
    inputs: {
      'integrations.getKeys': page({}),
      'integrations.addKey': { name: 'Till', roleid: role, all_device: false, store: [store], sign },
      'integrations.editKey': {
        key_id: key,
        name: `Till ${key}`,
        roleid: role,
        all_device: false,
        store: [store],
        sign,
      },
      'integrations.revokeKey': { key_id: key },
      'integrations.getWebhooks': page({}),
      'integrations.addWebhook': { name: 'Till', url: 'https://till.example/', kinds: ['sale'], sign },
      'integrations.editWebhook': {
        webhook_id: edited,
        name: 'Books',
        kinds: ['sale', 'fault_begin'],
        enabled: true,
      },
      'integrations.delWebhook': { webhook_id: spare },
      'integrations.testWebhook': { webhook_id: edited },
      'integrations.getDeliveries': page({ webhook_id: edited }),
      'integrations.resendEvents': { webhook_id: edited, first: '1', last: '9' },
      'integrations.getEvents': { after: '0' },
    },
  }
}

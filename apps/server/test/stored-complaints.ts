/**
 * What is wrong with the jobs and live events that a test has left in the database. Every test app is asked when it
 * closes, so each module's own tests prove what its jobs are given and who hears its events.
 */
import type { LiveEvent, Permission } from '@slotwise/contract'
import type pg from 'pg'

type Audience = { permission: Permission | typeof seesMachines; place?: 'machine' } | 'account' | 'any'

/** Device management and each of its parts. */
const seesMachines = 'device.manage,device.refill,device.price,device.setting'

/** Who hears an event, written from what the pages of these users show. */
const audiences: Record<LiveEvent['kind'], Audience> = {
  job: 'account',
  inbox: 'account',
  // Tests of the streams themselves send it to all users of a merchant.
  me: 'any',
  presence: { permission: seesMachines, place: 'machine' },
  command: { permission: 'device.manage', place: 'machine' },
  slots: { permission: seesMachines, place: 'machine' },
  machine: { permission: seesMachines, place: 'machine' },
  bills: { permission: 'order.buyBill', place: 'machine' },
  payments: { permission: 'bank.payBill', place: 'machine' },
  alerts: { permission: 'device.manage' },
  cases: { permission: 'order.refund' },
  settlements: { permission: 'bank.settle' },
  bankCards: { permission: 'bank.manage' },
}

export type StoredEvent = {
  kind: LiveEvent['kind']
  account: string | null
  permission: string | null
  device: string | null
  store: string | null
  /** The store of the bill that the event names. */
  sold_in: string | null
}

export function complaintsAboutEvent({
  kind,
  account,
  permission,
  device,
  store,
  sold_in,
}: StoredEvent): string[] {
  const audience = audiences[kind]
  if (audience === 'any') return []
  if (audience === 'account') return account === null ? [`an event ${kind} for no account`] : []
  const found: string[] = []
  if (permission !== audience.permission) found.push(`an event ${kind} for ${permission ?? 'every user'}`)
  if ((device !== null) !== (audience.place === 'machine'))
    found.push(`an event ${kind} with device ${device}`)
  if (sold_in !== null && sold_in !== store)
    found.push(`an event ${kind} of store ${sold_in} for store ${store}`)
  return found
}

export type StoredJob = { key: string; task: string; payload: Record<string, unknown> }

/** Tasks whose keys leave out the merchant, because the numbers of what they are about are unique without it. */
const withoutMerchant = new Set(['job'])

/** A key is the task, the merchant, and the numbers of what the job is about; the job is given all of them. */
export function complaintsAboutJob({ key, task, payload }: StoredJob): string[] {
  const [of, ...numbers] = key.split(':')
  const [tenant, ...about] = withoutMerchant.has(task) ? [payload['tenant'], ...numbers] : numbers
  const given = new Set(Object.values(payload).map(String))
  const isComplete = tenant !== undefined && payload['tenant'] === tenant
  return of === task && isComplete && about.every((one) => given.has(String(one)))
    ? []
    : [`a job ${task} with key ${key} is given ${JSON.stringify(payload)}`]
}

const events = `
  select distinct e.kind, e.account_id as account, e.permission, e.device_id as device, e.store_id as store,
         (select b.store_id from bill b where b.tenant_id = e.tenant_id and b.orderno = e.data #>> '{ordernos,0}') as sold_in
    from live_event e`
/** Jobs with a key of another form belong to tests of the queue. */
const jobs = `
  select j.key, t.identifier as task, j.payload
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
   where j.key ~ '^[a-z-]+:\\d+'`

/** Returns no complaint where a test has taken the database away. */
export async function storedComplaints(owner: pg.Pool): Promise<string[]> {
  const isAway = await owner.query('select').then(
    () => false,
    (error: { code?: string }) => error.code === '3D000',
  )
  if (isAway) return []
  const [ofEvents, ofJobs] = [await owner.query<StoredEvent>(events), await owner.query<StoredJob>(jobs)]
  return [...ofEvents.rows.flatMap(complaintsAboutEvent), ...ofJobs.rows.flatMap(complaintsAboutJob)]
}

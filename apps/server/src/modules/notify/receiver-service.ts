/** Who is told of what. */
import {
  hasQuietHours,
  hasStores,
  kindsOf,
  type List,
  type Notify,
  type notifyCalls,
  type ParsedInputOf,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import { type Ctx, refOf } from '../../kernel/ctx.ts'
import { AppError } from '../../kernel/errors.ts'
import { daysBefore } from '../../kernel/moments.ts'
import { knowsStores } from '../regions/index.ts'
import { deleteOpenNotices, hurryHeld, runNoticeAt } from './notice-queries.ts'
import { forgetPerson } from './person-queries.ts'
import * as queries from './receiver-queries.ts'

type Input<Name extends keyof typeof notifyCalls> = ParsedInputOf<(typeof notifyCalls)[Name]>

const receiversMost = 50
/** For so long the list counts what was not delivered. */
const deadDays = 7

export const getNotifyList = (
  ctx: queries.ReceiverCtx,
  { condition, ...page }: Input<'getNotifyList'>,
): Promise<List<Notify>> => queries.listReceivers(ctx, page, condition, daysBefore(ctx.now, deadDays))

export async function demandReceiver(ctx: queries.ReceiverCtx, id: string): Promise<Notify> {
  const { data } = await getNotifyList(ctx, { pageNum: 1, pageSize: 1, condition: { ids: [id] } })
  const [receiver] = data
  if (!receiver) throw new AppError('notFound')
  return receiver
}

export const hasRoom = async (ctx: queries.ReceiverCtx): Promise<boolean> =>
  (await queries.lockAndCountReceivers(ctx)) < receiversMost

/** Refuses a further receiver when there are too many. */
export async function demandRoom(ctx: queries.ReceiverCtx): Promise<void> {
  if (!(await hasRoom(ctx))) throw new AppError('tooManyReceivers', { most: receiversMost })
}

/** What the audit records of a receiver. */
export async function auditedReceiver(ctx: queries.ReceiverCtx, id: string) {
  const { receiver, channel, notice, stopped, permission, all_device, store, store_names, ...rest } =
    await demandReceiver(ctx, id)
  const { not_disture, start_notify, end_notify, remarks } = rest
  return {
    receiver,
    channel,
    notice,
    // Only people in chat apps stop by themselves.
    ...(stopped ? { stopped } : {}),
    permission,
    all_device,
    store,
    store_names,
    not_disture,
    start_notify,
    end_notify,
    remarks,
  }
}

/** Fields that are left out stay as they are; the rules hold for the whole. */
async function rulesAfter(
  ctx: Ctx,
  { kinds, stores, ...before }: queries.Rules,
  { permission, store, ...edited }: Omit<Input<'editNotify'>, 'notify_id'>,
): Promise<queries.Rules> {
  const after = {
    notice: edited.notice ?? before.notice,
    not_disture: edited.not_disture ?? before.not_disture,
    start_notify: edited.start_notify ?? before.start_notify,
    end_notify: edited.end_notify ?? before.end_notify,
    all_device: edited.all_device ?? before.all_device,
    remarks: edited.remarks ?? before.remarks,
    kinds: permission === undefined ? kinds : kindsOf(permission),
    store: store ?? stores,
  }
  if (!hasStores(after)) throw AppError.atField('store', 'notifyStore')
  if (!hasQuietHours(after)) throw AppError.atField('end_notify', 'quietHours')
  const { store: chosen, ...rules } = after
  if (rules.all_device) return { ...rules, stores: [] }
  if (store !== undefined && !(await knowsStores(ctx, store))) throw AppError.atField('store', 'unknownStore')
  return { ...rules, stores: [...new Set(chosen)] }
}

export async function editNotify(
  ctx: Ctx,
  { notify_id: id, ...edited }: Input<'editNotify'>,
): Promise<Notify> {
  const ref = refOf(ctx)
  const receiver = await queries.lockReceiver(ref, id)
  if (!receiver) throw new AppError('notFound')
  if (receiver.stopped_at !== null && edited.notice) throw new AppError('bindAgain')
  const before = await auditedReceiver(ctx, id)
  const rules = await rulesAfter(ctx, receiver, edited)
  await queries.updateReceiver(ctx, id, rules)
  if (!rules.notice) await deleteOpenNotices(ref, id)
  // Its quiet hours may have ended, or end at another time, which the job finds out.
  else for (const notice of await hurryHeld(ref, id, ctx.now)) await runNoticeAt(ref, notice, ctx.now)
  await audit(ctx, {
    call: 'editNotify',
    object: 'notify',
    objectId: id,
    before,
    after: await auditedReceiver(ctx, id),
  })
  return demandReceiver(ctx, id)
}

/** What has not been sent yet is never sent. */
export async function delNotify(
  ctx: Ctx,
  { notify_id: id }: Input<'delNotify'>,
): Promise<Record<string, never>> {
  const ref = refOf(ctx)
  const receiver = await queries.lockReceiver(ref, id)
  if (!receiver) throw new AppError('notFound')
  const before = await auditedReceiver(ctx, id)
  await queries.setReceiverDeleted(ctx, id)
  if (receiver.person !== null) await forgetPerson(ref, receiver.person)
  await deleteOpenNotices(ref, id)
  await audit(ctx, { call: 'delNotify', object: 'notify', objectId: id, before })
  return {}
}

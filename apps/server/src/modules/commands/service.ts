/**
 * What a machine is told to do.
 *
 *   created ──► sent ──► acknowledged ──► done | failed       by the machine's word
 *      │          │            └────────► unknown             no result in time
 *      │          └─────────────────────► expired             no acknowledgement in time, or never sent
 *      └────────────────────────────────► cancelled           the machine left its merchant (from any open state)
 *
 * Every arrow is one conditional UPDATE, so it happens once, whoever tries. A command is `sent` in the database before
 * it is on its way: a process that dies in between has sent nothing, and nobody sends it again. Nothing is ever done but
 * by the machine's own word; that word may come late and still counts, once, also after `expired` and `unknown`.
 */
import type { CommandStep } from '@slotwise/contract'
import {
  askedPieces,
  ackSeconds,
  type Command,
  type CommandArgs,
  type CommandOp,
  movesSomething,
  silenceSeconds,
  type UpMessage,
} from '@slotwise/machine-protocol'

import type { Deps, MachineCtx } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { bookResult } from '../channels/index.ts'
import {
  beginSearch,
  endSearch,
  isInitializing,
  lockState,
  noteSwitched,
  stillBound,
  prepareSecret,
  readiness,
  tellOfMachine,
} from '../devices/index.ts'
import * as store from './store.ts'

/** For how long a machine may begin with it. */
const lifeSeconds = (op: CommandOp): number => (movesSomething(op) ? 10 : 30)

const touchesSlots: ReadonlySet<CommandOp> = new Set(['setChannels', 'resetSlot'])

/** How long a machine may take, once it has begun. */
function workSeconds(op: string, args: unknown): number {
  if (op === 'setChannels') return 240
  if (op === 'restart' || op === 'rotateKey') return 60
  const { items = [] } = args as { items?: { n: number }[] }
  return Math.min(3_600, Math.max(30, 20 * items.reduce((sum, { n }) => sum + n, 0)))
}

const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

export type Giver = { id: string | null; username: string }
type Order<Op extends CommandOp> = { op: Op; args: CommandArgs<Op>; attach?: string; by: Giver }

/** Tells a machine to do something, if it is there to hear it. A new secret has to be known to us first. */
export const giveCommand = <Op extends Exclude<CommandOp, 'rotateKey'>>(
  ctx: MachineCtx,
  order: Order<Op>,
): Promise<CommandStep> => give(ctx, order)

/** Gives a machine a new secret over the air. A broker of somebody's own would not know it in time. */
export async function sendNewSecret(ctx: MachineCtx, by: Giver): Promise<CommandStep> {
  if (ctx.deps.config.mqtt.url !== undefined) throw new AppError('conflict')
  await demandReady(ctx, 'rotateKey')
  const secret = await prepareSecret(ctx.tx, ctx.sn)
  return give(ctx, { op: 'rotateKey', args: { secret }, by })
}

async function give<Op extends CommandOp>(
  ctx: MachineCtx,
  { op, args, attach = '', by }: Order<Op>,
): Promise<CommandStep> {
  await demandReady(ctx, op)
  const expires = after(ctx.now, lifeSeconds(op))
  const command = await store.insertCommand(ctx, {
    device_id: ctx.deviceId,
    sn: ctx.sn,
    op,
    args,
    attach,
    account_id: by.id,
    username: by.username,
    created_at: ctx.now,
    expires_at: expires,
    due_at: after(expires, ackSeconds),
  })
  await store.lookAgainAt(ctx, command.command_id, command.due_at)
  await store.callGateways(ctx, ctx.sn, command.command_id)
  return told(ctx, command)
}

async function demandReady(ctx: MachineCtx, op: CommandOp): Promise<void> {
  const moves = movesSomething(op) || touchesSlots.has(op)
  // One after the other: whoever would move something waits for who is changing the numbers of the slots.
  if (moves) await lockState(ctx)
  const state = await readiness(ctx)
  const heard = state?.heard_at?.getTime() ?? 0
  if (!state?.online || heard < ctx.now.getTime() - silenceSeconds * 1000) throw new AppError('offline')
  if (moves && (isInitializing(state, ctx.now) || (await store.hasOpen(ctx, [...touchesSlots]))))
    throw new AppError('busy')
}

export const stepOf = ({ command_id: command, sn, op, state, fault, why, attach, items }: store.CommandRow) =>
  ({ command, sn, op, state, fault, why, attach, items }) satisfies CommandStep

async function told(ctx: MachineCtx, command: store.CommandRow): Promise<CommandStep> {
  const step = stepOf(command)
  await tellOfMachine(ctx, { kind: 'command', data: step })
  return step
}

/** The message to send, for the one who may send it: nobody else gets it, and he gets it once. */
export async function takeForSending(ctx: MachineCtx, id: string): Promise<Command | undefined> {
  if (!(await stillBound(ctx))) return undefined
  const command = await store.moveCommand(
    ctx,
    { id, device: ctx.deviceId, from: ['created'], before: ctx.now },
    { state: 'sent', sent_at: ctx.now },
  )
  if (!command) return undefined
  await told(ctx, command)
  const at = command.created_at.getTime()
  const ttl = command.expires_at.getTime() - at
  return { id, op: command.op, args: command.args, at, ttl } as Command
}

/** Whether the machine has taken it. A refusal is the end of it. */
export async function takeAck(ctx: MachineCtx, { id, accepted, why }: UpMessage<'ack'>): Promise<boolean> {
  if (!isId(id)) return false
  const which = { id, device: ctx.deviceId, from: ['sent', 'expired'] as const, wasSent: true }
  if (!accepted) {
    const end = { state: 'failed', finished_at: ctx.now, fault: null, why: why ?? null } as const
    return moved(ctx, await store.moveCommand(ctx, which, end))
  }
  // Late, it opens again what was given up.
  const taken = {
    state: 'acknowledged',
    acknowledged_at: ctx.now,
    finished_at: null,
    fault: null,
    why: null,
  } as const
  const command = await store.moveCommand(ctx, which, taken)
  if (!command) return false
  const due = after(ctx.now, workSeconds(command.op, command.args))
  await store.moveCommand(ctx, { id, from: ['acknowledged'] }, { state: 'acknowledged', due_at: due })
  await store.lookAgainAt(ctx, id, due)
  // It will say so itself; until then nobody should change what it is looking for.
  if (command.op === 'setChannels') await tellSearch(ctx, await beginSearch(ctx, `command ${id}`))
  return moved(ctx, command)
}

/** How far it has come, for those who watch; what counts is the result. */
export async function takeProgress(ctx: MachineCtx, { id, items }: UpMessage<'progress'>): Promise<boolean> {
  if (!isId(id)) return false
  const which = { id, device: ctx.deviceId, from: ['acknowledged'] as const }
  return moved(ctx, await store.moveCommand(ctx, which, { state: 'acknowledged', items }))
}

/** What became of it, by the machine's word. The first word counts, and is answered with true. */
export async function takeResult(
  ctx: MachineCtx,
  { id, ok, items: said, fault, why }: UpMessage<'result'>,
): Promise<boolean> {
  if (!isId(id)) return false
  const from = ['sent', 'acknowledged', 'expired', 'unknown'] as const
  const asked = askedPieces((await store.findCommand(ctx, id))?.args)
  // All was done, and nothing more is said of it.
  const items: UpMessage<'result'>['items'] =
    ok && said.length === 0 ? asked.map((line) => ({ ...line, ok: true })) : said
  const failed = items.find((item) => !item.ok)
  // A machine that contradicts itself, or leaves something out, has not done it.
  const isDone = ok && !failed && isAll(asked, items)
  const end = {
    state: isDone ? 'done' : 'failed',
    finished_at: ctx.now,
    items,
    fault: isDone ? null : (fault ?? failed?.fault ?? null),
    why: isDone ? null : (why ?? null),
  } as const
  const command = await store.moveCommand(ctx, { id, device: ctx.deviceId, from, wasSent: true }, end)
  if (!command) return false
  await told(ctx, command)
  if (command.op === 'setChannels') await tellSearch(ctx, await endSearch(ctx))
  if (command.op === 'power' && isDone) await noteSwitched(ctx, command.args)
  await bookResult(ctx, command)
  return true
}

/** Whoever looks at the machine sees whether it is searching. */
async function tellSearch(ctx: MachineCtx, isNews: boolean): Promise<void> {
  if (isNews) await tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })
}

const isAll = (asked: ReturnType<typeof askedPieces>, items: UpMessage<'result'>['items']): boolean =>
  asked.every(({ ch, n }) => {
    const came = items.filter((item) => item.ch === ch).reduce((sum, item) => sum + (item.n ?? 1), 0)
    return came >= n
  })

/** Our numbers; a machine may send anything. */
const isId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id)

async function moved(ctx: MachineCtx, command: store.CommandRow | undefined): Promise<boolean> {
  if (command) await told(ctx, command)
  return command !== undefined
}

/** Decides a command whose time has come without the word that was waited for. */
export async function decideDue(deps: Deps, tenantId: string, id: string): Promise<void> {
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const now = deps.now()
    const place = { tx, tenantId }
    const end = { finished_at: now } as const
    const command =
      (await store.moveCommand(
        place,
        { id, from: ['created'], due: now },
        { ...end, state: 'expired', fault: 'NETWORK' },
      )) ??
      (await store.moveCommand(
        place,
        { id, from: ['sent'], due: now },
        { ...end, state: 'expired', fault: 'CTRL_TIMEOUT' },
      )) ??
      (await store.moveCommand(
        place,
        { id, from: ['acknowledged'], due: now },
        { ...end, state: 'unknown', fault: 'CONFIRM_TIMEOUT' },
      ))
    if (command) {
      const ctx = { deps, tx, now, tenantId, deviceId: command.device_id, sn: command.sn }
      await told(ctx, command)
      return
    }
    // Too early: somebody has moved the moment since.
    const due = await store.dueOf(place, id)
    if (due) await store.lookAgainAt(place, id, due)
  })
}

/** Ends what is open: the machine belongs to nobody, or somebody else. */
export async function cancelOpen(ctx: MachineCtx): Promise<void> {
  for (const id of await store.openCommands(ctx, ctx.deviceId)) {
    const from = ['created', 'sent', 'acknowledged'] as const
    await moved(ctx, await store.moveCommand(ctx, { id, from }, { state: 'cancelled', finished_at: ctx.now }))
  }
}

/**
 * Commands to machines.
 *
 *   created ──► sent ──► acknowledged ──► done | failed       by the machine's word
 *      │          │            └────────► unknown             no result in time
 *      │          │                                           or pieces that the machine lost sight of in a power cut
 *      │          └─────────────────────► expired             no acknowledgement in time, or never sent
 *      └────────────────────────────────► cancelled           the machine left its merchant (from any open state)
 *
 * Every arrow is one conditional UPDATE, so it happens once, however many processes try. A command is `sent` in the
 * database before it leaves: if the process dies in between, the command was not sent and is never sent again. Only the
 * machine's own report makes a command `done`; a late report counts too, once, also after `expired` and `unknown`.
 */
import type { CommandStep } from '@slotwise/contract'
import {
  askedPieces,
  ackSeconds,
  type Command,
  type CommandArgs,
  commandLifeSeconds,
  type CommandOp,
  movesSomething,
  rearrangesSlots,
  rearrangingOps,
  silenceSeconds,
  type UpMessage,
} from '@slotwise/machine-protocol'

import type { Deps, MachineCtx } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  beginSearch,
  endSearch,
  isInitializing,
  lockState,
  noteSwitched,
  readiness,
  stillBound,
  tellOfMachine,
} from '../presence/index.ts'
import { bookResult } from '../slots/index.ts'
import * as queries from './command-queries.ts'

/** How long a machine may take after it has started. */
function workSeconds(op: string, args: unknown): number {
  if (op === 'setChannels') return 240
  if (op === 'restart' || op === 'rotateKey') return 60
  const { items = [] } = args as { items?: { n: number }[] }
  return Math.min(3_600, Math.max(30, 20 * items.reduce((sum, { n }) => sum + n, 0)))
}

/** Why a machine that was switched off during a command does not know the end of it. */
const interrupted = 'interrupted'

const after = (moment: Date, seconds: number): Date => new Date(moment.getTime() + seconds * 1000)

export type Giver = { id: string | null; username: string }
type Order<Op extends CommandOp> = { op: Op; args: CommandArgs<Op>; attach?: string; by: Giver }

/** Gives a machine a command. Refused when the machine is offline. New secrets go by `giveNewSecret`. */
export const giveCommand = <Op extends Exclude<CommandOp, 'rotateKey'>>(
  ctx: MachineCtx,
  order: Order<Op>,
): Promise<CommandStep> => give(ctx, order)

/** Sends a new secret. `prepare` makes and stores it, and runs only when the machine can be reached now. */
export async function giveNewSecret(
  ctx: MachineCtx,
  prepare: () => Promise<string>,
  by: Giver,
): Promise<CommandStep> {
  await demandReady(ctx, 'rotateKey')
  const secret = await prepare()
  return give(ctx, { op: 'rotateKey', args: { secret }, by })
}

async function give<Op extends CommandOp>(
  ctx: MachineCtx,
  { op, args, attach = '', by }: Order<Op>,
): Promise<CommandStep> {
  await demandReady(ctx, op)
  const expires = after(ctx.now, commandLifeSeconds(op))
  const command = await queries.insertCommand(ctx, {
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
  await queries.lookAgainAt(ctx, command.command_id, command.due_at)
  await queries.callGateways(ctx, ctx.sn, command.command_id)
  return announce(ctx, command)
}

async function demandReady(ctx: MachineCtx, op: CommandOp): Promise<void> {
  const moves = movesSomething(op) || rearrangesSlots(op)
  // Commands that move something wait for one another, so that none starts while slots are renumbered.
  if (moves) await lockState(ctx)
  const state = await readiness(ctx)
  const heard = state?.heard_at?.getTime() ?? 0
  if (!state?.online || heard < ctx.now.getTime() - silenceSeconds * 1000) throw new AppError('offline')
  if (moves && (isInitializing(state, ctx.now) || (await queries.hasOpen(ctx, rearrangingOps))))
    throw new AppError('busy')
}

export const stepOf = ({
  command_id: command,
  sn,
  op,
  state,
  fault,
  why,
  attach,
  items,
}: queries.CommandRow) => ({ command, sn, op, state, fault, why, attach, items }) satisfies CommandStep

/** Sends the step to the consoles of users who see the machine. */
async function announce(ctx: MachineCtx, command: queries.CommandRow): Promise<CommandStep> {
  const step = stepOf(command)
  await tellOfMachine(ctx, { kind: 'command', data: step })
  return step
}

/** The message to send. Returned once, to one gateway; undefined for all others. */
export async function takeForSending(ctx: MachineCtx, id: string): Promise<Command | undefined> {
  if (!(await stillBound(ctx))) return undefined
  const command = await queries.moveCommand(
    ctx,
    { id, device: ctx.deviceId, from: ['created'], before: ctx.now },
    { state: 'sent', sent_at: ctx.now },
  )
  if (!command) return undefined
  await announce(ctx, command)
  const at = command.created_at.getTime()
  const ttl = command.expires_at.getTime() - at
  return { id, op: command.op, args: command.args, at, ttl } as Command
}

/** Handles the machine's acknowledgement. A refusal ends the command. Returns false when nothing changed. */
export async function takeAck(ctx: MachineCtx, { id, accepted, why }: UpMessage<'ack'>): Promise<boolean> {
  if (!isId(id)) return false
  const which = { id, device: ctx.deviceId, from: ['sent', 'expired'] as const, wasSent: true }
  if (!accepted) {
    const end = { state: 'failed', finished_at: ctx.now, fault: null, why: why ?? null } as const
    return announceIfMoved(ctx, await queries.moveCommand(ctx, which, end))
  }
  // A late acknowledgement reopens an expired command.
  const taken = {
    state: 'acknowledged',
    acknowledged_at: ctx.now,
    finished_at: null,
    fault: null,
    why: null,
  } as const
  const command = await queries.moveCommand(ctx, which, taken)
  if (!command) return false
  const due = after(ctx.now, workSeconds(command.op, command.args))
  await queries.moveCommand(ctx, { id, from: ['acknowledged'] }, { state: 'acknowledged', due_at: due })
  await queries.lookAgainAt(ctx, id, due)
  // Slots must not be edited from now on; the machine's own report of the search may come later.
  if (command.op === 'setChannels') {
    await beginSearch(ctx)
    await tellSearch(ctx)
  }
  return announceIfMoved(ctx, command)
}

/** Handles progress, which is only displayed; the result decides. */
export async function takeProgress(ctx: MachineCtx, { id, items }: UpMessage<'progress'>): Promise<Taken> {
  const asked = await askedBy(ctx, id)
  if (!asked) return false
  if (isMore(asked, items)) return 'wrong'
  const which = { id, device: ctx.deviceId, from: ['acknowledged'] as const }
  return announceIfMoved(ctx, await queries.moveCommand(ctx, which, { state: 'acknowledged', items }))
}

/** Whether the message changed something. `wrong`: it names pieces that the command did not ask for. */
type Taken = boolean | 'wrong'

/** Handles the machine's result. The first one counts and returns true. */
export async function takeResult(
  ctx: MachineCtx,
  { id, ok, items: reported, fault, why }: UpMessage<'result'>,
): Promise<Taken> {
  const asked = await askedBy(ctx, id)
  if (!asked) return false
  // Such a result is about something else, so it decides nothing; the deadline does.
  if (isMore(asked, reported)) return 'wrong'
  const from = ['sent', 'acknowledged', 'expired', 'unknown'] as const
  // A result "ok" without items means that all was done.
  const items: Items = ok && reported.length === 0 ? asked.map((line) => ({ ...line, ok: true })) : reported
  const failed = items.find((item) => !item.ok)
  // A result that contradicts itself, or leaves items out, counts as failed.
  const isDone = ok && !failed && isAll(asked, items)
  // After a power cut the machine names what it knows; of the other pieces it cannot tell whether they came out.
  const isUnknown = !ok && why === interrupted && asked.length > 0 && !isAll(asked, items)
  const end = {
    state: isDone ? 'done' : isUnknown ? 'unknown' : 'failed',
    finished_at: ctx.now,
    items,
    fault: isDone ? null : (fault ?? failed?.fault ?? null),
    why: isDone ? null : (why ?? null),
  } as const
  const which = { id, device: ctx.deviceId, from, wasSent: true, unlessWhy: interrupted }
  const command = await queries.moveCommand(ctx, which, end)
  if (!command) return false
  await announce(ctx, command)
  if (command.op === 'setChannels' && (await endSearch(ctx))) await tellSearch(ctx)
  if (command.op === 'power' && isDone) await noteSwitched(ctx, command.args)
  await bookResult(ctx, command)
  if (command.op === 'dispense') await ctx.deps.hooks.dispensed(ctx, command)
  return true
}

/** Consoles show whether the machine is searching. */
const tellSearch = (ctx: MachineCtx): Promise<void> =>
  tellOfMachine(ctx, { kind: 'machine', data: { sn: ctx.sn } })

type Asked = ReturnType<typeof askedPieces>
type Items = UpMessage<'result'>['items']

/** The pieces that a command of this machine asks for; undefined when there is no such command. */
async function askedBy(ctx: MachineCtx, id: string): Promise<Asked | undefined> {
  const command = isId(id) ? await queries.findCommand(ctx, id) : undefined
  return command && askedPieces(command.args)
}

/** Whether a command of this name was given to the machine by its present merchant. */
export const isCommand = async (ctx: MachineCtx, id: string): Promise<boolean> =>
  (await askedBy(ctx, id)) !== undefined

const piecesOf = (items: Items, slot: number): number =>
  items.filter(({ ch }) => ch === slot).reduce((sum, { n = 1 }) => sum + n, 0)

const isAll = (asked: Asked, items: Items): boolean => asked.every(({ ch, n }) => piecesOf(items, ch) >= n)

const isMore = (asked: Asked, items: Items): boolean =>
  items.some(({ ch }) => piecesOf(items, ch) > (asked.find((line) => line.ch === ch)?.n ?? 0))

/** Whether it can be one of our numbers; a machine may send any text. */
const isId = (id: string): boolean => /^[1-9]\d{0,17}$/.test(id)

async function announceIfMoved(ctx: MachineCtx, command: queries.CommandRow | undefined): Promise<boolean> {
  if (command) await announce(ctx, command)
  return command !== undefined
}

/** Decides a command whose time has passed without the expected message. */
export async function decideDue(deps: Deps, tenantId: string, id: string): Promise<void> {
  await inTenant(deps.db.main, tenantId, async (tx) => {
    const now = deps.now()
    const merchant = { tx, tenantId }
    const end = { finished_at: now } as const
    const command =
      (await queries.moveCommand(
        merchant,
        { id, from: ['created'], due: now },
        { ...end, state: 'expired', fault: 'NETWORK' },
      )) ??
      (await queries.moveCommand(
        merchant,
        { id, from: ['sent'], due: now },
        { ...end, state: 'expired', fault: 'CTRL_TIMEOUT' },
      )) ??
      (await queries.moveCommand(
        merchant,
        { id, from: ['acknowledged'], due: now },
        { ...end, state: 'unknown', fault: 'CONFIRM_TIMEOUT' },
      ))
    if (command) {
      const ctx = { deps, tx, now, tenantId, deviceId: command.device_id, sn: command.sn }
      await announce(ctx, command)
      if (command.op === 'dispense') await deps.hooks.dispensed(ctx, command)
      return
    }
    // Too early: the machine has acknowledged meanwhile, so the command is due later.
    const due = await queries.dueOf(merchant, id)
    if (due) await queries.lookAgainAt(merchant, id, due)
  })
}

/** Cancels all open commands, because the machine leaves its merchant. */
export async function cancelOpen(ctx: MachineCtx): Promise<void> {
  for (const id of await queries.openCommands(ctx, ctx.deviceId)) {
    const from = ['created', 'sent', 'acknowledged'] as const
    await announceIfMoved(
      ctx,
      await queries.moveCommand(ctx, { id, from }, { state: 'cancelled', finished_at: ctx.now }),
    )
  }
}

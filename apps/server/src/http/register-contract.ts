/**
 * Turns the rows of the contract into routes. Every call passes the same steps, in this order:
 * public: limit by address, check the input, run the handler.
 * others: session or key (604), access (300, 303), limit by account, sign (301), input (100), then, in one transaction of
 * the caller's merchant, the handler, its audit and the check of the answer. Calls that wait for an outside service do so
 * after the transaction: `outside` rows with all that they do, others with what follows their commit (`afterwards`).
 * Files: the caller is admitted before the file is read.
 * What is counted commits by itself, also where the call is refused, and a call that holds a connection takes no second
 * one. So the limit, and rows that prepare (`prepares`), have a transaction of their own that admits the caller, then
 * count without a connection; the transaction of the call admits the caller again.
 */
import {
  type Answer,
  type Call,
  check,
  undeclaredErrors,
  type ErrorName,
  isOpenToKeys,
  isRepeatable,
  mayAccess,
  success,
} from '@slotwise/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'

import {
  type Deps,
  grantsIn,
  type Origin,
  type OutsideCtx,
  type PublicCtx,
  type SessionCtx,
} from '../kernel/ctx.ts'
import { inTenant, type Tx } from '../kernel/db.ts'
import { AppError } from '../kernel/errors.ts'
import type { Handler } from '../kernel/handler.ts'
import { addressKey, takeOrWait } from '../kernel/limits.ts'
import { accessRefusal } from '../kernel/rights.ts'
import { answerOf, once, readKey, type Repeatable } from '../kernel/repeated-calls.ts'
import { makeTurns, type Turns } from '../kernel/turns.ts'
import { demandSign, openSession, tenantOf } from '../modules/account/index.ts'
import { openKey } from '../modules/integrations/index.ts'
import { InvalidInput } from './answers.ts'
import { holdsNoSecret } from './compress-answers.ts'
import { type KeyCalls, keyOf, makeKeyCalls } from './key-calls.ts'
import { originOf } from './origin.ts'

export type Contract = Readonly<Record<string, Readonly<Record<string, Call>>>>
type AnyHandler = ((ctx: PublicCtx | OutsideCtx | SessionCtx, input: unknown) => Promise<unknown>) & {
  afterwards?: (ctx: OutsideCtx, answer: unknown) => Promise<unknown>
}
export type Handlers<Table extends Contract> = {
  [Domain in keyof Table]: { [Name in keyof Table[Domain]]: Handler<Table[Domain][Name]> }
}

const defaultPerMinute = 60

const wrongTypes = ['badPicture', 'badSheet', 'statementUnknown'] as const

/** A file of a type that is not even read is refused in the words for one whose content is wrong. */
function wrongTypeOf({ errors }: Call): { wrongType?: ErrorName } {
  const wrongType = wrongTypes.find((name) => errors?.includes(name))
  return wrongType ? { wrongType } : {}
}

export function registerContract<Table extends Contract>(
  app: FastifyInstance,
  deps: Deps,
  contract: Table,
  handlers: Handlers<Table>,
): void {
  const seen = new Set<string>()
  const turns = makeTurns(callsOfMerchant)
  const withKey = makeKeyCalls(deps)
  for (const [domain, table] of Object.entries(contract)) {
    for (const [name, row] of Object.entries(table)) {
      const handler = (handlers as Record<string, Record<string, AnyHandler>>)[domain]?.[name]
      if (!handler) throw new Error(`The call ${domain}.${name} has no handler`)
      if (!row.access) throw new Error(`The call ${domain}.${name} declares no access`)
      if (row.upload && !row.outside)
        throw new Error(`The call ${domain}.${name} takes a file inside a transaction`)
      if (seen.has(row.path)) throw new Error(`Two calls have the path ${row.path}`)
      seen.add(row.path)
      const route: Route = { deps, turns, withKey, domain, name, row }
      const answer =
        row.access === 'public' ? publicCall(deps, name, row, handler) : signedInCall(route, handler)
      const options = {
        config: {
          call: name,
          compresses: holdsNoSecret(row),
          ...(row.upload ? { takesFile: true, ...wrongTypeOf(row) } : {}),
        },
        ...(row.upload ? { bodyLimit: row.upload.maxBytes, onRequest: admitBeforeBody(route) } : {}),
      }
      app.post(row.path, options, async (request, reply): Promise<Answer> => {
        const result = await answer(request, originOf(request, deps.now())).catch((error: unknown) => {
          if (error instanceof AppError && !isDeclared(row, error.code))
            request.log.error({ error: error.code }, undeclared)
          throw error
        })
        reply.rcode = success
        return { rcode: success, msg: '', result }
      })
    }
  }
}

/**
 * Logged when a call refuses with an error that its contract row does not declare; clients cannot be prepared for
 * it.
 */
export const undeclared = 'a call answers with an error that its row does not declare'

const isDeclared = (row: Call, error: ErrorName): boolean =>
  undeclaredErrors.includes(error) || (row.errors?.includes(error) ?? false)

function parseInput(row: Call, request: FastifyRequest, origin: Origin): unknown {
  const checked = check(row.input, request.body === undefined ? {} : request.body, origin.locale)
  if (!checked.ok) throw new InvalidInput(checked.errors)
  return checked.value
}

const publicCall =
  (deps: Deps, name: string, row: Call, handler: AnyHandler) =>
  async (request: FastifyRequest, origin: Origin) => {
    const perMinute = { max: row.perMinute ?? defaultPerMinute, windowSeconds: 60 }
    await takeOrWait(
      deps.db.autonomous,
      `address:${name}:${addressKey(origin.address)}`,
      perMinute,
      origin.now,
    )
    return row.output.parse(await handler({ ...origin, deps }, parseInput(row, request, origin)))
  }

const header = (request: FastifyRequest, name: string): string => {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

export const credentialsOf = (request: FastifyRequest) => ({
  token: header(request, 'x-access-token'),
  secret: header(request, 'x-access-secret'),
})

function demandAccess(row: Call, ctx: SessionCtx): void {
  if (!mayAccess(row.access, grantsIn(ctx))) throw accessRefusal(row.access, ctx)
}

const sentField = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? (body as Record<string, unknown>)[name]
    : undefined

const needsSign = ({ sign }: Call, body: unknown): boolean =>
  sign === true || (sign?.some((name) => sentField(body, name) !== undefined) ?? false)

/** Runs the handler, and refuses a changing call that did not audit. */
async function carryOut<Caller extends { audited: boolean }>(
  name: string,
  row: Call,
  handler: AnyHandler,
  ctx: Caller & Parameters<AnyHandler>[0],
  input: unknown,
): Promise<unknown> {
  const result = row.output.parse(await handler(ctx, input))
  if (row.changes && !ctx.audited)
    throw new Error(`The call ${name} changed something without an audit entry`)
  return result
}

async function limitAccount({ perMinute: max }: Call, name: string, ctx: OutsideCtx): Promise<void> {
  if (max === undefined) return
  const key = `account:${name}:${ctx.tenant.id}:${ctx.user.id}`
  await takeOrWait(ctx.deps.db.autonomous, key, { max, windowSeconds: 60 }, ctx.now)
}

/** What the handler of a route needs. */
type Route = { deps: Deps; turns: Turns; withKey: KeyCalls; domain: string; name: string; row: Call }

/** Limits the calls of one merchant, so that one merchant never takes all database connections. */
const callsOfMerchant = { atOnce: 8, mayWait: 200, patienceMs: 5_000 }

/** Runs work in a transaction of the merchant that the credentials name. */
type InTurn = <R>(work: (tx: Tx, tenantId: string) => Promise<R>) => Promise<R>

/** Runs a call that opens transactions of the merchant that the credentials name. */
async function inTurns<T>(
  { deps, turns, withKey }: Route,
  request: FastifyRequest,
  call: (inTurn: InTurn) => Promise<T>,
): Promise<T> {
  const run = (tenantId: string): Promise<T> =>
    call((work) =>
      turns({ line: tenantId, mayWait: callsOfMerchant.mayWait }, () =>
        inTenant(deps.db.main, tenantId, (tx) => work(tx, tenantId)),
      ),
    )
  const key = keyOf(request)
  if (key === undefined) return run(tenantOf(credentialsOf(request)))
  try {
    return await withKey(request, key, run)
  } finally {
    // The call is over: a use that is not noted does not change its answer.
    const noted = usesToNote.get(request)?.()
    await noted?.catch((error: unknown) => request.log.warn({ err: error }, 'use of a key'))
  }
}

/** Notes the use of a key, after the transaction of its call: no call takes a second connection for it. */
const usesToNote = new WeakMap<FastifyRequest, () => Promise<void>>()

async function openWithKey(
  deps: Deps,
  key: string,
  { request, origin, tx, tenantId }: Incoming,
): Promise<SessionCtx> {
  const { ctx, noteUse } = await openKey(deps, origin, tx, tenantId, key)
  if (noteUse) usesToNote.set(request, noteUse)
  return ctx
}

type Incoming = { request: FastifyRequest; origin: Origin; tx: Tx; tenantId: string }

/** Checks session or key, and access, before anything else of the request is looked at. */
async function admit({ deps, domain, row }: Route, incoming: Incoming): Promise<SessionCtx> {
  const { request, origin, tx, tenantId } = incoming
  const key = keyOf(request)
  const ctx =
    key === undefined
      ? await openSession(deps, origin, tx, tenantId, credentialsOf(request))
      : await openWithKey(deps, key, incoming)
  request.log = request.log.child({ tenant: tenantId, user: ctx.user.id })
  if (ctx.user.isKey && !isOpenToKeys(domain, row)) throw new AppError('notForKeys')
  demandAccess(row, ctx)
  return ctx
}

const withoutTx = ({ tx: _over, ...ctx }: SessionCtx): OutsideCtx => ctx

/** Admits the caller in a transaction of its own, and counts the call. */
async function admitCounted(route: Route, inTurn: InTurn, request: FastifyRequest, origin: Origin) {
  const ctx = withoutTx(await inTurn((tx, tenantId) => admit(route, { request, origin, tx, tenantId })))
  await limitAccount(route.row, route.name, ctx)
  return ctx
}

const admitted = new WeakMap<FastifyRequest, OutsideCtx>()

/** Admits the caller before the body is read, so that only callers who may send a file make the server read one. */
const admitBeforeBody = (route: Route) => async (request: FastifyRequest) => {
  const origin = originOf(request, route.deps.now())
  admitted.set(
    request,
    await inTurns(route, request, (inTurn) => admitCounted(route, inTurn, request, origin)),
  )
}

type Entered = { ctx: SessionCtx; input: unknown; repeatable: Repeatable | undefined }
type Entering = <R>(work: (entered: Entered) => Promise<R>) => Promise<R>

/** Begins the transaction of a call. */
async function enter(route: Route, incoming: Incoming): Promise<Entered> {
  const { name, row } = route
  const { request, origin } = incoming
  const ctx = await admit(route, incoming)
  if (needsSign(row, request.body)) await demandSign(ctx, sentField(request.body, 'sign'))
  const input = parseInput(row, request, origin)
  const key = isRepeatable(row) ? readKey(request.headers['x-idempotency-key']) : undefined
  return { ctx, input, repeatable: key === undefined ? undefined : { key, call: name, input } }
}

/** Stands for the work of a repeated call, which is answered before it would begin. */
const doneAlready = (): Promise<never> => Promise.reject(new Error('the answer of the first request is gone'))

/** Lets a call count and compare before its transaction. Returns what it does in it. */
async function prepare(entering: Entering, handler: AnyHandler): Promise<AnyHandler> {
  const look = () =>
    entering(async ({ ctx, input, repeatable }) => ({
      ctx: withoutTx(ctx),
      input,
      isDone: repeatable !== undefined && (await answerOf(ctx, repeatable)) !== undefined,
    }))
  const { ctx, input, isDone } = await look()
  if (isDone) return doneAlready
  try {
    return (await handler(ctx, input)) as AnyHandler
  } catch (error) {
    // Refused, for example because the same request has replaced the password meanwhile.
    if (error instanceof AppError && (await look()).isDone) return doneAlready
    throw error
  }
}

/**
 * A call that prepares and is repeated while it runs waits for the first request, so that the repetition finds its
 * answer and counts nothing. One that reaches another process meanwhile may count a try.
 */
const repetitions = makeTurns({ atOnce: 1, patienceMs: 10_000 })

const afterFirst = <T>(row: Call, request: FastifyRequest, run: () => Promise<T>): Promise<T> => {
  const key = row.prepares ? header(request, 'x-idempotency-key') : ''
  return key === ''
    ? run()
    : repetitions({ line: `${credentialsOf(request).token} ${key}`, mayWait: 20 }, run)
}

const signedInCall =
  (route: Route, handler: AnyHandler) =>
  async (request: FastifyRequest, origin: Origin): Promise<unknown> => {
    const { name, row } = route
    const already = admitted.get(request)
    if (already) return carryOut(name, row, handler, already, parseInput(row, request, origin))
    return afterFirst(row, request, () =>
      inTurns(route, request, async (inTurn) => {
        if (row.perMinute !== undefined) await admitCounted(route, inTurn, request, origin)
        const entering: Entering = (work) =>
          inTurn(async (tx, tenantId) => work(await enter(route, { request, origin, tx, tenantId })))
        if (row.outside) {
          const { ctx, input } = await entering(async (entered) => entered)
          return carryOut(name, row, handler, withoutTx(ctx), input)
        }
        const work = row.prepares ? await prepare(entering, handler) : handler
        const { answer, after } = await entering(async ({ ctx, input, repeatable }) => {
          const done = () => carryOut(name, row, work, ctx, input)
          return {
            after: withoutTx(ctx),
            answer: await (repeatable ? once(ctx, repeatable, done) : done()),
          }
        })
        return handler.afterwards ? row.output.parse(await handler.afterwards(after, answer)) : answer
      }),
    )
  }

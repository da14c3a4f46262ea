/**
 * The statement of a merchant's own account, which its main account has as a file. The file says itself of which provider,
 * account and day it is. It is read as a whole before anything of it is stored, and moves no money.
 */
import {
  addDays,
  countryFacts,
  dayOf,
  type exceptionCalls,
  type ImportedStatement,
  type OnlineClient,
  type ParsedInputOf,
  statementDaysBack,
  statementLinesAtMost,
} from '@slotwise/contract'

import { auditIn } from '../../kernel/audit.ts'
import type { OutsideCtx } from '../../kernel/ctx.ts'
import { inOwnTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { takeOrWait } from '../../kernel/limits.ts'
import { statementOffsetMinutes } from '../../kernel/statement-days.ts'
import type { StatementLine } from '../../ports/payments/payments.ts'
import { BadStatement, OtherAccount } from '../../ports/payments/statements/bad-statement.ts'
import { providerOfFile, statementPieces } from '../../ports/payments/statements/statement-file.ts'
import { accountsOf, maskedId } from '../payaccounts/index.ts'
import type { Reconciled } from './reconcile-service.ts'
import type { Run } from './statement-queries.ts'
import { type Keys, reconcileOwn } from './twins-service.ts'

type File = ParsedInputOf<typeof exceptionCalls.importStatement>
type Own = { pay_account_id: string; account_no: string }

/** Each file may store as many lines and cases as it has. */
const aDay = { max: 100, windowSeconds: 86_400 }
/** No account has this number. */
const noAccount = ''

export async function importStatement(ctx: OutsideCtx, file: File): Promise<ImportedStatement> {
  await takeOrWait(ctx.deps.db.autonomous, `statements:${ctx.tenant.id}`, aDay, ctx.now)
  const client = providerOfFile(file)
  if (!client) throw new AppError('statementUnknown')
  const [account, ...twins] = await accountsNamed(ctx, client, file)
  const lines = await worded(() => linesOf(client, file, account.account_no))
  const day = dayOfLines(ctx.now, lines)
  const tenantId = ctx.tenant.id
  const keys: Keys = [account.pay_account_id, ...twins.map(({ pay_account_id: key }) => key)]
  const compared = await reconcileOwn(ctx.deps, { tenantId, client, keys, day }, () => piecesOf(lines))
  const { matched, differing, ours, theirs, strangers } = summed(compared)
  const shown = { pay_account_id: account.pay_account_id, account_no: maskedId(account.account_no) }
  await inOwnTenant(ctx, (tx) =>
    auditIn(tx, ctx, {
      call: 'importStatement',
      object: 'statement',
      objectId: account.pay_account_id,
      after: { day, client, account: shown.account_no, lines: lines.length, differing },
    }),
  )
  const { currency } = countryFacts[ctx.tenant.country]
  return {
    day,
    client,
    account: shown,
    lines: lines.length,
    matched,
    differing,
    strangers,
    ours,
    theirs,
    currency,
  }
}

function summed({ merchants, strangers }: Reconciled) {
  const sum = (of: (run: Run) => number): number => merchants.reduce((all, run) => all + of(run), 0)
  return {
    matched: sum((run) => run.matched),
    differing: sum((run) => run.differing),
    strangers: strangers.count,
    ours: { paid: sum(({ ours }) => ours.paid), refunded: sum(({ ours }) => ours.refunded) },
    theirs: { paid: sum(({ theirs }) => theirs.paid), refunded: sum(({ theirs }) => theirs.refunded) },
  }
}

/**
 * The merchant's account that the file names, or its only one where files of the provider need not name it. One that was
 * added twice with the same number stands there twice, and either may have received payments.
 */
async function accountsNamed(ctx: OutsideCtx, client: OnlineClient, file: File): Promise<[Own, ...Own[]]> {
  const all = await inOwnTenant(ctx, (tx) => accountsOf({ tx, tenantId: ctx.tenant.id }))
  const own = all.filter(({ provider }) => provider === client)
  const named = await worded(() => accountIn(client, file))
  const found = named === undefined ? own : own.filter(({ account_no: number }) => number === named)
  const [account, ...twins] = found
  if (!account && named !== undefined)
    throw new AppError('statementAccount', { account: maskedId(named.slice(0, 40)) })
  if (!account || twins.some(({ account_no: number }) => number !== account.account_no))
    throw new AppError('statementNoAccount')
  return [account, ...twins]
}

/** The account that the file names; undefined where it has lines and names none. */
async function accountIn(client: OnlineClient, file: File): Promise<string | undefined> {
  try {
    const lines = await linesOf(client, file, noAccount)
    if (lines.length === 0) throw new AppError('statementEmpty')
    return undefined
  } catch (error) {
    if (error instanceof OtherAccount) return error.named
    throw error
  }
}

async function linesOf(client: OnlineClient, file: File, accountNo: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  for await (const piece of statementPieces(client, file, accountNo)) {
    lines.push(...piece)
    if (lines.length > statementLinesAtMost)
      throw new AppError('statementTooLong', { max: statementLinesAtMost })
  }
  return lines
}

function dayOfLines(now: Date, lines: readonly StatementLine[]): string {
  const days = [...new Set(lines.map(({ at }) => dayOf(at, statementOffsetMinutes)))].toSorted()
  const [day, other] = days
  if (day === undefined) throw new AppError('statementEmpty')
  if (other !== undefined) throw new AppError('statementDays', { from: day, to: days.at(-1) ?? other })
  const today = dayOf(now, statementOffsetMinutes)
  // A day that goes on would lack its last payments.
  if (day >= today || day < addDays(today, -statementDaysBack))
    throw new AppError('statementDay', { day, days: statementDaysBack })
  return day
}

/** Words what is wrong with a file for the merchant. */
async function worded<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof BadStatement)) throw error
    throw new AppError('statementBroken', { line: error.line ?? '-' })
  }
}

async function* piecesOf(lines: readonly StatementLine[]): AsyncGenerator<readonly StatementLine[]> {
  yield lines
}

import { exceptionCalls, type ExceptionCase, type InputOf, type StatementRun } from '@slotwise/contract'

import { findCases } from '../src/modules/exceptions/find-service.ts'
import type { TestApp } from './app.ts'
import type { Merchant } from './factories.ts'

type Filter = NonNullable<InputOf<(typeof exceptionCalls)['getCases']>['condition']>

/** Looks for cases of a merchant now, and lists them. */
export async function casesNow(
  app: TestApp,
  owner: Merchant,
  condition: Filter = {},
): Promise<ExceptionCase[]> {
  await findCases(app.deps, owner.tenantId)
  return listCases(app, owner, condition)
}

export async function listCases(
  app: TestApp,
  owner: Merchant,
  condition: Filter = {},
): Promise<ExceptionCase[]> {
  const { body } = await app.call(exceptionCalls.getCases, { condition, pageSize: 100 }, { as: owner })
  return (body.result as unknown as { data: ExceptionCase[] }).data
}

export async function listRuns(app: TestApp, owner: Merchant): Promise<StatementRun[]> {
  const { body } = await app.call(exceptionCalls.getStatementRuns, {}, { as: owner })
  return (body.result as unknown as { data: StatementRun[] }).data
}

/** What a case is about, in one line. */
export const inShort = ({ kind, reason, orderno, amount }: ExceptionCase): string =>
  `${kind} ${reason} ${orderno} ${amount}`

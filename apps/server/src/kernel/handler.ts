import type { AnswerOf, Call, ParsedInputOf } from '@slotwise/contract'

import type { PublicCtx, SessionCtx } from './ctx.ts'

/** What stands behind a row of the contract. Public rows get no user and no transaction. */
export type Handler<C extends Call> = (
  ctx: C['access'] extends 'public' ? PublicCtx : SessionCtx,
  input: ParsedInputOf<C>,
) => Promise<AnswerOf<C>>

/** One handler for each row of a table: a forgotten one does not compile. */
export type HandlersOf<Table extends Record<string, Call>> = { [Name in keyof Table]: Handler<Table[Name]> }

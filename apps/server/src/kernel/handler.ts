import type { AnswerOf, Call, OutputOf, ParsedInputOf } from '@slotwise/contract'

import type { OutsideCtx, PublicCtx, SessionCtx } from './ctx.ts'

/** Goes on after the transaction of a call is committed. Returns the answer, or refuses. */
type Afterwards<C extends Call> = (ctx: OutsideCtx, answer: OutputOf<C>) => Promise<AnswerOf<C>>

/** The rest of a call, in its transaction. */
export type Prepared<Answer> = (ctx: SessionCtx) => Promise<Answer>

/**
 * The function behind a row of the contract. Public rows get no user and no transaction, outside rows and rows that
 * prepare a user only.
 */
export type Handler<C extends Call> = C['prepares'] extends true
  ? (ctx: OutsideCtx, input: ParsedInputOf<C>) => Promise<Prepared<AnswerOf<C>>>
  : ((
      ctx: C['access'] extends 'public' ? PublicCtx : C['outside'] extends true ? OutsideCtx : SessionCtx,
      input: ParsedInputOf<C>,
    ) => Promise<AnswerOf<C>>) & { afterwards?: Afterwards<C> }

/** One handler for each row of a table: a missing one does not compile. */
export type HandlersOf<Table extends Record<string, Call>> = { [Name in keyof Table]: Handler<Table[Name]> }

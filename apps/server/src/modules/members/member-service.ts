import type { List, Member, memberCalls, ParsedInputOf } from '@slotwise/contract'

import type { Ctx } from '../../kernel/ctx.ts'
import { listMembers } from './member-queries.ts'

type Input = ParsedInputOf<(typeof memberCalls)['getMemberList']>

export const getMemberList = (ctx: Ctx, { condition, ...page }: Input): Promise<List<Member>> =>
  listMembers(ctx, page, condition)

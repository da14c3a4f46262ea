import { type Card, joinNames, type Member, memberCalls, memberFieldWords } from '@slotwise/contract'
import { type Field, sheetOf } from '@slotwise/sheets'

import type { Ctx } from '../../kernel/ctx.ts'
import { completed } from '../../kernel/pieces.ts'
import { defineExport, instantField, moneyField } from '../jobs/index.ts'
import { countCards, eachCard } from './card-queries.ts'
import { withDevices } from './card-service.ts'
import { countMembers, eachMember } from './member-queries.ts'

function cardFields(ctx: Ctx): Field<Card>[] {
  const { locale } = ctx
  const label = memberFieldWords[locale]
  return [
    { header: label.cardno, width: 20, of: (card) => card.cardno },
    { header: label.nickname, width: 18, of: (card) => card.nickname },
    { header: label.openid, width: 30, of: (card) => card.openid },
    { header: label.point, kind: 'number', of: (card) => card.point },
    {
      header: label.device,
      width: 36,
      of: ({ device_names: names }) => (names.length === 0 ? label.allDevices : joinNames(locale, names)),
    },
    moneyField(ctx, label.spent, (card) => card.spent),
    { header: label.visits, kind: 'number', of: (card) => card.visits },
    instantField(label.last_visit, (card) => card.last_visit),
    instantField(label.create_at, (card) => card.create_at),
    { header: label.note, width: 36, of: (card) => card.note },
  ]
}

function memberFields(ctx: Ctx): Field<Member>[] {
  const { locale } = ctx
  const label = memberFieldWords[locale]
  return [
    { header: label.nickname, width: 18, of: (member) => member.nickname },
    { header: label.openid, width: 30, of: (member) => member.openid },
    { header: label.cards, width: 36, of: (member) => joinNames(locale, member.cards) },
    { header: label.card_count, kind: 'number', of: (member) => member.card_count },
    { header: label.point, kind: 'number', of: (member) => member.point },
    moneyField(ctx, label.spent, (member) => member.spend),
    { header: label.visits, kind: 'number', of: (member) => member.visits },
    instantField(label.last_visit, (member) => member.last_visit),
  ]
}

/** The cards or members of a filter as a sheet, in the caller's language. */
export const membersExport = defineExport(memberCalls, 'exportCard', {
  async sheet(ctx, request) {
    const label = memberFieldWords[ctx.locale]
    if (request.kind === 'member') {
      const total = await countMembers(ctx, request.condition)
      return sheetOf(label.members, memberFields(ctx), total, eachMember(ctx, request.condition))
    }
    const total = await countCards(ctx, request.condition)
    const cards = completed(eachCard(ctx, request.condition), (rows) => withDevices(ctx, rows))
    return sheetOf(label.cards, cardFields(ctx), total, cards)
  },
})

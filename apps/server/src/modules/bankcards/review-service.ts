/**
 * The operator reviews the cards that merchants hand in: on the command line, or through a reviewer outside whose answers
 * are signed. A card that is reviewed cannot change, so what the reviewer saw is what is decided. A decision can name the
 * time at which the card was sent: it then does not hold for a card that was rejected and sent again meanwhile.
 */
import { type BankCardState, type BankPhotoKind, requiredText } from '@slotwise/contract'

import { writeAudit } from '../../kernel/audit.ts'
import type { Deps, Origin, TenantRef } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { emit } from '../../kernel/events.ts'
import { operator, operatorOrigin } from '../../kernel/operator.ts'
import { tenantIds } from '../../kernel/tenants.ts'
import { openJson } from '../../kernel/vault.ts'
import { type Numbers, numbersAt } from './card-model.ts'
import { moveCard } from './card-queries.ts'
import { readPhotos } from './photo-service.ts'
import * as queries from './review-queries.ts'

export const ReviewReason = requiredText(200)

export type Decision = { state: 'approved' } | { state: 'not_approved'; reason: string }

/**
 * `decided`: the card was in review and is not any more. `known`: it was decided so before. `closed`: it is not in review.
 * `sent again`: what was decided on is not what is in review now.
 */
export type Outcome = 'decided' | 'known' | 'closed' | 'sent again' | 'unknown'

/** A card, and optionally when the reviewed version of it was sent. */
export type CardRef = { tenantId: string; merchantId: string; sentAt?: Date | undefined }

export const decide = (
  deps: Deps,
  { tenantId, merchantId, sentAt }: CardRef,
  decision: Decision,
  origin: Origin = operatorOrigin(deps),
): Promise<Outcome> =>
  inTenant(deps.db.main, tenantId, async (tx): Promise<Outcome> => {
    const ref = { tx, tenantId, now: deps.now() }
    const card = await queries.lockReviewed(ref, merchantId)
    if (!card) return 'unknown'
    if (card.state !== 'reviewing') return card.state === decision.state ? 'known' : 'closed'
    if (sentAt && sentAt.getTime() !== card.state_at.getTime()) return 'sent again'
    await moveCard(ref, merchantId, ['reviewing'], decision)
    await tellOfCards(ref)
    await record(
      ref,
      origin,
      card,
      decision.state === 'approved' ? 'ops.approveBank' : 'ops.rejectBank',
      decision,
    )
    return 'decided'
  })

/**
 * Takes the approval of a card back, because something about it proved to be wrong. Its money is paid out once the merchant
 * has sent the card again and it is approved again.
 */
export const revoke = (
  deps: Deps,
  { tenantId, merchantId }: CardRef,
  reason: string,
  origin: Origin = operatorOrigin(deps),
): Promise<'revoked' | 'closed' | 'unknown'> =>
  inTenant(deps.db.main, tenantId, async (tx) => {
    const ref = { tx, tenantId, now: deps.now() }
    const card = await queries.lockReviewed(ref, merchantId)
    if (!card) return 'unknown'
    if (!(await moveCard(ref, merchantId, ['approved'], { state: 'not_approved', reason }))) return 'closed'
    await tellOfCards(ref)
    await record(ref, origin, card, 'ops.revokeBank', { state: 'not_approved', reason })
    return 'revoked'
  })

type Ref = TenantRef & { now: Date }

const tellOfCards = ({ tx, tenantId, now }: Ref): Promise<void> =>
  emit(tx, tenantId, now, { kind: 'bankCards', data: {} }, { permission: 'bank.manage' })

const record = (
  { tx, tenantId }: Ref,
  origin: Origin,
  { merchant_id: objectId, state, mch_name, acct_name, masked }: queries.ReviewedCard,
  call: `ops.${'approve' | 'reject' | 'revoke'}Bank`,
  after: Decision,
): Promise<void> =>
  writeAudit(tx, tenantId, operator, origin, {
    call,
    object: 'bankCard',
    objectId,
    before: { state },
    after: { mch_name, acct_name, acct_no: masked.acct_no, ...after },
  })

export type WaitingCard = queries.ReviewedCard & { tenantId: string; username: string }

/** The cards of all merchants, or of one, in a state. */
export async function* cardsInState(
  deps: Deps,
  state: BankCardState,
  only?: string,
): AsyncGenerator<WaitingCard> {
  const { main } = deps.db
  for (const tenantId of only === undefined ? await tenantIds(main) : [only]) {
    const [cards, username = ''] = await inTenant(main, tenantId, async (tx) => [
      await queries.listInState({ tx, tenantId }, state),
      await queries.mainUsername({ tx, tenantId }),
    ])
    for (const card of cards) yield { ...card, tenantId, username }
  }
}

type Photo = { kind: BankPhotoKind; mime: string; bytes: Buffer }

/** A card as the reviewer sees it: masked, or with its clear numbers and photos. A look at those is audited. */
export async function showCard(
  deps: Deps,
  { tenantId, merchantId }: CardRef,
  { clear }: { clear: boolean },
): Promise<{ card: Record<string, unknown>; photos: Photo[] } | undefined> {
  const found = await inTenant(deps.db.main, tenantId, async (tx) => {
    const card = await queries.findReviewed({ tx, tenantId }, merchantId)
    if (!card) return undefined
    const { sealed, masked, ...rest } = card
    if (!clear) return { ...rest, ...masked }
    const vault = { tx, tenantId, keys: deps.config.vaultKeys, now: deps.now() }
    const numbers = await openJson<Numbers>(vault, sealed, numbersAt(merchantId))
    const { mch_name, acct_name } = card
    await writeAudit(tx, tenantId, operator, operatorOrigin(deps), {
      call: 'ops.revealBank',
      object: 'bankCard',
      objectId: merchantId,
      after: { mch_name, acct_name, acct_no: masked.acct_no },
    })
    return { ...rest, ...numbers }
  })
  if (!found) return undefined
  const { state_at: stateAt, merchant_id: id, ...card } = found
  return {
    card: { merchant: tenantId, card: id, sent_at: stateAt.toISOString(), ...card },
    photos: clear ? await readPhotos(deps, tenantId, merchantId) : [],
  }
}

/**
 * Invitations. An account that was added without a password gets a code by text message. The code is valid for 72 hours
 * and is used once: the person sets the first password with it, which proves the phone, too. It dies when it is used,
 * withdrawn or sent again, and when the phone, the password or the account is changed by others.
 */
import {
  type accountCalls,
  accountPhone,
  type Country,
  invitationHours,
  type OutputOf,
  type ParsedInputOf,
} from '@slotwise/contract'

import { writeAudit } from '../../kernel/audit.ts'
import type { OutsideCtx, PublicCtx } from '../../kernel/ctx.ts'
import { inTenant, type Tx } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { hashPassword, isPassword } from '../../kernel/passwords.ts'
import { siteOf } from '../../kernel/site.ts'
import { sendWithinLimits } from './codes.ts'
import { newInvitationCode, readInvitationCode } from './invitation-code.ts'
import * as queries from './invitation-queries.ts'
import { addPhoneLogin } from './phone-login-queries.ts'
import { refuseCommon } from './signup-service.ts'

type Input<Name extends keyof typeof accountCalls> = ParsedInputOf<(typeof accountCalls)[Name]>
type Output<Name extends keyof typeof accountCalls> = OutputOf<(typeof accountCalls)[Name]>

/** How many invitations a merchant sends a day: text messages cost money, and go to people who did not ask for them. */
const perMerchant = { max: 100, windowSeconds: 86_400 }

/**
 * The link of an invitation. The code follows the #, so that it is in no log of a server or a proxy. The address by which
 * the caller reached the server is what the caller says, so it is not sent to phones of others: without a configured
 * address, real messages have the code alone.
 */
function linkWith(ctx: OutsideCtx, code: string): { link?: string } {
  const { publicUrl, devInbox } = ctx.deps.config
  return publicUrl !== undefined || devInbox ? { link: `${siteOf(ctx)}/invite#${code}` } : {}
}

/**
 * Sends an invitation to the phone of an account, after the transaction that stores it. `demand` runs in that
 * transaction: it locks the account, judges it again, because it may have changed since the caller did, and audits.
 */
export async function sendInvitation(
  ctx: OutsideCtx,
  accountId: string,
  phone: string,
  demand: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { deps, tenant, now } = ctx
  const store = async () => {
    const code = newInvitationCode(tenant.id)
    const codeHash = readInvitationCode(deps.config.pepper, code)?.codeHash ?? Buffer.alloc(0)
    await inTenant(deps.db.main, tenant.id, async (tx) => {
      await demand(tx)
      const invitation = {
        account_id: accountId,
        code_hash: codeHash,
        phone,
        created_at: now,
        expires_at: new Date(now.getTime() + invitationHours * 3_600_000),
      }
      await queries.putInvitation({ tx, tenantId: tenant.id }, invitation)
    })
    return {
      message: { purpose: 'invite', code, ...linkWith(ctx, code) } as const,
      discard: async () => {
        await inTenant(deps.db.main, tenant.id, (tx) =>
          queries.deleteInvitation({ tx, tenantId: tenant.id }, accountId, codeHash),
        )
      },
    }
  }
  const sender = { key: `invitations:${tenant.id}`, limit: perMerchant }
  await sendWithinLimits(deps, ctx, phone, store, { tooSoonError: 'wait', sender })
}

/** Finds the account of a code; the same refusal for a wrong code, a used one and an old one. */
async function withInvited<T>(
  { deps, now }: PublicCtx,
  code: string,
  work: (
    ref: Parameters<typeof queries.findInvited>[0],
    invited: NonNullable<Awaited<ReturnType<typeof queries.findInvited>>>,
    codeHash: Buffer,
  ) => Promise<T>,
): Promise<T> {
  const read = readInvitationCode(deps.config.pepper, code)
  if (!read) throw new AppError('invitationEnded')
  return inTenant(deps.db.main, read.tenantId, async (tx) => {
    const ref = { tx, tenantId: read.tenantId }
    const invited = await queries.findInvited(ref, read.codeHash, now)
    if (!invited) throw new AppError('invitationEnded')
    // The phone may have been changed while the invitation was being sent.
    if (accountPhone(invited.country as Country, invited.own_phone) !== invited.phone)
      throw new AppError('invitationEnded')
    return work(ref, invited, read.codeHash)
  })
}

/** What the page of an invitation shows. */
export const getInvitation = (
  ctx: PublicCtx,
  { code }: Input<'getInvitation'>,
): Promise<Output<'getInvitation'>> =>
  withInvited(ctx, code, async (_ref, { mch_name: mchName, nickname, username, expires_at: at }) => ({
    mchName,
    nickname,
    username,
    exp: at.toISOString(),
  }))

export async function acceptInvitation(
  ctx: PublicCtx,
  { code, password }: Input<'acceptInvitation'>,
): Promise<Output<'acceptInvitation'>> {
  refuseCommon(password)
  const { operation_hash: pin } = await withInvited(ctx, code, async (_ref, invited) => invited)
  // Hashed between two transactions, because it is slow. The second one finds the code again, or refuses.
  if (pin && (await isPassword(password, ctx.deps.config, pin)))
    throw AppError.atField('password', 'sameAsOperation')
  const passwordHash = await hashPassword(password, ctx.deps.config)
  return withInvited(ctx, code, async (ref, { account_id: id, username, phone }, codeHash) => {
    if (!(await queries.deleteInvitation(ref, id, codeHash))) throw new AppError('invitationEnded')
    await queries.setFirstPassword(ref, id, passwordHash, ctx.now)
    await addPhoneLogin(ref, id, phone)
    await writeAudit(ref.tx, ref.tenantId, { id, username }, ctx, {
      call: 'acceptInvitation',
      object: 'account',
      objectId: id,
    })
    return { username }
  })
}

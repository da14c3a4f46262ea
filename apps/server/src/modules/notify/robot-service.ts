/**
 * Robots of group chats and the merchant's own server as receivers of notices. Their address is as good as a key, so it is
 * stored sealed, never shown again, and forgotten with the receiver. They are told in the language of the account that
 * added them, with links to the address at which it used the console.
 */
import {
  countryFacts,
  type Locale,
  noticeText,
  type Notify,
  type notifyCalls,
  notifyKinds,
  type ParsedInputOf,
  type RobotChannel,
} from '@slotwise/contract'

import { audit } from '../../kernel/audit.ts'
import type { Ctx, Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { AppError } from '../../kernel/errors.ts'
import { siteOf } from '../../kernel/site.ts'
import { openJson, sealJson, vaultOf } from '../../kernel/vault.ts'
import type { ChatChannel, ChatReceiver } from '../../ports/chat/chat.ts'
import { isRobotUrl, robotsPerMinute, sendToRobot } from '../../ports/chat/robots.ts'
import { countryOf } from '../account/index.ts'
import { insertRobotReceiver, setAddress } from './receiver-queries.ts'
import { auditedReceiver, demandReceiver, demandRoom } from './receiver-service.ts'

type Address = { url: string; secret: string; locale: Locale; site: string }

const sealedAt = (notifyId: string) => ({ field: 'receiver.address', record: notifyId })

export async function addRobot(
  ctx: Ctx,
  { channel, name, url, secret }: ParsedInputOf<typeof notifyCalls.addRobot>,
): Promise<Notify> {
  if (!isRobotUrl(channel, url))
    throw AppError.atField('url', channel === 'webhook' ? 'webhookUrl' : 'robotUrl')
  await demandRoom(ctx)
  const id = await insertRobotReceiver(ctx, { channel, name, kinds: notifyKinds })
  const address: Address = { url, secret, locale: ctx.locale, site: siteOf(ctx) }
  await setAddress(ctx, id, await sealJson(vaultOf(ctx), address, sealedAt(id)))
  await audit(ctx, {
    call: 'addRobot',
    object: 'notify',
    objectId: id,
    after: await auditedReceiver(ctx, id),
  })
  return demandReceiver(ctx, id)
}

export const robotChat = (deps: Deps, kind: RobotChannel): ChatChannel => ({
  perMinute: robotsPerMinute(kind),
  async send(to, notice) {
    const { url, secret, locale, site, currency } = await openAddress(deps, to)
    const { title, body, link } = noticeText(locale, notice, currency)
    const lines = body === '' ? [] : body.split('\n')
    return sendToRobot(
      { kind, url, secret },
      { title, lines, link: site + link, notice },
      { ...deps.outgoing, now: () => deps.now() },
    )
  },
})

function openAddress(deps: Deps, { tenantId, notifyId, address }: ChatReceiver) {
  if (!address) throw new Error(`receiver ${notifyId} has no address`)
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const { currency } = countryFacts[await countryOf({ tx, tenantId })]
    const vault = { tx, tenantId, keys: deps.config.vaultKeys, now: deps.now() }
    return { ...(await openJson<Address>(vault, address, sealedAt(notifyId))), currency }
  })
}

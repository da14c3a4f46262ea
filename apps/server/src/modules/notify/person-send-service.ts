/** Notices to people in chat apps, by the operator's account there. */
import {
  clockOf,
  countryFacts,
  dayOf,
  type Locale,
  type NoticeReason,
  noticeText,
  type PersonChannel,
} from '@slotwise/contract'

import type { Deps } from '../../kernel/ctx.ts'
import { inTenant } from '../../kernel/db.ts'
import { openJson } from '../../kernel/vault.ts'
import type { ChatChannel, ChatReceiver } from '../../ports/chat/chat.ts'
import { countryOf } from '../account/index.ts'
import { placeText, todoText } from './person-words.ts'

/** What the app calls the person, the language, and the console to which messages lead. */
export type PersonAddress = { person: string; locale: Locale; site: string }

export const sealedAt = (notifyId: string) => ({ field: 'receiver.address', record: notifyId })

const channelOff: NoticeReason = 'channelOff'

export function personChat(deps: Deps, channel: PersonChannel): ChatChannel {
  const chat = deps.personChats[channel]
  // The operator may have removed the settings for a while.
  if (!chat) return { perMinute: 20, send: async () => ({ state: 'later', why: channelOff }) }
  return {
    perMinute: chat.perMinute,
    accountPerSecond: chat.accountPerSecond,
    async send(to, notice) {
      const { person, locale, site, country } = await openAddress(deps, to)
      const { currency, utcOffsetMinutes } = countryFacts[country]
      const { title, body, link } = noticeText(locale, notice, currency)
      const at = new Date(notice.created_at)
      return chat.send(person, {
        title,
        place: placeText(locale, notice),
        time: `${dayOf(at, utcOffsetMinutes)} ${clockOf(at, utcOffsetMinutes)}`,
        todo: todoText(locale),
        lines: body === '' ? [] : body.split('\n'),
        link: site + link,
      })
    },
  }
}

function openAddress(deps: Deps, { tenantId, notifyId, address }: ChatReceiver) {
  if (!address) throw new Error(`receiver ${notifyId} has no address`)
  return inTenant(deps.db.main, tenantId, async (tx) => {
    const vault = { tx, tenantId, keys: deps.config.vaultKeys, now: deps.now() }
    const opened = await openJson<PersonAddress>(vault, address, sealedAt(notifyId))
    return { ...opened, country: await countryOf({ tx, tenantId }) }
  })
}

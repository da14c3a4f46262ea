/**
 * A WeChat service account (https://developers.weixin.qq.com/doc/service/): QR codes with a scene, and template messages.
 *
 * Each request carries an access token. `stable_token` gives the same token to all who ask while it is good, and renews
 * it five minutes before its end, when the old one stays good. So each process may ask for itself and keep what it got:
 * there is nothing to share. A forced renewal would end the token of the other processes and is limited to 20 a day; it
 * is asked for only when WeChat refuses the very token that it gives out.
 */
import type { NoticeReason } from '@slotwise/contract'

import { callVendor, vendorTimeoutMs } from '../sms/vendor-call.ts'
import type { SendResult } from './chat.ts'
import type { PersonChat, PersonChatWiring, WechatAccountConfig } from './chat.ts'
import { templateData } from './wechat-template.ts'

const defaultUrl = 'https://api.weixin.qq.com'
/** WeChat renews a token so long before its end. */
const renewedS = 300
const leastS = 60
/** Two forced renewals within half a minute count as one at WeChat; a day has 20. */
const forcedEveryMs = 10 * 60_000

/** The token is not right, not good any more, or not given. */
const tokenCodes = new Set([40_001, 40_014, 42_001])
const limitCodes = new Set([45_009, 45_011, 45_047])
/** The person does not follow the account. */
const goneCodes = new Set([43_004, 43_019])
/** What is wrong is not the operator's setting but this person or this text, so that another try ends alike. */
const refusedCodes = new Set([40_003, 43_101, 47_003])

const noAnswer: NoticeReason = 'noAnswer'
const tooMany: NoticeReason = 'tooMany'
const personGone: NoticeReason = 'personGone'

type Body = Record<string, unknown>
/** `code` is WeChat's; undefined when there was no answer. Its texts are dropped, because they may repeat the token. */
type Asked = { ok: true; body: Body } | { ok: false; code?: number; detail: string }
type Token = { text: string; until: number }

/** A failure in WeChat's numbers, for the operator. */
const described = ({ code, detail }: { code?: number; detail: string }): string =>
  code === undefined ? detail : `WeChat: ${code}`

export function wechatAccount(
  { appId, secret, template, url = defaultUrl }: WechatAccountConfig,
  { now = () => new Date(), timeoutMs = vendorTimeoutMs }: PersonChatWiring = {},
): PersonChat {
  let cached: Token | undefined
  let asking: Promise<Token | Extract<Asked, { ok: false }>> | undefined
  let forcedAt = -Infinity

  /** A POST of the content, or a GET without one. */
  async function request(path: string, content: object | undefined, token?: string): Promise<Asked> {
    const target = new URL(path, url)
    if (token !== undefined) target.searchParams.set('access_token', token)
    const answer = await callVendor(
      target,
      content === undefined
        ? { method: 'GET', headers: {} }
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) },
      timeoutMs,
    )
    if (!answer.ok) return { ok: false, detail: answer.detail }
    const { errcode = 0 } = answer.body
    if (answer.status !== 200) return { ok: false, detail: `HTTP ${answer.status}` }
    if (errcode === 0) return { ok: true, body: answer.body }
    return typeof errcode === 'number'
      ? { ok: false, code: errcode, detail: '' }
      : { ok: false, detail: 'an answer without a number' }
  }

  async function askForToken(isForced: boolean): Promise<Token | Extract<Asked, { ok: false }>> {
    const at = now().getTime()
    if (isForced) forcedAt = at
    const answer = await request('/cgi-bin/stable_token', {
      grant_type: 'client_credential',
      appid: appId,
      secret,
      force_refresh: isForced,
    })
    if (!answer.ok) return answer
    const { access_token: text, expires_in: seconds } = answer.body
    if (typeof text !== 'string' || typeof seconds !== 'number')
      return { ok: false, detail: 'an answer without a token' }
    cached = { text, until: at + Math.max(leastS, seconds - renewedS) * 1000 }
    return cached
  }

  /** Requests at the same time wait for one token. `refused` is a token that WeChat did not take. */
  function tokenFor(refused?: string): Promise<Token | Extract<Asked, { ok: false }>> {
    if (cached && cached.text !== refused && cached.until > now().getTime()) return Promise.resolve(cached)
    asking ??= (async () => {
      const token = await askForToken(false)
      const isSame = 'text' in token && token.text === refused
      return isSame && now().getTime() - forcedAt >= forcedEveryMs ? askForToken(true) : token
    })().finally(() => (asking = undefined))
    return asking
  }

  /** A request whose token is refused is repeated once, with another token. */
  async function ask(path: string, content?: object): Promise<Asked> {
    const token = await tokenFor()
    if (!('text' in token)) return token
    const answer = await request(path, content, token.text)
    if (answer.ok || answer.code === undefined || !tokenCodes.has(answer.code)) return answer
    const another = await tokenFor(token.text)
    return 'text' in another ? request(path, content, another.text) : another
  }

  return {
    perMinute: 20,
    accountPerSecond: 25,
    async bindUrl(scene, seconds) {
      const answer = await ask('/cgi-bin/qrcode/create', {
        expire_seconds: seconds,
        action_name: 'QR_STR_SCENE',
        action_info: { scene: { scene_str: scene } },
      })
      const found = answer.ok ? answer.body['url'] : undefined
      return typeof found === 'string' && isWechatUrl(found) ? found : undefined
    },
    async send(person, message) {
      const answer = await ask('/cgi-bin/message/template/send', {
        touser: person,
        template_id: template.id,
        url: message.link,
        data: templateData(template.fields, message),
      })
      return resultOf(answer)
    },
    async probe() {
      const answer = await ask('/cgi-bin/template/get_all_private_template')
      if (!answer.ok) throw new Error(described(answer))
      const content = templateIn(answer.body['template_list'], template.id)
      if (content === undefined) throw new Error('the account has no template of WECHAT_ACCOUNT_TEMPLATE')
      const missing = template.fields.find(({ name }) => !content.includes(`{{${name}.DATA}}`))
      if (missing) throw new Error(`the template has no field ${missing.name}`)
    },
  }
}

/** The text of a template of the account, with its fields. */
function templateIn(list: unknown, id: string): string | undefined {
  if (!Array.isArray(list)) return undefined
  const found = list
    .map((one: unknown) => new Map<string, unknown>(Object.entries(one ?? {})))
    .find((one) => one.get('template_id') === id)
  const content = found?.get('content')
  return typeof content === 'string' ? content : undefined
}

/** The code must lead to WeChat, whatever a proxy answers. */
const isWechatUrl = (text: string): boolean =>
  /^https?:$/.test(URL.parse(text)?.protocol ?? '') && URL.parse(text)?.hostname === 'weixin.qq.com'

/** A wrong setting of the operator is no refusal: the message waits until it is right. */
function resultOf(answer: Asked): SendResult {
  if (answer.ok) return { state: 'sent' }
  const { code } = answer
  if (code === undefined) return { state: 'later', why: noAnswer }
  if (limitCodes.has(code)) return { state: 'later', why: tooMany }
  if (goneCodes.has(code)) return { state: 'gone', why: personGone }
  return { state: refusedCodes.has(code) ? 'refused' : 'later', why: described(answer) }
}

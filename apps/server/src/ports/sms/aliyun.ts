/**
 * Aliyun SendSms (Dysmsapi 2017-05-25), signed with ACS3-HMAC-SHA256. The call takes its parameters in the
 * query string, so the signed body is empty.
 */

import { createHash, createHmac, randomUUID } from 'node:crypto'
import { isE164 } from './sms.ts'
import type { AliyunSmsConfig, SmsMessage, SmsOutcome, SmsSender, SmsWiring } from './sms.ts'
import { callVendor, rejected, unreachable, vendorTimeoutMs } from './vendor-call.ts'

const defaultBaseUrl = 'https://dysmsapi.aliyuncs.com'
const algorithm = 'ACS3-HMAC-SHA256'
const hourS = 3_600
const dayS = 86_400

export function aliyunSms(config: AliyunSmsConfig, wiring: SmsWiring = {}): SmsSender {
  const { baseUrl = defaultBaseUrl, now = () => new Date(), nonce = randomUUID } = wiring
  function call(action: string, parameters: Record<string, string>) {
    const query = canonicalQuery(parameters)
    const url = new URL(`/?${query}`, baseUrl)
    const headers = signed(config, query, {
      host: url.host,
      'x-acs-action': action,
      'x-acs-content-sha256': sha256(''),
      'x-acs-date': `${now().toISOString().slice(0, 19)}Z`,
      'x-acs-signature-nonce': nonce(),
      'x-acs-version': '2017-05-25',
    })
    return callVendor(url, { headers }, wiring.timeoutMs ?? vendorTimeoutMs)
  }
  return {
    name: 'aliyun',
    async send(message: SmsMessage): Promise<SmsOutcome> {
      if (!isE164(message.to)) return rejected('not a phone number')
      const template = config.templates[message.purpose]
      if (template === undefined) return rejected('no template for this purpose')
      const answer = await call('SendSms', {
        PhoneNumbers: vendorNumber(message.to),
        SignName: config.signName,
        TemplateCode: template,
        TemplateParam: JSON.stringify({ code: message.code }),
        OutId: message.dedupeKey,
      })
      return answer.ok ? outcomeOf(answer.body) : answer
    },
    async probe() {
      const answer = await call('QuerySmsSign', { SignName: config.signName })
      if (!answer.ok) throw new Error(answer.detail)
      const { Code: code } = answer.body
      if (code !== 'OK') throw new Error(isCode(code) ? code : 'answer without a usable code')
    },
  }
}

/** Returns the headers with their Authorization. All of them are signed; `query` must be in canonical form. */
export function signed(
  { accessKeyId, accessKeySecret }: Pick<AliyunSmsConfig, 'accessKeyId' | 'accessKeySecret'>,
  query: string,
  headers: Record<string, string>,
): Record<string, string> {
  const names = Object.keys(headers).toSorted()
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const request = ['POST', '/', query, lines, names.join(';'), headers['x-acs-content-sha256']].join('\n')
  const signature = createHmac('sha256', accessKeySecret)
    .update(`${algorithm}\n${sha256(request)}`)
    .digest('hex')
  const authorization = `${algorithm} Credential=${accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { ...headers, authorization }
}

function canonicalQuery(parameters: Record<string, string>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
}

/** RFC 3986: unlike encodeURIComponent, the marks !'()* are escaped too. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Mainland numbers are sent without country code, all others as country code and number. */
function vendorNumber(e164: string): string {
  return e164.startsWith('+86') ? e164.slice(3) : e164.slice(1)
}

const isCode = (code: unknown): code is string => typeof code === 'string' && /^[A-Za-z._]{2,80}$/.test(code)

function outcomeOf(body: Record<string, unknown>): SmsOutcome {
  const { Code: code, BizId: bizId, Message: text } = body
  if (code === 'OK' && typeof bizId === 'string') return { ok: true, id: bizId }
  // Codes are words with dots; any other text is not logged, because it could repeat the phone or the code.
  if (!isCode(code) || code === 'OK') return unreachable('answer without a usable code')
  if (code === 'isp.SYSTEM_ERROR') return unreachable(code)
  const retryAfterS = waitFor(code, typeof text === 'string' ? text : '')
  return retryAfterS === undefined
    ? rejected(code)
    : { ok: false, reason: 'limited', detail: code, retryAfterS }
}

/** Which limit of the phone was hit (minute, hour, day) is only in the Chinese text. */
function waitFor(code: string, text: string): number | undefined {
  if (code === 'isv.DAY_LIMIT_CONTROL' || code === 'isv.MONTH_LIMIT_CONTROL') return dayS
  if (code === 'isv.BUSINESS_LIMIT_CONTROL') {
    if (text.includes('天级')) return dayS
    return text.includes('小时级') ? hourS : 60
  }
  return code.startsWith('Throttling') ? 60 : undefined
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

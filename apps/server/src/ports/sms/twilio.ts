/** Twilio Programmable Messaging: one form POST with Basic authentication. */

import { codeLifeMinutes, isE164 } from './sms.ts'
import type { SmsMessage, SmsOutcome, SmsSender, SmsWiring, TwilioSmsConfig } from './sms.ts'
import { smsText } from './texts.ts'
import { callVendor, rejected, unreachable, vendorTimeoutMs } from './vendor-call.ts'

const defaultBaseUrl = 'https://api.twilio.com'
/** "Too many requests", and full queues of a sender. */
const limitCodes = new Set([14_107, 20_429, 21_611, 30_001])

export function twilioSms(config: TwilioSmsConfig, wiring: SmsWiring = {}): SmsSender {
  const account = encodeURIComponent(config.accountSid)
  const url = new URL(`/2010-04-01/Accounts/${account}/Messages.json`, wiring.baseUrl ?? defaultBaseUrl)
  const credentials = Buffer.from(`${config.accountSid}:${config.authToken}`).toString('base64')
  const sender: Record<string, string> =
    'from' in config.sender
      ? { From: config.sender.from }
      : { MessagingServiceSid: config.sender.messagingServiceSid }
  return {
    name: 'twilio',
    async send(message: SmsMessage): Promise<SmsOutcome> {
      if (!isE164(message.to)) return rejected('not a phone number')
      const form = new URLSearchParams({
        To: message.to,
        ...sender,
        Body: smsText(message),
        // The vendor drops a message that is still queued when its code expires.
        ValidityPeriod: String(codeLifeMinutes * 60),
      })
      const answer = await callVendor(
        url,
        {
          headers: {
            authorization: `Basic ${credentials}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: form.toString(),
        },
        wiring.timeoutMs ?? vendorTimeoutMs,
      )
      return answer.ok ? outcomeOf(answer) : answer
    },
    async probe() {
      const read = { method: 'GET', headers: { authorization: `Basic ${credentials}` } } as const
      const at = new URL(`/2010-04-01/Accounts/${account}.json`, url)
      const answer = await callVendor(at, read, wiring.timeoutMs ?? vendorTimeoutMs)
      if (!answer.ok) throw new Error(answer.detail)
      const { status, body } = answer
      if (status !== 200 || body['status'] !== 'active')
        throw new Error(status === 200 ? 'the account is not active' : described(status, body['code']))
    },
  }
}

function outcomeOf(answer: {
  status: number
  retryAfterS?: number
  body: Record<string, unknown>
}): SmsOutcome {
  const { status, body, retryAfterS = 60 } = answer
  if (status < 300) {
    const { sid, status: state } = body
    if (state === 'failed' || state === 'undelivered') {
      return rejected(described(status, body['error_code']))
    }
    return typeof sid === 'string' && sid !== ''
      ? { ok: true, id: sid }
      : unreachable('answer without a message id')
  }
  const code = body['code']
  const detail = described(status, code)
  return status === 429 || (typeof code === 'number' && limitCodes.has(code))
    ? { ok: false, reason: 'limited', detail, retryAfterS }
    : rejected(detail)
}

/** Error codes have five digits; their texts repeat the phone, so they are left out. */
function described(status: number, code: unknown): string {
  const known = typeof code === 'number' && Number.isInteger(code) && code >= 10_000 && code < 100_000
  return known ? `HTTP ${status}, error ${code}` : `HTTP ${status}`
}

import { aliyunSms } from './aliyun.ts'
import type { SmsConfig, SmsSender, SmsWiring } from './sms.ts'
import { twilioSms } from './twilio.ts'

const noSender: SmsSender = {
  name: 'none',
  send: async () => ({ ok: false, reason: 'rejected', detail: 'no provider is configured for this number' }),
}

/**
 * Sends to mainland numbers by Aliyun and to all others by Twilio; `otherwise` replaces a vendor that is not
 * configured.
 */
export function chooseSms(
  config: SmsConfig,
  otherwise: SmsSender = noSender,
  wiring: SmsWiring = {},
): SmsSender {
  const mainland = config.aliyun ? aliyunSms(config.aliyun, wiring) : otherwise
  const abroad = config.twilio ? twilioSms(config.twilio, wiring) : otherwise
  return {
    name: mainland === abroad ? mainland.name : `${mainland.name}+${abroad.name}`,
    send: (message) => (message.to.startsWith('+86') ? mainland : abroad).send(message),
  }
}

/** The operator's commands about providers of payments, text messages, chats and files. */
import { notifyChannelWords, onlineClients, payClientWords, personChannels } from '@slotwise/contract'

import type { Deps } from '../src/kernel/ctx.ts'
import { telegramBot } from '../src/ports/chat/telegram.ts'
import { aliyunSms } from '../src/ports/sms/aliyun.ts'
import type { SmsWiring } from '../src/ports/sms/sms.ts'
import { twilioSms } from '../src/ports/sms/twilio.ts'
import type { Command } from './ops-options.ts'

type Tried = { line: string; works: boolean }

async function tried(name: string, probe: () => Promise<string>): Promise<Tried> {
  try {
    return { line: `${name}: ${await probe()}`, works: true }
  } catch (error) {
    return {
      line: `${name}: fails, ${error instanceof Error ? error.message : 'without a reason'}`,
      works: false,
    }
  }
}

/** Asks each provider something harmless. Nothing is ordered, paid or sent; a file is written and removed again. */
export async function tryProviders(
  { payments, config, blobs, personChats }: Pick<Deps, 'payments' | 'config' | 'blobs' | 'personChats'>,
  wiring: SmsWiring = {},
): Promise<Tried[]> {
  const byPayment = onlineClients.map((client) =>
    tried(`payments by ${payClientWords['en-US'][client]}`, async () => {
      const provider = payments[client]
      if (!provider) return 'not configured, not offered'
      if (!provider.probe) return 'not configured, the sandbox stands for it'
      const { isSigned } = await provider.probe()
      return isSigned ? 'works, and its answer is rightly signed' : 'works; its answer is not signed'
    }),
  )
  const { aliyun, twilio } = config.sms
  const bySms = [
    { name: 'text messages by Aliyun', sender: aliyun && aliyunSms(aliyun, wiring) },
    { name: 'text messages by Twilio', sender: twilio && twilioSms(twilio, wiring) },
  ].map(({ name, sender }) =>
    tried(name, async () => {
      if (!sender) return 'not configured'
      await sender.probe?.()
      return 'works'
    }),
  )
  const byChat = personChannels.map((channel) =>
    tried(`notices by ${notifyChannelWords['en-US'][channel]}`, async () => {
      const chat = personChats[channel]
      if (!chat) return 'not configured, not offered'
      await chat.probe()
      return 'works'
    }),
  )
  const byFiles = tried(config.s3 ? 'files in the S3 bucket' : 'files on the disk', async () => {
    await blobs.check()
    return 'can be written and read'
  })
  return Promise.all([...byPayment, ...bySms, ...byChat, byFiles])
}

/** Ends with code 1 when a provider fails, so that a script can monitor it. */
async function check(deps: Deps): Promise<void> {
  const all = await tryProviders(deps)
  for (const { line } of all) console.log(line)
  const failed = all.filter(({ works }) => !works).length
  if (failed > 0) throw new Error(`configured providers that fail: ${failed}`)
}

/** Telegram has no page on which the address of events is entered. */
export async function registerTelegram({ config }: Pick<Deps, 'config'>): Promise<string> {
  const { personChats, publicUrl } = config
  if (!personChats.telegram || publicUrl === undefined)
    throw new Error('set TELEGRAM_BOT_TOKEN and the others first')
  const address = `${publicUrl}/chat/telegram`
  await telegramBot(personChats.telegram).register(address)
  return address
}

export const providerCommands: Record<string, Command> = {
  'providers check': {
    usage: 'providers check',
    what: 'ask each configured provider of payments, text messages, chats and files something harmless, and say whether keys and numbers are right; ends with code 1 when one fails',
    run: check,
  },
  'providers telegram': {
    usage: 'providers telegram',
    what: 'have Telegram send the events of the bot to this installation; needed once, and after PUBLIC_URL or TELEGRAM_SECRET has changed',
    run: async (deps) => console.log(`Telegram sends its events to ${await registerTelegram(deps)}`),
  },
}

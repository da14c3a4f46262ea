import { bindSeconds, notifyCalls } from '@slotwise/contract'
import type { Page } from '@playwright/test'

export const chatCodes = {
  wechat: 'http://weixin.qq.com/q/02abcdefghijk',
  telegram: 'https://t.me/slotwise_bot?start=1_abc',
}

/** Answers as a server whose operator has accounts in chat apps, which that of the journeys has not. */
export async function answerWithChats(page: Page): Promise<void> {
  const answer = (result: unknown) => ({ json: { rcode: 0, msg: '', result } })
  await page.route(`**${notifyCalls.getNotifyChannels.path}`, (route) =>
    route.fulfill(answer({ channels: ['wechat', 'inbox', 'telegram'] })),
  )
  await page.route(`**${notifyCalls.getNotifyBindUrl.path}`, (route) => {
    const { channel } = route.request().postDataJSON() as { channel: string }
    const url = new Map(Object.entries(chatCodes)).get(channel)
    const expires = new Date(Date.now() + bindSeconds * 1000).toISOString()
    return url === undefined
      ? route.continue()
      : route.fulfill(answer({ bind_url: url, expires_at: expires }))
  })
}

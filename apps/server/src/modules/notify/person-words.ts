import { fill, type Locale, type Notice, type PersonChannel, words } from '@slotwise/contract'

/** What a person in a chat app is called, and what a template says beside what happened. */
export const personWords = words({
  'name.wechat': ['微信用户 {end}', '微信使用者 {end}', 'WeChat user {end}'],
  'name.telegram': ['Telegram 用户 {end}', 'Telegram 使用者 {end}', 'Telegram user {end}'],
  todo: ['点击查看详情', '點擊檢視詳情', 'Tap for details'],
  machineAt: ['{store} {device}', '{store} {device}', '{store}, {device}'],
  stores: ['{count} 家门店', '{count} 家門店', '{count} stores'],
})

/** How a person is answered of whom no language is known. */
export const strangerLocales: Record<PersonChannel, Locale> = { wechat: 'zh-CN', telegram: 'en-US' }

/** What a person is answered in the chat. */
export const replyWords = words({
  'bound.wechat': [
    '绑定成功，“{merchant}”的设备和退款通知会发到这里。取消关注即停止接收。',
    '綁定成功，「{merchant}」的設備和退款通知會傳送到這裡。取消關注即停止接收。',
    'Done. Notifications of {merchant} about devices and refunds arrive here. Unfollow to stop them.',
  ],
  'bound.telegram': [
    '绑定成功，“{merchant}”的设备和退款通知会发到这里。发送 /stop 停止接收。',
    '綁定成功，「{merchant}」的設備和退款通知會傳送到這裡。傳送 /stop 停止接收。',
    'Done. Notifications of {merchant} about devices and refunds arrive here. Send /stop to stop them.',
  ],
  over: [
    '二维码已失效，请在后台重新获取后再扫。',
    'QR 碼已失效，請在後台重新取得後再掃。',
    'This code has expired. Ask for a new one and scan that.',
  ],
  full: [
    '接收人已满，请联系商户主账号。',
    '接收人已滿，請聯絡商家主帳號。',
    'There are too many recipients already.',
  ],
  stopped: [
    '已停止接收。需要时请重新扫码绑定。',
    '已停止接收。需要時請重新掃碼綁定。',
    'You get no more notifications. To get them again, scan a new code.',
  ],
  hello: [
    '请在商户后台“消息通知”中打开二维码并扫描。',
    '請在商家後台「訊息通知」中開啟 QR 碼並掃描。',
    'To get notifications, scan the code on the page “Notifications” of the console.',
  ],
})

export type Reply = 'bound.wechat' | 'bound.telegram' | 'over' | 'full' | 'stopped' | 'hello'
export const replyText = (locale: Locale, reply: Reply, merchant = ''): string =>
  fill(replyWords[locale][reply], { merchant })

/** A name by which persons of one app can be told apart: WeChat tells none. */
export const personName = (locale: Locale, channel: 'wechat' | 'telegram', person: string): string =>
  fill(personWords[locale][`name.${channel}`], { end: person.slice(-4) })

export const todoText = (locale: Locale): string => personWords[locale].todo

/** Where it happened: the machine and its store, the store, or how many stores. */
export function placeText(locale: Locale, { groups, items, count }: Notice): string {
  const stores = new Map(
    groups.flatMap(({ store, store_name: name }) => (store === null ? [] : [[store, name ?? '']])),
  )
  const [store = ''] = stores.values()
  const machine = count === 1 ? (items[0]?.title ?? '') : ''
  if (stores.size > 1) return fill(personWords[locale].stores, { count: stores.size })
  if (store === '' || machine === '') return store || machine
  return fill(personWords[locale].machineAt, { store, device: machine })
}

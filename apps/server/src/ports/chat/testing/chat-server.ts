/** WeChat and Telegram on the loopback interface: they know their account, count tokens and check messages as the originals do. */
import { type VendorAnswer, type VendorRequest, vendorServer } from '../../sms/testing/vendor-server.ts'
import type { TelegramConfig, WechatAccountConfig } from '../chat.ts'

type Content = Record<string, unknown>
const json = (body: unknown, status = 200): VendorAnswer => ({ status, body: JSON.stringify(body) })

const templateId = 'ngqIpbwh8bUfcSsECmogfXcV14J0tQlEpBO27izEYtY'
const wechat = {
  appId: 'wx0123456789abcdef',
  secret: '0123456789abcdef0123456789abcdef',
  token: 'tokenOfEvents',
  template: {
    id: templateId,
    fields: [
      { source: 'title', name: 'thing1' },
      { source: 'place', name: 'thing2' },
      { source: 'time', name: 'time3' },
      { source: 'todo', name: 'character_string4' },
    ],
  },
} satisfies WechatAccountConfig
const telegram = {
  token: '123456789:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp12',
  name: 'slotwise_bot',
  secret: 'secret-of-the-webhook',
} satisfies TelegramConfig

/** What WeChat checks of a field: 47003 otherwise. */
const isTaken = (name: string, value: string): boolean => {
  if (value === '') return false
  if (name.startsWith('thing')) return value.length <= 20
  if (name.startsWith('character_string')) return /^[\u{20}-\u{7e}]{1,32}$/u.test(value)
  return /^\d{4}年\d{2}月\d{2}日 \d{2}:\d{2}$/.test(value)
}

export async function chatServer() {
  const sent: { person: string; content: Content }[] = []
  const scenes: string[] = []
  let webhook: Content = { url: '' }
  let tokens = 1
  /** Answers that come before the usual ones, by a part of the path. */
  const next: [path: string, answer: VendorAnswer][] = []

  function wechatAnswer({ path, query, body, method }: VendorRequest): VendorAnswer {
    const content = (body === '' ? {} : JSON.parse(body)) as Content
    if (path === '/cgi-bin/stable_token') {
      if (content['appid'] !== wechat.appId || content['secret'] !== wechat.secret)
        return json({ errcode: 40_125, errmsg: 'invalid appsecret' })
      if (content['force_refresh'] === true) tokens += 1
      return json({ access_token: `token-${tokens}`, expires_in: 7200 })
    }
    if (new URLSearchParams(query).get('access_token') !== `token-${tokens}`)
      return json({ errcode: 42_001, errmsg: `access_token expired ${query}` })
    if (path === '/cgi-bin/template/get_all_private_template')
      return method === 'GET'
        ? json({
            template_list: [
              {
                template_id: templateId,
                content: '{{thing1.DATA}} {{thing2.DATA}} {{time3.DATA}} {{character_string4.DATA}}',
              },
            ],
          })
        : json({ errcode: 43_001 })
    if (path === '/cgi-bin/qrcode/create') {
      const { action_name: action, expire_seconds: seconds } = content
      const scene = (content['action_info'] as { scene?: { scene_str?: string } }).scene?.scene_str ?? ''
      if (action !== 'QR_STR_SCENE' || scene.length < 1 || scene.length > 64) return json({ errcode: 40_097 })
      scenes.push(scene)
      return json({ ticket: 'gQH', expire_seconds: seconds, url: `http://weixin.qq.com/q/${scenes.length}` })
    }
    if (path !== '/cgi-bin/message/template/send') return json({ errcode: 40_066 })
    if (content['template_id'] !== templateId) return json({ errcode: 40_037 })
    const data = content['data'] as Record<string, { value: string }>
    if (!Object.entries(data).every(([name, { value }]) => isTaken(name, value)))
      return json({ errcode: 47_003 })
    sent.push({ person: String(content['touser']), content })
    return json({ errcode: 0, msgid: 200_228_332 })
  }

  function telegramAnswer({ path, body }: VendorRequest): VendorAnswer {
    const method = path.slice(`/bot${telegram.token}/`.length)
    if (!path.startsWith(`/bot${telegram.token}/`))
      return json({ ok: false, error_code: 401, description: 'Unauthorized' }, 401)
    const content = JSON.parse(body) as Content
    if (method === 'getMe') return json({ ok: true, result: { is_bot: true, username: 'Slotwise_bot' } })
    if (method === 'getWebhookInfo') return json({ ok: true, result: webhook })
    if (method === 'setWebhook') {
      webhook = content
      return json({ ok: true, result: true })
    }
    if (method !== 'sendMessage') return json({ ok: false, description: 'Not Found' }, 404)
    const text = String(content['text'])
    if (text.length > 4096 || 'parse_mode' in content)
      return json({ ok: false, description: 'Bad Request: message is too long' }, 400)
    sent.push({ person: String(content['chat_id']), content })
    return json({ ok: true, result: { message_id: sent.length } })
  }

  const server = await vendorServer((request) => {
    const at = next.findIndex(([path]) => request.path.includes(path))
    const [found] = at < 0 ? [] : next.splice(at, 1)
    if (found) return found[1]
    return request.path.startsWith('/bot') ? telegramAnswer(request) : wechatAnswer(request)
  })
  return {
    ...server,
    config: {
      wechat: { ...wechat, url: server.baseUrl },
      telegram: { ...telegram, url: server.baseUrl },
    },
    sent,
    scenes,
    webhook: () => webhook,
    /** The next request to such a path is answered so. */
    answerNext: (path: string, answer: VendorAnswer) => next.push([path, answer]),
    /** Another process renewed the token by force, so that the present one is not good any more. */
    endToken: () => (tokens += 1),
  }
}

export type ChatServer = Awaited<ReturnType<typeof chatServer>>

import { beforeAll, beforeEach, expect, test, vi } from 'vitest'

type Listener = (event: Record<string, unknown>) => void
const listeners = new Map<string, Listener>()
const origin = 'https://console.example'

/** The worker adds its listeners when it is loaded, which happens once. */
beforeAll(async () => {
  vi.stubGlobal('addEventListener', (name: string, listener: Listener) => listeners.set(name, listener))
  await import('./push-worker.ts')
})

const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>()
const subscribe = vi.fn<(options: unknown) => Promise<unknown>>()
const openWindow = vi.fn<(url: string) => Promise<void>>()
let windows: OpenPage[]

beforeEach(() => {
  for (const mock of [showNotification, subscribe, openWindow]) mock.mockReset().mockResolvedValue(undefined)
  windows = []
  vi.stubGlobal('location', { origin })
  vi.stubGlobal('registration', { showNotification, pushManager: { subscribe } })
  vi.stubGlobal('clients', { openWindow, matchAll: async () => windows })
})

/** A page of the site. It answers what it is asked, unless it is still loading. */
class OpenPage {
  readonly url: string
  readonly #isLoading: boolean
  readonly heard: unknown[] = []
  readonly focus = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('not allowed'))

  constructor(path: string, { isLoading = false } = {}) {
    this.url = origin + path
    this.#isLoading = isLoading
  }

  postMessage(message: unknown, [port]: MessagePort[]): void {
    this.heard.push(message)
    if (!this.#isLoading) port?.postMessage('followed')
  }
}

async function happen(name: string, event: Record<string, unknown>): Promise<void> {
  let work: Promise<unknown> = Promise.resolve()
  listeners.get(name)?.({ ...event, waitUntil: (asked: Promise<unknown>) => (work = asked) })
  await work
}

const push = (message: unknown) => happen('push', { data: { json: () => message } })
const click = (link: unknown) =>
  happen('notificationclick', { notification: { close: () => undefined, data: { link } } })

test('shows a message, in the place of an earlier one of the same topic', async () => {
  await push({ title: 'Pier 3: Lobby is offline', body: 'Mall: …', link: '/device/1', topic: 'notice-7' })
  expect(showNotification).toHaveBeenCalledWith('Pier 3: Lobby is offline', {
    body: 'Mall: …',
    icon: '/icon-192.png',
    data: { link: '/device/1' },
    tag: 'notice-7',
    renotify: true,
  })
})

test.each([
  ['nothing', null],
  ['no JSON', { json: () => JSON.parse('<p>') as unknown }],
  ['other fields', { json: () => ({ title: 5, note: 'x' }) }],
  ['no object', { json: () => null }],
])('shows something for %s, as browsers demand', async (_what, data) => {
  await happen('push', { data })
  expect(showNotification).toHaveBeenCalledWith('Slotwise', {
    body: '',
    icon: '/icon-192.png',
    data: { link: '' },
  })
})

test('a click goes to the page in the console that was used last', async () => {
  const [login, used, other] = [
    new OpenPage('/login?agent=x'),
    new OpenPage('/goods'),
    new OpenPage('/device'),
  ]
  windows = [login, used, other]
  await click('/device/SW1?tab=slots')
  expect(used.focus).toHaveBeenCalled()
  expect(used.heard).toEqual([{ kind: 'open', link: '/device/SW1?tab=slots' }])
  expect([...login.heard, ...other.heard]).toEqual([])
  expect(openWindow).not.toHaveBeenCalled()
})

test('a click opens a window without a console, and for one that does not answer', async () => {
  windows = [new OpenPage('/login')]
  await click('/alerts')
  expect(openWindow).toHaveBeenLastCalledWith('/alerts')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    windows = [new OpenPage('/device', { isLoading: true })]
    const clicked = click('/buyOrder?bill=1')
    await vi.advanceTimersByTimeAsync(1_000)
    await clicked
  } finally {
    vi.useRealTimers()
  }
  expect(openWindow).toHaveBeenLastCalledWith('/buyOrder?bill=1')
})

test.each([['https://evil.example/x'], ['//evil.example/x'], ['javascript:alert(1)'], [''], [undefined]])(
  'the link %s leads to the inbox',
  async (link) => {
    await click(link)
    expect(openWindow).toHaveBeenCalledWith('/inbox')
  },
)

test('a subscription that the browser has ended is made again, and open consoles tell the server', async () => {
  windows = [new OpenPage('/goods')]
  const options = { userVisibleOnly: true, applicationServerKey: new ArrayBuffer(65) }
  await happen('pushsubscriptionchange', { oldSubscription: { options }, newSubscription: null })
  expect(subscribe).toHaveBeenCalledWith(options)
  expect(windows[0]?.heard).toEqual([{ kind: 'renewed' }])
})

test('one that the browser has replaced is only told', async () => {
  windows = [new OpenPage('/goods')]
  await happen('pushsubscriptionchange', { oldSubscription: null, newSubscription: {} })
  expect(subscribe).not.toHaveBeenCalled()
  expect(windows[0]?.heard).toEqual([{ kind: 'renewed' }])
})

import { workerOf } from '../../lib/worker.ts'

/** Why a browser cannot show messages while the console is closed. */
export type PushLack = 'insecure' | 'homeScreen' | 'unsupported'

/** What this console asks of a browser; tests have one of their own. */
export type PushBrowser = {
  lack: () => PushLack | undefined
  permission: () => NotificationPermission
  /** Must be called in the click, before anything else is awaited. */
  askPermission: () => Promise<NotificationPermission>
  subscription: () => Promise<PushSubscription | null>
  subscribe: (key: string) => Promise<PushSubscription>
}

/** iPads call themselves Macs, but no Mac has a touch screen. */
const isApplePhone = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)

export const thisBrowser: PushBrowser = {
  lack: () => {
    if (!isSecureContext) return 'insecure'
    if ('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window) return undefined
    // There they exist only in pages that were opened from the home screen.
    return isApplePhone() ? 'homeScreen' : 'unsupported'
  },
  permission: () => Notification.permission,
  askPermission: () => Notification.requestPermission(),
  subscription: async () => {
    const registration = await navigator.serviceWorker.getRegistration('/')
    return (await registration?.pushManager.getSubscription()) ?? null
  },
  subscribe: async (key) => {
    const registration = await workerOf()
    if (!registration) throw new Error('the browser has no service workers')
    return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  },
}

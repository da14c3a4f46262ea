/** The part of a service worker's scope that is used here: TypeScript has the types of pages or of workers, not of both. */
export type Lasting = { waitUntil: (work: Promise<unknown>) => void }
export type OpenWindow = {
  url: string
  focus: () => Promise<unknown>
  postMessage: (message: unknown, transfer: Transferable[]) => void
}
type WorkerEvents = {
  install: Lasting
  activate: Lasting
  fetch: { request: Request; respondWith: (answer: Promise<Response>) => void } & Lasting
  message: Lasting & { data: unknown }
  sync: Lasting & { tag: string }
  push: Lasting & { data: { json: () => unknown } | null }
  notificationclick: Lasting & { notification: Notification }
  pushsubscriptionchange: Lasting & {
    oldSubscription?: PushSubscription | null
    newSubscription?: PushSubscription | null
  }
}

export type WorkerScope = {
  location: { origin: string }
  registration: ServiceWorkerRegistration
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly OpenWindow[]>
    openWindow: (url: string) => Promise<unknown>
  }
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void
}

/** The service worker of the console (`push-worker.ts`), which there is once: for messages, and for work without a network. */
const path = '/push-worker.js'

const container = (): ServiceWorkerContainer | undefined =>
  // Missing on insecure pages, which TypeScript does not know.
  (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker

/** Registers the worker, or updates it. Returns undefined where there is none: on insecure pages and in some browsers. */
export async function workerOf(): Promise<ServiceWorkerRegistration | undefined> {
  const workers = container()
  if (!workers) return undefined
  await workers.register(path, {
    scope: '/',
    updateViaCache: 'none',
    // While developing, the worker is not bundled.
    type: import.meta.env.DEV ? 'module' : 'classic',
  })
  return workers.ready
}

/**
 * An installed console starts without the browser's frame, so that its error page would leave the user without a way on:
 * the worker says instead that there is no network.
 */
export function registerWhenInstalled(): void {
  const { standalone } = navigator as { standalone?: boolean }
  if (standalone !== true && !matchMedia('(display-mode: standalone)').matches) return
  workerOf().catch(() => undefined)
}

/** Whether files may come from the worker, so that loading them makes sense without a network. */
export const hasWorker = (): boolean => container()?.controller != null

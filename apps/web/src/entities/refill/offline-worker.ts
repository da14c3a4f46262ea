/** What the console asks of its service worker, so that the page at the machine opens without a network. */
import { workerOf } from '../../lib/worker.ts'

const tell = async (message: unknown): Promise<void> => {
  const registration = await workerOf()
  registration?.active?.postMessage(message)
}

/** Keeps the files of the page in this browser, and these pictures. Without a worker nothing is kept. */
export function keepOffline(pictures: readonly string[]): void {
  tell({ kind: 'keep', pictures }).catch(() => undefined)
}

/** Has the browser wake the worker when the network is back, where it can (Background Sync). */
export function askForSync(): void {
  workerOf()
    .then((registration) => {
      const { sync } = (registration ?? {}) as { sync?: { register: (tag: string) => Promise<void> } }
      return sync?.register('slotwise-visits')
    })
    .catch(() => undefined)
}

/** Forgets the pictures of the account that logs out; the files of the console are the same for everyone. */
export async function forgetOffline(): Promise<void> {
  const { caches: kept } = globalThis as { caches?: CacheStorage }
  await kept?.delete('slotwise-pictures')
}

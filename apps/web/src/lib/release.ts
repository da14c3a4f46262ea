/**
 * After a release the files of the old page are gone; a reload brings the new ones. It is done only when the server
 * itself says that the file is gone: without a network, or with a poor one, the browser would show its own error page,
 * and everything on ours would be lost. It is done once per release, so that a release that lacks a file does not
 * reload for ever.
 */
export type Release = {
  /** The page's own script, whose name changes with every release. */
  entry: string | undefined
  /** The HTTP status of a file; undefined when no answer came. */
  statusOf: (file: string) => Promise<number | undefined>
  /** The entry of the page that this tab last reloaded because of a release. */
  left: { read: () => string | null; write: (entry: string) => void }
  reload: () => void
}

/** True when the page is being reloaded. */
export async function leaveReplacedRelease(error: unknown, release = thisRelease()): Promise<boolean> {
  const { entry, statusOf, left, reload } = release
  if (entry === undefined) return false
  try {
    if (left.read() === entry || (await statusOf(fileNamedIn(error) ?? entry)) !== 404) return false
    left.write(entry)
  } catch {
    // Without storage the reload would repeat for ever.
    return false
  }
  reload()
  return true
}

/** Most browsers name the file in the error; Safari does not. */
const fileNamedIn = (error: unknown): string | undefined =>
  error instanceof Error ? /\S+\/assets\/\S+\.(js|css)/.exec(error.message)?.[0] : undefined

const key = 'slotwise.reloaded'
const limitMs = 5_000

const thisRelease = (): Release => ({
  entry: document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src,
  statusOf: async (file) => {
    try {
      const signal = AbortSignal.timeout(limitMs)
      return (await fetch(file, { method: 'HEAD', cache: 'no-store', signal })).status
    } catch {
      return undefined
    }
  },
  left: {
    read: () => sessionStorage.getItem(key),
    write: (entry) => sessionStorage.setItem(key, entry),
  },
  reload: () => location.reload(),
})

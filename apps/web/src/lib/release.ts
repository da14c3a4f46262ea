/**
 * After a release the files of the old page are gone; loading the page anew brings the new ones. That is right only
 * when the server itself says that the file is gone: without a network, or with a poor one, the browser would show a
 * page of its own, and everything on ours would be lost. Once for each release: one that lacks a file stays as it is.
 */
export type Release = {
  /** The page's own script, whose name changes with every release. */
  entry: string | undefined
  /** What the server says of a file; undefined when it says nothing. */
  statusOf: (file: string) => Promise<number | undefined>
  /** The entry of the page that was last left for a new one, in this tab. */
  left: { read: () => string | null; write: (entry: string) => void }
  reload: () => void
}

/** True when the page is being loaded anew. */
export async function leaveReplacedRelease(error: unknown, release = thisRelease()): Promise<boolean> {
  const { entry, statusOf, left, reload } = release
  if (entry === undefined) return false
  try {
    if (left.read() === entry || (await statusOf(fileNamedIn(error) ?? entry)) !== 404) return false
    left.write(entry)
  } catch {
    // A browser that keeps nothing would do it again and again.
    return false
  }
  reload()
  return true
}

/** Most browsers say which file it was; Safari does not. */
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

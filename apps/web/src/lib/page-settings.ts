/** Settings that the server passes to the page in two meta tags of index.html. */
export type PageSettings = {
  /** This host shows English by default. */
  forceEnglish: boolean
  /** The demo merchant exists; the login page shows how to get in. */
  demo: boolean
  /** Text messages go to /dev/inbox instead of a phone. */
  inbox: boolean
  /** Pages that a merchant agrees to when signing up. */
  terms: { terms: string; privacy: string } | undefined
  /** For style elements created at run time: the content security policy allows no others. */
  nonce: string
}

type Read = (name: string) => string | undefined

export function readPageSettings(read: Read): PageSettings {
  let settings: Partial<Record<keyof PageSettings, unknown>> = {}
  try {
    settings = JSON.parse(read('slotwise') ?? '{}') as typeof settings
  } catch {
    // The page was not served by our server: every setting is off.
  }
  return {
    forceEnglish: settings.forceEnglish === true,
    demo: settings.demo === true,
    inbox: settings.inbox === true,
    terms: pagesIn(settings.terms),
    nonce: read('csp-nonce') ?? '',
  }
}

function pagesIn(value: unknown): PageSettings['terms'] {
  const { terms, privacy } = (value ?? {}) as Record<string, unknown>
  return typeof terms === 'string' && typeof privacy === 'string' ? { terms, privacy } : undefined
}

const fromMeta: Read = (name) =>
  typeof document === 'undefined'
    ? undefined
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? undefined)

export const pageSettings: PageSettings = readPageSettings(fromMeta)

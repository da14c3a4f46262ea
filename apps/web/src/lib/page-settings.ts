/** What the server tells the page through two meta tags of index.html. */
export type PageSettings = {
  /** This host speaks English first. */
  forceEnglish: boolean
  /** The demo merchant exists; the login page shows how to get in. */
  demo: boolean
  /** Text messages go to /dev/inbox instead of a phone. */
  inbox: boolean
  /** For style elements made at run time: the content security policy lets no other through. */
  nonce: string
}

type Read = (name: string) => string | undefined

export function readPageSettings(read: Read): PageSettings {
  let told: Partial<Record<keyof PageSettings, unknown>> = {}
  try {
    told = JSON.parse(read('slotwise') ?? '{}') as typeof told
  } catch {
    // A page served without our server: every setting is off.
  }
  return {
    forceEnglish: told.forceEnglish === true,
    demo: told.demo === true,
    inbox: told.inbox === true,
    nonce: read('csp-nonce') ?? '',
  }
}

const fromMeta: Read = (name) =>
  typeof document === 'undefined'
    ? undefined
    : (document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? undefined)

export const pageSettings: PageSettings = readPageSettings(fromMeta)

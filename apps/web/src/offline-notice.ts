/** What the service worker answers when nothing is kept and there is no network, in place of the browser's error page. */
import type { offlineWords } from './offline-words.ts'

/** Filled in by `scripts/build.mjs`, because the contract would make the worker ten times as large. */
declare const __OFFLINE_WORDS__: typeof offlineWords | undefined

type Chosen = { get: (name: string) => Promise<{ value?: string } | null> }

/** The language that was chosen in the console, where the browser lets a worker read it, else that of the browser. */
async function localeOf(): Promise<keyof typeof offlineWords> {
  const { cookieStore } = globalThis as { cookieStore?: Chosen }
  const chosen = await cookieStore?.get('language').catch(() => null)
  const tag = chosen?.value ?? navigator.language
  if (/^zh-(tw|hk|mo|hant)/i.test(tag)) return 'zh-TW'
  return /^en/i.test(tag) ? 'en-US' : 'zh-CN'
}

const style = `
  :root { color-scheme: light dark }
  body { display: grid; place-content: center; min-height: 100vh; margin: 0; padding: 24px; box-sizing: border-box;
    font: 16px/1.6 system-ui, sans-serif; text-align: center; background: Canvas; color: CanvasText }
  main { max-width: 26em }
  h1 { margin: 0; font-size: 20px }
  a { display: inline-block; padding: 10px 24px; border-radius: 8px; background: #1d3a8f; color: #fff; text-decoration: none }`

/** Undefined while developing. */
export async function offlineNotice(): Promise<Response | undefined> {
  if (typeof __OFFLINE_WORDS__ === 'undefined') return undefined
  const locale = await localeOf()
  const { title, text, retry } = __OFFLINE_WORDS__[locale]
  const page = `<!doctype html><html lang="${locale}"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style>
<main><h1>${title}</h1><p>${text}</p><a href="">${retry}</a></main></html>`
  return new Response(page, { status: 503, headers: { 'content-type': 'text/html; charset=utf-8' } })
}

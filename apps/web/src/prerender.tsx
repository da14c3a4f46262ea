/** Renders the login page at build time, exactly as the script renders it when it takes the page over. */
import type { Locale } from '@slotwise/contract'
import { renderToString } from 'react-dom/server'

import { PublicApp } from './app/public-app.tsx'
import { renderIn } from './lib/i18n.tsx'
import { pageSettings } from './lib/page-settings.ts'

/** What the app reads of a browser while it renders. */
const browser = { location: new URL('http://localhost/login'), history: { state: null } }

export function renderLogin(locale: Locale, demo: boolean): { title: string; html: string } {
  const { location, history } = globalThis
  Object.assign(globalThis, browser)
  pageSettings.demo = demo
  renderIn(locale)
  try {
    return titleAndHtml(renderToString(<PublicApp />))
  } finally {
    Object.assign(globalThis, { location, history })
    pageSettings.demo = false
    renderIn(undefined)
  }
}

/** The title belongs into the head, and the year is that of the visit. */
function titleAndHtml(rendered: string): { title: string; html: string } {
  const [element = '', title = ''] = /<title>(.*?)<\/title>/.exec(rendered) ?? []
  return { title, html: rendered.replace(element, '').replace(`© ${new Date().getFullYear()}`, '© __YEAR__') }
}

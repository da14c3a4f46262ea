/**
 * Runs in the head of the page, before the first paint (`lib/served-page.ts`): chooses the theme, and decides whether the
 * visitor is to see the login page that was served. `scripts/pages.mjs` puts it into the page as text, so it imports
 * nothing large.
 */
import { isDesktopChatBrowser } from './lib/chat-browser.ts'
import { leadsToLogin } from './lib/public-paths.ts'
import { agentKey, sessionKey, themeKey } from './lib/stored-keys.ts'

const { documentElement: page } = document

/** Null where the browser forbids storage. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function hasSession(): boolean {
  try {
    const { exp } = JSON.parse(stored(sessionKey) ?? '{}') as { exp?: string }
    return Date.parse(exp ?? '') > Date.now()
  } catch {
    return false
  }
}

const isWaiting = (): boolean => page.dataset['start'] !== undefined

/** Buttons work once the script is there. Until then the form would be sent to no page of ours. */
function keepPress(event: Event): void {
  const pressed = event.target instanceof Element ? event.target.closest('form, button') : null
  if (!isWaiting() || !pressed) return
  if (event.type === 'submit') event.preventDefault()
  else if (!pressed.matches('button[type=button]')) return
  document.querySelector('[data-pressed]')?.removeAttribute('data-pressed')
  pressed.setAttribute('data-pressed', '')
}

const chosen = stored(themeKey)
const isDark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
page.dataset['theme'] = isDark ? 'dark' : 'light'

const showsLogin =
  leadsToLogin(location.pathname) && !hasSession() && !isDesktopChatBrowser(navigator.userAgent)
page.dataset['start'] = showsLogin ? 'login' : 'other'
if (!showsLogin) document.title = 'Slotwise'
// The name of the reseller is known to the script alone, so ours is not shown meanwhile.
if (stored(agentKey) !== null || /[?&]agent=/.test(location.search)) page.dataset['agent'] = ''

addEventListener('submit', keepPress)
addEventListener('click', keepPress)
addEventListener(
  'error',
  ({ target }) => {
    if (isWaiting() && target instanceof HTMLScriptElement) page.dataset['failed'] = ''
  },
  true,
)

import './lib/zod-without-eval.ts'

import { createRoot } from 'react-dom/client'

import { prefetchConsole, PublicApp } from './app/public-app.tsx'
import { rememberAgent } from './lib/agent.ts'
import { isDesktopChatBrowser } from './lib/chat-browser.ts'
import { startLocale } from './lib/i18n.tsx'
import { currentPath, go } from './lib/navigation.ts'
import { leadsToLogin } from './lib/public-paths.ts'
import { loginFirst } from './lib/return-path.ts'
import { takeOver } from './lib/served-page.ts'
import { getSession, sessionHasEnded } from './lib/session.ts'
import { startTheme } from './lib/theme.ts'
import { registerWhenInstalled } from './lib/worker.ts'
import './ui/plain/tokens.css'
import './ui/plain/base.css'

startTheme()
startLocale()
rememberAgent(location.search)
const hasSession = !sessionHasEnded() && getSession() !== undefined
if (hasSession) prefetchConsole()

const root = document.querySelector<HTMLElement>('#root')
if (!root) throw new Error('index.html has no #root')
const showsLogin =
  !hasSession && leadsToLogin(location.pathname) && !isDesktopChatBrowser(navigator.userAgent)
const { dataset } = document.documentElement
delete dataset['start']
delete dataset['agent']
// While developing, the page comes without the login page in it.
if (showsLogin && root.firstElementChild) {
  if (currentPath() !== '/login') go(loginFirst(), { replace: true })
  takeOver(root, <PublicApp />)
} else {
  root.replaceChildren()
  createRoot(root).render(<PublicApp />)
}
registerWhenInstalled()

import './lib/zod-without-eval.ts'

import { createRoot } from 'react-dom/client'

import { prefetchConsole, PublicApp } from './app/public-app.tsx'
import { rememberAgent } from './lib/agent.ts'
import { startLocale } from './lib/i18n.tsx'
import { getSession, sessionHasEnded } from './lib/session.ts'
import { startTheme } from './lib/theme.ts'
import './ui/plain/tokens.css'
import './ui/plain/base.css'

startTheme()
startLocale()
rememberAgent(location.search)
if (!sessionHasEnded() && getSession()) prefetchConsole()

const root = document.querySelector('#root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(<PublicApp />)

import { lazy, type ReactNode, Suspense } from 'react'

import { LoginPage } from '../features/account/login-page.tsx'
import { isDesktopChatBrowser } from '../features/home/chat-browser.ts'
import { loginPath } from '../lib/agent.ts'
import { usePath } from '../lib/navigation.ts'
import { Redirect } from '../ui/plain/redirect.tsx'
import { PageSpinner } from '../ui/plain/spinner.tsx'
import { Toaster } from '../ui/plain/toaster.tsx'
import { ErrorFence } from './error-fence.tsx'
import { useEndedSessionRedirect, useLiveSession } from './session-rules.ts'

/**
 * The outermost app: the pages before login, and the gate to the console. The login page is in the first download;
 * everything else, the console with its router and component library above all, is fetched when it is wanted.
 */
const loadConsole = () => import('./console-root.tsx')
const ConsoleRoot = lazy(async () => ({ default: (await loadConsole()).ConsoleRoot }))
const SignUpPage = lazy(async () => ({
  default: (await import('../features/account/sign-up-page.tsx')).SignUpPage,
}))
const ForgetPage = lazy(async () => ({
  default: (await import('../features/account/forget-page.tsx')).ForgetPage,
}))
const NotFoundPage = lazy(async () => ({
  default: (await import('../features/home/not-found-page.tsx')).NotFoundPage,
}))
const chatPages = () => import('../features/home/chat-browser-notice-page.tsx')
const ChatBrowserNoticePage = lazy(async () => ({ default: (await chatPages()).ChatBrowserNoticePage }))
const ChatOnlyPage = lazy(async () => ({ default: (await chatPages()).ChatOnlyPage }))

type Page = { page: ReactNode }

/** A failure here only means that the console is fetched later. */
export const prefetchConsole = (): void => void loadConsole().catch(() => undefined)

/** By path in lower case: /signup and /signUp are one. Every other path is the console's. */
const publicPages: Readonly<Record<string, ReactNode>> = {
  '/login': <LoginPage onTyping={prefetchConsole} />,
  '/signup': <WhileSignedOut page={<SignUpPage />} />,
  '/forget': <WhileSignedOut page={<ForgetPage />} />,
  '/404': <Standalone page={<NotFoundPage />} />,
  '/wechat-only': <Standalone page={<ChatOnlyPage />} />,
}

export function PublicApp() {
  return (
    <>
      <ErrorFence>
        <Suspense fallback={<PageSpinner />}>
          {isDesktopChatBrowser(navigator.userAgent) ? (
            <Standalone page={<ChatBrowserNoticePage />} />
          ) : (
            <CurrentPage />
          )}
        </Suspense>
      </ErrorFence>
      <Toaster />
    </>
  )
}

function CurrentPage() {
  return publicPages[usePath()] ?? <ConsoleGate />
}

/** Nobody enters without a session. Another user's session in another tab starts the console afresh. */
function ConsoleGate() {
  const session = useLiveSession()
  return session ? <ConsoleRoot key={session.token} /> : <Redirect to={loginPath()} />
}

function WhileSignedOut({ page }: Page) {
  useEndedSessionRedirect()
  return page
}

function Standalone({ page }: Page) {
  return <main className="sw-standalone">{page}</main>
}

import { lazy, type ReactNode, Suspense } from 'react'
import { createBrowserRouter, Navigate, Outlet, useRouteError } from 'react-router'
import { RouterProvider } from 'react-router/dom'

import { LoginPage } from '../features/account/login-page.tsx'
import { isDesktopChatBrowser } from '../features/home/chat-browser.ts'
import { ErrorPage } from '../features/home/error-page.tsx'
import { loginPath } from '../lib/agent.ts'
import { PageSpinner } from '../ui/plain/spinner.tsx'
import { Toaster } from '../ui/plain/toaster.tsx'
import { useEndedSessionRedirect, useLiveSession } from './session-rules.ts'

/**
 * The outermost app: the pages before login, and the gate to the console. The login page is in the first download;
 * everything else, the console and its component library above all, is fetched when it is wanted.
 */
const loadConsole = () => import('./console.tsx')
const Console = lazy(async () => ({ default: (await loadConsole()).Console }))
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

/** React Router takes paths in any case, so /signup and /signUp are one. */
const router = createBrowserRouter([
  {
    element: <Frame />,
    errorElement: <RouteError />,
    children: [
      { path: '/login', element: <LoginPage onTyping={prefetchConsole} /> },
      { path: '/signUp', element: <WhileSignedOut page={<SignUpPage />} /> },
      { path: '/forget', element: <WhileSignedOut page={<ForgetPage />} /> },
      { path: '/404', element: <Standalone page={<NotFoundPage />} /> },
      { path: '/wechat-only', element: <Standalone page={<ChatOnlyPage />} /> },
      { path: '*', element: <ConsoleGate /> },
    ],
  },
])

export function PublicApp() {
  if (!isDesktopChatBrowser(navigator.userAgent)) return <RouterProvider router={router} />
  return (
    <Suspense>
      <Standalone page={<ChatBrowserNoticePage />} />
      <Toaster />
    </Suspense>
  )
}

function Frame() {
  return (
    <>
      <Suspense fallback={<PageSpinner />}>
        <Outlet />
      </Suspense>
      <Toaster />
    </>
  )
}

function RouteError() {
  return <Standalone page={<ErrorPage error={useRouteError()} />} />
}

function Standalone({ page }: Page) {
  return <main className="sw-standalone">{page}</main>
}

function WhileSignedOut({ page }: Page) {
  useEndedSessionRedirect()
  return page
}

/** Nobody enters without a session. Another user's session in another tab starts the console afresh. */
function ConsoleGate() {
  const session = useLiveSession()
  return session ? <Console key={session.token} /> : <Navigate to={loginPath()} replace />
}

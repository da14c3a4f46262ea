import { defaultLocale } from '@slotwise/contract'
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

import { LoginPage } from '../features/account/login-page.tsx'
import type { MissingKind } from '../features/home/not-found-page.tsx'
import { loginPath } from '../lib/agent.ts'
import { isDesktopChatBrowser } from '../lib/chat-browser.ts'
import { useLocale } from '../lib/i18n.tsx'
import { lazyPage } from '../lib/lazy.ts'
import { usePath } from '../lib/navigation.ts'
import { leadsToLogin, type PublicPath } from '../lib/public-paths.ts'
import { hasLoggedOut } from '../lib/session.ts'
import { LoginFirst } from '../ui/plain/login-first.tsx'
import { Redirect } from '../ui/plain/redirect.tsx'
import { PageSpinner } from '../ui/plain/spinner.tsx'
import { Toaster } from '../ui/plain/toaster.tsx'
import { UnloadedPage } from '../ui/plain/unloaded-page.tsx'
import { ErrorFence } from './error-fence.tsx'
import { useEndedReadings, useEndedSessionRedirect, useLiveSession } from './session-rules.ts'

/**
 * The outermost app: the pages before login, and the gate to the console. The login page is in the first download;
 * everything else, above all the console with its router and component library, is loaded on demand.
 */
type Load<Props> = () => Promise<ComponentType<Props>>
const page = (load: Load<object>, worksOffline = false) =>
  framedPage(load, (unloaded) => <Standalone page={unloaded} />, worksOffline)
const framedPage = <Props extends object>(
  load: Load<Props>,
  frame = (unloaded: ReactNode) => unloaded,
  worksOffline = false,
) =>
  lazyPage(load, {
    worksOffline,
    waiting: <PageSpinner />,
    failed: (error, retry) => frame(<UnloadedPage reason={error.message} onRetry={retry} />),
  })
const ConsoleRoot = page(async () => (await import('./console-root.tsx')).ConsoleRoot, true)
const SignUpPage = page(async () => (await import('../features/account/sign-up-page.tsx')).SignUpPage)
const ForgetPage = page(async () => (await import('../features/account/forget-page.tsx')).ForgetPage)
const InvitationPage = page(
  async () => (await import('../features/account/invitation-page.tsx')).InvitationPage,
)
const NotFoundPage = framedPage<{ kind?: MissingKind }>(
  async () => (await import('../features/home/not-found-page.tsx')).NotFoundPage,
)
const BindPage = framedPage(async () => (await import('../features/machines/bind-page.tsx')).BindPage)
const AgreePage = framedPage(async () => (await import('../features/notify/agree-page.tsx')).AgreePage)
const ApiDocsPage = page(async () => (await import('../features/api-docs/api-docs-page.tsx')).ApiDocsPage)
const chatPages = () => import('../features/home/chat-browser-notice-page.tsx')
const ChatBrowserNoticePage = framedPage(async () => (await chatPages()).ChatBrowserNoticePage)
const ChatOnlyPage = framedPage(async () => (await chatPages()).ChatOnlyPage)

type Page = { page: ReactNode }

export const prefetchConsole = ConsoleRoot.prefetch

/** By path in lower case: /signup and /signUp are the same. Every other path is for the console, if it knows it. */
const publicPages: Readonly<Record<string, ReactNode>> = {
  '/login': <LoginPage onTyping={prefetchConsole} />,
  '/signup': <WhileSignedOut page={<SignUpPage />} />,
  '/forget': <WhileSignedOut page={<ForgetPage />} />,
  '/invite': <InvitationPage />,
  '/bind': <Standalone page={<ScannedPage />} />,
  '/api-docs': <ApiDocsPage />,
  '/404': <Standalone page={<NotFoundPage />} />,
  '/wechat-only': <Standalone page={<ChatOnlyPage />} />,
} satisfies Record<PublicPath, ReactNode>

/** An installed console has its name and description in the language of the page from which it was installed. */
function useNameOfApp(): void {
  const locale = useLocale()
  useEffect(() => {
    const own = locale === defaultLocale ? '' : `.${locale}`
    document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest${own}.webmanifest`)
  }, [locale])
}

export function PublicApp() {
  useNameOfApp()
  useEndedReadings()
  return (
    <>
      <ErrorFence>
        {isDesktopChatBrowser(navigator.userAgent) ? (
          <Standalone page={<ChatBrowserNoticePage />} />
        ) : (
          <CurrentPage />
        )}
      </ErrorFence>
      <Toaster />
    </>
  )
}

function CurrentPage() {
  const path = usePath()
  return publicPages[path] ?? <ConsoleGate path={path} />
}

/** The codes of machines and those that make receivers of notices lead to the same path. */
function ScannedPage() {
  const [scene] = useState(() => new URLSearchParams(location.search).get('scene'))
  const wrongCode = <NotFoundPage kind="qr" />
  return scene === null ? (
    <BindPage wrongCode={wrongCode} />
  ) : (
    <AgreePage scene={scene} wrongCode={wrongCode} />
  )
}

/**
 * Leads to the login page without a session, and back to the address after the login, unless the user logged out here or
 * in another tab. An address that leads nowhere says so instead of asking for a login. When another user signs in in
 * another tab, the key restarts the console.
 */
function ConsoleGate({ path }: { path: string }) {
  const session = useLiveSession()
  const [began] = useState(session !== undefined)
  if (session) return <ConsoleRoot key={session.token} />
  if (began && hasLoggedOut()) return <Redirect to={loginPath()} />
  return leadsToLogin(path) ? <LoginFirst /> : <Standalone page={<NotFoundPage />} />
}

function WhileSignedOut({ page }: Page) {
  useEndedSessionRedirect()
  return page
}

function Standalone({ page }: Page) {
  return <main className="sw-standalone">{page}</main>
}

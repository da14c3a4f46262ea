import {
  CheckOutlined,
  CloseCircleFilled,
  CloseOutlined,
  DownOutlined,
  LoadingOutlined,
} from '@ant-design/icons'
import { accountCalls, mayAccess } from '@slotwise/contract'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { ConfigProvider } from 'antd'
import { useEffect, useMemo, useRef, useState } from 'react'
import { generatePath, Navigate, Route, Routes, useLocation, useParams } from 'react-router'

import { hasRefillData } from '../entities/refill/refill-mark.ts'
import { useLocale, useT } from '../lib/i18n.tsx'
import { lazyDialog } from '../lib/lazy.ts'
import { useLiveEvents, useLiveStream } from '../lib/live.ts'
import { useOffline } from '../lib/network.ts'
import { pageSettings } from '../lib/page-settings.ts'
import { createQueryClient, useCall } from '../lib/query.ts'
import { updateMe, useSession } from '../lib/session.ts'
import { useTheme } from '../lib/theme.ts'
import { antdLocale } from '../ui/antd-locale.ts'
import { antdTheme } from '../ui/antd-theme.ts'
import { useGrants } from '../ui/can.tsx'
import '../ui/console.css'
import { lazyConsolePage } from '../ui/lazy-console-page.tsx'
import { OperationGateProvider } from '../ui/operation-gate.tsx'
import type { PageLink } from '../ui/page-links.tsx'
import { NoPermissionState } from '../ui/states.tsx'
import { giveNonceToStyles } from '../ui/style-nonce.ts'
import { useIsPhone, useMedia } from '../ui/use-media.ts'
import type { ConsoleRoute } from './console-route.ts'
import { consoleRoutes, landingRoute, menuRoutes, movedPaths } from './routes.tsx'
import { shellWords } from './shell/shell-words.ts'
import { PageFrame } from './shell/page-frame.tsx'
import { Shell } from './shell/shell.tsx'

giveNonceToStyles(pageSettings.nonce)

/** Hidden, because screen readers would read antd's English names of these icons. */
const loadingIcon = <LoadingOutlined aria-hidden="true" />
const selectIcons = {
  suffixIcon: <DownOutlined aria-hidden="true" />,
  clearIcon: <CloseCircleFilled aria-hidden="true" />,
  removeIcon: <CloseOutlined aria-hidden="true" />,
  menuItemSelectedIcon: <CheckOutlined aria-hidden="true" />,
  loadingIcon,
}
const closing = { closeIcon: <CloseOutlined aria-hidden="true" /> }

/** Everything behind the login. Only this file knows antd's providers, the shell and the pages. */
export function Console() {
  const [client] = useState(createQueryClient)
  const locale = useLocale()
  const { theme } = useTheme()
  const isPhone = useIsPhone()
  const calm = useMedia('(prefers-reduced-motion: reduce)')
  // Depends on the language, because the theme's font does.
  const antd = useMemo(
    () => ({ locale: antdLocale(locale), theme: antdTheme(theme, { calm, touch: isPhone }) }),
    [locale, theme, calm, isPhone],
  )
  return (
    <QueryClientProvider client={client}>
      <ConfigProvider
        locale={antd.locale}
        theme={antd.theme}
        csp={{ nonce: pageSettings.nonce }}
        button={{ autoInsertSpace: false, loadingIcon }}
        wave={{ disabled: true }}
        select={selectIcons}
        drawer={closing}
        modal={closing}
      >
        <SessionKeeper />
        <LanguageKeeper />
        <OperationGateProvider
          FirstPassword={FirstOperationPassword}
          ForgottenPassword={ForgottenOperationPassword}
        >
          <Shell>
            <Routes>
              <Route path="/" element={<Start />} />
              {consoleRoutes.map((route) => (
                <Route key={route.path} path={route.path} element={<Guarded route={route} />} />
              ))}
              {Object.entries(movedPaths).map(([path, to]) => (
                <Route key={path} path={path} element={<Moved to={to} />} />
              ))}
              <Route path="*" element={<NotFoundPage />} />
            </Routes>
          </Shell>
        </OperationGateProvider>
      </ConfigProvider>
    </QueryClientProvider>
  )
}

const NotFoundPage = lazyConsolePage(
  async () => (await import('../features/home/not-found-page.tsx')).NotFoundPage,
)

/** Most users start at the overview instead. */
const WelcomePage = lazyConsolePage(
  async () => (await import('../features/home/welcome-page.tsx')).WelcomePage,
)

const ChangeOperationPassword = lazyDialog(
  async () => (await import('../features/account/change-operation-password.tsx')).ChangeOperationPassword,
)

const ForgottenOperationPassword = lazyDialog(
  async () =>
    (await import('../features/account/forgotten-operation-password.tsx')).ForgottenOperationPassword,
)

/** For the gate before sensitive actions: a user who has no operation password yet sets one there. */
function FirstOperationPassword(form: { onSaved: (password: string) => void; onClose: () => void }) {
  return <ChangeOperationPassword isFirst {...form} />
}

/** Keeps the session's facts about its user up to date: loaded at start, and again when the server says so. */
function SessionKeeper() {
  const client = useQueryClient()
  useLiveStream(useSession()?.token ?? '')
  useLiveEvents((event) => {
    if (event.kind === 'me') void client.invalidateQueries({ queryKey: [accountCalls.me.path] })
  })
  const { data } = useCall(accountCalls.me, {}, { selfRefreshing: true })
  useEffect(() => {
    if (data) updateMe(data)
  }, [data])
  return null
}

/** Some answers hold texts in the language of the call, so pages that are opened in another one read them again. */
function LanguageKeeper() {
  const client = useQueryClient()
  const locale = useLocale()
  const language = useRef(locale)
  useEffect(() => {
    if (language.current === locale) return
    language.current = locale
    void client.invalidateQueries({ refetchType: 'none' })
  }, [client, locale])
  return null
}

function Guarded({ route }: { route: ConsoleRoute }) {
  const t = useT(shellWords)
  const may = mayAccess(route.access, useGrants())
  const isMainOnly = route.access === 'main' || route.access === 'activity'
  const pages = usePageLinks().filter(({ path }) => path !== route.path)
  return (
    <PageFrame title={t(route.title)}>
      {may ? <route.Page pages={pages} /> : <NoPermissionState isMainOnly={isMainOnly} />}
    </PageFrame>
  )
}

function Moved({ to }: { to: string }) {
  const { search } = useLocation()
  return <Navigate to={{ pathname: generatePath(to, useParams()), search }} replace />
}

function usePageLinks(): PageLink[] {
  const t = useT(shellWords)
  return menuRoutes(useGrants()).map(({ path, title, hint, icon, prefetch }) => ({
    path,
    icon,
    prefetch,
    hint,
    title: t(title),
  }))
}

/** Kept for work without a network, as the pages at machines are. */
const KeptMachines = lazyConsolePage(
  async () => (await import('../features/refills/kept-machines.tsx')).KeptMachines,
  { worksOffline: true },
)

function Start() {
  const t = useT(shellWords)
  const isOffline = useOffline()
  const grants = useGrants()
  const pages = usePageLinks()
  // An installed console starts here. No page but those of machines opens without a network.
  if (isOffline && hasRefillData() && mayAccess('device.refill', grants))
    return (
      <PageFrame title={t('refillVisit')}>
        <KeptMachines />
      </PageFrame>
    )
  if (landingRoute && mayAccess(landingRoute.access, grants))
    return <Navigate to={landingRoute.path} replace />
  return (
    <PageFrame title={t('home')}>
      <WelcomePage pages={pages} />
    </PageFrame>
  )
}

import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'

import { hasRefillData, useHasVisits } from '../../entities/refill/refill-mark.ts'
import { useT } from '../../lib/i18n.tsx'
import { lazyDialog, lazyPage } from '../../lib/lazy.ts'
import { useOffline } from '../../lib/network.ts'
import { pageSettings } from '../../lib/page-settings.ts'
import { useSession } from '../../lib/session.ts'
import { ProgressLine } from '../../ui/progress-line.tsx'
import { Header } from './header.tsx'
import { shellWords } from './shell-words.ts'
import './shell.css'
import './shell-print.css'
import { Shortcuts } from './shortcuts.tsx'
import { SideMenu } from './side-menu.tsx'
import { useSideMenu } from './use-side-menu.ts'

const MenuDrawer = lazyDialog(async () => (await import('./menu-drawer.tsx')).MenuDrawer)

const OutboxStrip = lazyPage(
  async () => (await import('../../entities/refill/outbox-strip.tsx')).OutboxStrip,
  { waiting: null, failed: () => null, worksOffline: true },
)

export function Shell({ children }: { children: ReactNode }) {
  const t = useT(shellWords)
  const menu = useSideMenu()
  // It stays after the first time, so that closing it can be seen.
  const [hasOpened, setHasOpened] = useState(false)
  if (menu.overlayOpen && !hasOpened) setHasOpened(true)
  return (
    <div className="sw-shell" data-menu={menu.form}>
      <a className="sw-skip-link" href="#content">
        {t('skipToContent')}
      </a>
      <ProgressLine />
      <div className="sw-banners">
        <OfflineBanner />
        {useHasVisits() && <OutboxStrip />}
        {pageSettings.demo && <p className="sw-demo-banner">{t('demo')}</p>}
      </div>
      <Header menu={menu} />
      <Shortcuts />
      {menu.form !== 'hidden' && (
        <aside className="sw-side">
          <SideMenu collapsed={menu.form === 'collapsed'} />
        </aside>
      )}
      {hasOpened && <MenuDrawer open={menu.overlayOpen} onClose={menu.closeOverlay} />}
      <main className="sw-content" id="content" tabIndex={-1}>
        {children}
        <Copyright />
      </main>
    </div>
  )
}

/** Shown while the browser has no network; calls that fail meanwhile show that in their own place. */
function OfflineBanner() {
  const t = useT(shellWords)
  const isOffline = useOffline()
  const { pathname } = useLocation()
  // Without a network the console starts with the machines that are kept.
  const worksOffline = /^\/refill(\/|$)/.test(pathname) || (pathname === '/' && hasRefillData())
  const word = worksOffline ? 'offlineKept' : 'offline'
  return <div role="status">{isOffline && <p className="sw-offline-banner">{t(word)}</p>}</div>
}

const ownCopyright = `© ${new Date().getFullYear()} Slotwise`

function Copyright() {
  const custom = useSession()?.custom
  return <p className="sw-copyright">{custom?.cn_copy_right ?? ownCopyright}</p>
}

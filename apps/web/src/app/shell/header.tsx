import { BellOutlined, MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { lazyPage } from '../../lib/lazy.ts'
import { LanguageMenu } from '../../ui/plain/language-menu.tsx'
import { ThemeMenu } from '../../ui/plain/theme-menu.tsx'
import { Brand } from './brand.tsx'
import { JobTray } from './job-tray.tsx'
import { LockButton } from './lock-button.tsx'
import { SearchButton } from './search-button.tsx'
import { shellWords } from './shell-words.ts'
import type { SideMenu } from './use-side-menu.ts'
import { UserMenu } from './user-menu.tsx'

/** Loaded beside the page, because a page does not wait for it. Until then, and if that fails, the bell is a link. */
const Bell = lazyPage(async () => (await import('../../features/inbox/bell.tsx')).Bell, {
  waiting: <PlainBell />,
  failed: () => <PlainBell />,
})

export function Header({ menu }: { menu: SideMenu }) {
  return (
    <header className="sw-header">
      {menu.form === 'hidden' ? (
        <>
          <MenuToggle menu={menu} />
          <Brand small />
        </>
      ) : (
        <>
          <Brand small={menu.form === 'collapsed'} />
          <MenuToggle menu={menu} />
        </>
      )}
      <div className="sw-header-end">
        <SearchButton />
        <LockButton />
        <JobTray />
        <Bell />
        <ThemeMenu />
        <LanguageMenu />
        <UserMenu />
      </div>
    </header>
  )
}

function PlainBell() {
  const label = useT(shellWords)('inbox')
  return (
    <Link to="/inbox" className="sw-icon-button" aria-label={label} title={label}>
      <BellOutlined aria-hidden="true" />
    </Link>
  )
}

function MenuToggle({ menu }: { menu: SideMenu }) {
  const t = useT(shellWords)
  const label = menu.overlays ? t('openMenu') : menu.form === 'wide' ? t('collapseMenu') : t('expandMenu')
  const Icon = menu.overlays ? MenuOutlined : menu.form === 'wide' ? MenuFoldOutlined : MenuUnfoldOutlined
  return (
    <button
      type="button"
      className="sw-icon-button"
      aria-label={label}
      title={label}
      aria-expanded={menu.overlays ? menu.overlayOpen : menu.form === 'wide'}
      onClick={menu.toggle}
    >
      <Icon aria-hidden="true" />
    </button>
  )
}

import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'

import { useT } from '../../lib/i18n.tsx'
import { LanguageMenu } from '../../ui/plain/language-menu.tsx'
import { ThemeMenu } from '../../ui/plain/theme-menu.tsx'
import { Brand } from './brand.tsx'
import { JobTray } from './job-tray.tsx'
import { LockButton } from './lock-button.tsx'
import { shellWords } from './shell-words.ts'
import type { SideMenu } from './use-side-menu.ts'
import { UserMenu } from './user-menu.tsx'

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
        <LockButton />
        <JobTray />
        <ThemeMenu />
        <LanguageMenu />
        <UserMenu />
      </div>
    </header>
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

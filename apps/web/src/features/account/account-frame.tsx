import type { ReactNode } from 'react'

import { LanguageMenu } from '../../ui/plain/language-menu.tsx'
import { ThemeMenu } from '../../ui/plain/theme-menu.tsx'
import './account.css'
import { BrandName, BrandPanel } from './brand-panel.tsx'
import { useBranding } from './branding.ts'

type AccountFrameProps = {
  title: string
  /** Shows the fields in pairs where there is room, for long forms. */
  wide?: boolean
  children: ReactNode
}

/** The pages before login: the form beside the brand, on a phone the form first. */
export function AccountFrame({ title, wide = false, children }: AccountFrameProps) {
  const branding = useBranding()
  return (
    <div className="sw-account">
      <title>{`${title} · ${branding?.name ?? 'Slotwise'}`}</title>
      <div className="sw-account-side">
        <header className="sw-account-bar">
          <div className="sw-account-brand">
            <BrandName branding={branding} />
          </div>
          <LanguageMenu />
          <ThemeMenu />
        </header>
        <main className="sw-account-main" data-wide={wide || undefined}>
          <h1 className="sw-account-title">{title}</h1>
          {children}
        </main>
      </div>
      <BrandPanel branding={branding} />
    </div>
  )
}

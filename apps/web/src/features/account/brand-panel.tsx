import type { Branding } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { BrandMark } from '../../ui/plain/brand-mark.tsx'
import { publicWords } from './public-words.ts'
import { SlotWall } from './slot-wall.tsx'

const year = new Date().getFullYear()

type Branded = { branding: Branding | undefined }

export function BrandName({ branding }: Branded) {
  const name = branding?.name ?? 'Slotwise'
  return (
    <span className="sw-brand-name">
      {branding?.logo ? <img src={branding.logo} alt="" height="28" /> : <BrandMark />}
      <span>{name}</span>
    </span>
  )
}

export function BrandPanel({ branding }: Branded) {
  const t = useT(publicWords)
  return (
    <aside className="sw-brand">
      <SlotWall />
      <div className="sw-brand-top">
        <BrandName branding={branding} />
      </div>
      <div className="sw-brand-words">
        <p className="sw-brand-headline">{t('headline')}</p>
        <p className="sw-brand-tagline">{t('tagline')}</p>
        {/* The year of the served page is that of the server. */}
        <p className="sw-brand-copyright" suppressHydrationWarning>
          {branding?.copyright ?? `© ${year} ${branding?.name ?? 'Slotwise'}`}
        </p>
      </div>
    </aside>
  )
}

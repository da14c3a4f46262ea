import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useT } from '../../../lib/i18n.tsx'
import { listAddress } from '../../../lib/list-address.ts'
import { deviceWords } from '../../../entities/device/device-words.ts'
import { BackLink } from '../../../ui/back-link.tsx'

/** Shown where there is no machine to show. */
export function BackToList() {
  const t = useT(deviceWords)
  return (
    <Link className="sw-button-link" to={listAddress('/device')}>
      {t('backToList')}
    </Link>
  )
}

/** The name of a machine, the link back to the list, and its status below. */
export function DeviceHead({ title, children }: { title: string; children: ReactNode }) {
  const t = useT(deviceWords)
  return (
    <header className="sw-device-head">
      <BackLink to={listAddress('/device')} label={t('backToList')} />
      <div>
        <h1 id="page-title">{title}</h1>
        <p>{children}</p>
      </div>
    </header>
  )
}

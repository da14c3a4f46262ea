import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useT } from '../../../lib/i18n.tsx'
import { listAddress } from '../../../lib/list-address.ts'
import { deviceWords } from '../../../entities/device/device-words.ts'
import type { Turns } from '../../../lib/turns.ts'
import { BackLink } from '../../../ui/back-link.tsx'
import { RecordTurner } from '../../../ui/record-turner.tsx'
import { returnsToList } from '../../../ui/use-list-position.ts'

/** Shown where there is no machine to show. */
export function BackToList() {
  const t = useT(deviceWords)
  return (
    <Link className="sw-button-link" to={listAddress('/device')} state={returnsToList}>
      {t('backToList')}
    </Link>
  )
}

type DeviceHeadProps = { title: string; turns?: Turns | undefined; children: ReactNode }

/** The name of a machine, the link back to the list, and its status below. */
export function DeviceHead({ title, turns, children }: DeviceHeadProps) {
  const t = useT(deviceWords)
  return (
    <header className="sw-device-head">
      <BackLink to={listAddress('/device')} label={t('backToList')} />
      <div>
        <h1 id="page-title">{title}</h1>
        <p>{children}</p>
      </div>
      <RecordTurner turns={turns} />
    </header>
  )
}

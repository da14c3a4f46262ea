import type { ReactNode } from 'react'

import type { NoticeKind } from '../../lib/notices.ts'
import './alert.css'
import { CheckIcon, InfoIcon, WarningIcon } from './icons.tsx'

export const toneIcons: Record<NoticeKind, ReactNode> = {
  success: <CheckIcon />,
  info: <InfoIcon />,
  warning: <WarningIcon />,
  error: <WarningIcon />,
}

type AlertProps = {
  tone: NoticeKind
  children: ReactNode
  /** A second, smaller line. It may count down, so it is not announced again. */
  second?: ReactNode
}

/** A message in the page that stays for as long as it is true. */
export function Alert({ tone, children, second }: AlertProps) {
  return (
    <div className="sw-alert" data-tone={tone}>
      {toneIcons[tone]}
      <div className="sw-alert-body">
        <div role={tone === 'error' ? 'alert' : undefined}>{children}</div>
        {second && <div className="sw-alert-second">{second}</div>}
      </div>
    </div>
  )
}

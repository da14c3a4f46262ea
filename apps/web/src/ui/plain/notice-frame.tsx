import type { ReactNode } from 'react'

import { BrandMark } from './brand-mark.tsx'
import './notice-frame.css'

type NoticeFrameProps = { title: string; children?: ReactNode; actions?: ReactNode }

/** A page with one message and the next steps. */
export function NoticeFrame({ title, children, actions }: NoticeFrameProps) {
  return (
    <div className="sw-notice-page">
      <div className="sw-notice">
        <title>{title}</title>
        <div className="sw-notice-picture">
          <BrandMark size={48} />
        </div>
        <h1>{title}</h1>
        {children}
        {actions && <div className="sw-notice-actions">{actions}</div>}
      </div>
    </div>
  )
}

import { ArrowLeftOutlined } from '@ant-design/icons'
import { Link } from 'react-router'

import './back-link.css'
import { returnsToList } from './use-list-position.ts'

/** The arrow before the title of a page that leads back to its list. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link className="sw-back-link" to={to} state={returnsToList} aria-label={label} title={label}>
      <ArrowLeftOutlined aria-hidden="true" />
    </Link>
  )
}

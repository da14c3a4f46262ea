import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { useSession } from '../../lib/session.ts'
import { BrandMark } from '../../ui/plain/brand-mark.tsx'
import { shellWords } from './shell-words.ts'

/** Our mark and name, or the operator's logo and title in their place. */
export function Brand({ small }: { small: boolean }) {
  const t = useT(shellWords)
  const custom = useSession()?.custom
  const name = custom?.title ?? 'Slotwise'
  const logo = small ? (custom?.logo_icon ?? custom?.pc_cnlogo) : custom?.pc_cnlogo
  const icon = custom?.logo_icon
  return (
    <Link to="/" className="sw-shell-brand" aria-label={t('brandHome', { name })}>
      {logo ? (
        <img className={small ? 'sw-shell-brand-icon' : 'sw-shell-brand-logo'} src={logo} alt="" />
      ) : (
        <>
          {icon ? <img className="sw-shell-brand-icon" src={icon} alt="" /> : <BrandMark size={26} />}
          {!small && <span className="sw-shell-brand-name">{name}</span>}
        </>
      )}
    </Link>
  )
}

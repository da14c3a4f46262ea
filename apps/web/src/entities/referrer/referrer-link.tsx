import { Link } from 'react-router'

type ReferrerLinkProps = { of: { referrer: string | null; referrer_name: string | null } }

/** Leads to the statement of the referrer, a deleted one included. */
export const ReferrerLink = ({ of: { referrer: id, referrer_name: name } }: ReferrerLinkProps) =>
  id === null ? null : (
    <Link className="sw-link" to={`/referrer?open=statement-${id}`}>
      {name}
    </Link>
  )

import { Link } from 'react-router'

/** Leads to the statement of the referrer, a deleted one included. */
export const ReferrerLink = ({ id, name }: { id: string; name: string | null }) => (
  <Link className="sw-link" to={`/referrer?open=statement-${id}`}>
    {name}
  </Link>
)

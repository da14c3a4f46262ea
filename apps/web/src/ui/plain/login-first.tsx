import { useState } from 'react'

import { loginPath } from '../../lib/agent.ts'
import { rememberReturnPath } from '../../lib/return-path.ts'
import { Redirect } from './redirect.tsx'

/** Leads to the login page, which leads back to this address. */
export function LoginFirst() {
  const [to] = useState(() => {
    rememberReturnPath(location.pathname + location.search)
    return loginPath()
  })
  return <Redirect to={to} />
}

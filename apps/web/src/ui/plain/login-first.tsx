import { useState } from 'react'

import { loginFirst } from '../../lib/return-path.ts'
import { Redirect } from './redirect.tsx'

/** Leads to the login page, which leads back to this address. */
export function LoginFirst() {
  const [to] = useState(loginFirst)
  return <Redirect to={to} />
}

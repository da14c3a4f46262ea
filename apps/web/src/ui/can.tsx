import { type Access, type Grants, grantsOf, mayAccess } from '@slotwise/contract'
import { type ReactNode, useMemo } from 'react'

import { useSession } from '../lib/session.ts'

const noGrants: Grants = { isMain: false, activity: false, permissions: new Set() }

export function useGrants(): Grants {
  const { havePerms, features } = useSession() ?? {}
  return useMemo(() => (havePerms ? grantsOf({ havePerms, features }) : noGrants), [havePerms, features])
}

export const useMay = (access: Access): boolean => mayAccess(access, useGrants())

/** Shows its children to users with the permission, to spare others dead ends; the server does the actual check. */
export function Can({
  access,
  children,
  otherwise = null,
}: {
  access: Access
  children: ReactNode
  otherwise?: ReactNode
}) {
  return useMay(access) ? children : otherwise
}

import { useLocation, useNavigate } from 'react-router'

import type { ListPlace } from '../lib/url-state.ts'

type Inside = { place: ListPlace; size: number }

const standardSize = 10

/**
 * The state of the list inside a drawer. The address belongs to the list below the drawer, so this one is kept with the
 * history entry: Back from a bill returns to the same lines, and closing the drawer forgets them.
 */
export function useInsideState() {
  const location = useLocation()
  const navigate = useNavigate()
  const entry = location.state as { inside?: Inside } | null
  const { place, size } = entry?.inside ?? { place: {}, size: standardSize }
  const turn = (inside: Inside): void =>
    void navigate(location, { replace: true, state: { ...entry, inside } })
  return {
    filter: {},
    filtered: false,
    page: 1,
    place,
    size,
    standardSize,
    drawer: undefined,
    goTo: (next: ListPlace): void => turn({ place: next, size }),
    setPage: (_page: number, nextSize = size): void => turn({ place, size: nextSize }),
    resetFilter: () => undefined,
    openDrawer: () => undefined,
    closeDrawer: () => undefined,
  }
}

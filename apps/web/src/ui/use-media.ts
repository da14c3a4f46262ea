import { useCallback, useSyncExternalStore } from 'react'

/** Below this width rows become cards and the side menu becomes a drawer. */
export const phoneQuery = '(max-width: 767px)'

export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

export const useIsPhone = (): boolean => useMedia(phoneQuery)

/** Touch screens have no drag and drop or paste. */
export const useIsTouch = (): boolean => useMedia('(pointer: coarse)')

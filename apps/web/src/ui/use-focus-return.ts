import { useEffect, useRef } from 'react'

/** Where focus goes when what had it is gone: to the page, never to nowhere. */
export const focusPage = (): void =>
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })

/**
 * Whatever lies over the page is gone at once when it closes; focus goes back to what opened it. The answer is called
 * when that will not be there any more either.
 */
export function useFocusReturn(): () => void {
  const opener = useRef(document.activeElement)
  useEffect(
    () => () => {
      const { current: element } = opener
      if (element instanceof HTMLElement && element.isConnected && element !== document.body)
        element.focus({ preventScroll: true })
      else focusPage()
    },
    [],
  )
  return () => {
    opener.current = null
  }
}

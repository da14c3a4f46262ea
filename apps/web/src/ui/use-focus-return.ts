import { useEffect, useRef } from 'react'

/** Moves the focus to the page. Call it when the focused element is about to disappear. */
export const focusPage = (): void =>
  document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })

/**
 * Returns the focus to the element that opened an overlay when the overlay closes. Call the returned function when that
 * element will be gone too.
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

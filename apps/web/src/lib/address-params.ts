import { useCallback } from 'react'
import { type NavigateOptions, useSearchParams } from 'react-router'

type Change = (now: URLSearchParams) => URLSearchParams

/**
 * The parameters of the address, and a function that changes them. It begins with the address itself: a page may still
 * show an earlier one while it renders, and a second change would undo the first.
 */
export function useAddressParams(): [URLSearchParams, (change: Change, options?: NavigateOptions) => void] {
  const [params, setParams] = useSearchParams()
  const changeParams = useCallback(
    (change: Change, options?: NavigateOptions) =>
      setParams(() => change(new URLSearchParams(globalThis.location.search)), options),
    [setParams],
  )
  return [params, changeParams]
}

import { useIsFetching, useIsMutating } from '@tanstack/react-query'

/** A thin line under the header for requests that take longer than 300 ms (the delay is in the style). */
export function ProgressLine() {
  const busy = useIsFetching() + useIsMutating() > 0
  return busy ? <div className="sw-progress-line" aria-hidden="true" /> : null
}

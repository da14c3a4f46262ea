import { useEffect, useEffectEvent } from 'react'

/**
 * Starts a new record from an existing one: `takeOver` is called once for each chosen record. A later refresh of that
 * record must not replace what was typed since.
 */
export function useTakeOver<Row>(
  pattern: Row | undefined,
  idOf: (row: Row) => string,
  takeOver: (row: Row) => void,
): void {
  const take = useEffectEvent(() => pattern && takeOver(pattern))
  const found = pattern && idOf(pattern)
  useEffect(() => {
    if (found !== undefined) take()
  }, [found])
}

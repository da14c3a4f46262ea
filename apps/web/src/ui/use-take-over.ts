import { useEffect, useEffectEvent } from 'react'

/**
 * A new record starts from an existing one: `takeOver` is told of it once for each choice. Read again later, in the
 * background or because it has changed, it must not replace what was typed since.
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

import { useCallback, useEffect, useState } from 'react'

/**
 * Seconds left until a moment, 0 when it has passed. It reads the clock instead of counting ticks, because timers pause
 * on a locked phone. It starts at `from` seconds, or when `start` is called.
 */
export function useCountdown(from = 0): { left: number; start: (seconds: number) => void } {
  const [end, setEnd] = useState(() => (from > 0 ? Date.now() + from * 1000 : 0))
  const [left, setLeft] = useState(from)

  useEffect(() => {
    if (end === 0) return
    const tick = (): void => {
      const seconds = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [end])

  const start = useCallback((seconds: number) => {
    setLeft(seconds)
    setEnd(Date.now() + seconds * 1000)
  }, [])
  return { left, start }
}

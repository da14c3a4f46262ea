/**
 * localStorage that never throws: some browsers forbid it (private windows, policies); values then live as long as the
 * page.
 */
const memory = new Map<string, string>()

export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? memory.get(key)
  } catch {
    return memory.get(key)
  }
}

export function writeStored(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
    memory.delete(key)
  } catch {
    memory.set(key, value)
  }
}

export function removeStored(key: string): void {
  memory.delete(key)
  try {
    localStorage.removeItem(key)
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Calls back when another tab changes one of these keys. */
export function onStoredElsewhere(keys: readonly string[], changed: () => void): void {
  if (typeof window === 'undefined') return
  window.addEventListener('storage', (event) => {
    if (event.key === null || keys.includes(event.key)) changed()
  })
}

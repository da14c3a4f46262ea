/**
 * Values that one tab keeps across reloads for the signed-in user; they are cleared with the session. Where the browser
 * forbids storage, they live as long as the page.
 */
const tabKey = 'slotwise.tab'
let memory: Record<string, unknown> = {}

function all(): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(tabKey) ?? '{}')
    return { ...(typeof stored === 'object' ? stored : {}), ...memory }
  } catch {
    return memory
  }
}

/** Callers must validate the value, because other scripts of this origin may have written it. */
export const readInTab = (name: string): unknown => all()[name]

/** Undefined removes the value. */
export function keepInTab(name: string, value: unknown): void {
  const next = { ...all(), [name]: value }
  try {
    sessionStorage.setItem(tabKey, JSON.stringify(next))
    memory = {}
  } catch {
    memory = next
  }
}

export function forgetTab(): void {
  memory = {}
  try {
    sessionStorage.removeItem(tabKey)
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/**
 * What one tab keeps over a reload for whoever is signed in there: it goes with the session. Where the browser forbids
 * it, it lives as long as the page.
 */
const tabKey = 'slotwise.tab'
let memory: Record<string, unknown> = {}

function all(): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(tabKey) ?? '{}')
    return { ...(typeof kept === 'object' ? kept : {}), ...memory }
  } catch {
    return memory
  }
}

/** Whoever reads judges: somebody else may have written there. */
export const readInTab = (name: string): unknown => all()[name]

/** Undefined is forgotten. */
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
    // Nothing was kept there.
  }
}

import { useSyncExternalStore } from 'react'

import { listeners } from './listeners.ts'
import { onStoredElsewhere, readStored, removeStored, writeStored } from './storage.ts'
import { themeKey } from './stored-keys.ts'

/** Light or dark: the system's setting, unless the user chose one. `data-theme` on <html> always has the result. */
export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'

const changes = listeners()
const systemDark = typeof matchMedia === 'function' ? matchMedia('(prefers-color-scheme: dark)') : undefined
/** Cached, because a browser that is queried during a change sends no event for it. */
let systemIsDark = systemDark?.matches ?? false
/** Paper is white, so every page is printed in the light theme. */
let isPrinting = false

export function themeChoice(): ThemeChoice {
  const stored = readStored(themeKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function currentTheme(): Theme {
  if (isPrinting) return 'light'
  const choice = themeChoice()
  if (choice !== 'system') return choice
  return systemIsDark ? 'dark' : 'light'
}

function apply(): void {
  document.documentElement.dataset['theme'] = currentTheme()
  changes.emit()
}

/** Called once, before the first render. */
export function startTheme(): void {
  apply()
  systemDark?.addEventListener('change', ({ matches }) => {
    systemIsDark = matches
    apply()
  })
  onStoredElsewhere([themeKey], apply)
  const print = (printing: boolean) => (): void => {
    isPrinting = printing
    apply()
  }
  addEventListener('beforeprint', print(true))
  addEventListener('afterprint', print(false))
}

export function setTheme(choice: ThemeChoice): void {
  if (choice === 'system') removeStored(themeKey)
  else writeStored(themeKey, choice)
  apply()
}

export function useTheme(): { choice: ThemeChoice; theme: Theme; setTheme: (choice: ThemeChoice) => void } {
  const theme = useSyncExternalStore(changes.subscribe, currentTheme, () => 'light' as const)
  const choice = useSyncExternalStore(changes.subscribe, themeChoice, () => 'system' as const)
  return { choice, theme, setTheme }
}

/** The value of a design token (ui/plain/tokens.css), for code that needs the colour itself. */
export const tokenValue = (name: `--${string}`): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim()

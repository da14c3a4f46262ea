/**
 * The login page comes as HTML with the answer to every address (`scripts/pages.mjs` renders it, the server chooses the
 * language), so that it can be read and filled in before the script has come.
 *
 * - `head.ts` runs before the first paint and sets `data-start` on the document: `login` where the visitor is to see the
 *   served page, `other` where it stays hidden. Buttons do nothing yet; the last one pressed is marked `data-pressed`.
 * - `main.tsx` takes the page over or removes it. React adopts the elements, so text, focus and caret stay as they are.
 *   The first render has to repeat what was served; what only the browser knows comes right after (`useTakenOver`).
 */
import { type ReactNode, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'

const never = (): (() => void) => () => undefined

/** False in the render that repeats the served page. */
export const useTakenOver = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

let typed: Readonly<Record<string, string>> = {}

/** What was typed into the served page, by the names of its inputs. Empty once the page is taken over. */
export const typedBefore = (): Readonly<Record<string, string>> => typed

export function takeOver(root: HTMLElement, app: ReactNode): void {
  const inputs = [...root.querySelectorAll('input')].filter(({ value }) => value !== '')
  typed = Object.fromEntries(inputs.map(({ name, value }) => [name, value]))
  const putFocusBack = rememberFocus(root)
  // In one step, because the user may go on typing between two.
  flushSync(() => void hydrateRoot(root, app))
  typed = {}
  putFocusBack()
  carryOut(root.querySelector<HTMLElement>('[data-pressed]'))
}

/** Extensions that change the page make React render it anew, which takes the focus away. */
function rememberFocus(root: HTMLElement): () => void {
  const focused = document.activeElement
  if (!(focused instanceof HTMLInputElement) || !root.contains(focused)) return () => undefined
  const { name, selectionStart, selectionEnd } = focused
  return () => {
    if (document.activeElement === focused) return
    const again = root.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    again?.focus()
    again?.setSelectionRange(selectionStart, selectionEnd)
  }
}

function carryOut(pressed: HTMLElement | null): void {
  if (!pressed) return
  delete pressed.dataset['pressed']
  if (pressed instanceof HTMLFormElement) pressed.requestSubmit()
  else pressed.click()
}

import { type ReactNode, useState } from 'react'

import { turnedBack } from '../lib/operation-sign.ts'
import { DangerQuestion } from './danger-question.tsx'

type Question = {
  title: string
  /** Names what will happen. */
  lines: readonly string[]
  confirmLabel: string
}
type Asked<Facts> = { facts: Facts; confirm: () => void; cancel: () => void }

/**
 * Asks a second time before something drastic is saved. `askAgain` resolves when the user confirms; when not, it fails
 * silently, so that a form stays as it is. The question is worded when it is shown, so that it follows the language.
 */
export function useAskAgain<Facts>(wording: (facts: Facts) => Question): {
  askAgain: (facts: Facts) => Promise<void>
  question: ReactNode
} {
  const [asked, setAsked] = useState<Asked<Facts>>()
  const askAgain = (facts: Facts): Promise<void> =>
    new Promise((resolve, reject) => {
      const close = (then: () => void) => (): void => {
        setAsked(undefined)
        then()
      }
      setAsked({ facts, confirm: close(resolve), cancel: close(() => reject(turnedBack())) })
    })
  return { askAgain, question: asked && <AskedAgain {...asked} {...wording(asked.facts)} /> }
}

function AskedAgain({ title, lines, confirmLabel, confirm, cancel }: Question & Omit<Asked<never>, 'facts'>) {
  return (
    <DangerQuestion title={title} confirmLabel={confirmLabel} onConfirm={confirm} onCancel={cancel}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </DangerQuestion>
  )
}

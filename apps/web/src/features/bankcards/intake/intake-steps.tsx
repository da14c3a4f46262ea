import { CheckOutlined } from '@ant-design/icons'

import { useT } from '../../../lib/i18n.tsx'
import { intakeWords } from './intake-words.ts'

export type Step = 0 | 1 | 2
const steps: readonly Step[] = [0, 1, 2]

/** Where the reader is in the flow. */
export function IntakeSteps({ current }: { current: Step }) {
  const t = useT(intakeWords)
  return (
    <ol className="sw-intake-steps" aria-label={t('steps')}>
      {steps.map((step) => {
        const isDone = step < current
        const name = t(`step_${step}`)
        return (
          <li
            key={step}
            className={isDone ? 'is-done' : undefined}
            aria-current={step === current ? 'step' : undefined}
          >
            <i aria-hidden="true">{isDone ? <CheckOutlined /> : step + 1}</i>
            <span>{name}</span>
            {isDone && <span className="sw-visually-hidden">{t('done', { step: name })}</span>}
          </li>
        )
      })}
    </ol>
  )
}

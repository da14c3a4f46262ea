import { kindsOf, type NotifyKind, notifyKinds, notifyKindWords } from '@slotwise/contract'
import { Checkbox } from 'antd'
import { type FocusEvent, type Ref, useImperativeHandle, useRef } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notifyWords } from './notify-words.ts'

type KindChoiceProps = {
  'aria-label': string
  id?: string
  /** A comma-separated list of kinds, as on the wire. */
  value?: string
  onChange?: (permission: string) => void
  /** Not used: the choice is judged with each change. */
  onBlur?: (event: FocusEvent) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
  /** Passed by the form, but not allowed on a group. */
  'aria-required'?: 'true'
  /** The form focuses this when nothing is chosen. */
  ref?: Ref<{ focus: () => void }>
}

/** What a receiver is told of, each kind with what it means. */
export function KindChoice(props: KindChoiceProps) {
  const { value = '', onChange, onBlur: _left, ref, 'aria-required': _, ...rest } = props
  const t = useT(notifyWords)
  const name = useT(notifyKindWords)
  const frame = useRef<HTMLDivElement>(null)
  useImperativeHandle(ref, () => ({
    focus: () => frame.current?.querySelector('input')?.focus(),
  }))
  const chosen = kindsOf(value)
  const change = (kind: NotifyKind, isOn: boolean): void =>
    onChange?.(notifyKinds.filter((one) => (one === kind ? isOn : chosen.includes(one))).join(','))
  return (
    <div {...rest} ref={frame} role="group" className="sw-notify-choice">
      {notifyKinds.map((kind) => (
        <Checkbox
          key={kind}
          checked={chosen.includes(kind)}
          onChange={({ target }) => change(kind, target.checked)}
        >
          {name(kind)}
          <small>{t(`kind.${kind}`)}</small>
        </Checkbox>
      ))}
    </div>
  )
}

import { Button } from 'antd'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import type { z } from 'zod'

import { useT } from '../lib/i18n.tsx'
import './form-panel.css'
import { JudgedForm, type JudgedFormProps, useJudgedForm } from './judged-form.tsx'
import { uiWords } from './ui-words.ts'
import { useUnsavedGuard } from './unsaved-guard.tsx'

type FormPanelProps<Schema extends z.ZodType, Values extends object> = JudgedFormProps<Schema, Values> & {
  /** Says what the button does: "Save settings", not "OK". */
  submitLabel: string
  /** Called when the form gets unsaved changes, and when it has none any more. */
  onDirty?: (dirty: boolean) => void
  children: ReactNode
}

/**
 * A form that fills the page, with its buttons always visible while there is something to save. After saving, the user
 * stays; the page changes the form's key, so that it restarts from the saved values.
 */
export function FormPanel<Schema extends z.ZodType, Values extends object>(
  props: FormPanelProps<Schema, Values>,
) {
  const { submitLabel, initial, onReload, onDirty, children } = props
  const t = useT(uiWords)
  const state = useJudgedForm(props)
  const { form, formId, dirty, sending, changed } = state
  const startAgain = (): void => {
    form.resetFields()
    changed({})
  }
  const { leaveSaved, question } = useUnsavedGuard(dirty, () => undefined)
  const tell = useEffectEvent((is: boolean) => onDirty?.(is))
  useEffect(() => tell(dirty), [dirty])

  return (
    <div className="sw-form-panel">
      <JudgedForm state={state} initial={initial} onSaved={leaveSaved} onReload={onReload}>
        {children}
      </JudgedForm>
      {dirty && (
        <div className="sw-form-panel-buttons">
          <Button onClick={startAgain}>{t('discard')}</Button>
          <Button type="primary" htmlType="submit" form={formId} loading={sending}>
            {submitLabel}
          </Button>
        </div>
      )}
      {question}
    </div>
  )
}

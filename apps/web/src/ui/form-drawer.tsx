import { Button, Drawer } from 'antd'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { z } from 'zod'

import { useT } from '../lib/i18n.tsx'
import type { Turns } from '../lib/turns.ts'
import './form-drawer.css'
import type { GivenFocus } from './form-field.tsx'
import { JudgedForm, type JudgedFormProps, useJudgedForm } from './judged-form.tsx'
import { PageSpinner } from './plain/spinner.tsx'
import { RecordTurner } from './record-turner.tsx'
import { uiWords } from './ui-words.ts'
import { useUnsavedGuard } from './unsaved-guard.tsx'
import { useFocusReturn } from './use-focus-return.ts'
import { useIsPhone } from './use-media.ts'

export type FormDrawerProps<Schema extends z.ZodType, Values extends object> = JudgedFormProps<
  Schema,
  Values
> & {
  title: string
  /** Says what the button does: "Save area", not "OK". */
  submitLabel: string
  /** Which record is edited, where the user can turn to another one. */
  recordKey?: string
  /** The record is being loaded. */
  isWaiting?: boolean
  /** The ways to the records beside it. */
  turns?: Turns | undefined
  onClose: () => void
  children: ReactNode
}

/**
 * A form in a drawer: validated by the contract's schema, guarded against losing input, with errors at their fields. The
 * drawer stays open while the user turns to another record; only the form in it begins anew.
 */
export function FormDrawer<Schema extends z.ZodType, Values extends object>(
  props: FormDrawerProps<Schema, Values>,
) {
  const isPhone = useIsPhone()
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const leave = useRef<() => void>(null)
  useFocusReturn()
  return (
    <Drawer
      open
      rootClassName="sw-form-drawer"
      title={props.title}
      extra={<RecordTurner turns={props.turns} />}
      size={isPhone ? '100%' : 480}
      onClose={() => (leave.current ?? props.onClose)()}
      autoFocus={false}
      footer={<div className="sw-form-drawer-buttons" ref={setFoot} />}
    >
      {props.isWaiting ? (
        <PageSpinner />
      ) : (
        <DrawerForm key={props.recordKey} {...props} foot={foot} leave={leave} />
      )}
    </Drawer>
  )
}

type DrawerFormProps<Schema extends z.ZodType, Values extends object> = FormDrawerProps<Schema, Values> & {
  /** Where the buttons stand. */
  foot: HTMLElement | null
  /** What closing the drawer does: it asks before input is lost. */
  leave: Ref<() => void>
}

function DrawerForm<Schema extends z.ZodType, Values extends object>(props: DrawerFormProps<Schema, Values>) {
  const { submitLabel, initial, onClose, onReload, foot, leave, children } = props
  const t = useT(uiWords)
  const state = useJudgedForm(props)
  const { formId, judge, dirty, sending } = state
  const { requestLeave, leaveSaved, question } = useUnsavedGuard(dirty, onClose)
  useImperativeHandle(leave, () => requestLeave)
  const buttons = (
    <>
      <Button onClick={requestLeave}>{t('cancel')}</Button>
      <Button type="primary" htmlType="submit" form={formId} loading={sending}>
        {submitLabel}
      </Button>
    </>
  )
  return (
    <>
      <FirstFieldFocus formId={formId} givenFocus={judge.givenFocus} />
      <JudgedForm state={state} initial={initial} onSaved={leaveSaved} onReload={onReload}>
        {children}
      </JudgedForm>
      {question}
      {foot && createPortal(buttons, foot)}
    </>
  )
}

/** Sets the focus while the drawer is still sliding in, so that the user can type at once. */
function FirstFieldFocus({ formId, givenFocus }: { formId: string; givenFocus: GivenFocus }) {
  useEffect(() => {
    const form = document.querySelector(`#${formId}`)
    // The button that turns to the next record keeps the focus.
    if (!form || form.closest('.sw-form-drawer')?.contains(document.activeElement)) return
    // Only fields of the form itself; shortcuts and hints beside it are not where users begin.
    const fields =
      '.ant-form-item :is(input:not([type=hidden], [type=radio]:not(:checked)), textarea):not(:disabled)'
    const first = form.querySelector<HTMLElement>(fields)
    if (!first) return
    givenFocus.to(first)
    let isOpen = true
    // The drawer locks the focus in a later effect; until then, the lock of a drawer below would take it back.
    queueMicrotask(() => {
      if (isOpen) first.focus({ preventScroll: true })
    })
    return () => {
      isOpen = false
    }
  }, [formId, givenFocus])
  return null
}

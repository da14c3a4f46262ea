import { errorText } from '@slotwise/contract'
import { Button, Form, Modal } from 'antd'
import { useState } from 'react'
import { z } from 'zod'

import { CallError } from '../lib/client.ts'
import { useLocale, useT } from '../lib/i18n.tsx'
import { FormField, FormJudgeContext } from './form-field.tsx'
import { operationGateWords } from './operation-gate-words.ts'
import { PasswordInput } from './password-input.tsx'
import { plainWords } from './plain/words.ts'
import { uiWords } from './ui-words.ts'
import { useFocusReturn } from './use-focus-return.ts'

const Typed = z.object({ password: z.string().regex(/^\d{6}$/, { error: 'v:sixDigits' }) })
type Typed = z.infer<typeof Typed>
const judge = { schema: Typed, toInput: (values: unknown) => values }

type AskPasswordProps = {
  onUnlock: (password: string) => Promise<void>
  /** Offered to the main account alone; it resets those of sub-accounts. */
  onForgotten?: () => void
  onClose: () => void
}

export function AskPassword({ onUnlock, onForgotten, onClose }: AskPasswordProps) {
  const t = useT(operationGateWords)
  useFocusReturn()
  const ui = useT(uiWords)
  const [form] = Form.useForm<Typed>()
  const [sending, setSending] = useState(false)

  const send = async ({ password }: Typed): Promise<void> => {
    setSending(true)
    try {
      await onUnlock(password)
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setSending(false)
      // Without an answer the typed password may be right, so it stays.
      const value = error.kind === 'answer' ? '' : password
      form.setFields([{ name: 'password', value, errors: [error.message] }])
      form.focusField('password')
    }
  }
  return (
    <Modal
      open
      centered
      width={400}
      title={t('title')}
      okText={t('unlock')}
      cancelText={ui('cancel')}
      confirmLoading={sending}
      onOk={form.submit}
      onCancel={onClose}
      afterOpenChange={(open) => open && form.focusField('password')}
    >
      <p className="sw-form-intro">{t('why')}</p>
      <FormJudgeContext value={judge}>
        <Form<Typed>
          form={form}
          name="operation-gate"
          layout="vertical"
          initialValues={{ password: '' }}
          noValidate
          scrollToFirstError={{ focus: true }}
          onFinish={(typed) => void send(typed)}
        >
          <FormField name="password" label={t('password')} required>
            <PasswordInput digits={6} autoComplete="off" />
          </FormField>
        </Form>
      </FormJudgeContext>
      {onForgotten && (
        <button type="button" className="sw-text-button" onClick={onForgotten}>
          {t('forgotten')}
        </button>
      )}
    </Modal>
  )
}

export function AskMainAccount({ onClose }: { onClose: () => void }) {
  const t = useT(operationGateWords)
  const plain = useT(plainWords)
  useFocusReturn()
  const locale = useLocale()
  return (
    <Modal
      open
      centered
      width={400}
      title={t('noneTitle')}
      onCancel={onClose}
      footer={<Button onClick={onClose}>{plain('close')}</Button>}
    >
      {errorText(locale, 'operationMissingAskMain')}
    </Modal>
  )
}

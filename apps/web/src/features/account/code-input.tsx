import type { accountCalls } from '@slotwise/contract'
import { Form, Input } from 'antd'

import { call } from '../../lib/client.ts'
import { notify } from '../../lib/notices.ts'
import { CodeButton } from '../../ui/plain/code-button.tsx'
import { useSmsCode } from './use-sms-code.ts'

type CodeInputProps = React.ComponentProps<typeof Input> & {
  /** The call that sends a code to the phone of the account. */
  sender: (typeof accountCalls)['sendHeaderSms' | 'sendOprPwdSms' | 'sendPhoneSms']
}

/** Takes the form field's properties, and adds the button that requests a code. */
export function CodeInput({ sender, ...field }: CodeInputProps) {
  const form = Form.useFormInstance()
  const { sending, secondsLeft, send } = useSmsCode()
  const ask = async (): Promise<void> => {
    const sent = await send(
      () => call(sender, {}, { quiet: true }),
      (message) => notify('error', message),
    )
    if (sent !== undefined) form.focusField('code')
  }
  return (
    <div className="sw-code-field">
      <Input {...field} inputMode="numeric" autoComplete="one-time-code" />
      <CodeButton busy={sending} secondsLeft={secondsLeft} onClick={() => void ask()} />
    </div>
  )
}

import { accountCalls, codeLengths, VerifyPhone as VerifyPhoneInput } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useChange } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { CodeInput } from './code-input.tsx'
import { verifyPhoneWords } from './verify-phone-words.ts'

type VerifyPhoneProps = { phone: string; onClose: () => void }

/** A sub-account proves its phone, and logs in by it from then on. */
export function VerifyPhone({ phone, onClose }: VerifyPhoneProps) {
  const t = useT(verifyPhoneWords)
  const { mutateAsync } = useChange(accountCalls.verifyPhone, { refreshes: [accountCalls.me], inline: true })
  return (
    <FormDrawer
      title={t('title')}
      submitLabel={t('submit')}
      schema={VerifyPhoneInput}
      initial={{ code: '' }}
      onSubmit={async (input) => {
        await mutateAsync(input)
        notify('success', t('done'))
      }}
      onClose={onClose}
    >
      <p className="sw-form-intro">{t('why', { phone })}</p>
      <FormField name="code" label={t('code')} required>
        <CodeInput sender={accountCalls.sendPhoneSms} maxLength={codeLengths.phone} />
      </FormField>
    </FormDrawer>
  )
}

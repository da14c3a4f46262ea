import { accountCalls, type Country, errorText, ruleText } from '@slotwise/contract'
import { useEffect, useRef, useState } from 'react'

import { call, CallError } from '../../lib/client.ts'
import { useLocale } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import type { Form } from '../../ui/plain/use-form.ts'
import { useSmsCode } from './use-sms-code.ts'

/**
 * The SMS code of the sign-up page.
 * Not requested: a code cannot be checked ("click get code first").
 * Requested: the server sent one to this phone. For a mainland phone it also gave the `sign` that later calls carry;
 * Malaysian phones use the /my calls and need none. A change of phone or country returns to Not requested.
 * Checked: when the user leaves the field, the server says whether the code is right. It counts wrong tries, so the
 * same code is not checked twice, and a code known to be wrong is not sent with the form.
 */
export type SignUpValues = {
  business: string
  mchName: string
  country: string
  phone: string
  code: string
  password: string
  confirm: string
}

type Asked = { country: string; phone: string; sign?: string }
type Verdict = { code: string; state: 'checking' | 'right' | 'wrong' }

export function useSignUpCode(form: Form<SignUpValues, unknown>) {
  const locale = useLocale()
  const sms = useSmsCode()
  const [asked, setAsked] = useState<Asked>()
  const [verdict, setVerdict] = useState<Verdict>()
  const { country, phone, code } = form.values
  const valid = asked?.country === country && asked.phone === phone ? asked : undefined
  const known = valid && verdict?.code === code ? verdict.state : undefined

  // An answer that comes after the field has changed does not apply to the new value.
  const latest = useRef(form.values)
  useEffect(() => {
    latest.current = form.values
  })

  const request = async (): Promise<void> => {
    const wrong = form.look('phone')
    if (wrong !== undefined) {
      notify('warning', ruleText(locale, country === 'CN' ? 'mainlandPhone' : 'phone'))
      return
    }
    const sent = await sms.send(
      () => askFor(country as Country, phone),
      (message) => form.tell('phone', message),
    )
    if (!sent) return
    setVerdict(undefined)
    setAsked({ country, phone, ...sent })
    // An error of the code field was about an earlier code.
    form.forgive('code')
  }

  const verify = async (typed: string): Promise<void> => {
    if (typed === '' || form.look('code') !== undefined || known) return
    if (!valid) {
      form.tell('code', errorText(locale, 'codeNotRequested'))
      return
    }
    setVerdict({ code: typed, state: 'checking' })
    try {
      const { isRight } = await checkWith(valid, typed)
      setVerdict({ code: typed, state: isRight ? 'right' : 'wrong' })
      if (!isRight && latest.current.code === typed) form.tell('code', ruleText(locale, 'invalidCode'))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      setVerdict(undefined)
      if (latest.current.code === typed) form.tell('code', error.errors[0]?.message ?? error.message)
    }
  }

  return { sms, asked: valid, known, request, verify }
}

const askFor = (country: Country, phone: string): Promise<{ sign?: string }> =>
  country === 'CN'
    ? call(accountCalls.checkAccount, { phone }, { quiet: true })
    : call(accountCalls.checkAccountMy, { phone }, { quiet: true })

const checkWith = ({ phone, sign }: Asked, code: string): Promise<{ isRight: boolean }> =>
  sign === undefined
    ? call(accountCalls.checkSmsCodeMy, { phone, code }, { quiet: true })
    : call(accountCalls.checkSmsCode, { sign, code }, { quiet: true })

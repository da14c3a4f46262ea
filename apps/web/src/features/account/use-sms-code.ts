import { errorCodes, resendSeconds } from '@slotwise/contract'
import { useState } from 'react'

import { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useCountdown } from '../../ui/plain/use-countdown.ts'
import { publicWords } from './public-words.ts'

export type SmsSending = {
  sending: boolean
  /** Seconds until another message can be requested. */
  secondsLeft: number
  /** Requests a text message. Returns the server's answer, or undefined when no message was sent. */
  send: <Answer>(
    ask: () => Promise<Answer>,
    wrongPhone: (message: string) => void,
  ) => Promise<Answer | undefined>
}

/** One text message a minute: after one was sent, or when the server says that one was, the seconds count down. */
export function useSmsCode(): SmsSending {
  const t = useT(publicWords)
  const [sending, setSending] = useState(false)
  const { left, start } = useCountdown()
  return {
    sending,
    secondsLeft: left,
    send: async (ask, wrongPhone) => {
      setSending(true)
      try {
        const answer = await ask()
        start(resendSeconds)
        notify('success', t('smsSent'))
        return answer
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        const { errors, message, retryAfter, requestId } = error
        if (retryAfter !== undefined) {
          start(retryAfter)
          notify('warning', message)
        } else if (isAboutPhone(error)) wrongPhone(errors[0]?.message ?? message)
        else notify('error', message, requestId === undefined ? {} : { requestId })
        return undefined
      } finally {
        setSending(false)
      }
    },
  }
}

const isAboutPhone = ({ errors, rcode }: CallError): boolean =>
  errors.length > 0 || rcode === errorCodes.phoneRegistered || rcode === errorCodes.phoneUnknown

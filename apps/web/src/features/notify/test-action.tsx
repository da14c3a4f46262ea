import { type Delivery, type Notify, notifyChannelWords } from '@slotwise/contract'
import { useEffect, useEffectEvent, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useDelivery, useRefreshReceivers, useTestReceiver } from './api.ts'
import { notifyWords } from './notify-words.ts'

/** After this time the user is sent to the list of deliveries. */
const patienceMs = 15_000

/** Sends a test notice, and says whether it arrived. */
export function TestAction({ receiver }: { receiver: Notify }) {
  const t = useT(notifyWords)
  const { mutateAsync: send, isPending } = useTestReceiver()
  const [sent, setSent] = useState<string>()
  const { notify_id, receiver: name } = receiver
  const start = (): void => {
    send({ notify_id }).then(
      ({ notice }) => setSent(notice),
      // A notice has said why.
      () => undefined,
    )
  }
  const isBusy = isPending || sent !== undefined
  return (
    <>
      <button
        type="button"
        className="sw-text-button"
        aria-label={`${t('test')}: ${name}`}
        aria-busy={isBusy}
        disabled={isBusy}
        onClick={start}
      >
        {t('test')}
      </button>
      {sent !== undefined && (
        <Outcome key={sent} receiver={receiver} notice={sent} onEnd={() => setSent(undefined)} />
      )}
    </>
  )
}

type OutcomeProps = { receiver: Notify; notice: string; onEnd: () => void }

/** Follows the test notice to its end. */
function Outcome({ receiver: { receiver: name, channel }, notice, onEnd }: OutcomeProps) {
  const t = useT(notifyWords)
  const channelName = useT(notifyChannelWords)
  const refreshReceivers = useRefreshReceivers()
  const { data, isPlaceholderData } = useDelivery(notice)
  const delivery = isPlaceholderData ? undefined : data?.data[0]
  const tell = useEffectEvent(({ state, why }: Pick<Delivery, 'state' | 'why'>) => {
    if (state === 'sent') notify('success', t('testSent', { name, channel: channelName(channel) }))
    else if (state === 'dead') notify('error', t('testFailed', { name }), { second: why })
    else notify('info', t('testLate', { name }))
    refreshReceivers()
    onEnd()
  })
  const state = delivery?.state
  const why = delivery?.why ?? ''
  useEffect(() => {
    if (state === 'sent' || state === 'dead') tell({ state, why })
  }, [state, why])
  useEffect(() => {
    const timer = setTimeout(() => tell({ state: 'waiting', why: '' }), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return null
}

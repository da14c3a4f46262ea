import { CheckCircleFilled, CopyOutlined } from '@ant-design/icons'
import {
  type BindChannel,
  bindSeconds,
  type Notify,
  notifyCalls,
  notifyChannelWords,
} from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { copyText } from '../../lib/copy-text.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useSession } from '../../lib/session.ts'
import { DetailDrawer } from '../../ui/detail-drawer.tsx'
import { useCountdown } from '../../ui/plain/use-countdown.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { Segments } from '../../ui/segments.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { useBindChannels, useBindOwn, useOwnBinding, usePolledReceivers } from './api.ts'
import { notifyWords } from './notify-words.ts'
import { type BindCode, useBindCode } from './use-bind-code.ts'

/** Shows the code that makes a receiver, until a person has used it. */
export function BindDrawer({ onClose }: { onClose: () => void }) {
  const t = useT(notifyWords)
  const { data, error, refetch } = useBindChannels()
  return (
    <DetailDrawer title={t('bind')} width={440} onClose={onClose}>
      {data ? (
        <ChannelCodes channels={data.channels} />
      ) : error ? (
        <ErrorState title={t('codeFailed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="sw-notify-code">
          <Waiting />
        </div>
      )}
    </DetailDrawer>
  )
}

/** A code for the channel that is chosen, the first one to begin with. */
function ChannelCodes({ channels }: { channels: readonly BindChannel[] }) {
  const t = useT(notifyWords)
  const name = useT(notifyChannelWords)
  const [chosen, setChosen] = useState<BindChannel>()
  const [attempt, setAttempt] = useState(0)
  const channel = chosen ?? channels[0] ?? 'inbox'
  return (
    <>
      {channels.length > 1 && (
        <Segments
          className="sw-notify-channels"
          aria-label={t('bindBy')}
          value={channel}
          options={channels.map((value) => ({ value, label: name(value) }))}
          onChange={setChosen}
        />
      )}
      <NewCode key={`${channel} ${attempt}`} channel={channel} onRenew={() => setAttempt(attempt + 1)} />
    </>
  )
}

type NewCodeProps = { channel: BindChannel; onRenew: () => void }

function NewCode({ channel, onRenew }: NewCodeProps) {
  const t = useT(notifyWords)
  const made = useBindCode(channel)
  if (made.kind === 'failed')
    return <ErrorState title={t('codeFailed')} error={made.error} onRetry={onRenew} />
  // The time begins to run when the code is there.
  return <CodeOrBound key={made.kind} {...{ channel, made, onRenew }} />
}

type Made = { kind: 'loading' } | { kind: 'ready'; code: BindCode }

function CodeOrBound({ channel, made, onRenew }: NewCodeProps & { made: Made }) {
  const { left } = useCountdown(made.kind === 'ready' ? bindSeconds : 0)
  const code = made.kind === 'ready' ? made.code : undefined
  const bound = useBoundBy(code, left > 0)
  if (bound) return <Bound receiver={bound} onAnother={onRenew} />
  return (
    <>
      <HowItWorks channel={channel} />
      <div className="sw-notify-code">
        {code === undefined ? (
          <Waiting />
        ) : left > 0 ? (
          <GoodCode {...{ channel, code, left }} />
        ) : (
          <ExpiredCode onRenew={onRenew} />
        )}
      </div>
      {channel === 'inbox' && code !== undefined && left > 0 && <OwnAccount code={code} />}
    </>
  )
}

/** The receiver that came after the code was made. Both moments are of the server's clock. */
function useBoundBy(code: BindCode | undefined, isGood: boolean): Notify | undefined {
  const client = useQueryClient()
  const { data } = usePolledReceivers(isGood)
  // A person who is bound again in a chat app stays an older receiver with a new time.
  const [newest] = (data?.data ?? []).toSorted((a, b) => b.created_at.localeCompare(a.created_at))
  const madeAt = code === undefined ? Infinity : Date.parse(code.expires_at) - bindSeconds * 1000
  const bound = newest && Date.parse(newest.created_at) >= madeAt ? newest : undefined
  const boundId = bound?.notify_id
  useEffect(() => {
    if (boundId !== undefined)
      void client.invalidateQueries({ queryKey: [notifyCalls.getNotifyList.path], refetchType: 'active' })
  }, [client, boundId])
  return bound
}

function HowItWorks({ channel }: { channel: BindChannel }) {
  const t = useT(notifyWords)
  const merchant = useSession()?.mchName ?? ''
  return (
    <ol className="sw-notify-steps">
      <li>{t(`howScan.${channel}`)}</li>
      <li>{channel === 'inbox' ? t('howAgree', { merchant }) : t('howNoLogin')}</li>
      <li>{t('howEdit')}</li>
    </ol>
  )
}

function Waiting() {
  const ui = useT(uiWords)
  return <span className="sw-qr sw-bone" role="status" aria-label={ui('loading')} />
}

/** `14:05` */
const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

type GoodCodeProps = { channel: BindChannel; code: BindCode; left: number }

/** WeChat's codes are for its own scanner; the others are addresses that may be sent to the person. */
function GoodCode({ channel, code, left }: GoodCodeProps) {
  const t = useT(notifyWords)
  const ui = useT(uiWords)
  const copy = async (): Promise<void> => {
    if (await copyText(code.bind_url)) notify('success', t('linkCopied'))
    else notify('warning', ui('copyFailed'))
  }
  return (
    <>
      <QrCode text={code.bind_url} label={t('qrLabel')} />
      <p className="sw-notify-left sw-figures">{t('validFor', { time: clockText(left) })}</p>
      {channel !== 'wechat' && (
        <div className="sw-notify-link">
          <Input
            readOnly
            aria-label={t('link')}
            value={code.bind_url}
            onFocus={({ target }) => target.select()}
          />
          <Button icon={<CopyOutlined aria-hidden="true" />} onClick={() => void copy()}>
            {t('copyLink')}
          </Button>
        </div>
      )}
    </>
  )
}

function ExpiredCode({ onRenew }: { onRenew: () => void }) {
  const t = useT(notifyWords)
  return (
    <div className="sw-notify-expired">
      <p role="status">{t('expired')}</p>
      <Button type="primary" onClick={onRenew}>
        {t('newCode')}
      </Button>
    </div>
  )
}

/** The user needs no code to become a receiver. */
function OwnAccount({ code }: { code: BindCode }) {
  const t = useT(notifyWords)
  const scene = new URL(code.bind_url).searchParams.get('scene') ?? ''
  const { data } = useOwnBinding(scene)
  const { mutate: bind, isPending } = useBindOwn()
  if (data?.is_bound !== false) return null
  return (
    <div className="sw-notify-own">
      <p>{t('bindOwnHint')}</p>
      <Button loading={isPending} onClick={() => bind({ scene })}>
        {t('bindOwn')}
      </Button>
    </div>
  )
}

function Bound({ receiver, onAnother }: { receiver: Notify; onAnother: () => void }) {
  const t = useT(notifyWords)
  const navigate = useNavigate()
  const state: unknown = useLocation().state
  const { notify_id: id, receiver: name } = receiver
  return (
    <div className="sw-notify-bound">
      <CheckCircleFilled aria-hidden="true" />
      <div role="status">
        <h3>{t('bound', { name })}</h3>
        <p>{t('boundText', { name })}</p>
      </div>
      <div className="sw-notify-buttons">
        <Button type="primary" onClick={() => void navigate(`/notify?open=${id}`, { replace: true, state })}>
          {t('chooseKinds')}
        </Button>
        <Button onClick={onAnother}>{t('bindAnother')}</Button>
      </div>
    </div>
  )
}

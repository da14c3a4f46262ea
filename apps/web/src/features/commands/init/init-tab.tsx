import { capabilities, type Device, ruleText } from '@slotwise/contract'
import { Button, Progress } from 'antd'
import { type ReactNode, useEffect, useId, useState } from 'react'

import { useLocale, useT } from '../../../lib/i18n.tsx'
import { Alert } from '../../../ui/plain/alert.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { useSlots } from '../../../entities/slot/api.ts'
import { useSetChannelNum } from '../api.ts'
import { ActionOutcome } from '../../../entities/command/call-failure.tsx'
import { CommandList } from '../../../entities/command/command-progress.tsx'
import { isFinished } from '../../../entities/command/command-state.ts'
import { ConfirmAction } from '../../../entities/command/confirm-action.tsx'
import { countsPieces } from '../../../entities/device/counts-pieces.ts'
import { NumberInput } from '../../../ui/number-input.tsx'
import { initWords } from './init-words.ts'
import { OfflineNote, Panel } from '../remote/machine-panel.tsx'
import { RenumberPanel } from './renumber-panel.tsx'
import { slotsBeyond } from './slot-numbers.ts'
import { SlotsFailure } from '../../../entities/slot/slots-loaded.tsx'
import { numberRanges } from '../../../entities/slot/slot-shelves.ts'
import { type CommandTracking, useCommands } from '../../../entities/command/use-commands.ts'
import { useMachineAction } from '../../../entities/command/use-machine-action.ts'

export function InitTab({ device }: { device: Device }): ReactNode {
  const t = useT(initWords)
  if (!countsPieces(device.type)) return <EmptyState title={t('setNumber')} hint={t('notForPulse')} />
  return <Initialization device={device} />
}

function Initialization({ device }: { device: Device }) {
  const t = useT(initWords)
  const { mine, start, dismiss } = useCommands(device.sn, 'init')
  const { online, initializing_since: since } = device
  const isAtWork = mine.some(({ step }) => step.op === 'setChannels' && step.state === 'acknowledged')
  const isRenumbering = mine.some(({ step }) => step.op === 'resetSlot' && !isFinished(step))
  const isPending = mine.some(({ step }) => !isFinished(step))
  const disabled = !online || since !== null || isPending
  return (
    <div className="sw-remote">
      {!online && <OfflineNote hint={t('offlineHint')} />}
      {((since !== null && !isRenumbering) || isAtWork) && (
        <Panel title={t('running')}>
          <Running key={since} since={since} />
        </Panel>
      )}
      <CommandList comesInSight mine={mine} onDismiss={dismiss} />
      <Panel title={t('setNumber')} isOffline={!online}>
        <SlotCountForm device={device} disabled={disabled} start={start} />
      </Panel>
      <Panel title={t('renumber')} isOffline={!online}>
        <RenumberPanel device={device} disabled={disabled} start={start} />
      </Panel>
    </div>
  )
}

/** The usual length of a search, for the progress bar. */
const usualSeconds = 120

/** The bar never reaches its end by itself: only the machine reports that it is done. */
function Running({ since }: { since: string | null }) {
  const t = useT(initWords)
  const [began] = useState(() => (since === null ? Date.now() : Math.min(Date.now(), Date.parse(since))))
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const tick = (): void => setSeconds(Math.floor((Date.now() - began) / 1000))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [began])
  const isLong = seconds > usualSeconds
  return (
    <div className="sw-init-state">
      <Progress
        percent={Math.min(95, Math.round((seconds / usualSeconds) * 95))}
        status="active"
        showInfo={false}
        aria-label={t('running')}
      />
      <p className="sw-figures">{t('elapsed', { seconds })}</p>
      <p>{t(isLong ? 'longer' : 'runningHint')}</p>
    </div>
  )
}

type SlotCountFormProps = { device: Device; disabled: boolean; start: CommandTracking['start'] }

function SlotCountForm({ device, disabled, start }: SlotCountFormProps) {
  const t = useT(initWords)
  const locale = useLocale()
  const id = useId()
  const { mutateAsync } = useSetChannelNum()
  const { sn, type, channel_count: count } = device
  const action = useMachineAction({ sn, op: 'setChannels' })
  const max = capabilities[type].slots
  const known = useSlots(sn)
  const slots = known.data?.data
  const [wanted, setWanted] = useState<number | null>(count || null)
  const [isLeft, setLeft] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const wrong = faultOf(wanted, max)
  const message = wrong === 'range' ? t('range', { max }) : wrong && ruleText(locale, wrong, { max })
  const isSame = wanted === count
  const gone = slotsBeyond(slots ?? [], wanted)

  const set = async (): Promise<void> => {
    if (wanted === null) return
    const step = await action.run((sign) => mutateAsync({ sn, channel_num: wanted, sign }))
    if (step) start(step, [])
  }
  return (
    <form
      className="sw-remote-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setLeft(true)
        if (message === undefined && !isSame) setAsking(true)
      }}
    >
      <p>{t('setNumberHint', { count })}</p>
      <ActionOutcome action={action} />
      <label htmlFor={id}>{t('number')}</label>
      <div className="sw-remote-row">
        <NumberInput
          id={id}
          value={wanted}
          disabled={disabled}
          wrong={isLeft ? message : undefined}
          hint={isSame ? t('sameNumber', { count }) : t('range', { max })}
          onChange={setWanted}
          onBlur={() => setLeft(true)}
        />
        <Button type="primary" htmlType="submit" disabled={disabled || isSame} loading={action.isRunning}>
          {wanted === null || message !== undefined || isSame
            ? t('setNumber')
            : t('setDo', { count: wanted })}
        </Button>
      </div>
      {isAsking && wanted !== null && (
        <ConfirmAction
          danger
          title={t('setTitle', { count: wanted })}
          confirmLabel={t('setDo', { count: wanted })}
          // Disabled until the dialog can name the slots that would be lost.
          disabled={slots === undefined}
          onConfirm={set}
          onClose={() => setAsking(false)}
        >
          <p>{t('setText')}</p>
          {known.isError && !slots && <SlotsFailure query={known} />}
          {gone.numbers.length > 0 && (
            <Alert tone="warning">
              {t('setFewer', { slots: numberRanges(locale, gone.numbers), pieces: gone.pieces })}
            </Alert>
          )}
        </ConfirmAction>
      )}
    </form>
  )
}

/** The number must be from 1 to the limit of the machine's type. */
function faultOf(wanted: number | null, max: number): 'required' | 'range' | 'channelNumOfType' | undefined {
  if (wanted === null) return 'required'
  if (!Number.isInteger(wanted) || wanted < 1) return 'range'
  return wanted > max ? 'channelNumOfType' : undefined
}

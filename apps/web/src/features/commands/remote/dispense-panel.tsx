import { type Channel, type Device, pulseSlot } from '@slotwise/contract'
import { Button } from 'antd'
import { useId, useState } from 'react'

import { useLocale, useT } from '../../../lib/i18n.tsx'
import { FieldWrong } from '../../../ui/field-wrong.tsx'
import { Alert } from '../../../ui/plain/alert.tsx'
import { useDispense } from '../api.ts'
import { ActionOutcome } from '../../../entities/command/call-failure.tsx'
import { ConfirmAction } from '../../../entities/command/confirm-action.tsx'
import { countsPieces } from '../../../entities/device/counts-pieces.ts'
import { dispenseFaults, type DispenseLine, doubtsOf, linesOf, piecesOf } from './dispense-lines.ts'
import { NumberInput } from '../../../ui/number-input.tsx'
import { type TypedNumber, useTypedNumbers } from '../use-typed-numbers.ts'
import { remoteWords } from './remote-words.ts'
import { numberRanges } from '../../../entities/slot/slot-shelves.ts'
import { SlotsLoaded } from '../../../entities/slot/slots-loaded.tsx'
import type { CommandTracking } from '../../../entities/command/use-commands.ts'
import { useLostCommand } from '../../../entities/command/use-lost-command.ts'
import { useMachineAction } from '../../../entities/command/use-machine-action.ts'

type DispensePanelProps = { device: Device; disabled: boolean; tracking: CommandTracking }

/** Dispenses goods, or sends pulses, without payment. A refusal of the server stays here. */
export function DispensePanel({ device: { sn, type }, disabled, tracking }: DispensePanelProps) {
  const action = useMachineAction({ sn, op: 'dispense' })
  const { mutateAsync } = useDispense(action.intent)
  const [rounds, setRounds] = useState(0)
  useLostCommand(action, tracking, () => setRounds(rounds + 1))
  const give = async (goods: DispenseLine[]): Promise<boolean> => {
    const asked = goods.flatMap(({ channel_sn: slot, count }) => Array.from({ length: count }, () => slot))
    const mark = action.intent.keyFor({ sn, goods })
    const step = await action.run((sign) => mutateAsync({ sn, goods, attach: mark, sign }), { mark, asked })
    if (step) tracking.start(step, asked)
    return step !== undefined
  }
  const props = { disabled, isRunning: action.isRunning, onGive: give }
  return (
    <>
      <ActionOutcome action={action} />
      {countsPieces(type) ? (
        // The key resets the counts after a dispense, so that it is not repeated by accident.
        <SlotsLoaded sn={sn}>{(slots) => <Pieces key={rounds} {...props} slots={slots} />}</SlotsLoaded>
      ) : (
        <Pulses {...props} slot={pulseSlot} />
      )}
    </>
  )
}

type GiveProps = {
  disabled: boolean
  isRunning: boolean
  onGive: (lines: DispenseLine[]) => Promise<boolean>
}

function Pulses({ slot, disabled, isRunning, onGive }: GiveProps & { slot: number }) {
  const t = useT(remoteWords)
  const locale = useLocale()
  const id = useId()
  const [pulses, setPulses] = useState<number | null>(1)
  const [isAsking, setAsking] = useState(false)
  const fault = dispenseFaults({ [slot]: pulses }, locale)
  const message = pulses === null ? t('pulseRange') : fault.bySlot.get(slot)
  return (
    <form
      className="sw-remote-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (message === undefined) setAsking(true)
      }}
    >
      <p>{t('pulseHint')}</p>
      <label htmlFor={id}>{t('pulses')}</label>
      <div className="sw-remote-row">
        <NumberInput id={id} value={pulses} disabled={disabled} wrong={message} onChange={setPulses} />
        <Button
          type="primary"
          htmlType="submit"
          disabled={disabled || message !== undefined}
          loading={isRunning}
        >
          {message === undefined ? t('sendPulses', { count: pulses ?? 0 }) : t('sendNone')}
        </Button>
      </div>
      {isAsking && pulses !== null && (
        <ConfirmAction
          danger
          title={t('pulsesTitle', { count: pulses })}
          confirmLabel={t('sendPulses', { count: pulses })}
          onConfirm={() => onGive(linesOf({ [slot]: pulses }))}
          onClose={() => setAsking(false)}
        >
          <p>{t('pulsesText')}</p>
        </ConfirmAction>
      )}
    </form>
  )
}

function Pieces({ slots, disabled, isRunning, onGive }: GiveProps & { slots: readonly Channel[] }) {
  const t = useT(remoteWords)
  const locale = useLocale()
  const { typed: counts, isSent, isShown, sent, clear, of } = useTypedNumbers()
  const [isAsking, setAsking] = useState(false)
  const faults = dispenseFaults(counts, locale)
  const isRight = faults.whole === undefined && faults.bySlot.size === 0
  const lines = linesOf(counts)
  const give = async (): Promise<void> => {
    if (await onGive(lines)) clear()
  }
  return (
    <form
      className="sw-remote-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        sent()
        setAsking(isRight)
      }}
    >
      <p>{t('dispenseHint')}</p>
      <ul className="sw-slot-lines">
        {slots.map((slot) => (
          <PieceLine
            key={slot.channel_sn}
            slot={slot}
            disabled={disabled}
            value={counts[slot.channel_sn] ?? null}
            wrong={isShown(slot.channel_sn) ? faults.bySlot.get(slot.channel_sn) : undefined}
            {...of(slot.channel_sn)}
          />
        ))}
      </ul>
      {isSent && faults.whole !== undefined && <FieldWrong>{faults.whole}</FieldWrong>}
      <div className="sw-remote-row">
        <Button type="primary" htmlType="submit" disabled={disabled} loading={isRunning}>
          {isRight ? t('dispenseDo', { count: piecesOf(lines) }) : t('dispenseNone')}
        </Button>
        {lines.length > 0 && <Button onClick={clear}>{t('clear')}</Button>}
      </div>
      {isAsking && (
        <AskDispense lines={lines} slots={slots} onConfirm={give} onClose={() => setAsking(false)} />
      )}
    </form>
  )
}

type AskDispenseProps = {
  lines: readonly DispenseLine[]
  slots: readonly Channel[]
  onConfirm: () => Promise<void>
  onClose: () => void
}

/** Lists what is dispensed, with warnings from the records. The machine decides whether something is dispensed. */
function AskDispense({ lines, slots, onConfirm, onClose }: AskDispenseProps) {
  const t = useT(remoteWords)
  const locale = useLocale()
  const count = piecesOf(lines)
  const nameIn = (number: number): string =>
    slots.find(({ channel_sn: known }) => known === number)?.goods?.title ?? t('noGoods')
  const { short, vacant } = doubtsOf(lines, slots)
  return (
    <ConfirmAction
      danger
      title={t('dispenseTitle', { count })}
      confirmLabel={t('dispenseDo', { count })}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <ul className="sw-dispense-lines">
        {lines.map(({ channel_sn: slot, count: times }) => (
          <li key={slot}>{t('slotTimes', { slot, count: times, goods: nameIn(slot) })}</li>
        ))}
      </ul>
      <p>{t('dispenseText')}</p>
      {short.length > 0 && (
        <Alert tone="warning">{t('shortSlots', { slots: numberRanges(locale, short) })}</Alert>
      )}
      {vacant.length > 0 && (
        <Alert tone="warning">{t('vacantSlots', { slots: numberRanges(locale, vacant) })}</Alert>
      )}
    </ConfirmAction>
  )
}

type PieceLineProps = TypedNumber & {
  slot: Channel
  disabled: boolean
  value: number | null
  wrong: string | undefined
}

function PieceLine({ slot, ...input }: PieceLineProps) {
  const t = useT(remoteWords)
  const { channel_sn: number, quantity, goods } = slot
  // The machine decides whether something is dispensed; our records only warn.
  const isShort = input.value !== null && input.value > quantity
  return (
    <li>
      <span className="sw-slot-number">{number}</span>
      <span className="sw-slot-line-name">
        {goods?.title ?? t('noGoods')}
        <small className="sw-figures">{t('stock', { quantity })}</small>
      </span>
      <NumberInput
        aria-label={t('countOf', { number })}
        warning={isShort ? t('moreThanStock', { quantity }) : undefined}
        {...input}
      />
    </li>
  )
}

import { type Channel, commandCalls, type Device, powerWords, ruleText } from '@slotwise/contract'
import { Button, Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'

import { useLocale, useT } from '../../../lib/i18n.tsx'
import { Can } from '../../../ui/can.tsx'
import { FieldWrong } from '../../../ui/field-wrong.tsx'
import { Alert } from '../../../ui/plain/alert.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useTestOut } from '../api.ts'
import { ActionOutcome } from '../../../entities/command/call-failure.tsx'
import { CommandList, useReasonText } from '../../../entities/command/command-progress.tsx'
import { isFinished, outcomesBySlot, type SlotOutcome } from '../../../entities/command/command-state.ts'
import { ConfirmAction } from '../../../entities/command/confirm-action.tsx'
import { countsPieces } from '../../../entities/device/counts-pieces.ts'
import { OfflineNote, OffNote, Panel, stillness } from './machine-panel.tsx'
import { SlotsLoaded } from '../../../entities/slot/slots-loaded.tsx'
import { testWords } from './test-words.ts'
import { numberRanges, numbersOf } from '../../../entities/slot/slot-shelves.ts'
import { useCommands } from '../../../entities/command/use-commands.ts'
import { useLostCommand } from '../../../entities/command/use-lost-command.ts'
import { useMachineAction } from '../../../entities/command/use-machine-action.ts'

/** The server's minimum time between two tests of a machine. */
const testRestSeconds = 5

export function TestTab({ device }: { device: Device }): ReactNode {
  const t = useT(testWords)
  if (!countsPieces(device.type)) return <EmptyState title={t('title')} hint={t('notForPulse')} />
  return <SlotsLoaded sn={device.sn}>{(slots) => <SlotTest device={device} slots={slots} />}</SlotsLoaded>
}

type SlotTestProps = { device: Device; slots: Channel[] }

function SlotTest({ device, slots }: SlotTestProps) {
  const t = useT(testWords)
  const power = useT(powerWords)
  const locale = useLocale()
  const tracking = useCommands(device.sn, 'test')
  const { mine, past, start, dismiss } = tracking
  const action = useMachineAction({ sn: device.sn, op: 'testOut', restSeconds: testRestSeconds })
  const { mutateAsync } = useTestOut(action.intent)
  useLostCommand(action, tracking)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const [isMissing, setMissing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const outcomes = outcomesBySlot([...mine, ...past])
  const isOffline = !device.online
  const still = isOffline ? undefined : stillness(device)
  // The machine would refuse: it executes one command at a time.
  const isTesting = mine.some(({ step }) => !isFinished(step))
  const cannot = isOffline || still !== undefined || isTesting || action.isRunning || action.secondsLeft > 0

  const test = async (road: number[]): Promise<void> => {
    setMissing(false)
    const { sn } = device
    const mark = action.intent.keyFor({ sn, road })
    const ask = (sign: string) => mutateAsync({ sn, road, attach: mark, sign })
    const step = await action.run(ask, { mark, asked: road })
    if (step) start(step, road)
  }
  const these = numbersOf(slots).filter((number) => chosen.has(number))
  const testThese = (): void => {
    setMissing(these.length === 0)
    // One slot is tested at once; several ask first, because many goods may fall.
    if (these.length > 1) setAsking(true)
    else if (these.length === 1) void test(these)
  }
  const choose = (numbers: readonly number[]): void => {
    setChosen(new Set(numbers))
    if (numbers.length > 0) setMissing(false)
  }
  return (
    <div className="sw-remote">
      {isOffline && <OfflineNote hint={t('offlineHint')} />}
      {still === 'initializing' && <Alert tone="warning">{t('busyHint')}</Alert>}
      {still === 'off' && (
        <OffNote hint={t('offHint')}>
          <Can access={commandCalls.power.access}>
            <Link className="sw-link" to={`/device/${device.sn}?tab=remote`}>
              {power('on')}
            </Link>
          </Can>
        </OffNote>
      )}
      <Panel title={t('title')} isOffline={isOffline}>
        <p>{t('hint')}</p>
        <ActionOutcome action={action} />
        <div className="sw-remote-row">
          <Checkbox
            checked={these.length === slots.length}
            indeterminate={these.length > 0 && these.length < slots.length}
            onChange={({ target }) => choose(target.checked ? numbersOf(slots) : [])}
          >
            {t('all')}
          </Checkbox>
          <Button type="primary" disabled={cannot} loading={action.isRunning} onClick={testThese}>
            {these.length > 0 ? t('testChosen', { count: these.length }) : t('testNone')}
          </Button>
          {action.secondsLeft > 0 && (
            <span className="sw-figures">{t('restIn', { seconds: action.secondsLeft })}</span>
          )}
        </div>
        {isMissing && <FieldWrong>{ruleText(locale, 'chooseSlot')}</FieldWrong>}
        <Summary outcomes={outcomes} />
        <ul className="sw-slot-lines is-tall">
          {slots.map((slot) => (
            <TestLine
              key={slot.channel_sn}
              slot={slot}
              outcome={outcomes.get(slot.channel_sn)}
              chosen={chosen.has(slot.channel_sn)}
              cannot={cannot}
              onChosen={(on) =>
                choose(
                  on
                    ? [...chosen, slot.channel_sn]
                    : [...chosen].filter((number) => number !== slot.channel_sn),
                )
              }
              onTest={() => void test([slot.channel_sn])}
            />
          ))}
        </ul>
      </Panel>
      {mine.length > 0 && (
        <Panel title={t('results')}>
          <CommandList mine={mine} onDismiss={dismiss} />
        </Panel>
      )}
      {isAsking && (
        <ConfirmAction
          title={t('testTitle', { count: these.length })}
          confirmLabel={t('testChosen', { count: these.length })}
          onConfirm={() => test(these)}
          onClose={() => setAsking(false)}
        >
          <p>{t('testText', { slots: numberRanges(locale, these) })}</p>
        </ConfirmAction>
      )}
    </div>
  )
}

function Summary({ outcomes }: { outcomes: ReadonlyMap<number, SlotOutcome> }) {
  const t = useT(testWords)
  if (outcomes.size === 0) return null
  const count = (is: SlotOutcome['is']): number =>
    [...outcomes.values()].filter((outcome) => outcome.is === is).length
  return (
    <p aria-live="polite">
      {t('summary', {
        worked: count('worked'),
        failed: count('failed') + count('unclear'),
        waiting: count('waiting'),
      })}
    </p>
  )
}

type TestLineProps = {
  slot: Channel
  outcome: SlotOutcome | undefined
  chosen: boolean
  cannot: boolean
  onChosen: (on: boolean) => void
  onTest: () => void
}

function TestLine({ slot, outcome, chosen, cannot, onChosen, onTest }: TestLineProps) {
  const t = useT(testWords)
  const { channel_sn: number } = slot
  return (
    <li>
      <Checkbox
        checked={chosen}
        aria-label={t('chooseSlot', { number })}
        onChange={({ target }) => onChosen(target.checked)}
      >
        <span className="sw-slot-number">{number}</span>
      </Checkbox>
      <span className="sw-slot-line-name">
        {slot.goods?.title ?? t('noGoods')}
        <Outcome outcome={outcome} />
      </span>
      <Button disabled={cannot} aria-label={t('testOneOf', { number })} onClick={onTest}>
        {t('testOne')}
      </Button>
    </li>
  )
}

function Outcome({ outcome }: { outcome: SlotOutcome | undefined }) {
  const t = useT(testWords)
  const reasonText = useReasonText()
  switch (outcome?.is) {
    case undefined:
      return <small>{t('untested')}</small>
    case 'waiting':
      return <StatusTag tone="busy">{t('testing')}</StatusTag>
    case 'worked':
      return <StatusTag tone="good">{t('worked')}</StatusTag>
    case 'unclear':
      return <StatusTag tone="attention">{t('unclear')}</StatusTag>
    case 'failed':
      return <StatusTag tone="bad">{outcome.reason ? reasonText(outcome.reason) : t('failed')}</StatusTag>
  }
}

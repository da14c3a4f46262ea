import { CheckOutlined, CloseOutlined, LoadingOutlined, WarningOutlined } from '@ant-design/icons'
import {
  type CommandItem,
  type CommandState,
  type CommandStep,
  codeOf,
  commandStateWords,
  commandWords,
  errorText,
  faultWords,
  powerWords,
  refusalWords,
} from '@slotwise/contract'
import { type ReactNode, useEffect, useRef } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { progressWords } from './command-progress-words.ts'
import './command-progress.css'
import {
  isFinished,
  isUnsent,
  linesOf,
  piecesOf,
  type Reason,
  reasonOf,
  reasonOfItem,
  type Station,
  stationsOf,
  type Tracked,
} from './command-state.ts'
import { numberRanges } from '../slot/slot-shelves.ts'

/** Faults and refusals as texts; unknown ones in the machine's own words. */
export function useReasonText(): (reason: Reason) => string {
  const fault = useT(faultWords)
  const refusal = useT(refusalWords)
  return (reason) => {
    if (reason.kind === 'fault') return fault(reason.code)
    return reason.kind === 'refusal' ? refusal(reason.why) : reason.text
  }
}

type CommandListProps = {
  mine: readonly Tracked[]
  /** Set where the list is far from the buttons that start commands. */
  comesInSight?: boolean
  onDismiss: (command: string) => void
}

export function CommandList({ mine, comesInSight = false, onDismiss }: CommandListProps) {
  const t = useT(progressWords)
  const list = useInSight(comesInSight ? mine[0]?.step : undefined)
  if (mine.length === 0) return null
  return (
    <ul ref={list} className="sw-commands" aria-label={t('commands')}>
      {mine.map((one) => (
        <li key={one.step.command}>
          <CommandProgress {...one} onDismiss={() => onDismiss(one.step.command)} />
        </li>
      ))}
    </ul>
  )
}

/** Scrolls a new command into view, because the user may have given it further down the page. */
function useInSight(latest: CommandStep | undefined) {
  const list = useRef<HTMLUListElement>(null)
  const command = latest && !isFinished(latest) ? latest.command : undefined
  useEffect(() => {
    if (command !== undefined) list.current?.firstElementChild?.scrollIntoView({ block: 'nearest' })
  }, [command])
  return list
}

const isKnownOp = (op: string): op is keyof (typeof commandWords)['en-US'] =>
  Object.hasOwn(commandWords['en-US'], op)

/** One command: its state, how and why it ended, and the result of each slot that the machine has reported. */
export function CommandProgress({ step, asked, power, onDismiss }: Tracked & { onDismiss: () => void }) {
  const t = useT(progressWords)
  const locale = useLocale()
  const command = useT(commandWords)
  const powerWord = useT(powerWords)
  const name = isKnownOp(step.op) ? command(step.op) : step.op
  return (
    <article className={`sw-command is-${step.state}`}>
      <header>
        <strong>{power ? powerWord(power.motion) : name}</strong>
        {power && <span>{powerWord(power.dev)}</span>}
        {asked.length > 0 && (
          <span>
            {t(new Set(asked).size === 1 ? 'slot' : 'forSlots', {
              number: asked[0] ?? '',
              slots: numberRanges(locale, asked),
            })}
          </span>
        )}
        {step.items.length > 0 && asked.length > 1 && (
          <span className="sw-figures">
            {t('piecesDone', { done: piecesOf(step.items.filter(({ ok }) => ok)), count: asked.length })}
          </span>
        )}
        {isFinished(step) && (
          <button
            type="button"
            className="sw-text-button"
            aria-label={t('dismissCommand', { command: name })}
            onClick={onDismiss}
          >
            {t('dismiss')}
          </button>
        )}
      </header>
      <ol className="sw-command-way" aria-live="polite">
        {stationsOf(step).map((station) => (
          <StationMark key={station.state} station={station} isLast={isFinished(step)} />
        ))}
      </ol>
      <Ending step={step} asked={asked} />
      {step.items.length > 0 && (
        <ul className="sw-command-items">
          {linesOf(step.items).map(({ key, ...item }) => (
            <ItemLine key={key} item={item} />
          ))}
        </ul>
      )}
    </article>
  )
}

const endIcons: Partial<Record<CommandState, ReactNode>> = {
  done: <CheckOutlined aria-hidden="true" />,
  failed: <CloseOutlined aria-hidden="true" />,
  cancelled: <CloseOutlined aria-hidden="true" />,
  expired: <WarningOutlined aria-hidden="true" />,
  unknown: <WarningOutlined aria-hidden="true" />,
}

const pastWords = { created: 'given', acknowledged: 'accepted' } as const

function StationMark({ station: { state, is }, isLast }: { station: Station; isLast: boolean }) {
  const t = useT(progressWords)
  const word = useT(commandStateWords)
  const icon = () => {
    if (is === 'past') return <CheckOutlined aria-hidden="true" />
    if (is === 'ahead') return null
    return isLast ? endIcons[state] : <LoadingOutlined aria-hidden="true" />
  }
  return (
    <li className={`is-${is}`} aria-current={is === 'now' ? 'step' : undefined}>
      <i>{icon()}</i>
      {is === 'past' && (state === 'created' || state === 'acknowledged') ? t(pastWords[state]) : word(state)}
    </li>
  )
}

const hints = { expired: 'expiredHint', unknown: 'unknownHint', cancelled: 'cancelledHint' } as const

/** Why the command ended, and what to do now. A failure shows its code, as a refused call does. */
function Ending({ step, asked }: Pick<Tracked, 'step' | 'asked'>) {
  const t = useT(progressWords)
  const locale = useLocale()
  const reasonText = useReasonText()
  if (!isFinished(step) || step.state === 'done') return null
  const isFailed = step.state === 'failed'
  const reason = reasonOf(step)
  const done = step.op === 'dispense' ? piecesOf(step.items.filter(({ ok }) => ok)) : 0
  return (
    <div className="sw-command-end">
      {isFailed && (
        <p>
          {done > 0 ? t('someCameOut', { done, count: asked.length }) : errorText(locale, 'commandFailed')}
        </p>
      )}
      {reason && <p>{t('because', { reason: reasonText(reason) })}</p>}
      {isFailed ? <small>{t('code', { code: codeOf(step) })}</small> : <p>{t(hintOf(step))}</p>}
    </div>
  )
}

const hintOf = (step: CommandStep): 'unsentHint' | (typeof hints)[keyof typeof hints] =>
  isUnsent(step) ? 'unsentHint' : hints[step.state as keyof typeof hints]

function ItemLine({ item }: { item: CommandItem }) {
  const t = useT(progressWords)
  const reasonText = useReasonText()
  const reason = item.ok ? undefined : reasonOfItem(item)
  const tone: StatusTone = item.ok ? 'good' : 'bad'
  return (
    <li>
      <span>{t('slot', { number: item.ch })}</span>
      <span>{t('pieces', { count: item.n ?? 1 })}</span>
      <StatusTag tone={tone}>{item.ok ? t('worked') : reason ? reasonText(reason) : t('failed')}</StatusTag>
    </li>
  )
}

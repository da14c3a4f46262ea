import { CheckOutlined, EditOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons'
import type { RefillMachine, SlotStatement } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { useUndoRefill } from '../../entities/refill/api.ts'
import { forgetBooked, useBookedRefill, useOutbox } from '../../entities/refill/outbox.ts'
import type { OutboxVisit, SlotMark } from '../../entities/refill/visit-store.ts'
import { useT } from '../../lib/i18n.tsx'
import { NumberInput } from '../../ui/number-input.tsx'
import { Picture } from '../../ui/picture.tsx'
import { PageSpinner } from '../../ui/plain/spinner.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { useVisit } from './use-visit.ts'
import { addedIn, type HoldingSlot, holds, marksIn, stockOf } from './visit-draft.ts'
import { visitWords } from './visit-words.ts'

/** Tap a slot that is full, correct a count, and send all of it by one button. */
export function RefillVisit({ account, machine }: { account: string; machine: RefillMachine }) {
  const t = useT(visitWords)
  const { draft, mark, send } = useVisit(account, machine)
  const here = useVisitsHere(machine.sn)
  const pending = pendingIn(here)
  const [opened, setOpened] = useState<number>()
  const [isSending, setSending] = useState(false)
  const [hasSent, setHasSent] = useState(false)
  if (!draft) return <PageSpinner />
  const slots = machine.slots.filter(holds)
  if (slots.length === 0) return <EmptyState title={t('noSlots')} hint={t('noSlotsHint')} />
  const marked = marksIn(draft)
  // Keeps statements that the person has made already. Disabled slots are only marked one by one.
  const open = slots.filter(({ channel_sn: number, enabled }) => enabled && !draft.marks[number])
  const parted = open.filter(({ counted, quantity }) => counted !== null && counted !== quantity)

  const outcome = outcomeOf(here, hasSent)

  const finish = async (): Promise<void> => {
    setOpened(undefined)
    setSending(true)
    try {
      setHasSent(await send())
    } finally {
      setSending(false)
    }
  }
  return (
    <>
      <div className="sw-visit-actions">
        <Button icon={<CheckOutlined aria-hidden="true" />} onClick={() => mark(open, { kind: 'full' })}>
          {t('allFull')}
        </Button>
        {parted.length > 0 && (
          <Button onClick={() => mark(parted, { kind: 'machine' })}>
            {t('takeCounts', { count: parted.length })}
          </Button>
        )}
        {marked.length > 0 && (
          <Button type="text" onClick={() => mark(slots, undefined)}>
            {t('clear')}
          </Button>
        )}
      </div>
      <ul className="sw-visit-slots" aria-label={t('slots')}>
        {slots.map((slot) => (
          <Slot
            key={slot.channel_sn}
            slot={slot}
            mark={draft.marks[slot.channel_sn]}
            pending={pending.get(slot.channel_sn)}
            isOpen={opened === slot.channel_sn}
            onOpen={(is) => setOpened(is ? slot.channel_sn : undefined)}
            onSet={(set) => mark([slot], set)}
          />
        ))}
      </ul>
      <footer className="sw-visit-foot">
        <p role="status">
          {marked.length === 0
            ? t(isSending ? 'sending' : outcome)
            : t('summary', { slots: marked.length, pieces: addedIn(draft, slots) })}
          {marked.length === 0 && !isSending && outcome !== 'kept' && (
            <UndoBooked account={account} sn={machine.sn} />
          )}
        </p>
        <Button
          type="primary"
          size="large"
          block
          disabled={marked.length === 0}
          loading={isSending}
          onClick={() => void finish()}
        >
          {t('send')}
        </Button>
      </footer>
    </>
  )
}

/** Takes the last visit back, for as long as the server can. */
function UndoBooked({ account, sn }: { account: string; sn: string }) {
  const t = useT(visitWords)
  const refill = useBookedRefill(account, sn)
  const undo = useUndoRefill()
  const [isBusy, setBusy] = useState(false)
  if (refill === undefined) return null
  const run = async (): Promise<void> => {
    setBusy(true)
    try {
      await undo(refill)
      forgetBooked(account, sn)
    } catch {
      // The call shows its own failure.
      setBusy(false)
    }
  }
  return (
    <Button type="link" loading={isBusy} onClick={() => void run()}>
      {t('undoSent')}
    </Button>
  )
}

const useVisitsHere = (sn: string): OutboxVisit[] => useOutbox().visits.filter((visit) => visit.sn === sn)

/** The statements that are not sent yet, by slot. */
const pendingIn = (visits: readonly OutboxVisit[]): Map<number, SlotMark> =>
  new Map(
    visits
      .filter(({ state }) => state.kind === 'waits')
      .flatMap(({ slots }) => slots.map((slot) => [slot.channel_sn, slot])),
  )

/** What became of the last visit, said beside the button, because a notice would cover it. */
function outcomeOf(visits: readonly OutboxVisit[], hasSent: boolean) {
  const last = visits.at(-1)
  if (!last) return hasSent ? 'booked' : 'nothing'
  return last.state.kind === 'waits' ? 'kept' : 'seeAbove'
}

type SlotProps = {
  slot: HoldingSlot
  mark: SlotMark | undefined
  pending: SlotMark | undefined
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onSet: (set: SlotStatement | undefined) => void
}

/** A tap on the slot says that it is full, or takes that back; the number beside it opens the count. */
function Slot({ slot, mark, pending, isOpen, onOpen, onSet }: SlotProps) {
  const t = useT(visitWords)
  const { channel_sn: number, goods, quantity, max } = slot
  const set = mark?.set ?? pending?.set
  const stock = set ? stockOf(set, slot) : quantity
  return (
    <li className="sw-visit-slot" data-marked={mark !== undefined}>
      <button
        type="button"
        className="sw-visit-tap"
        aria-pressed={mark !== undefined}
        aria-label={t('markFull', { number, goods: goods.title, quantity, max })}
        onClick={() => onSet(mark ? undefined : { kind: 'full' })}
      >
        <span className="sw-visit-number" aria-hidden="true">
          {number}
        </span>
        <Picture file={goods.file} size="thumb" alt="" className="sw-visit-picture" />
        <span className="sw-visit-words">
          <span className="sw-visit-name">{goods.title}</span>
          <span className="sw-visit-stock sw-figures">
            {t('stock', { quantity, max })}
            {stock !== quantity && (
              <b>
                {stock > quantity
                  ? t('added', { n: stock - quantity })
                  : t('removed', { n: quantity - stock })}
              </b>
            )}
            <SlotState mark={mark} isPending={pending !== undefined} isEnabled={slot.enabled} />
          </span>
        </span>
        <span className="sw-visit-check" aria-hidden="true">
          {mark && <CheckOutlined />}
        </span>
      </button>
      <button
        type="button"
        className="sw-visit-count"
        aria-expanded={isOpen}
        aria-label={t('correct', { number })}
        onClick={() => onOpen(!isOpen)}
      >
        <span className="sw-figures">{stock}</span>
        <EditOutlined aria-hidden="true" />
      </button>
      {isOpen && <Counter slot={slot} stock={stock} isMarked={mark !== undefined} onSet={onSet} />}
    </li>
  )
}

type SlotStateProps = { mark: SlotMark | undefined; isPending: boolean; isEnabled: boolean }

function SlotState({ mark, isPending, isEnabled }: SlotStateProps) {
  const t = useT(visitWords)
  const words = { full: 'isFull', count: 'isCounted', machine: 'byMachine' } as const
  if (mark) return <StatusTag tone="good">{t(words[mark.set.kind])}</StatusTag>
  if (isPending) return <StatusTag tone="busy">{t('toSend')}</StatusTag>
  return !isEnabled && <StatusTag tone="idle">{t('disabled')}</StatusTag>
}

type CounterProps = {
  slot: HoldingSlot
  stock: number
  isMarked: boolean
  onSet: (set: SlotStatement | undefined) => void
}

function Counter({ slot: { channel_sn: number, max, counted }, stock, isMarked, onSet }: CounterProps) {
  const t = useT(visitWords)
  const count = (value: number): void =>
    onSet({ kind: 'count', quantity: Math.max(0, Math.min(max, Math.round(value))) })
  return (
    <div className="sw-visit-counter" role="group" aria-label={t('correct', { number })}>
      <Button
        size="large"
        aria-label={t('less')}
        icon={<MinusOutlined aria-hidden="true" />}
        disabled={stock <= 0}
        onClick={() => count(stock - 1)}
      />
      <NumberInput
        size="large"
        aria-label={t('count')}
        min={0}
        max={max}
        precision={0}
        value={stock}
        onChange={(value) => value !== null && count(value)}
      />
      <Button
        size="large"
        aria-label={t('more')}
        icon={<PlusOutlined aria-hidden="true" />}
        disabled={stock >= max}
        onClick={() => count(stock + 1)}
      />
      <Button size="large" onClick={() => onSet({ kind: 'full' })}>
        {t('full')}
      </Button>
      {counted !== null && (
        <Button size="large" onClick={() => onSet({ kind: 'machine' })}>
          {t('deviceCount', { count: counted })}
        </Button>
      )}
      {isMarked && (
        <Button size="large" type="text" onClick={() => onSet(undefined)}>
          {t('undo')}
        </Button>
      )}
    </div>
  )
}

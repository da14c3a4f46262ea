import { type RefillMachine, refillCalls, type SlotStatement } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { keepMachine } from '../../entities/refill/keep-route.ts'
import { addVisit, onBooked, sendNow } from '../../entities/refill/outbox.ts'
import { type Draft, type StoredMachine, keyOf, visitStore } from '../../entities/refill/visit-store.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useCall } from '../../lib/query.ts'
import { type HoldingSlot, marksIn, newDraft, visitOf, withMarks } from './visit-draft.ts'
import { visitWords } from './visit-words.ts'

/**
 * The slots of a machine: from the server, or as this phone has kept them from its last reading, with the phone's time of
 * that reading. `isRead`: the phone's own store was read, too.
 */
export function useRefillMachine(account: string, sn: string) {
  const query = useCall(refillCalls.getRefillMachine, { sn }, { inline: true })
  const client = useQueryClient()
  const [stored, setStored] = useState<StoredMachine | null>()
  const key = keyOf(account, sn)

  useEffect(() => {
    let isHere = true
    void visitStore()
      .then((store) => store.get('machines', key))
      .catch(() => undefined)
      .then((found) => isHere && setStored(found ?? null))
    return () => {
      isHere = false
    }
  }, [key])

  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (!data || isPlaceholderData) return
    // Without it the page still works as long as there is a network.
    void visitStore()
      .then((store) => keepMachine({ store, account }, data))
      .catch(() => undefined)
  }, [data, isPlaceholderData, account])

  useEffect(
    () => onBooked(() => void client.invalidateQueries({ queryKey: [refillCalls.getRefillMachine.path] })),
    [client],
  )
  const machine = data ?? stored?.machine
  const readAt = data ? query.dataUpdatedAt : stored?.keptAt
  return { query, machine, readAt, isRead: stored !== undefined }
}

async function keepDraft(draft: Draft): Promise<void> {
  const store = await visitStore()
  if (marksIn(draft).length > 0) await store.put('drafts', draft)
  else await store.remove('drafts', draft.key)
}

/** The visit in progress, which survives a reload and a phone that is switched off. */
export function useVisit(account: string, machine: RefillMachine) {
  const t = useT(visitWords)
  const [draft, setDraft] = useState<Draft>()
  const isStoring = useRef(false)
  const key = keyOf(account, machine.sn)
  const begin = useEffectEvent(() => newDraft(account, machine))
  useEffect(() => {
    let isHere = true
    void visitStore()
      .then((store) => store.get('drafts', key))
      .catch(() => undefined)
      .then((found) => isHere && setDraft(found ?? begin()))
    return () => {
      isHere = false
    }
  }, [key])

  const mark = (slots: readonly HoldingSlot[], set: SlotStatement | undefined): void => {
    // If the visit cannot be stored, its draft comes back in place of this one.
    if (!draft || isStoring.current) return
    const next = withMarks(draft, machine, slots, set, Date.now())
    setDraft(next)
    keepDraft(next).catch(() => notify('error', t('notStored')))
  }

  /**
   * Stores the visit in the outbox, and sends it. Returns when an answer came, or when there is none; false when the visit
   * could not be stored. What is marked from now on belongs to the next visit.
   */
  const send = async (): Promise<boolean> => {
    if (!draft || isStoring.current || marksIn(draft).length === 0) return false
    isStoring.current = true
    setDraft(newDraft(account, machine))
    try {
      await addVisit(key, visitOf(draft, machine, Date.now()))
    } catch {
      setDraft(draft)
      notify('error', t('notStored'))
      return false
    } finally {
      isStoring.current = false
    }
    // It is stored: whatever fails here is tried again.
    await sendNow().catch(() => undefined)
    return true
  }
  return { draft, mark, send }
}

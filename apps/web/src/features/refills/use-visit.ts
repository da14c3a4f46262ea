import { imageUrl, type RefillMachine, refillCalls, type SlotStatement } from '@slotwise/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { keepOffline } from '../../entities/refill/offline-worker.ts'
import { addVisit, onBooked, sendNow } from '../../entities/refill/outbox.ts'
import { markRefillData } from '../../entities/refill/refill-mark.ts'
import { type Draft, type KeptMachine, keyOf, visitStore } from '../../entities/refill/visit-store.ts'
import { useCall } from '../../lib/query.ts'
import { type HoldingSlot, marksIn, newDraft, visitOf, withMarks } from './visit-draft.ts'

const picturesOf = ({ slots }: RefillMachine): string[] => [
  ...new Set(slots.flatMap(({ goods }) => (goods?.file ? [imageUrl(goods.file, 'thumb')] : []))),
]

/**
 * The slots of a machine: from the server, or as this phone has kept them from its last reading, with the phone's time of
 * that reading. `isRead`: the phone's own store was read, too.
 */
export function useRefillMachine(account: string, sn: string) {
  const query = useCall(refillCalls.getRefillMachine, { sn }, { inline: true })
  const client = useQueryClient()
  const [kept, setKept] = useState<KeptMachine | null>()
  const key = keyOf(account, sn)

  useEffect(() => {
    let isHere = true
    void visitStore()
      .then((store) => store.get('machines', key))
      .then((found) => isHere && setKept(found ?? null))
    return () => {
      isHere = false
    }
  }, [key])

  const { data, isPlaceholderData } = query
  useEffect(() => {
    if (!data || isPlaceholderData) return
    const row = { key, account, machine: data, keptAt: Date.now() }
    markRefillData(true)
    keepOffline(picturesOf(data))
    void visitStore().then((store) => store.put('machines', row))
  }, [data, isPlaceholderData, key, account])

  useEffect(
    () => onBooked(() => void client.invalidateQueries({ queryKey: [refillCalls.getRefillMachine.path] })),
    [client],
  )
  const machine = data ?? kept?.machine
  const readAt = data ? query.dataUpdatedAt : kept?.keptAt
  return { query, machine, readAt, isRead: kept !== undefined }
}

async function keepDraft(draft: Draft): Promise<void> {
  const store = await visitStore()
  if (marksIn(draft).length > 0) await store.put('drafts', draft)
  else await store.remove('drafts', draft.key)
}

/** The visit in progress, which survives a reload and a phone that is switched off. */
export function useVisit(account: string, machine: RefillMachine) {
  const [draft, setDraft] = useState<Draft>()
  const key = keyOf(account, machine.sn)
  const begin = useEffectEvent(() => newDraft(account, machine))
  useEffect(() => {
    let isHere = true
    void visitStore()
      .then((store) => store.get('drafts', key))
      .then((found) => isHere && setDraft(found ?? begin()))
    return () => {
      isHere = false
    }
  }, [key])

  const mark = (slots: readonly HoldingSlot[], set: SlotStatement | undefined): void => {
    if (!draft) return
    const next = withMarks(draft, machine, slots, set, Date.now())
    setDraft(next)
    void keepDraft(next)
  }

  /** Stores the visit in the outbox, and sends it. Returns when an answer came, or when there is none. */
  const send = async (): Promise<void> => {
    if (!draft || marksIn(draft).length === 0) return
    await addVisit(key, visitOf(draft, machine, Date.now()))
    setDraft(newDraft(account, machine))
    await sendNow()
  }
  return { draft, mark, send }
}

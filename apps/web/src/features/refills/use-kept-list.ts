import { refillCalls, type RefillList } from '@slotwise/contract'
import { useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import { refillListInput } from '../../entities/refill/api.ts'
import { askedAs, type AskedList, keepList, keepRoute } from '../../entities/refill/keep-route.ts'
import { type StoredList, visitStore } from '../../entities/refill/visit-store.ts'
import type { CallError } from '../../lib/client.ts'
import { useSession } from '../../lib/session.ts'
import { useIsPhone, useIsTouch } from '../../ui/use-media.ts'

type ListQuery = UseQueryResult<RefillList, CallError>

/** On a phone or a tablet: keeps the list that is shown, and the machines of its route, for work without a network. */
export function useRouteKeeper(
  asked: AskedList,
  { data, isPlaceholderData, dataUpdatedAt: readAt }: ListQuery,
): void {
  const account = useSession()?.account
  const isTouch = useIsTouch()
  const isPhone = useIsPhone()
  const isShown = data !== undefined && !isPlaceholderData
  const isWanted = (isPhone || isTouch) && account !== undefined && isShown
  const stops = isWanted ? `${askedAs(asked)} ${data.data.map(({ sn }) => sn).join()}` : undefined
  const keepStops = useEffectEvent(async (): Promise<void> => {
    if (isWanted) await keepRoute({ store: await visitStore(), account }, { asked, list: data, readAt })
  })
  const keepShown = useEffectEvent(async (at: number): Promise<void> => {
    if (isWanted) await keepList({ store: await visitStore(), account }, { asked, list: data, readAt: at })
  })
  useEffect(() => {
    if (stops !== undefined) keepStops().catch(() => undefined)
  }, [stops])
  useEffect(() => {
    if (stops !== undefined) keepShown(readAt).catch(() => undefined)
  }, [stops, readAt])
}

/**
 * Shows the kept list in place of an answer that does not come. Returns when it was read; null where none is kept for
 * this question, and undefined while the answer is what is shown, or is waited for.
 */
export function useKeptList(asked: AskedList, query: ListQuery): number | null | undefined {
  const client = useQueryClient()
  const account = useSession()?.account
  const [found, setFound] = useState<{ asked: string; keptAt: number | null }>()
  const isUnanswered = query.error !== null && query.error.kind !== 'answer'
  const name = askedAs(asked)
  const show = useEffectEvent((stored: StoredList | undefined): void => {
    const isSame = stored?.asked === name
    if (isSame)
      client.setQueryData([refillCalls.getRefillList.path, refillListInput(asked)], stored.list, {
        updatedAt: stored.keptAt,
      })
    setFound({ asked: name, keptAt: isSame ? stored.keptAt : null })
  })
  const question = isUnanswered ? name : undefined
  useEffect(() => {
    if (question === undefined || account === undefined) return
    let isHere = true
    visitStore()
      .then((store) => store.get('lists', account))
      .then(
        (stored) => isHere && show(stored),
        () => undefined,
      )
    return () => {
      isHere = false
    }
  }, [question, account])
  if (found?.asked !== name) return undefined
  const isShown = found.keptAt === null ? isUnanswered : query.dataUpdatedAt === found.keptAt
  return isShown ? found.keptAt : undefined
}

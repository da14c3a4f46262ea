import { errorCodes, errorText, type List } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'

import type { CallError } from '../lib/client.ts'
import { useLocale } from '../lib/i18n.tsx'
import { notify } from '../lib/notices.ts'

type Rows<Row> = UseQueryResult<List<Row>, CallError>

type Asked<Row> = {
  /** From the address: the id of a row, or 'add'. */
  id: string
  idOf: (row: Row) => string
  /** The list on the page. */
  shown: Rows<Row>
}

const findIn = <Row>({ id, idOf }: Asked<Row>, rows: List<Row> | undefined): Row | undefined =>
  rows?.data.find((row) => idOf(row) === id)

/** True when a link leads to a row that the list on the page does not contain: it is loaded separately. */
export const isElsewhere = <Row>(asked: Asked<Row>): boolean =>
  asked.id !== 'add' && asked.shown.isSuccess && !findIn(asked, asked.shown.data)

/**
 * The row of the drawer in the address. It is taken once, when the form opens, so that a background refresh neither
 * changes the form nor hides a change by another user. `reload` takes the latest version instead; the form keeps what
 * was typed.
 */
export function useEditedRow<Row>({
  alone,
  onMissing,
  ...asked
}: Asked<Row> & { alone: Rows<Row>; onMissing: () => void }): {
  row: Row | undefined
  reload: () => Promise<void>
} {
  const { id, shown } = asked
  const locale = useLocale()
  const list = findIn(asked, shown.data) ? shown : alone
  const [taken, setTaken] = useState<{ id: string; row: Row }>()
  const loaded = findIn(asked, list.data)
  if (loaded && taken?.id !== id) setTaken({ id, row: loaded })

  const isAnswered = list.isError || (list.isSuccess && !list.isPlaceholderData)
  const isMissing = id !== 'add' && taken === undefined && isAnswered && !loaded
  const giveUp = (): void => {
    // The server refuses a malformed id as an invalid field; to the reader of the link the record does not exist.
    const failed = list.isError && list.error.rcode !== errorCodes.invalid
    notify('warning', failed ? list.error.message : errorText(locale, 'notFound'))
    onMissing()
  }
  const tellMissing = useEffectEvent(giveUp)
  useEffect(() => {
    if (isMissing) tellMissing()
  }, [isMissing])

  const reload = async (): Promise<void> => {
    const latest = findIn(asked, (await list.refetch()).data)
    if (latest) setTaken({ id, row: latest })
    else giveUp()
  }
  return { row: taken?.id === id ? taken.row : undefined, reload }
}

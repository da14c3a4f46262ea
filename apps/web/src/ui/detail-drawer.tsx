import type { UseQueryResult } from '@tanstack/react-query'
import { Drawer } from 'antd'
import type { ReactNode } from 'react'

import type { CallError } from '../lib/client.ts'
import { useT } from '../lib/i18n.tsx'
import type { Turns } from '../lib/turns.ts'
import './detail-drawer.css'
import { RecordTurner } from './record-turner.tsx'
import { ErrorState } from './states.tsx'
import { uiWords } from './ui-words.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useIsPhone } from './use-media.ts'
import { useMissing } from './use-missing.ts'

type DetailDrawerProps = {
  title: string
  width: number
  /** The ways to the records beside it. */
  turns?: Turns | undefined
  onClose: () => void
  children: ReactNode
}

/** A drawer that shows one record in sections. Closing it returns the focus to the element that opened it. */
export function DetailDrawer({ title, width, turns, onClose, children }: DetailDrawerProps) {
  const isPhone = useIsPhone()
  useFocusReturn()
  return (
    <Drawer
      open
      title={title}
      size={isPhone ? '100%' : width}
      extra={<RecordTurner turns={turns} />}
      onClose={onClose}
    >
      <div className="sw-detail">{children}</div>
    </Drawer>
  )
}

type LoadedDrawerProps<Row> = Omit<DetailDrawerProps, 'children'> & {
  query: UseQueryResult<Row, CallError>
  /** Undefined while another record is still the one that was loaded. */
  row: Row | undefined
  /** The notice when there is no such record; the drawer then closes. */
  missing: string
  children: (row: Row) => ReactNode
}

/** A drawer whose record is loaded when it opens. */
export function LoadedDrawer<Row>({ query, row, missing, children, ...drawer }: LoadedDrawerProps<Row>) {
  const isMissing = useMissing(query.error, missing, drawer.onClose)
  if (isMissing) return null
  return (
    <DetailDrawer {...drawer}>
      {row !== undefined ? (
        children(row)
      ) : query.isError ? (
        <ErrorState error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
      ) : (
        <DetailSkeleton />
      )}
    </DetailDrawer>
  )
}

function DetailSkeleton() {
  const t = useT(uiWords)
  return (
    <div className="sw-detail" role="status" aria-busy="true" aria-label={t('loading')}>
      {Array.from({ length: 8 }, (_line, line) => (
        <span key={line} className="sw-bone" />
      ))}
    </div>
  )
}

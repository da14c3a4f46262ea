import {
  type Alert,
  alertFieldWords,
  type AlertKind,
  alertKindWords,
  faultWords,
  joinNames,
} from '@slotwise/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { SalesLink } from '../../entities/bill/bill-link.tsx'
import { deviceName } from '../../entities/device/device-name.ts'
import { durationText } from '../../entities/device/duration.ts'
import { Lasting } from '../../entities/device/lasting.tsx'
import { WorkState } from '../../entities/work/work-state.tsx'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { closesBack } from '../../lib/url-state.ts'
import { useMay } from '../../ui/can.tsx'
import type { Column } from '../../ui/columns.ts'
import { Instant } from '../../ui/instant.tsx'
import { Money } from '../../ui/money.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import '../../ui/two-lines.css'
import { alertWords } from './alert-words.ts'

export function useAlertColumns(isClosed: boolean): Column<Alert>[] {
  const t = useT(alertWords)
  const field = useT(alertFieldWords)
  const risk: Column<Alert> = {
    key: 'perHour',
    title: field('perHour'),
    align: 'right',
    money: true,
    cell: (alert) => (alert.perHour > 0 ? <Risk alert={alert} /> : null),
  }
  const recovered: Column<Alert> = {
    key: 'closed_at',
    title: field('closed_at'),
    cell: ({ closed_at: at }) => at && <Instant at={at} />,
  }
  return [
    {
      key: 'device',
      title: t('device'),
      text: true,
      width: 140,
      cell: (alert) => <DeviceAndStore alert={alert} />,
    },
    {
      key: 'trouble',
      title: t('trouble'),
      text: true,
      width: 170,
      cell: (alert) => <Trouble alert={alert} />,
    },
    ...(isClosed ? [] : [risk]),
    {
      key: 'opened_at',
      title: field('opened_at'),
      extra: 'narrow',
      cell: ({ opened_at: at }) => <Instant at={at} />,
    },
    ...(isClosed ? [recovered] : []),
    {
      key: 'work',
      title: t('work'),
      text: true,
      width: 130,
      cell: (alert) => (isUntouched(alert) ? null : <AlertWork alert={alert} />),
    },
    {
      key: 'remarks',
      title: field('remarks'),
      text: true,
      width: 120,
      extra: 'middle',
      cell: ({ remarks }) => remarks,
    },
  ]
}

/** The machine, and its store below. */
function DeviceAndStore({ alert }: { alert: Alert }) {
  const mayOpenStores = useMay('store.manage')
  const { sn, store, store_name: name } = alert
  return (
    <span className="sw-two-lines is-text sw-alert-lines">
      <Link className="sw-link" to={`/device/${sn}`}>
        {deviceName(alert)}
      </Link>
      {name && (
        <small>
          {mayOpenStores ? (
            <Link className="sw-link" to={`/region?tab=stores&open=${store}`} state={closesBack}>
              {name}
            </Link>
          ) : (
            name
          )}
        </small>
      )}
    </span>
  )
}

const tones: Record<AlertKind, StatusTone> = { offline: 'bad', low_stock: 'attention', abnormal: 'bad' }

/** The kind of an alert, and how bad it is. */
function Trouble({ alert }: { alert: Alert }) {
  const kind = useT(alertKindWords)
  return (
    <span className="sw-two-lines is-text sw-alert-lines">
      <StatusTag tone={alert.closed_at === null ? tones[alert.kind] : 'idle'}>{kind(alert.kind)}</StatusTag>
      <small>{alert.closed_at === null ? <HowBad alert={alert} /> : <Lasted alert={alert} />}</small>
    </span>
  )
}

function HowBad({ alert: { kind, sn, low, empty, faults, opened_at: since } }: { alert: Alert }): ReactNode {
  const t = useT(alertWords)
  const locale = useLocale()
  const fault = useT(faultWords)
  if (kind === 'low_stock' && low > 0)
    return (
      <Link className="sw-link" to={`/device/${sn}?tab=slots`}>
        {t(empty > 0 ? 'lowAndEmpty' : 'lowSlots', { low, empty })}
      </Link>
    )
  if (kind === 'abnormal' && faults.length > 0)
    return (
      <Link className="sw-link" to={`/device/${sn}`}>
        {joinNames(
          locale,
          faults.map((code) => fault(code)),
        )}
      </Link>
    )
  return (
    <>
      {t('lasting')} <Lasting since={since} />
    </>
  )
}

function Lasted({ alert: { opened_at: from, closed_at: to } }: { alert: Alert }): ReactNode {
  const t = useT(alertWords)
  const locale = useLocale()
  return to && t('lastedFor', { time: durationText(locale, Date.parse(to) - Date.parse(from)) })
}

/** What it costs in an hour; leads to the sales of the machine. */
function Risk({ alert }: { alert: Alert }) {
  return (
    <SalesLink of={{ sn: alert.sn }} name={deviceName(alert)}>
      <Money cents={alert.perHour} />
    </SalesLink>
  )
}

/** It was over before a person took care of it. */
const isUntouched = ({ taker, done_at: done, closed_at: closed }: Alert): boolean =>
  closed !== null && taker === null && done === null

/** Who takes care of it, and since when; or who has done it. */
function AlertWork({ alert }: { alert: Alert }) {
  const t = useT(alertWords)
  const { taker, taker_name, taken_at: taken, done_at: done } = alert
  const name = taker_name ?? t('someone')
  if (done !== null)
    return <WorkState tone="good" text={taker === null ? t('done') : t('doneBy', { name })} at={done} />
  if (taker === null) return <WorkState tone="idle" text={t('free')} at={null} />
  return <WorkState tone="busy" text={name} at={taken} />
}

import { addDays, type Attention, joinNames, seesDevices } from '@slotwise/contract'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { deviceName } from '../../entities/device/device-name.ts'
import { Lasting } from '../../entities/device/lasting.tsx'
import { useToday } from '../../lib/day-range.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { Can, useMay } from '../../ui/can.tsx'
import { useMoneyText } from '../../ui/money.tsx'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import { useAttention } from './api.ts'
import { Card, Loaded } from './card.tsx'
import { overviewWords } from './overview-words.ts'

import './attention-card.css'

/** What needs a hand today, what earns most first. Each line leads to the place where it is done. */
export function AttentionCard() {
  const t = useT(overviewWords)
  const query = useAttention()
  return (
    <Card area="attention" title={t('attention')} tools={<AlertsLink />}>
      <Loaded data={query.data} query={query} bones={5}>
        {(attention) => <Work of={attention} />}
      </Loaded>
    </Card>
  )
}

/** Leads to the page where people take the work on machines and say when it is done. */
function AlertsLink() {
  const t = useT(overviewWords)
  return (
    <Can access="device.manage">
      <Link className="sw-link" to="/alerts">
        {t('toAlerts')}
      </Link>
    </Can>
  )
}

/** The server counts refused refunds of so many days. */
const failedDays = 7

function Work({ of: { offline, empty, refunds, cases, webhooks } }: { of: Attention }) {
  const t = useT(overviewWords)
  const locale = useLocale()
  const today = useToday()
  const waiting = refunds?.waiting ?? 0
  const failed = refunds?.failed ?? 0
  const open = cases ?? 0
  if (offline.count + empty.count + waiting + failed + open + webhooks.length === 0)
    return (
      <p className="sw-card-note">
        <StatusTag tone="good">{t('allWell')}</StatusTag>
      </p>
    )
  return (
    <ul className="sw-work">
      {failed > 0 && (
        <Group
          tone="bad"
          to={`/refundBill?status=not_retried&from=${addDays(today, -failedDays)}&to=${today}`}
          title={t('failed', { count: failed })}
        />
      )}
      {open > 0 && <Group tone="bad" to="/exceptions" title={t('cases', { count: open })} />}
      {webhooks.length > 0 && (
        <Group
          tone="bad"
          to="/integrations?tab=webhooks"
          title={t('webhookOff', { names: joinNames(locale, webhooks) })}
        />
      )}
      {offline.count > 0 && <OfflineDevices of={offline} />}
      {empty.count > 0 && <EmptySlots of={empty} />}
      {waiting > 0 && (
        <Group
          tone="busy"
          to="/refundBill?range=all&status=refunding"
          title={t('waiting', { count: waiting })}
        />
      )}
    </ul>
  )
}

type GroupProps = {
  tone: StatusTone
  title: string
  /** Undefined for users who may not open it. */
  to: string | undefined
  children?: ReactNode
}

function Group({ tone, title, to, children }: GroupProps) {
  return (
    <li>
      <StatusTag tone={tone}>
        {to === undefined ? (
          <strong>{title}</strong>
        ) : (
          <Link className="sw-link" to={to}>
            <strong>{title}</strong>
          </Link>
        )}
      </StatusTag>
      {children}
    </li>
  )
}

function OfflineDevices({ of: { count, data } }: { of: Attention['offline'] }) {
  const t = useT(overviewWords)
  const amount = useMoneyText()
  const mayOpen = useMay(seesDevices)
  return (
    <Group
      tone="bad"
      title={t('offline', { count })}
      to={mayOpen ? '/device?online=false&order=offline' : undefined}
    >
      <ul>
        {data.map((device) => (
          <Line
            key={device.sn}
            to={mayOpen ? `/device/${device.sn}` : undefined}
            name={deviceName(device)}
            risk={device.perHour > 0 ? t('perHour', { amount: amount(device.perHour) }) : undefined}
          >
            {device.store_name}
            {device.since && (
              <span>
                {t('offlineFor')} <Lasting since={device.since} />
              </span>
            )}
          </Line>
        ))}
        <More count={count - data.length} />
      </ul>
    </Group>
  )
}

function EmptySlots({ of: { count, data } }: { of: Attention['empty'] }) {
  const t = useT(overviewWords)
  const amount = useMoneyText()
  const mayOpen = useMay(seesDevices)
  return (
    <Group
      tone="attention"
      title={t('empty', { count })}
      to={mayOpen ? '/device?low=true&order=stock' : undefined}
    >
      <ul>
        {data.map((slot) => (
          <Line
            key={`${slot.sn} ${slot.channel_sn}`}
            to={mayOpen ? `/device/${slot.sn}?tab=slots&open=slot-${slot.channel_sn}` : undefined}
            name={t('slot', { name: deviceName(slot), slot: slot.channel_sn })}
            risk={slot.perDay > 0 ? t('perDay', { amount: amount(slot.perDay) }) : undefined}
          >
            {slot.goods_name}
          </Line>
        ))}
        <More count={count - data.length} />
      </ul>
    </Group>
  )
}

type LineProps = { to: string | undefined; name: string; risk: string | undefined; children: ReactNode }

function Line({ to, name, risk, children }: LineProps) {
  return (
    <li>
      {to === undefined ? (
        name
      ) : (
        <Link className="sw-link" to={to}>
          {name}
        </Link>
      )}
      <small>
        <span>{children}</span>
        {risk && <span>{risk}</span>}
      </small>
    </li>
  )
}

function More({ count }: { count: number }) {
  const t = useT(overviewWords)
  return count > 0 && <li className="sw-work-more">{t('more', { count })}</li>
}

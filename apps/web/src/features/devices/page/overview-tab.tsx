import {
  type Channel,
  type Device,
  deviceCalls,
  deviceFieldWords,
  historyCalls,
  isLow,
  slipOutcomeWords,
  slipReasonWords,
} from '@slotwise/contract'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'

import { useT } from '../../../lib/i18n.tsx'
import { Can } from '../../../ui/can.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Instant } from '../../../ui/instant.tsx'
import { Picture } from '../../../ui/picture.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useHistory, useSlips } from '../../../entities/history/api.ts'
import { useSlots } from '../../../entities/slot/api.ts'
import { countsPieces } from '../../../entities/device/counts-pieces.ts'
import { FaultText, isStranger, StockBar } from '../../../entities/device/device-state.tsx'
import { deviceWords } from '../../../entities/device/device-words.ts'
import { HistoryLines } from '../../../entities/history/history-lines.tsx'
import { isSized, sells, stockLevelOf } from '../../../entities/slot/slot-shelves.ts'
import { slotWords } from '../../../entities/slot/slot-words.ts'
import { SlotsFailure } from '../../../entities/slot/slots-loaded.tsx'
import { Lasting } from '../../../entities/device/lasting.tsx'
import { lowestSlots } from './lowest-slots.ts'
import { devicePageWords } from './device-page-words.ts'

/** The overview: stock, faults, and settings that the machine has not taken over yet. */
export function OverviewTab({ device }: { device: Device }) {
  const page = useT(devicePageWords)
  const here = `/device/${device.sn}`
  return (
    <div className="sw-device-overview">
      <div>
        <Card
          title={page('stockTitle')}
          link={
            <Link className="sw-link" to={`${here}?tab=slots`}>
              {page('toSlots')}
            </Link>
          }
        >
          <StockBar device={device}>{page('slotCount', { slots: device.channel_count })}</StockBar>
          <Fullness device={device} />
        </Card>
        <Card title={page('faultsTitle')}>
          <Faults device={device} />
        </Card>
        <Card
          title={page('settingsTitle')}
          link={
            <Can access={deviceCalls.editDev.access}>
              <Link className="sw-link" to={`${here}?tab=settings`}>
                {page('toSettings')}
              </Link>
            </Can>
          }
        >
          <Applied device={device} />
        </Card>
      </div>
      <Can access={historyCalls.getDevHistory.access}>
        <Card
          title={page('recent')}
          link={
            <Link className="sw-link" to={`${here}?tab=history`}>
              {page('toHistory')}
            </Link>
          }
        >
          <Recent sn={device.sn} />
        </Card>
        <Slips sn={device.sn} />
      </Can>
    </div>
  )
}

function Card({ title, link, children }: { title: string; link?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="sw-device-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {link}
      </header>
      {children}
    </section>
  )
}

/** A machine that counts no pieces has no stock to run low. */
function Fullness({ device: { sn, type } }: { device: Device }) {
  const t = useT(slotWords)
  if (countsPieces(type)) return <LowestSlots sn={sn} />
  return <p className="sw-device-quiet">{t('pulseHint')}</p>
}

function LowestSlots({ sn }: { sn: string }) {
  const page = useT(devicePageWords)
  const query = useSlots(sn)
  if (query.isError && !query.data) return <SlotsFailure query={query} />
  if (!query.data) return <Bones count={3} />
  const slots = query.data.data
  if (!slots.some(sells)) return <p className="sw-device-quiet">{page('noSlotsFilled')}</p>
  if (!slots.filter(sells).some(isSized)) return <p className="sw-device-quiet">{page('noSizes')}</p>
  const lowest = lowestSlots(slots)
  if (lowest.length === 0) return <StatusTag tone="good">{page('allFull')}</StatusTag>
  const isAnyLow = lowest.some(isLow)
  return (
    <>
      {isAnyLow ? <h3>{page('lowestSlots')}</h3> : <StatusTag tone="good">{page('nothingLow')}</StatusTag>}
      <ul className="sw-low-slots">
        {lowest.map((slot) => (
          <LowSlot key={slot.channel_sn} slot={slot} />
        ))}
      </ul>
    </>
  )
}

const levelTones = { none: 'idle', empty: 'bad', low: 'attention', fine: 'good' } as const

function LowSlot({ slot }: { slot: Channel }) {
  const t = useT(deviceWords)
  return (
    <li>
      <Picture file={slot.goods?.file} size="thumb" alt="" />
      <span>{t('atSlot', { slot: slot.channel_sn, text: slot.goods?.title ?? '' })}</span>
      <StatusTag tone={levelTones[stockLevelOf(slot)]}>
        <span className="sw-figures">
          {slot.quantity} / {slot.max}
        </span>
      </StatusTag>
    </li>
  )
}

function Faults({ device }: { device: Device }) {
  const t = useT(devicePageWords)
  const { faults } = device
  if (isStranger(device)) return <p className="sw-device-quiet">–</p>
  if (faults.length === 0) return <StatusTag tone="good">{t('noFaults')}</StatusTag>
  return (
    <ul className="sw-fault-list">
      {faults.map((fault) => (
        <li key={`${fault.code}:${fault.channel_sn}`}>
          <StatusTag tone="bad">
            <FaultText fault={fault} />
          </StatusTag>
          <small>
            <Instant at={fault.since} /> · <Lasting since={fault.since} />
          </small>
        </li>
      ))}
    </ul>
  )
}

/** False for settings of a newer server that this console does not know. */
const isField = (name: string): name is keyof (typeof deviceFieldWords)['en-US'] =>
  Object.hasOwn(deviceFieldWords['en-US'], name)

function Applied({ device }: { device: Device }) {
  const t = useT(deviceWords)
  const page = useT(devicePageWords)
  if (device.applied)
    return (
      <>
        {device.unsupported.length === 0 && <StatusTag tone="good">{t('allApplied')}</StatusTag>}
        <NotSupported device={device} />
        {device.applied_at && (
          <p className="sw-device-quiet">
            {page('appliedAt')} <Instant at={device.applied_at} />
          </p>
        )}
      </>
    )
  if (device.applied_at === null) return <StatusTag tone="attention">{page('neverApplied')}</StatusTag>
  return (
    <>
      <StatusTag tone="attention">{page('notYetApplied')}</StatusTag>
      <SettingNames names={device.waiting} />
      <NotSupported device={device} />
    </>
  )
}

function NotSupported({ device: { unsupported } }: { device: Device }) {
  const t = useT(devicePageWords)
  if (unsupported.length === 0) return null
  return (
    <>
      <StatusTag tone="attention">{t('notSupported')}</StatusTag>
      <SettingNames names={unsupported} />
    </>
  )
}

function SettingNames({ names }: { names: readonly string[] }) {
  const field = useT(deviceFieldWords)
  return (
    <ul className="sw-waiting-list">
      {names.map((name) => (
        <li key={name}>{isField(name) ? field(name) : name.replace(/^extend\./, `${field('extend')}: `)}</li>
      ))}
    </ul>
  )
}

/** Only where there are any: most machines never send one. */
function Slips({ sn }: { sn: string }) {
  const t = useT(devicePageWords)
  const reasonOf = useT(slipReasonWords)
  const outcomeOf = useT(slipOutcomeWords)
  const slips = useSlips(sn).data?.data ?? []
  if (slips.length === 0) return null
  return (
    <Card title={t('slips')}>
      <p className="sw-device-quiet">{t('slipsHint')}</p>
      <Facts label={t('slips')}>
        {slips.map(({ type, field, reason, outcome, count, last_at: last }) => (
          <Fact key={`${type} ${field} ${reason} ${outcome}`} name={reasonOf(reason)}>
            <code>{[type, field].filter(Boolean).join(' · ')}</code> · {outcomeOf(outcome)} ·{' '}
            {t('times', { count })} · <Instant at={last} />
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}

function Recent({ sn }: { sn: string }) {
  const t = useT(devicePageWords)
  const query = useHistory({ filter: { sn }, size: 5 })
  if (query.isError && !query.data)
    return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <Bones count={5} />
  if (query.data.count === 0) return <p className="sw-device-quiet">{t('nothingYet')}</p>
  return <HistoryLines lines={query.data.data} busy={query.isFetching} />
}

const Bones = ({ count }: { count: number }) => (
  <div className="sw-device-bones">
    {Array.from({ length: count }, (_, index) => (
      <span key={index} className="sw-bone" />
    ))}
  </div>
)

import { type Device, deviceFieldWords, signalWords } from '@slotwise/contract'
import type { ReactNode } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { useSession } from '../../../lib/session.ts'
import { formatInstant, Instant } from '../../../ui/instant.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { FaultText, isStranger, OnlineTag } from '../../../entities/device/device-state.tsx'
import { deviceWords } from '../../../entities/device/device-words.ts'
import { Lasting } from '../../../entities/device/lasting.tsx'
import { devicePageWords } from './device-page-words.ts'

type StatusStripProps = {
  device: Device
  /** Shows only connection and faults, where something else needs the room. */
  short?: boolean
}

/** The current state of the machine. Values that it has never reported are left out. */
export function StatusStrip({ device, short = false }: StatusStripProps) {
  const t = useT(deviceWords)
  const field = useT(deviceFieldWords)
  const signal = useT(signalWords)
  const offset = useSession()?.utcOffsetMinutes ?? 0
  return (
    <dl className="sw-status-strip" aria-label={t('status')}>
      <Fact name={field('online')}>
        <OnlineTag device={device}>
          <small>
            <time dateTime={device.since}>{t('since', { at: formatInstant(device.since, offset) })}</time>
          </small>
        </OnlineTag>
      </Fact>
      {isStranger(device) && <Fact name={field('signal')}>–</Fact>}
      {device.signal && <Fact name={field('signal')}>{signal(device.signal)}</Fact>}
      <Initializing device={device} />
      {!short && <FurtherFacts device={device} />}
      {(!short || device.faults.length > 0) && <Faults device={device} />}
    </dl>
  )
}

function Initializing({ device: { initializing_since: since } }: { device: Device }) {
  const field = useT(deviceFieldWords)
  if (since === null) return null
  return (
    <Fact name={field('initializing')}>
      <StatusTag tone="busy">
        <Lasting since={since} />
      </StatusTag>
    </Fact>
  )
}

function FurtherFacts({ device }: { device: Device }) {
  const t = useT(deviceWords)
  const page = useT(devicePageWords)
  const field = useT(deviceFieldWords)
  return (
    <>
      {device.net && (
        <Fact name={page('net')}>{device.net === 'ethernet' ? page('ethernet') : netName(device.net)}</Fact>
      )}
      {device.app && <Fact name={field('app')}>{device.app}</Fact>}
      {device.android && <Fact name={field('android')}>{device.android}</Fact>}
      {device.temperature !== null && (
        <Fact name={field('temperature')}>{t('degrees', { value: device.temperature })}</Fact>
      )}
      {!device.online && device.heard_at && (
        <Fact name={field('heard_at')}>
          <Instant at={device.heard_at} />
        </Fact>
      )}
    </>
  )
}

function Faults({ device }: { device: Device }) {
  const t = useT(deviceWords)
  const field = useT(deviceFieldWords)
  const none = isStranger(device) ? '–' : <StatusTag tone="good">{t('none')}</StatusTag>
  return (
    <Fact name={field('faults')}>
      {device.faults.length === 0
        ? none
        : device.faults.map((fault) => (
            <StatusTag key={`${fault.code}:${fault.channel_sn}`} tone="bad">
              <FaultText fault={fault} />
            </StatusTag>
          ))}
    </Fact>
  )
}

/** Machines report it in lower case. */
const netName = (net: string): string => (net === 'wifi' ? 'Wi-Fi' : net.toUpperCase())

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="sw-figures">{children}</dd>
    </div>
  )
}

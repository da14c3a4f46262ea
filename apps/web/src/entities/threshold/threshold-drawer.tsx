import { SetThreshold, type Thresholds } from '@slotwise/contract'
import { Link } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useMay } from '../../ui/can.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { deviceName } from '../device/device-name.ts'
import { useSetThreshold, useThresholds } from './api.ts'
import { useThresholdText } from './rule-text.ts'
import { ThresholdFields } from './threshold-fields.tsx'
import { thresholdWords } from './threshold-words.ts'

/** The thresholds of all machines, and which stores and machines have their own. */
export function ThresholdDrawer({ onClose }: { onClose: () => void }) {
  const { data } = useThresholds()
  return data ? <MerchantThresholds thresholds={data} onClose={onClose} /> : null
}

type MerchantThresholdsProps = { thresholds: Thresholds; onClose: () => void }

function MerchantThresholds({ thresholds, onClose }: MerchantThresholdsProps) {
  const t = useT(thresholdWords)
  const { title } = useThresholdText()
  const { mutateAsync } = useSetThreshold()
  return (
    <FormDrawer
      title={title}
      submitLabel={t('save')}
      schema={SetThreshold}
      initial={thresholds.merchant}
      onSubmit={async (input) => {
        await mutateAsync(input)
        notify('success', t('saved'))
      }}
      onClose={onClose}
    >
      <p className="sw-form-intro">{t('intro')}</p>
      <ThresholdFields thresholds={thresholds} place={{}} />
      <Exceptions thresholds={thresholds} />
    </FormDrawer>
  )
}

function Exceptions({ thresholds: { stores, devices } }: { thresholds: Thresholds }) {
  const t = useT(thresholdWords)
  const text = useThresholdText()
  const mayOpenStores = useMay('store.manage')
  const valuesOf = ({ low, offline_minutes: minutes }: Thresholds['merchant']): string =>
    [low && text.low(low), minutes !== null && text.minutes(minutes)].filter(Boolean).join(' · ')
  if (stores.length + devices.length === 0) return <p className="sw-form-intro">{t('noExceptions')}</p>
  return (
    <>
      <h3>{t('exceptions')}</h3>
      <ul className="sw-threshold-exceptions">
        {stores.map((one) => (
          <li key={one.store}>
            {mayOpenStores ? (
              <Link className="sw-link" to={`/region?tab=stores&open=${one.store}`}>
                {one.store_name}
              </Link>
            ) : (
              one.store_name
            )}
            <small className="sw-figures">{valuesOf(one)}</small>
          </li>
        ))}
        {devices.map((one) => (
          <li key={one.sn}>
            <Link className="sw-link" to={`/device/${one.sn}?tab=settings`}>
              {deviceName(one)}
            </Link>
            <small className="sw-figures">{valuesOf(one)}</small>
          </li>
        ))}
      </ul>
    </>
  )
}

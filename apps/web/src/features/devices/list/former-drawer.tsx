import { Drawer, Input } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'

import { deviceName } from '../../../entities/device/device-name.ts'
import { deviceWords } from '../../../entities/device/device-words.ts'
import { useT } from '../../../lib/i18n.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { uiWords } from '../../../ui/ui-words.ts'
import { useFocusReturn } from '../../../ui/use-focus-return.ts'
import { useIsPhone } from '../../../ui/use-media.ts'
import { useFormerDevices } from '../api.ts'

export function FormerDrawer({ onClose }: { onClose: () => void }) {
  const t = useT(deviceWords)
  const ui = useT(uiWords)
  const isPhone = useIsPhone()
  useFocusReturn()
  const [q, setQ] = useState('')
  const { data, error, isError, refetch } = useFormerDevices(q)
  return (
    <Drawer open title={t('former')} size={isPhone ? '100%' : 480} onClose={onClose}>
      <Input.Search
        allowClear
        aria-label={t('search')}
        placeholder={t('searchHint')}
        onSearch={(typed) => setQ(typed.trim())}
      />
      {isError && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && <EmptyState title={ui('noMatch')} hint={ui('noMatchHint')} />}
      <ul className="sw-former-list">
        {data?.data.map((device) => (
          <li key={device.sn}>
            <Link className="sw-link" to={`/device/${device.sn}`}>
              {deviceName(device)}
            </Link>
            <span className="sw-figures">{device.sn}</span>
          </li>
        ))}
      </ul>
      {data && data.count > data.data.length && (
        <p className="sw-form-intro">{ui('moreFound', { count: data.count })}</p>
      )}
    </Drawer>
  )
}

import { Button } from 'antd'

import { deviceWords } from '../../../entities/device/device-words.ts'
import { useT } from '../../../lib/i18n.tsx'
import { lazyDialog } from '../../../lib/lazy.ts'
import { useFormerDevices } from '../api.ts'
import './devices.css'

const FormerDrawer = lazyDialog(async () => (await import('./former-drawer.tsx')).FormerDrawer)

type FormerDevicesProps = { isOpen: boolean; onOpen: () => void; onClose: () => void }

/** Machines that were unbound; their history stays readable. */
export function FormerDevices({ isOpen, onOpen, onClose }: FormerDevicesProps) {
  const t = useT(deviceWords)
  const count = useFormerDevices().data?.count ?? 0
  if (count === 0) return null
  return (
    <p className="sw-former-devices">
      <Button type="link" onClick={onOpen}>
        {t('formerCount', { count })}
      </Button>
      {isOpen && <FormerDrawer onClose={onClose} />}
    </p>
  )
}

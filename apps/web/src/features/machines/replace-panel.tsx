import { type Device, machineCalls } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useMay } from '../../ui/can.tsx'
import { replaceWords } from './replace-words.ts'

const ReplaceDrawer = lazyDialog(async () => (await import('./replace-drawer.tsx')).ReplaceDrawer)

/** Possible while the machine is offline, because a broken one is what is mostly replaced. */
export function ReplacePanel({ device }: { device: Device }) {
  const t = useT(replaceWords)
  const mayBind = useMay(machineCalls.bindDev.access)
  const mayUnbind = useMay(machineCalls.replaceDev.access)
  const [isOpen, setOpen] = useState(false)
  if (!mayBind || !mayUnbind) return null
  return (
    <>
      <p>{t('replaceHint')}</p>
      <div className="sw-remote-row">
        <Button onClick={() => setOpen(true)}>{t('replace')}</Button>
      </div>
      {isOpen && <ReplaceDrawer device={device} onClose={() => setOpen(false)} />}
    </>
  )
}

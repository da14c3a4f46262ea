import type { Device } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useUnbindDevice } from './api.ts'
import { ActionOutcome } from '../../entities/command/call-failure.tsx'
import { ConfirmAction } from '../../entities/command/confirm-action.tsx'
import { deviceName } from '../../entities/device/device-name.ts'
import { unbindWords } from './unbind-words.ts'
import { useMachineAction } from '../../entities/command/use-machine-action.ts'

/** Possible while the machine is offline: it learns of it when it reconnects. */
export function UnbindPanel({ device }: { device: Device }) {
  const t = useT(unbindWords)
  const navigate = useNavigate()
  const { mutateAsync } = useUnbindDevice()
  const [isAsking, setAsking] = useState(false)
  const { sn, stock: pieces, online } = device
  const action = useMachineAction({ sn, op: 'unbind' })
  const unbind = async (): Promise<void> => {
    if (!(await action.run((sign) => mutateAsync({ sn, sign })))) return
    notify('success', t('unbound'))
    await navigate('/device', { replace: true })
  }
  return (
    <>
      <p>{t('unbindHint')}</p>
      <ActionOutcome action={action} />
      <div className="sw-remote-row">
        <Button danger loading={action.isRunning} onClick={() => setAsking(true)}>
          {t('unbind')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmAction
          danger
          title={t('unbindTitle', { name: deviceName(device) })}
          confirmLabel={t('unbind')}
          onConfirm={unbind}
          onClose={() => setAsking(false)}
        >
          <ul>
            <li>{t('lostSettings')}</li>
            <li>{t('lostStock', { pieces })}</li>
            <li>{t('lostCommands')}</li>
            <li>{t('lostHistory')}</li>
            {!online && <li>{t('lostOffline')}</li>}
          </ul>
        </ConfirmAction>
      )}
    </>
  )
}

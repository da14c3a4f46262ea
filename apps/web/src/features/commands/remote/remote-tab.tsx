import { capabilities, type Device, deviceFieldWords, sentTo } from '@slotwise/contract'
import { Button, Select } from 'antd'
import { type ReactNode, useId, useState } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { Alert } from '../../../ui/plain/alert.tsx'
import { useRefreshSettings } from '../api.ts'
import { ActionOutcome } from '../../../entities/command/call-failure.tsx'
import { CommandList } from '../../../entities/command/command-progress.tsx'
import { DispensePanel } from './dispense-panel.tsx'
import { LampPanel } from './lamp-panel.tsx'
import { OfflineNote, OffNote, Panel, stillness } from './machine-panel.tsx'
import { PowerPanel, SwitchOn } from './power-panel.tsx'
import { remoteWords } from './remote-words.ts'
import { type CommandTracking, useCommands } from '../../../entities/command/use-commands.ts'
import { useMachineAction } from '../../../entities/command/use-machine-action.ts'

type RemoteTabProps = {
  device: Device
  /** How the machine is unbound; provided by the feature that binds machines. */
  unbind: ReactNode
}

/** The remote commands of a machine; offline, it can only be unbound. */
export function RemoteTab({ device, unbind }: RemoteTabProps): ReactNode {
  const t = useT(remoteWords)
  const tracking = useCommands(device.sn, 'remote')
  const { mine, start, dismiss } = tracking
  const isOffline = !device.online
  const still = isOffline ? undefined : stillness(device)
  const common = { device, start, disabled: isOffline }
  return (
    <div className="sw-remote">
      {isOffline && <OfflineNote hint={t('offlineHint')} />}
      <CommandList comesInSight mine={mine} onDismiss={dismiss} />
      <Panel title={t('dispense')} isOffline={isOffline}>
        {still === 'initializing' && <Alert tone="warning">{t('busyHint')}</Alert>}
        {still === 'off' && (
          <OffNote hint={t('offHint')}>
            <SwitchOn device={device} start={start} />
          </OffNote>
        )}
        <DispensePanel device={device} tracking={tracking} disabled={isOffline || still !== undefined} />
      </Panel>
      <Panel title={t('power')} isOffline={isOffline}>
        <PowerPanel {...common} />
      </Panel>
      {capabilities[device.type].lamp && (
        <Panel title={t('lamp')} isOffline={isOffline}>
          <LampPanel {...common} />
        </Panel>
      )}
      <Panel title={t('refresh')} isOffline={isOffline}>
        <RefreshPanel {...common} />
      </Panel>
      <Panel title={t('dangerZone')} danger>
        {unbind}
      </Panel>
    </div>
  )
}

type RefreshPanelProps = { device: Device; disabled: boolean; start: CommandTracking['start'] }

/** The machine is given the name of one setting, or none for all of them. */
function RefreshPanel({ device: { sn, type }, disabled, start }: RefreshPanelProps) {
  const t = useT(remoteWords)
  const field = useT(deviceFieldWords)
  const id = useId()
  const [setting, setSetting] = useState('')
  const action = useMachineAction({ sn, op: 'refreshSetting' })
  const { mutateAsync } = useRefreshSettings()
  const refresh = async (): Promise<void> => {
    const step = await action.run((sign) => mutateAsync({ sn, setting, sign }))
    if (step) start(step, [])
  }
  return (
    <>
      <p>{t('refreshHint')}</p>
      <ActionOutcome action={action} />
      <div className="sw-remote-row">
        <label htmlFor={id}>{t('refreshWhich')}</label>
        <Select
          id={id}
          className="sw-refresh-setting"
          virtual={false}
          value={setting}
          disabled={disabled}
          options={[
            { value: '', label: t('allSettings') },
            ...sentTo(type).map((name) => ({ value: name, label: field(name) })),
          ]}
          onChange={setSetting}
        />
        <Button disabled={disabled} loading={action.isRunning} onClick={() => void refresh()}>
          {t('refresh')}
        </Button>
      </div>
    </>
  )
}

import { type Device, powerMotions, powerParts, powerWords } from '@slotwise/contract'
import { Button } from 'antd'
import { useState } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { usePower } from '../api.ts'
import { ActionOutcome } from '../../../entities/command/call-failure.tsx'
import type { PowerWish } from '../../../entities/command/command-state.ts'
import { ConfirmAction } from '../../../entities/command/confirm-action.tsx'
import { remoteWords } from './remote-words.ts'
import type { CommandTracking } from '../../../entities/command/use-commands.ts'
import { useMachineAction } from '../../../entities/command/use-machine-action.ts'

/** The server allows one restart per minute. */
const restartRestSeconds = 60

type SwitchOnProps = { device: Device; start: CommandTracking['start'] }
type PowerPanelProps = SwitchOnProps & { disabled: boolean }

const wake = { dev: 'machine', motion: 'on' } as const satisfies PowerWish

/** Offered where another function needs the machine to be on. Failures are shown with the other switches. */
export function SwitchOn({ device: { sn }, start }: SwitchOnProps) {
  const word = useT(powerWords)
  const { mutateAsync } = usePower()
  const action = useMachineAction({ sn, op: 'power' })
  const tell = async (): Promise<void> => {
    const step = await action.run((sign) => mutateAsync({ sn, ...wake, sign }))
    if (step) start(step, [], wake)
  }
  return (
    <Button size="small" loading={action.isRunning} onClick={() => void tell()}>
      {word('on')}
    </Button>
  )
}

export function PowerPanel({ device, disabled, start }: PowerPanelProps) {
  const t = useT(remoteWords)
  const word = useT(powerWords)
  const { mutateAsync } = usePower()
  const restart = useMachineAction({ sn: device.sn, op: 'restart', restSeconds: restartRestSeconds })
  const others = useMachineAction({ sn: device.sn, op: 'power' })
  const [asking, setAsking] = useState<PowerWish>()

  const tell = async (wish: PowerWish): Promise<void> => {
    const action = wish.motion === 'restart' ? restart : others
    const step = await action.run((sign) => mutateAsync({ sn: device.sn, ...wish, sign }))
    if (step) start(step, [], wish)
  }
  const restLeft = restart.secondsLeft
  return (
    <>
      <p>{t('powerHint')}</p>
      <ActionOutcome action={restart} />
      <ActionOutcome action={others} />
      {powerParts.map((dev) => (
        <div key={dev} className="sw-remote-row" role="group" aria-label={word(dev)}>
          <strong>{word(dev)}</strong>
          {powerMotions.map((motion) => {
            const isResting = motion === 'restart' && restLeft > 0
            return (
              <Button
                key={motion}
                danger={motion === 'off'}
                disabled={disabled || isResting}
                onClick={() => (motion === 'on' ? void tell({ dev, motion }) : setAsking({ dev, motion }))}
              >
                {isResting ? t('restIn', { action: word(motion), seconds: restLeft }) : word(motion)}
              </Button>
            )
          })}
        </div>
      ))}
      {asking && (
        <ConfirmAction
          danger
          title={t(questionOf(asking))}
          confirmLabel={word(asking.motion)}
          onConfirm={() => tell(asking)}
          onClose={() => setAsking(undefined)}
        >
          <p>{t(consequenceOf(asking))}</p>
        </ConfirmAction>
      )}
    </>
  )
}

function questionOf({ dev, motion }: PowerWish) {
  if (motion === 'restart') return dev === 'machine' ? 'restartMachineTitle' : 'restartAndroidTitle'
  return dev === 'machine' ? 'offMachineTitle' : 'offAndroidTitle'
}

function consequenceOf({ dev, motion }: PowerWish): 'restartText' | 'offMachine' | 'offAndroid' {
  if (motion === 'restart') return 'restartText'
  return dev === 'machine' ? 'offMachine' : 'offAndroid'
}

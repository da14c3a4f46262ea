import {
  type Device,
  deviceFieldWords,
  lampColors,
  lampColorWords,
  lampStyles,
  lampStyleWords,
} from '@slotwise/contract'
import { Button, Select, Slider, Switch } from 'antd'
import { useId, useState } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { useSwitchLed } from '../api.ts'
import { ActionOutcome } from '../../../entities/command/call-failure.tsx'
import { remoteWords } from './remote-words.ts'
import type { CommandTracking } from '../../../entities/command/use-commands.ts'
import { useMachineAction } from '../../../entities/command/use-machine-action.ts'

type LampPanelProps = { device: Device; disabled: boolean; start: CommandTracking['start'] }

/** Switches the lamp now; its daily behaviour is in the settings. */
export function LampPanel({ device, disabled, start }: LampPanelProps) {
  const t = useT(remoteWords)
  const field = useT(deviceFieldWords)
  const colorName = useT(lampColorWords)
  const styleName = useT(lampStyleWords)
  const id = useId()
  const action = useMachineAction({ sn: device.sn, op: 'led' })
  const { mutateAsync } = useSwitchLed()
  const [on, setOn] = useState(true)
  const [lamp, setLamp] = useState({
    color: device.lamp_color,
    brightness: device.lamp_brightness,
    style: device.lamp_style,
  })
  const isOff = disabled || !on
  const send = async (): Promise<void> => {
    const setting = on ? { on, ...lamp } : { on }
    const step = await action.run((sign) => mutateAsync({ sn: device.sn, setting, sign }))
    if (step) start(step, [])
  }
  return (
    <>
      <p>{t('lampHint')}</p>
      <ActionOutcome action={action} />
      <div className="sw-lamp">
        <label htmlFor={`${id}-on`}>{t('lampSwitch')}</label>
        <span>
          <Switch id={`${id}-on`} checked={on} disabled={disabled} onChange={setOn} />
        </span>
        <label htmlFor={`${id}-color`}>{field('lamp_color')}</label>
        <Select
          id={`${id}-color`}
          value={lamp.color}
          disabled={isOff}
          options={lampColors.map((value) => ({ value, label: colorName(value) }))}
          onChange={(color) => setLamp({ ...lamp, color })}
        />
        <label htmlFor={`${id}-style`}>{field('lamp_style')}</label>
        <Select
          id={`${id}-style`}
          value={lamp.style}
          disabled={isOff}
          options={lampStyles.map((value) => ({ value, label: styleName(value) }))}
          onChange={(style) => setLamp({ ...lamp, style })}
        />
        <span>
          {field('lamp_brightness')} <span className="sw-figures">{lamp.brightness}%</span>
        </span>
        <Slider
          value={lamp.brightness}
          disabled={isOff}
          ariaLabelForHandle={field('lamp_brightness')}
          onChange={(brightness) => setLamp({ ...lamp, brightness })}
        />
      </div>
      <div className="sw-remote-row">
        <Button disabled={disabled} loading={action.isRunning} onClick={() => void send()}>
          {t(on ? 'lampOn' : 'lampOff')}
        </Button>
      </div>
    </>
  )
}

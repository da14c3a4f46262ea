import { notifyChannelWords, notifyFieldWords, type RobotChannel, robotChannels } from '@slotwise/contract'
import { Form, Input, Select, type SelectProps } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { notifyWords } from './notify-words.ts'

/** A secret that was typed for another kind of robot is dropped. */
export const withoutUnusedSecret = <Values extends { channel?: RobotChannel; secret?: string }>(
  values: Values,
): Values => (values.channel === 'wecom' ? { ...values, secret: '' } : values)

/** Where a robot is. What it hears of is edited like that of every other receiver; its address is not shown again. */
export function RobotFields() {
  const t = useT(notifyWords)
  const field = useT(notifyFieldWords)
  const channel = Form.useWatch<RobotChannel | undefined>('channel') ?? robotChannels[0]
  return (
    <>
      <p className="sw-form-intro">{t('robotIntro')}</p>
      <FormField name="channel" label={field('channel')} required>
        <ChannelChoice />
      </FormField>
      <FormField name="name" label={field('name')} required>
        <Input maxLength={30} autoComplete="off" />
      </FormField>
      <FormField name="url" label={field('url')} hint={t(`urlHint.${channel}`)} required>
        <Input type="url" inputMode="url" autoComplete="off" />
      </FormField>
      {channel !== 'wecom' && (
        <FormField
          name="secret"
          label={field('secret')}
          hint={t(`secretHint.${channel}`)}
          required={channel === 'webhook'}
          dependsOn={['channel']}
        >
          <PasswordInput autoComplete="new-password" />
        </FormField>
      )}
    </>
  )
}

function ChannelChoice(control: SelectProps<RobotChannel>) {
  const word = useT(notifyChannelWords)
  return <Select {...control} options={robotChannels.map((value) => ({ value, label: word(value) }))} />
}

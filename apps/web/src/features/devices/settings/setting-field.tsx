import {
  adModes,
  adModeWords,
  buyModes,
  buyModeWords,
  type Device,
  deviceFieldWords,
  formatRate,
  gameModes,
  gameModeWords,
  gamePackages,
  gamePackageWords,
  lampColors,
  lampColorWords,
  lampStyles,
  lampStyleWords,
  type SettingName,
  settingOf,
  winningModes,
  winningModeWords,
  type Words,
} from '@slotwise/contract'
import { Form, Input, InputNumber, Select, type SelectProps, Switch } from 'antd'
import { createContext, type ReactNode, useContext } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { useMay } from '../../../ui/can.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { useMoneyText } from '../../../ui/money.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { useSlots } from '../../../entities/slot/api.ts'
import { ExtendEditor } from './extend-editor.tsx'
import { LampDot } from '../../../entities/device/lamp-dot.tsx'
import { isSame } from './settings-values.ts'
import { settingsWords } from './settings-words.ts'
import './settings.css'

/** One price or rate for all slots is set by those who set prices. */
export function useOffered(names: readonly SettingName[]): SettingName[] {
  const mayPrice = useMay('device.price')
  return names.filter((name) => mayPrice || (name !== 'same_gp' && name !== 'same_pb'))
}

type Standing = { saved: Device } & Pick<Device, 'waiting' | 'unsupported'>

/**
 * The saved values, and which of them the machine has not taken over yet or cannot do; undefined in forms for several
 * machines.
 */
export const StandingContext = createContext<Standing | undefined>(undefined)

type SettingLabelProps = {
  name: SettingName | 'title'
  /** The heading above shows the name already, so only screen readers get it again. */
  titled?: boolean
}

/** The name of a setting, and whether it is saved and applied by the machine. */
export function SettingLabel({ name, titled = false }: SettingLabelProps) {
  const t = useT(settingsWords)
  const field = useT(deviceFieldWords)
  const standing = useContext(StandingContext)
  const value = Form.useWatch<unknown>(name)
  if (!standing) return field(name)
  // Undefined until the form has its values, which then are the saved ones.
  const isSaved = value === undefined || isSame(value, standing.saved[name])
  const { tone, word } = isSaved ? standingOf(name, standing) : unsaved
  return (
    <span className="sw-setting-label">
      <span {...(titled ? { className: 'sw-visually-hidden' } : {})}>{field(name)}</span>
      <StatusTag tone={tone}>{t(word)}</StatusTag>
    </span>
  )
}

const unsaved = { tone: 'attention', word: 'notSaved' } as const
function standingOf(name: string, { waiting, unsupported }: Standing) {
  if (waiting.includes(name)) return { tone: 'attention', word: 'waiting' } as const
  if (unsupported.some((one) => settingOf(one) === name))
    return { tone: 'idle', word: 'unsupported' } as const
  return { tone: 'good', word: 'applied' } as const
}

/** The two times must differ, so each one validates the other. */
const otherTime = { power_on: ['power_off'], power_off: ['power_on'] }

type SettingFieldProps = {
  name: SettingName
  /** An accessible name, where the visible name stands elsewhere. */
  label?: ReactNode
}

/** One setting with its control, in every form. */
export function SettingField({ name, ...given }: SettingFieldProps) {
  const t = useT(settingsWords)
  const label = given.label ?? <SettingLabel name={name} />
  switch (name) {
    case 'buy_mode':
      return <Choice {...{ name, label }} values={buyModes} words={buyModeWords} />
    case 'game_package':
      return <Choice {...{ name, label }} values={gamePackages} words={gamePackageWords} />
    case 'probability':
      return <Choice {...{ name, label }} values={winningModes} words={winningModeWords} />
    case 'game_mode':
      return <Choice {...{ name, label }} values={gameModes} words={gameModeWords} />
    case 'ad_mode':
      return <Choice {...{ name, label }} values={adModes} words={adModeWords} />
    case 'lamp_style':
      return <Choice {...{ name, label }} values={lampStyles} words={lampStyleWords} />
    case 'lamp_color':
      return (
        <Choice
          {...{ name, label }}
          values={lampColors}
          words={lampColorWords}
          before={(color) => <LampDot color={color} />}
        />
      )
    case 'game_black':
      return <Toggle {...{ name, label }} hint={t('gameBlackHint')} />
    case 'same_gp':
      return <Toggle {...{ name, label }} hint={t('sameGpHint')} />
    case 'same_pb':
      return <Toggle {...{ name, label }} hint={t('samePbHint')} />
    case 'power_ctrl':
    case 'lamp_ctrl':
      return <Toggle {...{ name, label }} />
    case 'power_on':
    case 'power_off':
      return (
        <FormField name={name} label={label} dependsOn={otherTime[name]}>
          <Input type="time" />
        </FormField>
      )
    case 'channel_x':
      return (
        <FormField name={name} label={label} hint={t('channelXHint')}>
          <InputNumber controls={false} inputMode="numeric" />
        </FormField>
      )
    case 'lamp_brightness':
      return (
        <FormField name={name} label={label}>
          <InputNumber controls={false} inputMode="numeric" suffix="%" />
        </FormField>
      )
    case 'extend':
      return (
        <FormField name={name} label={label} hint={t('extendHint')}>
          <ExtendEditor />
        </FormField>
      )
  }
}

type NamedProps = { name: SettingName; label: ReactNode }

type ChoiceProps<Value extends string> = NamedProps & {
  values: readonly Value[]
  words: Words<Value>
  before?: (value: Value) => ReactNode
}

function Choice<Value extends string>({ name, label, values, words, before }: ChoiceProps<Value>) {
  const word = useT(words)
  const drawn: SelectProps = before
    ? {
        optionRender: ({ value, label: text }) => withDot(before(value as Value), text),
        labelRender: ({ value, label: text }) => withDot(before(value as Value), text),
      }
    : {}
  return (
    <FormField name={name} label={label}>
      <Select options={values.map((value) => ({ value, label: word(value) }))} {...drawn} />
    </FormField>
  )
}

const withDot = (dot: ReactNode, text: ReactNode): ReactNode => (
  <span className="sw-lamp-option">
    {dot}
    {text}
  </span>
)

function Toggle({ name, label, hint }: NamedProps & { hint?: string }) {
  return (
    <FormField name={name} label={label} valuePropName="checked" {...(hint === undefined ? {} : { hint })}>
      <Switch />
    </FormField>
  )
}

type ForAllSlotsProps = {
  name: 'same_gp' | 'same_pb'
  /** The machine whose switch is on already: then a new value is optional. */
  on?: Device | undefined
}

/** The one value for all slots, shown while its switch is on. */
export function ForAllSlotsField({ name, on }: ForAllSlotsProps) {
  const isOn: unknown = Form.useWatch(name)
  if (isOn !== true) return null
  return on ? <OtherForAllSlots name={name} sn={on.sn} /> : <OneForAllSlots name={name} />
}

function OneForAllSlots({
  name,
  hint,
  required = true,
}: {
  name: ForAllSlotsProps['name']
  hint?: string
  required?: boolean
}) {
  const t = useT(settingsWords)
  const field = useT(deviceFieldWords)
  const props = { required, hint: hint ?? t('forAllSlots') }
  return name === 'same_gp' ? (
    <FormField name="game_price" label={field('game_price')} {...props}>
      <MoneyInput />
    </FormField>
  ) : (
    <FormField name="rate" label={field('rate')} {...props}>
      <InputNumber controls={false} inputMode="decimal" suffix="%" />
    </FormField>
  )
}

function OtherForAllSlots({ name, sn }: { name: ForAllSlotsProps['name']; sn: string }) {
  const t = useT(settingsWords)
  const money = useMoneyText()
  const { game_price: price = null, rate = null } = useSlots(sn).data?.data[0] ?? {}
  const now = name === 'same_gp' ? price !== null && money(price) : rate !== null && formatRate(rate)
  return (
    <OneForAllSlots
      name={name}
      required={false}
      hint={now === false ? t('keepEmpty') : t('nowForAll', { now })}
    />
  )
}

import {
  type Device,
  deviceFieldWords,
  type SettingName,
  settingsOf,
  type Thresholds,
} from '@slotwise/contract'
import { Form, Input } from 'antd'
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react'

import { PayoutAccountField } from '../../../entities/bank-card/account-field.tsx'
import { useT } from '../../../lib/i18n.tsx'
import { Can } from '../../../ui/can.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { FormPanel } from '../../../ui/form-panel.tsx'
import { Alert } from '../../../ui/plain/alert.tsx'
import { readSlots } from '../../../entities/slot/api.ts'
import { useTellSaved } from '../../../entities/slot/goods-slots.ts'
import { useDrasticQuestion } from '../../../entities/slot/use-drastic-question.ts'
import { StorePicker } from '../../../entities/store/store-picker.tsx'
import { useAreaOfStore, useDeviceBySn, useEditDevice } from '../api.ts'
import {
  ForAllSlotsField,
  SettingField,
  SettingLabel,
  StandingContext,
  useOffered,
} from './setting-field.tsx'
import { useThresholds } from '../../../entities/threshold/api.ts'
import { ThresholdFields } from '../../../entities/threshold/threshold-fields.tsx'
import { ownThreshold } from '../../../entities/threshold/threshold-rule.ts'
import { useThresholdText } from '../../../entities/threshold/rule-text.ts'
import { type ThresholdValues, useSaveThreshold } from '../../../entities/threshold/use-threshold-form.ts'
import {
  editedDevice,
  editOf,
  groupsOf,
  hasMoreThanShared,
  hasSettings,
  type SettingsValues,
  valuesOf,
} from './settings-values.ts'
import { settingsWords } from './settings-words.ts'
import './settings.css'

/**
 * The settings as they were when the user began to change them: later updates do not change the form, and the server
 * reports a conflict. Until the first change the form follows the device.
 */
export function SettingsForm({ device }: { device: Device }) {
  const t = useT(settingsWords)
  const query = useDeviceBySn(device.sn)
  const thresholds = useThresholds()
  const [taken, setTaken] = useState({ device, version: 0 })
  const [dirty, setDirty] = useState(false)
  const take = (latest: Device): void => setTaken(({ version }) => ({ device: latest, version: version + 1 }))
  if (!dirty && device.rev > taken.device.rev) take(device)

  const reload = async (): Promise<void> => {
    const latest = (await query.refetch()).data?.data[0]
    // The same form stays and keeps what was typed.
    if (latest) setTaken(({ version }) => ({ device: latest, version }))
  }
  const waits = device.waiting.some((name) => name !== 'slots')
  const lacks = device.unsupported.length > 0
  const standing = waits ? 'someWaiting' : lacks ? 'someUnsupported' : 'allApplied'
  if (thresholds.isPending) return null
  return (
    <>
      <div className="sw-settings-state">
        {dirty ? (
          <Alert tone="info">{t('unsaved')}</Alert>
        ) : (
          <Alert tone={standing === 'allApplied' ? 'success' : 'warning'}>{t(standing)}</Alert>
        )}
      </div>
      <StandingContext
        value={{ saved: taken.device, waiting: device.waiting, unsupported: device.unsupported }}
      >
        <DeviceSettingsForm
          key={taken.version}
          device={taken.device}
          thresholds={thresholds.data}
          onSaved={take}
          onReload={() => void reload()}
          onDirty={setDirty}
        />
      </StandingContext>
    </>
  )
}

type DeviceSettingsFormProps = {
  device: Device
  /** Undefined when they could not be loaded. */
  thresholds: Thresholds | undefined
  onSaved: (device: Device) => void
  onReload: () => void
  onDirty: (dirty: boolean) => void
}

function DeviceSettingsForm({ device, thresholds, onSaved, onReload, onDirty }: DeviceSettingsFormProps) {
  const t = useT(settingsWords)
  const { mutateAsync } = useEditDevice()
  const saveThreshold = useSaveThreshold()
  const tellSaved = useTellSaved()
  const { askIfDrastic, question } = useDrasticQuestion()
  // The form compares with what it began with: saved thresholds would look like a change by another user.
  const [begun] = useState(thresholds)
  const toInput = useCallback(
    (values: SettingsValues & ThresholdValues) => editedDevice(values, device),
    [device],
  )
  const schema = useMemo(() => editOf(device), [device])
  const offered = useOffered(settingsOf(device.type))
  return (
    <FormPanel
      submitLabel={t('save')}
      schema={schema}
      initial={{ ...valuesOf(device), ...(begun ? ownThreshold(begun, { sn: device.sn }) : {}) }}
      toInput={toInput}
      onSubmit={async ({ low, offline_minutes, ...edit }) => {
        const { game_price, rate } = edit
        const isForSlots = game_price != null || rate != null
        await askIfDrastic({
          before: isForSlots ? await readSlots(device.sn) : [],
          after: { game_price, rate },
        })
        // The thresholds first: they can be saved again when the settings are refused.
        await saveThreshold(begun, { sn: device.sn }, { low, offline_minutes })
        const isEdited = hasSettings(edit)
        const { change, ...saved } = isEdited ? await mutateAsync(edit) : { ...device, change: null }
        tellSaved(t(!isEdited || saved.applied || saved.online ? 'saved' : 'savedWaiting'), {
          change,
          isWhole: !hasMoreThanShared(edit),
          hasRate: rate !== undefined,
        })
        onDirty(false)
        onSaved(saved)
      }}
      onReload={onReload}
      onDirty={onDirty}
    >
      <Section title={t('basic')}>
        <BasicFields />
      </Section>
      {groupsOf(offered).map(({ group, settings }) => (
        <Section key={group} title={t(group)}>
          {settings.map((name) => (
            <DependentField key={name} name={name} device={device} />
          ))}
        </Section>
      ))}
      {thresholds && <ThresholdSection device={device} thresholds={thresholds} />}
      {question}
    </FormPanel>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="sw-form-section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="sw-form-section-fields">{children}</div>
    </section>
  )
}

/** The machine does not know its thresholds: they say from when on the console shows that it needs a hand. */
function ThresholdSection({ device, thresholds }: { device: Device; thresholds: Thresholds }) {
  const { title } = useThresholdText()
  const chosen = Form.useWatch<unknown>('store')
  const store = typeof chosen === 'string' ? chosen : null
  return (
    <Section title={title}>
      <ThresholdFields thresholds={thresholds} place={{ sn: device.sn, store }} />
    </Section>
  )
}

/** A setting is hidden while the switch that it depends on is off. */
const switchOf: Partial<Record<SettingName, 'power_ctrl' | 'lamp_ctrl'>> = {
  power_on: 'power_ctrl',
  power_off: 'power_ctrl',
  lamp_color: 'lamp_ctrl',
  lamp_brightness: 'lamp_ctrl',
  lamp_style: 'lamp_ctrl',
}

/** Settings that take a whole line: switches with dependent settings, and the list of custom settings. */
const linesOfTheirOwn = new Set<SettingName>([...Object.values(switchOf), 'extend'])

function DependentField({ name, device }: { name: SettingName; device: Device }) {
  const main = switchOf[name]
  // Undefined until the form has its values; the device has them.
  const isOn = Form.useWatch<unknown>(main ?? name) ?? (main && device[main])
  if (main && isOn !== true) return null
  if (name === 'same_gp' || name === 'same_pb')
    return (
      <div className="sw-setting-line">
        <SettingField name={name} />
        <ForAllSlotsField name={name} on={device[name] ? device : undefined} />
      </div>
    )
  if (linesOfTheirOwn.has(name))
    return (
      <div className="sw-setting-line">
        <SettingField
          name={name}
          {...(name === 'extend' ? { label: <SettingLabel name={name} titled /> } : {})}
        />
      </div>
    )
  return <SettingField name={name} />
}

function BasicFields() {
  const t = useT(settingsWords)
  const field = useT(deviceFieldWords)
  const store = Form.useWatch<unknown>('store')
  const area = useAreaOfStore(typeof store === 'string' ? store : null)
  return (
    <>
      <FormField name="title" label={<SettingLabel name="title" />} required>
        <Input autoComplete="off" />
      </FormField>
      <Can access="device.manage">
        <FormField
          name="store"
          label={field('store')}
          hint={area === null ? t('areaOpen') : t('areaFollows', { area })}
        >
          <StorePicker />
        </FormField>
        <PayoutAccountField label={field('merchant_id')} hint="ofDevice" />
      </Can>
    </>
  )
}

import { type Device, deviceFieldWords, errorText, joinNames, machineTypeWords } from '@slotwise/contract'
import { Checkbox, Form } from 'antd'
import { type ReactNode, useCallback, useState } from 'react'

import { CallError } from '../../../lib/client.ts'
import { useLocale, useT } from '../../../lib/i18n.tsx'
import { notify } from '../../../lib/notices.ts'
import { Can } from '../../../ui/can.tsx'
import { FormDrawer } from '../../../ui/form-drawer.tsx'
import { FormField } from '../../../ui/form-field.tsx'
import { Alert } from '../../../ui/plain/alert.tsx'
import { StorePicker } from '../../../entities/store/store-picker.tsx'
import { useDrasticQuestion } from '../../../entities/slot/use-drastic-question.ts'
import { TurnAway } from '../../../ui/turn-away.tsx'
import { useDeviceBySn, useEditDevices } from '../api.ts'
import { ForAllSlotsField, SettingField, useOffered } from '../settings/setting-field.tsx'
import {
  type BatchName,
  type BatchValues,
  commonSettings,
  editOfMany,
  groupsOf,
  takenSettings,
  valuesOf,
} from '../settings/settings-values.ts'
import { settingsWords } from '../settings/settings-words.ts'
import { deviceName } from '../../../entities/device/device-name.ts'

type BatchFormProps = {
  devices: Device[]
  /** One of the devices, whose values are filled in. */
  first: string
  onClose: () => void
}

/** Devices may have been selected long ago, so the first one's current values are loaded when the form opens. */
export function BatchForm({ devices, first, onClose }: BatchFormProps) {
  const locale = useLocale()
  const { data, error, isSuccess, isFetching } = useDeviceBySn(first)
  const [model, setModel] = useState<Device>()
  const [latest] = isSuccess && !isFetching ? data.data : []
  if (latest && !model) setModel(latest)
  if (model) return <SettingsOfMany devices={devices} model={model} onClose={onClose} />
  if (isFetching || latest) return null
  return <TurnAway why={error?.message ?? errorText(locale, 'notFound')} onClose={onClose} />
}

/** The form works on the devices as they were when it was opened. */
const asOpened = (devices: readonly Device[], model: Device) => ({
  initial: { ...valuesOf(model), take: {} } satisfies BatchValues,
  schema: editOfMany(model),
  sns: devices.map(({ sn }) => sn),
  names: devices.map(deviceName),
  types: [...new Set(devices.map((device) => device.type))],
})

type SettingsOfManyProps = { devices: Device[]; model: Device; onClose: () => void }

/** The same change on many machines: only settings that all of them have, and only those that the user ticks. */
function SettingsOfMany({ devices, model, onClose }: SettingsOfManyProps) {
  const t = useT(settingsWords)
  const locale = useLocale()
  const type = useT(machineTypeWords)
  const { mutateAsync } = useEditDevices()
  const { askIfDrastic, question } = useDrasticQuestion()
  const [{ initial, schema, sns, names, types }] = useState(() => asOpened(devices, model))
  const toInput = useCallback((values: BatchValues) => takenSettings(values, sns), [sns])
  const count = sns.length
  const offered = useOffered(commonSettings(types))
  return (
    <FormDrawer
      title={t('batchTitle', { count })}
      submitLabel={t('batchSave', { count })}
      schema={schema}
      initial={initial}
      toInput={toInput}
      onSubmit={async (input) => {
        if (Object.keys(input).length === 1) throw new CallError(t('takeSomething'), { kind: 'answer' })
        const { game_price, rate } = input
        await askIfDrastic({ before: [{}], after: { game_price, rate }, onePriceFor: count })
        const changed = await mutateAsync(input)
        notify('success', t('batchSaved', { count: changed.count }))
      }}
      onClose={onClose}
    >
      <div className="sw-form-intro">
        <p>{t('batchIntro')}</p>
        <p>{t('batchFrom', { name: deviceName(model) })}</p>
        <p>
          {t('batchMixed', {
            types: joinNames(
              locale,
              types.map((name) => type(name)),
            ),
          })}
        </p>
      </div>
      <ChosenDevices names={names} />
      <Can access="device.manage">
        <Taken name="store">
          {(label) => (
            <FormField name="store" label={label}>
              <StorePicker />
            </FormField>
          )}
        </Taken>
      </Can>
      {groupsOf(offered).map(({ group, settings }) => (
        <section key={group}>
          <h3>{t(group)}</h3>
          {settings.map((name) => (
            <Taken key={name} name={name}>
              {(label) => (
                <>
                  <SettingField name={name} label={label} />
                  {(name === 'same_gp' || name === 'same_pb') && <ForAllSlotsField name={name} />}
                  {name === 'extend' && <ReplacedNote count={count} />}
                </>
              )}
            </Taken>
          ))}
        </section>
      ))}
      {question}
    </FormDrawer>
  )
}

/** Longer lists of names are shown on request. */
const namedAtOnce = 5

/** Names the selected devices, because some may have been selected on other pages, or before a filter hid them. */
function ChosenDevices({ names }: { names: readonly string[] }) {
  const t = useT(settingsWords)
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? names : names.slice(0, namedAtOnce)
  const more = names.length - shown.length
  return (
    <p className="sw-form-intro">
      {t('batchDevices', { names: joinNames(locale, shown) })}{' '}
      {more > 0 && (
        <button type="button" className="sw-text-button" onClick={() => setOpen(true)}>
          {t('batchMore', { count: more })}
        </button>
      )}
    </p>
  )
}

/** A tick adds a setting to the change and shows its control. */
function Taken({ name, children }: { name: BatchName; children: (label: ReactNode) => ReactNode }) {
  const field = useT(deviceFieldWords)
  const isTaken = Form.useWatch<unknown>(['take', name])
  return (
    <div className="sw-batch-setting">
      <Form.Item
        noStyle
        name={['take', name]}
        valuePropName="checked"
        // Unticked equals never ticked.
        getValueFromEvent={({ target }: { target: HTMLInputElement }) => target.checked || undefined}
      >
        <Checkbox>{field(name)}</Checkbox>
      </Form.Item>
      {isTaken === true && <div className="sw-batch-control">{children(<Unseen>{field(name)}</Unseen>)}</div>}
    </div>
  )
}

/** Says that the lines replace all custom settings; without lines, all are deleted. */
function ReplacedNote({ count }: { count: number }) {
  const t = useT(settingsWords)
  const lines = Form.useWatch<unknown>('extend')
  if (!Array.isArray(lines) || lines.length > 0) return <p className="sw-form-intro">{t('extendReplaces')}</p>
  return <Alert tone="warning">{t('extendDeletes', { count })}</Alert>
}

/** The tick names the setting already; screen readers need a name at the control too. */
const Unseen = ({ children }: { children: ReactNode }) => (
  <span className="sw-visually-hidden">{children}</span>
)

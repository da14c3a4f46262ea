import {
  AddRobot,
  EditNotify,
  type List,
  type Notify,
  notifyCalls,
  notifyFieldWords,
  notifyScopeWords,
  robotChannels,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Form, Input, Radio, type RadioGroupProps, Switch } from 'antd'
import { Link } from 'react-router'

import { StoresPicker } from '../../entities/store/store-picker.tsx'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { newRecord, valuesFor } from '../../lib/record-values.ts'
import { FormField } from '../../ui/form-field.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddRobot, useEditReceiver } from './api.ts'
import { KindChoice } from './kind-choice.tsx'
import { notifyWords } from './notify-words.ts'
import { passMidnight } from './quiet-hours.ts'
import { RobotFields, withoutUnusedSecret } from './robot-fields.tsx'

type ReceiverFormProps = {
  /** 'add' for a robot, or the receiver to edit. */
  id: string
  receivers: UseQueryResult<List<Notify>, CallError>
  onClose: () => void
}

const idOf = ({ notify_id: id }: Notify): string => id

/** Stores that were chosen before "all stores" are dropped. */
const toInput = <Values extends { all_device?: boolean | undefined; store?: string[] | undefined }>(
  values: Values,
): Values => (values.all_device ? { ...values, store: [] } : values)

export function ReceiverForm({ id, receivers, onClose }: ReceiverFormProps) {
  const t = useT(notifyWords)
  const { mutateAsync: add } = useAddRobot()
  const { mutateAsync: edit } = useEditReceiver()
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={receivers}
      row={notifyCalls.getNotifyList}
      add={{
        title: t('addRobot'),
        submitLabel: t('addRobot'),
        schema: AddRobot,
        initial: { ...newRecord(AddRobot), channel: robotChannels[0] },
        toInput: withoutUnusedSecret,
        fields: <RobotFields />,
        save: add,
        saved: t('robotAdded'),
      }}
      edit={(receiver) =>
        recordForm({
          title: t('editTitle', { name: receiver.receiver }),
          submitLabel: t('save'),
          schema: EditNotify,
          initial: valuesFor(EditNotify, receiver),
          toInput,
          fields: <ReceiverFields />,
          save: edit,
          saved: t('saved'),
        })
      }
    />
  )
}

function ReceiverFields() {
  const t = useT(notifyWords)
  const field = useT(notifyFieldWords)
  return (
    <>
      <p className="sw-form-intro">{t('ownLimits')}</p>
      <FormField name="permission" label={field('permission')} required judgesOnChange>
        <KindChoice aria-label={field('permission')} />
      </FormField>
      <p className="sw-notify-thresholds">
        <Link className="sw-link" to="/alerts?open=thresholds">
          {t('thresholds')}
        </Link>
      </p>
      <ScopeFields />
      <QuietFields />
      <FormField name="notice" label={field('notice')} hint={t('activeHint')} valuePropName="checked">
        <Switch />
      </FormField>
      <FormField name="remarks" label={field('remarks')}>
        <Input maxLength={60} autoComplete="off" />
      </FormField>
    </>
  )
}

function ScopeFields() {
  const field = useT(notifyFieldWords)
  const isPart = Form.useWatch<boolean | undefined>('all_device') === false
  return (
    <>
      <FormField name="all_device" label={field('all_device')}>
        <ScopeChoice />
      </FormField>
      {isPart && (
        <FormField name="store" label={field('store')} required judgesOnChange>
          <StoresPicker />
        </FormField>
      )}
    </>
  )
}

function ScopeChoice(control: RadioGroupProps) {
  const t = useT(notifyWords)
  const scope = useT(notifyScopeWords)
  return (
    <Radio.Group {...control} className="sw-notify-choice">
      <Radio value={true}>
        {scope('all')}
        <small>{t('allHint')}</small>
      </Radio>
      <Radio value={false}>{scope('part')}</Radio>
    </Radio.Group>
  )
}

/** The hours are kept while quiet hours are off. */
function QuietFields() {
  const t = useT(notifyWords)
  const field = useT(notifyFieldWords)
  const isOn = Form.useWatch<boolean | undefined>('not_disture') ?? false
  const start = Form.useWatch<string | undefined>('start_notify') ?? ''
  const end = Form.useWatch<string | undefined>('end_notify') ?? ''
  const isWhole = start !== '' && end !== '' && start !== end
  return (
    <>
      <FormField
        name="not_disture"
        label={field('not_disture')}
        hint={isOn ? undefined : t('quietHint')}
        valuePropName="checked"
      >
        <Switch />
      </FormField>
      {isOn && (
        <>
          <div className="sw-notify-hours">
            <FormField name="start_notify" label={field('start_notify')} required>
              <Input type="time" />
            </FormField>
            <FormField name="end_notify" label={field('end_notify')} required dependsOn={['start_notify']}>
              <Input type="time" />
            </FormField>
          </div>
          {isWhole && (
            <p className="sw-notify-quiet" role="status">
              {t(passMidnight({ start_notify: start, end_notify: end }) ? 'quietNight' : 'quietDay', {
                start,
                end,
              })}
            </p>
          )}
        </>
      )}
    </>
  )
}

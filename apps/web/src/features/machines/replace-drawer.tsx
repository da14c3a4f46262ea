import {
  type Device,
  deviceFieldWords,
  errorCodes,
  type FieldError,
  type InputOf,
  machineCalls,
  Replacement,
  type ReplacePlan,
} from '@slotwise/contract'
import { Form, Input, Radio } from 'antd'
import { useCallback, useRef, useState } from 'react'

import { deviceName } from '../../entities/device/device-name.ts'
import { DevicePicker } from '../../entities/device/device-picker.tsx'
import { call, type CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { bindDrawerWords } from './bind-drawer-words.ts'
import type { BindLink } from './bind-link.ts'
import { bindWords } from './bind-words.ts'
import './bind.css'
import { useHasCamera } from '../../ui/code-finder.tsx'
import { CameraScan } from './camera-scan.tsx'
import { finalRefusals } from './final-refusals.ts'
import { ReplaceReview } from './replace-review.tsx'
import { replaceWords } from './replace-words.ts'

type Values = { kind: 'spare' | 'fresh'; to: string | null; code: string }
const initial: Values = { kind: 'spare', to: null, code: '' }

type Asked = InputOf<(typeof machineCalls)['previewReplace']>
type Planned = { asked: Asked; plan: ReplacePlan }

/** Replaces a machine in two steps: the new one is chosen; then what moves and what does not fit is confirmed. */
export function ReplaceDrawer({ device, onClose }: { device: Device; onClose: () => void }) {
  const [planned, setPlanned] = useState<Planned>()
  return planned ? (
    <ReplaceReview {...planned} onBack={() => setPlanned(undefined)} onClose={onClose} />
  ) : (
    <ChooseNext device={device} onPlanned={setPlanned} onClose={onClose} />
  )
}

type ChooseNextProps = { device: Device; onPlanned: (planned: Planned) => void; onClose: () => void }

function ChooseNext({ device, onPlanned, onClose }: ChooseNextProps) {
  const t = useT(replaceWords)
  const bind = useT(bindWords)
  const planned = useRef<Planned>(undefined)
  const { sn } = device
  const toInput = useCallback(
    ({ kind, to, code }: Values) => ({ sn, to: to ?? '', ...(kind === 'fresh' ? { code } : {}) }),
    [sn],
  )
  const placeErrors = (error: CallError): FieldError[] => {
    const refusal = finalRefusals[error.rcode]
    if (refusal) return [{ path: 'to', message: bind(refusal.text) }]
    return error.rcode === errorCodes.conflict ? [{ path: 'to', message: error.message }] : error.errors
  }
  return (
    <FormDrawer
      title={t('chooseTitle', { name: deviceName(device) })}
      submitLabel={t('next')}
      schema={Replacement}
      initial={initial}
      toInput={toInput}
      onSubmit={async (asked) => {
        planned.current = { asked, plan: await call(machineCalls.previewReplace, asked, { quiet: true }) }
      }}
      placeErrors={placeErrors}
      onClose={() => (planned.current ? onPlanned(planned.current) : onClose())}
    >
      <p className="sw-form-intro">{t('chooseIntro')}</p>
      <NextFields />
    </FormDrawer>
  )
}

function NextFields() {
  const t = useT(replaceWords)
  const bind = useT(bindDrawerWords)
  const field = useT(deviceFieldWords)
  const form = Form.useFormInstance<Values>()
  const kind = Form.useWatch('kind', { form, preserve: true }) ?? initial.kind
  const hasCamera = useHasCamera()
  return (
    <>
      <Form.Item name="kind" label={t('kind')}>
        <Radio.Group
          vertical
          aria-label={t('kind')}
          options={[
            { value: 'spare', label: t('spare') },
            { value: 'fresh', label: t('fresh') },
          ]}
          onChange={() => form.resetFields(['to', 'code'])}
        />
      </Form.Item>
      {kind === 'spare' ? (
        <FormField key="spare" name="to" label={t('to')} required judgesOnChange hint={t('spareHint')}>
          <DevicePicker spare />
        </FormField>
      ) : (
        <>
          {hasCamera && <Scan />}
          <FormField key="fresh" name="to" label={field('sn')} required>
            <Input inputMode="numeric" maxLength={20} autoComplete="off" />
          </FormField>
          <FormField name="code" label={bind('code')} required hint={bind('codeHint')}>
            <Input maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </FormField>
        </>
      )}
    </>
  )
}

/** Puts what the camera read into the fields. */
function Scan() {
  const form = Form.useFormInstance<Values>()
  const take = ({ sn, code }: BindLink): void => {
    form.setFieldsValue({ to: sn, code })
    form.validateFields(['to', 'code']).catch(() => undefined)
  }
  return <CameraScan onFound={take} />
}

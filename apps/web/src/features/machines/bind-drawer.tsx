import { BindDevice, deviceFieldWords, errorCodes, type FieldError, machineCalls } from '@slotwise/contract'
import { Form, Input } from 'antd'
import { useRef } from 'react'
import { useNavigate } from 'react-router'

import { deviceReads } from '../../entities/device/api.ts'
import { deviceName } from '../../entities/device/device-name.ts'
import { deviceWords } from '../../entities/device/device-words.ts'
import { StorePicker } from '../../entities/store/store-picker.tsx'
import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { useChange } from '../../lib/query.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { bindDrawerWords } from './bind-drawer-words.ts'
import type { BindLink } from './bind-link.ts'
import { bindWords } from './bind-words.ts'
import './bind.css'
import { useHasCamera } from '../../ui/code-finder.tsx'
import { CameraScan } from './camera-scan.tsx'
import { finalRefusals } from './final-refusals.ts'

type Values = { sn: string; code: string; title: string; store: string | null }

const toInput = ({ title, ...rest }: Values) => (title.trim() === '' ? rest : { ...rest, title })

type BindDrawerProps = {
  /** The store that the list is filtered by: a new device most likely stands there. */
  store: string | null
  onClose: () => void
}

/** Binds a machine from the console; afterwards its page opens. */
export function BindDrawer({ store, onClose }: BindDrawerProps) {
  const t = useT(bindDrawerWords)
  const bind = useT(bindWords)
  const device = useT(deviceWords)
  const field = useT(deviceFieldWords)
  const navigate = useNavigate()
  const hasCamera = useHasCamera()
  const bound = useRef<string>(undefined)
  const { mutateAsync } = useChange(machineCalls.bindDev, { refreshes: deviceReads, inline: true })

  const placeErrors = (error: CallError): FieldError[] => {
    if (error.rcode === errorCodes.outOfScope) return [{ path: 'store', message: error.message }]
    const refusal = error.rcode === errorCodes.noPermission ? undefined : finalRefusals[error.rcode]
    return refusal ? [{ path: 'sn', message: bind(refusal.text) }] : error.errors
  }
  return (
    <FormDrawer
      title={device('bindDevice')}
      submitLabel={bind('bind')}
      schema={BindDevice}
      initial={{ sn: '', code: '', title: '', store } satisfies Values}
      toInput={toInput}
      onSubmit={async (input) => {
        const added = await mutateAsync(input)
        bound.current = added.sn
        notify('success', bind('boundText', { name: deviceName(added) }))
      }}
      placeErrors={placeErrors}
      onClose={() => (bound.current === undefined ? onClose() : void navigate(`/device/${bound.current}`))}
    >
      <p className="sw-form-intro">{t(hasCamera ? 'intro' : 'introTyped')}</p>
      {hasCamera && <Scan />}
      <FormField name="sn" label={field('sn')} required>
        <Input inputMode="numeric" maxLength={20} autoComplete="off" />
      </FormField>
      <FormField name="code" label={t('code')} required hint={t('codeHint')}>
        <Input maxLength={64} autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </FormField>
      <FormField name="title" label={bind('name')}>
        <Input maxLength={60} autoComplete="off" placeholder={bind('namePlaceholder')} />
      </FormField>
      <FormField name="store" label={bind('store')} hint={t('storeHint')}>
        <StorePicker />
      </FormField>
    </FormDrawer>
  )
}

/** Puts what the camera read into the fields. */
function Scan() {
  const form = Form.useFormInstance()
  const take = (link: BindLink): void => {
    form.setFieldsValue(link)
    form.validateFields(['sn', 'code']).catch(() => undefined)
    form.focusField('title')
  }
  return <CameraScan onFound={take} />
}

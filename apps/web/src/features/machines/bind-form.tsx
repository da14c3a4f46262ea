import { BindDevice, type Device, errorCodes, machineCalls, type StorePick } from '@slotwise/contract'
import { useState } from 'react'
import { z } from 'zod'

import { call, CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { createIntent } from '../../lib/query-intent.ts'
import { Alert } from '../../ui/plain/alert.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { SelectField, TextField } from '../../ui/plain/field.tsx'
import { useForm } from '../../ui/plain/use-form.ts'
import { bindWords } from './bind-words.ts'
import { finalRefusals } from './final-refusals.ts'
import type { BindSetup } from './use-bind-setup.ts'

const Typed = z.object({ title: BindDevice.shape.title.unwrap(), store: z.string() })

type BindFormProps = {
  link: { sn: string; code: string }
  setup: Extract<BindSetup, { kind: 'ready' }>
  onBound: (device: Device) => void
  onRefused: (rcode: number) => void
}

export function BindForm({ link, setup, onBound, onRefused }: BindFormProps) {
  const t = useT(bindWords)
  const form = useForm(Typed, { title: '', store: '' })
  // The code works once: sent again after a time-out, it must be recognised as the same intent.
  const [intent] = useState(createIntent)

  const bind = form.onSubmit(
    async ({ title, store }) => {
      const input = { ...link, title, store: store === '' ? null : store }
      try {
        const options = { quiet: true, idempotencyKey: intent.keyFor(input) }
        const device = await call(machineCalls.bindDev, input, options)
        intent.done()
        onBound(device)
      } catch (error) {
        if (!(error instanceof CallError)) throw error
        if (!(error.rcode in finalRefusals)) throw error
        onRefused(error.rcode)
      }
    },
    ({ rcode }) => (rcode === errorCodes.outOfScope ? 'store' : undefined),
  )
  return (
    <form className="sw-bind-form" noValidate onSubmit={bind}>
      <TextField
        label={t('name')}
        placeholder={t('namePlaceholder')}
        autoComplete="off"
        maxLength={60}
        {...form.bind('title')}
      />
      <SelectField
        label={t('store')}
        options={[{ value: '', label: t('noStore') }, ...(setup.stores ?? []).map(toOption)]}
        disabled={setup.stores === undefined}
        hint={setup.stores === undefined ? t('storesUnloaded') : undefined}
        {...form.bind('store')}
      />
      {form.problem && <Alert tone="error">{form.problem.message}</Alert>}
      <Button type="submit" kind="primary" block busy={form.sending}>
        {t('bind')}
      </Button>
    </form>
  )
}

const toOption = ({ _id, store_name: name, area_name: area }: StorePick) => ({
  value: _id,
  label: area === null ? name : `${name} (${area})`,
})

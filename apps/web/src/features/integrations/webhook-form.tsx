import {
  AddWebhookForm,
  EditWebhook,
  type EventKind,
  eventKinds,
  eventKindWords,
  integrationCalls,
  integrationFieldWords,
  type List,
  type Webhook,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Checkbox, Input, Switch } from 'antd'
import type { ComponentProps } from 'react'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { valuesFor } from '../../lib/record-values.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { useOperationGate } from '../../ui/operation-gate.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useAddWebhook, useEditWebhook } from './api.ts'
import { integrationWords } from './integration-words.ts'

type WebhookFormProps = {
  /** 'add', or the webhook to edit. */
  id: string
  webhooks: UseQueryResult<List<Webhook>, CallError>
  onMade: (webhook: { name: string; secret: string }) => void
  onClose: () => void
}

const idOf = ({ webhook_id: id }: Webhook): string => id
const initial = { name: '', url: '', kinds: [...eventKinds] }

export function WebhookForm({ id, webhooks, onMade, onClose }: WebhookFormProps) {
  const t = useT(integrationWords)
  const gate = useOperationGate()
  const { mutateAsync: add } = useAddWebhook()
  const { mutateAsync: edit } = useEditWebhook()
  if (id === 'add')
    return (
      <FormDrawer
        title={t('addWebhook')}
        submitLabel={t('addWebhook')}
        schema={AddWebhookForm}
        initial={initial}
        onSubmit={async (input) => onMade(await gate.run((sign) => add({ ...input, sign })))}
        onClose={onClose}
      >
        <p className="sw-form-intro">{t('webhookIntro')}</p>
        <WebhookFields isNew />
      </FormDrawer>
    )
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={webhooks}
      row={integrationCalls.getWebhooks}
      edit={(webhook) =>
        recordForm({
          title: t('editTitle', { name: webhook.name }),
          submitLabel: t('save'),
          schema: EditWebhook,
          initial: valuesFor(EditWebhook, webhook),
          fields: <WebhookFields />,
          save: edit,
          saved: t('saved'),
        })
      }
    />
  )
}

function WebhookFields({ isNew = false }: { isNew?: boolean }) {
  const t = useT(integrationWords)
  const field = useT(integrationFieldWords)
  return (
    <>
      <FormField name="name" label={field('name')} required>
        <Input maxLength={40} autoComplete="off" />
      </FormField>
      {isNew && (
        <FormField name="url" label={field('url')} hint={t('urlHint')} required>
          <Input type="url" inputMode="url" autoComplete="off" />
        </FormField>
      )}
      <FormField name="kinds" label={field('kinds')} required judgesOnChange>
        <KindChoice />
      </FormField>
      {!isNew && (
        <FormField name="enabled" label={field('enabled')} hint={t('enabledHint')} valuePropName="checked">
          <Switch />
        </FormField>
      )}
    </>
  )
}

/** A group cannot be marked as required for screen readers; its label says so. */
function KindChoice({
  'aria-required': _,
  ...control
}: ComponentProps<typeof Checkbox.Group<EventKind>> & { 'aria-required'?: boolean }) {
  const word = useT(eventKindWords)
  return (
    <Checkbox.Group
      {...control}
      className="sw-integration-choice"
      options={eventKinds.map((value) => ({ value, label: word(value) }))}
    />
  )
}

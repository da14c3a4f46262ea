import { slotFieldWords } from '@slotwise/contract'
import { Checkbox } from 'antd'

import { useT } from '../../lib/i18n.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { slotFormWords } from './slot-form-words.ts'

type ChosenFieldsProps = {
  fields: readonly (keyof (typeof slotFieldWords)['en-US'])[]
  ticked: readonly unknown[]
}

/** Which fields a form for several slots changes; the others stay as they are. */
export function ChosenFields({ fields, ticked }: ChosenFieldsProps) {
  const t = useT(slotFormWords)
  const field = useT(slotFieldWords)
  return (
    <FormField
      name="fields"
      label={t('fields')}
      hint={t('fieldsHint')}
      changesLate
      alsoWrong={ticked.length === 0 ? t('chooseField') : undefined}
    >
      <Checkbox.Group options={fields.map((name) => ({ value: name, label: field(name) }))} />
    </FormField>
  )
}

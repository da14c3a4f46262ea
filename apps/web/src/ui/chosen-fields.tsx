import { Checkbox } from 'antd'

import { useT } from '../lib/i18n.tsx'
import { chosenFieldsWords } from './chosen-fields-words.ts'
import { FormField } from './form-field.tsx'

type ChosenFieldsProps = {
  fields: readonly { value: string; label: string }[]
  ticked: readonly unknown[]
}

/** Which fields a form for several records changes; the others stay as they are. */
export function ChosenFields({ fields, ticked }: ChosenFieldsProps) {
  const t = useT(chosenFieldsWords)
  return (
    <FormField
      name="fields"
      label={t('fields')}
      hint={t('fieldsHint')}
      judgesOnChange
      alsoWrong={ticked.length === 0 ? t('chooseField') : undefined}
    >
      <Checkbox.Group options={[...fields]} />
    </FormField>
  )
}

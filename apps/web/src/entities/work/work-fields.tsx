import { Input, Switch } from 'antd'

import { FormField } from '../../ui/form-field.tsx'

type Text = { label: string; hint: string }

/** What was done about an alert or a case, and whether that ends the work. */
export function WorkFields({ remarks, done }: { remarks: Text; done: Text }) {
  return (
    <>
      <FormField name="remarks" {...remarks}>
        <Input.TextArea count={{ show: true, max: 200 }} autoSize={{ minRows: 3, maxRows: 8 }} />
      </FormField>
      <FormField name="done" {...done} valuePropName="checked">
        <Switch />
      </FormField>
    </>
  )
}

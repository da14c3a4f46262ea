import { Form, type FormInstance } from 'antd'
import { useEffect, useEffectEvent } from 'react'

/** A drawer owns its form; this passes the form to a component that has to read or change it from outside. */
export function FormHandle<Values>({ onForm }: { onForm: (form: FormInstance<Values>) => void }) {
  const form = Form.useFormInstance<Values>()
  const hand = useEffectEvent(onForm)
  useEffect(() => hand(form), [form])
  return null
}

/** Fills in a value as untouched: it is not validated yet, and the next suggestion may replace it. */
export const suggest = (form: FormInstance, name: string, value: unknown): void =>
  form.setFields([{ name, value, touched: false, errors: [] }])

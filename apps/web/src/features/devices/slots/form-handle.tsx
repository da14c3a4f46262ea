import { Form, type FormInstance } from 'antd'
import { useEffect, useEffectEvent } from 'react'

/** A drawer owns its form; whoever has to read or change it from outside gets it here. */
export function FormHandle<Values>({ onForm }: { onForm: (form: FormInstance<Values>) => void }) {
  const form = Form.useFormInstance<Values>()
  const hand = useEffectEvent(onForm)
  useEffect(() => hand(form), [form])
  return null
}

/** Fills in what nobody has typed: it is neither judged yet, nor in the way of the next suggestion. */
export const suggest = (form: FormInstance, name: string, value: unknown): void =>
  form.setFields([{ name, value, touched: false, errors: [] }])

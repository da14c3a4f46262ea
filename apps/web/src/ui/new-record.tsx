import { type ReactNode, useState } from 'react'
import type { z } from 'zod'

import { notify } from '../lib/notices.ts'
import { FormDrawer } from './form-drawer.tsx'
import { useTypeInto } from './form-field.tsx'

type NewRecordProps<Schema extends z.ZodType, Values extends object> = {
  /** The field of the outer form that gets the new record. */
  into: string
  /** Says what is added: "Add area". */
  label: string
  schema: Schema
  initial: Values
  toInput?: (values: Values) => unknown
  /** Adds the record and returns its id. */
  add: (input: z.output<Schema>) => Promise<string>
  /** What the notice says after adding. */
  added: string
  fields: ReactNode
}

/** Adds a record that a form needs, in a drawer above the form. The form keeps what was typed and chooses the new one. */
export function NewRecord<Schema extends z.ZodType, Values extends object>({
  into,
  label,
  schema,
  initial,
  toInput,
  add,
  added,
  fields,
}: NewRecordProps<Schema, Values>) {
  const choose = useTypeInto(into)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="sw-text-button" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <FormDrawer
          title={label}
          submitLabel={label}
          schema={schema}
          initial={initial}
          {...(toInput ? { toInput } : {})}
          onSubmit={async (input) => {
            choose(await add(input))
            notify('success', added)
          }}
          onClose={() => setOpen(false)}
        >
          {fields}
        </FormDrawer>
      )}
    </>
  )
}

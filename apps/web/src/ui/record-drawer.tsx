import type { List } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'

import type { CallError } from '../lib/client.ts'
import { notify } from '../lib/notices.ts'
import { type ListCall, useOne } from '../lib/query.ts'
import type { Turns } from '../lib/turns.ts'
import { FormDrawer, type FormDrawerProps } from './form-drawer.tsx'
import { TurnAway } from './turn-away.tsx'
import { isElsewhere, useEditedRow } from './use-edited-row.ts'

type Rows<Row> = UseQueryResult<List<Row>, CallError>

/** A form for a record. */
type RecordForm<Schema extends z.ZodType, Values extends object> = Pick<
  FormDrawerProps<Schema, Values>,
  'title' | 'submitLabel' | 'schema' | 'initial' | 'toInput'
> & {
  fields: ReactNode
  save: (input: z.output<Schema>) => Promise<unknown>
  /** What the notice says after saving; left out where `save` says it. */
  saved?: string
}

/** Lets the compiler find the types of the form that `edit` returns. */
export const recordForm = <Schema extends z.ZodType, Values extends object>(
  form: RecordForm<Schema, Values>,
): RecordForm<Schema, Values> => form

type RecordDrawerProps<
  Row,
  Add extends z.ZodType,
  AddValues extends object,
  Edit extends z.ZodType,
  EditValues extends object,
> = {
  /** From the address: 'add', or the id of the record to edit. */
  id: string
  idOf: (row: Row) => string
  /** The list on the page. */
  list: Rows<Row>
  /** The call that lists the records. */
  row: ListCall<Row>
  /** The form of a new record, where one can be added in a form. */
  add?: RecordForm<Add, AddValues>
  edit: (row: Row) => RecordForm<Edit, EditValues>
  /** Why this record cannot be edited, if it cannot. */
  readOnly?: (row: Row) => string | undefined
  /** The ways to the records beside it in the list. */
  turns?: Turns | undefined
  onClose: () => void
}

/** Adds a record or edits one of a list, as the address says. */
export function RecordDrawer<
  Row,
  Add extends z.ZodType,
  AddValues extends object,
  Edit extends z.ZodType,
  EditValues extends object,
>(props: RecordDrawerProps<Row, Add, AddValues, Edit, EditValues>) {
  const { id, idOf, list, add, edit, readOnly, turns, onClose } = props
  const asked = { id, idOf, shown: list }
  const alone = useOne(props.row, id, isElsewhere(asked))
  const { row, reload } = useEditedRow({ ...asked, alone, onMissing: onClose })
  const [shown, setShown] = useState<Row>()
  if (row && row !== shown) setShown(row)
  if (id === 'add') return add ? <FormOfRecord form={add} onClose={onClose} /> : null
  // The drawer stays open while a record of another page is loaded.
  const one = row ?? shown
  if (!one) return null
  const why = readOnly?.(one)
  if (why !== undefined) return <TurnAway why={why} onClose={onClose} />
  return (
    <FormOfRecord
      recordKey={id}
      isWaiting={!row}
      form={edit(one)}
      turns={turns}
      onReload={() => void reload()}
      onClose={onClose}
    />
  )
}

type FormOfRecordProps<Schema extends z.ZodType, Values extends object> = {
  form: RecordForm<Schema, Values>
  recordKey?: string
  isWaiting?: boolean
  turns?: Turns | undefined
  onReload?: () => void
  onClose: () => void
}

function FormOfRecord<Schema extends z.ZodType, Values extends object>({
  form: { fields, save, saved, ...form },
  ...rest
}: FormOfRecordProps<Schema, Values>) {
  return (
    <FormDrawer
      {...form}
      {...rest}
      onSubmit={async (input) => {
        await save(input)
        if (saved !== undefined) notify('success', saved)
      }}
    >
      {fields}
    </FormDrawer>
  )
}

import type { z } from 'zod'

type RecordSchema = z.ZodObject

/** What the form of a new record begins with: the defaults of the schema, and empty texts where it has none. */
export const newRecord = <Schema extends RecordSchema>(schema: Schema): z.output<Schema> =>
  Object.fromEntries(
    Object.entries<z.ZodType>(schema.shape).map(([name, field]) => {
      const standard = field.safeParse(undefined)
      return [name, standard.success ? standard.data : '']
    }),
  ) as z.output<Schema>

/** The fields of a record that the schema knows: those that a form edits and sends back. */
export const valuesFor = <Schema extends RecordSchema>(
  schema: Schema,
  row: z.output<Schema>,
): z.output<Schema> =>
  Object.fromEntries(
    Object.entries(row).filter(([name]) => Object.hasOwn(schema.shape, name)),
  ) as z.output<Schema>

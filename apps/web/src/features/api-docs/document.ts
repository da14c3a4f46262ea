/** The parts of the OpenAPI document that the page shows; `scripts/gen/openapi.ts` writes it. */

export type Schema = {
  type?: string | string[]
  description?: string
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  default?: unknown
  minimum?: number
  maximum?: number
  maxLength?: number
}

type Operation = {
  operationId: string
  tags: [string]
  description: string
  'x-open-to-keys'?: boolean
  requestBody: { content: Record<string, { schema: Schema }> }
  responses: { 200: { content: { 'application/json': { schema: Schema } } } }
}

export type ApiDocument = { paths: Record<string, { post: Operation }> }

/** One call as the page shows it. */
export type ApiCall = {
  name: string
  domain: string
  path: string
  description: string
  isOpenToKeys: boolean
  isFile: boolean
  input: Schema
  output: Schema
}

export const callsOf = ({ paths }: ApiDocument): ApiCall[] =>
  Object.entries(paths).map(([path, { post }]) => {
    const json = post.requestBody.content['application/json']
    const answers = inside(post.responses[200].content['application/json'].schema)
    return {
      name: post.operationId.slice(post.operationId.indexOf('.') + 1),
      domain: post.tags[0],
      path,
      description: post.description,
      isOpenToKeys: post['x-open-to-keys'] ?? false,
      isFile: json === undefined,
      input: json?.schema ?? {},
      // The first is that of success, the second a refusal.
      output: answers[0]?.properties?.['result'] ?? {},
    }
  })

/** Calls whose name, path or description has all typed words. */
export function searched(calls: readonly ApiCall[], typed: string): ApiCall[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(({ name, path, domain, description }) => {
    const text = `${domain} ${name} ${path} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const one = (type: string | string[] | undefined): string =>
  Array.isArray(type) ? type.join(' | ') : (type ?? '')

/** The type of a value in one line. */
export function typeOf(schema: Schema): string {
  const { enum: values, const: constant, anyOf, oneOf, items, format } = schema
  if (constant !== undefined) return JSON.stringify(constant)
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ')
  const either = anyOf ?? oneOf
  if (either) return [...new Set(either.map(typeOf))].join(' | ')
  if (items) return `array of ${typeOf(items)}`
  return format === undefined ? one(schema.type) || 'any' : `${one(schema.type)}, ${format}`
}

/** What an object is made of: itself, the rows of a list, or the forms of a union. */
function inside(schema: Schema): Schema[] {
  if (schema.properties) return [schema]
  if (schema.items) return inside(schema.items)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap(inside)
}

export type Field = { path: string; type: string; isRequired: boolean; note: string }

const noteOf = ({ default: standard, minimum, maximum, maxLength }: Schema): string =>
  [
    standard === undefined ? '' : `default ${JSON.stringify(standard)}`,
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `to ${maximum}`,
    maxLength === undefined ? '' : `at most ${maxLength} characters`,
  ]
    .filter((text) => text !== '')
    .join(', ')

/** All fields, those of nested objects with their paths; each path once. */
export function fieldsOf(schema: Schema, prefix = '', depth = 0): Field[] {
  const found = new Map<string, Field>()
  for (const part of inside(schema))
    for (const [name, field] of Object.entries(part.properties ?? {})) {
      const path = `${prefix}${name}${field.items ? '[]' : ''}`
      const isRequired = part.required?.includes(name) ?? false
      if (!found.has(path)) found.set(path, { path, type: typeOf(field), isRequired, note: noteOf(field) })
      if (depth < 3)
        for (const deeper of fieldsOf(field, `${path}.`, depth + 1))
          if (!found.has(deeper.path)) found.set(deeper.path, deeper)
    }
  return [...found.values()]
}

/** A value that the schema might take, for an example. */
function exampleOf(schema: Schema): unknown {
  const { enum: values, const: constant, default: standard, anyOf, oneOf } = schema
  if (standard !== undefined) return standard
  if (constant !== undefined) return constant
  if (values) return values[0]
  const [first] = anyOf ?? oneOf ?? []
  if (first) return exampleOf(first)
  if (schema.properties)
    return Object.fromEntries(
      Object.entries(schema.properties)
        .filter(([name]) => schema.required?.includes(name))
        .map(([name, field]) => [name, exampleOf(field)]),
    )
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0
  if (type === 'boolean') return true
  return type === 'null' ? null : '1'
}

/** The call as a command. */
export function curlOf({ path, input, isFile }: ApiCall, site: string): string {
  const body = isFile ? '--data-binary @file' : `--data '${JSON.stringify(exampleOf(input))}'`
  const type = isFile ? 'application/octet-stream' : 'application/json'
  return [
    `curl ${site}${path}`,
    `  -H 'authorization: Bearer sk_…'`,
    `  -H 'content-type: ${type}'`,
    `  ${body}`,
  ].join(' \\\n')
}

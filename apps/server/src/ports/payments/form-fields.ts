/** The fields of a form; undefined when one occurs twice, because it is not clear then which one is meant. */
export function fieldsIn(body: Buffer): Map<string, string> | undefined {
  const all = [...new URLSearchParams(body.toString('utf8'))]
  const fields = new Map(all)
  return fields.size === all.length ? fields : undefined
}

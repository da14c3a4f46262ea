/** Fields of WeChat's templates. WeChat refuses a message of which one field is too long, empty or of another form. */
import { type PersonMessage, type TemplateKind, templateKinds, type WechatAccountConfig } from './chat.ts'

const thingMost = 20
const characterStringMost = 32
/** A field may not be empty. */
const nothing = '-'

/** Cuts a text at a number of UTF-16 units, never inside of a character. */
function cut(text: string, most: number, end: string): string {
  if (text.length <= most) return text
  let short = ''
  for (const character of text) {
    if (short.length + character.length > most - end.length) break
    short += character
  }
  return short.trimEnd() + end
}

const forms: Record<TemplateKind, (text: string) => string> = {
  thing: (text) => cut(text, thingMost, '…'),
  /** Letters, digits and signs of ASCII only. */
  character_string: (text) =>
    cut(
      text
        .replaceAll(/[^\u{20}-\u{7e}]+/gu, ' ')
        .replaceAll(/ +/g, ' ')
        .trim(),
      characterStringMost,
      '...',
    ),
  /** `2026-11-17 20:00` becomes the form that WeChat demands. */
  time: (text) => text.replace(/^(\d+)-(\d+)-(\d+) /, '$1年$2月$3日 '),
}

const kindOf = (name: string): TemplateKind =>
  templateKinds.find((kind) => name.replace(/\d+$/, '') === kind) ?? 'thing'

export const templateData = (
  fields: WechatAccountConfig['template']['fields'],
  message: PersonMessage,
): Record<string, { value: string }> =>
  Object.fromEntries(
    fields.map(({ source, name }) => {
      const text = message[source].replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
      return [name, { value: forms[kindOf(name)](text) || nothing }]
    }),
  )

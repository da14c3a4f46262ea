/**
 * A line of the audit in words: what a reader of the console and of an export sees. Rows are kept for ever, so a
 * field or a name that the product has meanwhile forgotten must still be shown, as it was written.
 */
import { businessWords, countryWords } from '../account/words.ts'
import { channelExportWords, channelFieldWords, stockReasonWords } from '../channels/words.ts'
import {
  adModeWords,
  buyModeWords,
  gameModeWords,
  gamePackageWords,
  lampColorWords,
  lampStyleWords,
  winningModeWords,
} from '../devices/setting-words.ts'
import { powerWords } from '../devices/command-words.ts'
import { deviceFieldWords, machineTypeWords } from '../devices/words.ts'
import { goodsFieldWords } from '../goods/words.ts'
import { joinNames, type Locale, type Words } from '../kernel/locale.ts'
import { formatAmount } from '../kernel/money.ts'
import { permissionOfId } from '../kernel/permissions.ts'
import { cooperationWords, regionFieldWords, storeModeWords } from '../regions/words.ts'
import { permissionWords, staffFieldWords } from '../staff/words.ts'
import type { AuditEntry } from './schemas.ts'
import { auditCallWords } from './call-words.ts'
import { auditDataWords, auditFieldWords, auditObjectWords } from './words.ts'

type Told = Pick<AuditEntry, 'object' | 'before' | 'after'>
type Snapshot = Readonly<Record<string, unknown>>

/** `label` is null for a field that nobody has words for. `null` before or after: nothing was there. */
export type AuditChange = { field: string; label: string | null; before: string | null; after: string | null }

/** Our own numbers and counts, and names that stand beside the number they explain. */
const untold = new Set([
  '_id',
  'rev',
  'editable',
  'sub_userid',
  'tenant_id',
  'store_count',
  'device_count',
  'user_count',
  'area_name',
  'role_name',
  'store_names',
  'device_names',
  'created_at',
  'last_login_at',
  'session',
  'isMain',
  'current',
  'exp',
  'goods_id',
  'img_id',
  'goods_type',
  'sales',
  'slot_count',
  'used',
  'bytes',
  'store_name',
  'order',
  'attach',
])

/** A number is told by the name beside it. */
const namedBy: Record<string, string> = {
  area: 'area_name',
  roleid: 'role_name',
  store: 'store_names',
  device: 'device_names',
}

/** A number that says nothing where it is the object's own, or its owner's. */
const numberOf: Record<string, string> = { role: 'roleid', session: 'account' }

/** The field that names an object, by its kind. */
const nameFields: Record<string, string> = {
  area: 'area_name',
  store: 'store_name',
  role: 'name',
  subUser: 'nickname',
  account: 'nickname',
  merchant: 'mchName',
  session: 'username',
  goods: 'title',
  image: 'name',
  device: 'title',
}

/** The same field means different things in different objects. */
const fieldOf: Record<string, Record<string, string>> = {
  area: { phone: 'area_phone' },
  store: { phone: 'store_phone' },
  role: { name: 'role_name' },
  goods: { title: 'goods_title' },
  device: { title: 'device_title' },
  image: { name: 'image_name' },
}

const labelTables: readonly Words<string>[] = [
  auditDataWords,
  regionFieldWords,
  staffFieldWords,
  goodsFieldWords,
  deviceFieldWords,
  channelFieldWords,
]
const wordOf = (table: Words<string>, locale: Locale, key: string): string | undefined =>
  Object.hasOwn(table[locale], key) ? table[locale][key] : undefined

/** The database keeps no order of fields; the words have one that makes sense to a reader. */
const places = new Map(
  labelTables
    .flatMap((table) => Object.keys(table['en-US']))
    .map((key, i) => [key, i] as const)
    // A key of several tables stands where the first of them has it.
    .toReversed(),
)

const keyOf = (object: string, field: string): string => fieldOf[object]?.[field] ?? field
const placeOf = (object: string, field: string): number => places.get(keyOf(object, field)) ?? places.size

function labelOf(locale: Locale, object: string, field: string): string | null {
  for (const table of labelTables) {
    const label = wordOf(table, locale, keyOf(object, field))
    if (label !== undefined) return label
  }
  return null
}

/** Fields whose values are names of ours. */
const valueTables: Record<string, Words<string>> = {
  type: machineTypeWords,
  buy_mode: buyModeWords,
  game_package: gamePackageWords,
  probability: winningModeWords,
  game_mode: gameModeWords,
  ad_mode: adModeWords,
  lamp_color: lampColorWords,
  lamp_style: lampStyleWords,
  dev: powerWords,
  motion: powerWords,
  reason: stockReasonWords,
  export_type: channelExportWords,
  mode: storeModeWords,
  coo_mode: cooperationWords,
  goods_scope: staffFieldWords,
  bank_scope: staffFieldWords,
  business: businessWords,
  country: countryWords,
  kind: auditObjectWords,
  object: auditObjectWords,
  call: auditCallWords,
}

/** In cents. */
const amounts = new Set(['price', 'min_price', 'max_price', 'game_price'])

/** Never stored; that they were changed is. */
const secrets = new Set(['password', 'oper_pwd'])

const isSnapshot = (value: unknown): value is Snapshot =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const permissionNames = (locale: Locale, detail: string): string =>
  joinNames(
    locale,
    detail.split(',').map((id) => {
      const permission = permissionOfId(Number(id))
      return permission ? permissionWords[locale][permission] : id
    }),
  )

function textOf(locale: Locale, field: string, value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  const staff = staffFieldWords[locale]
  if (secrets.has(field)) return auditDataWords[locale].changed
  if (field === 'hasOperPwd') return value === true ? staff.is_set : staff.not_set
  if (typeof value === 'boolean') return regionFieldWords[locale][value ? 'yes' : 'no']
  if (field === 'extend' && Array.isArray(value))
    return value.length === 0
      ? null
      : joinNames(
          locale,
          value.map(({ key, value: content }: { key: string; value: string }) => `${key} = ${content}`),
        )
  if (Array.isArray(value))
    return value.length === 0
      ? null
      : joinNames(
          locale,
          value.map((one) => textOf(locale, field, one) ?? '–'),
        )
  if (amounts.has(field) && typeof value === 'number') return formatAmount(value)
  if (typeof value !== 'string') return JSON.stringify(value)
  if (field === 'perm_detail') return permissionNames(locale, value)
  const table = valueTables[field]
  return (table && wordOf(table, locale, value)) ?? value
}

/** `area_name` explains the number of a store's area, and is the name of an area itself. */
const isOwnName = (object: string, field: string): boolean => nameFields[object] === field

const isTold = (object: string, field: string): boolean =>
  isOwnName(object, field) || !(untold.has(field) || numberOf[object] === field)

/** Fields by name; what a filter holds stands among the fields of the export that used it. */
function fieldsOf(object: string, value: unknown): Map<string, unknown> {
  const fields = new Map<string, unknown>()
  if (!isSnapshot(value)) return fields
  for (const [field, content] of Object.entries(value)) {
    if (field === 'condition' && isSnapshot(content))
      for (const [name, wanted] of Object.entries(content)) fields.set(name, wanted)
    else if (isTold(object, field))
      fields.set(field, value[namedBy[field] ?? field] ?? value[`${field}_name`] ?? content)
  }
  return fields
}

/** What changed, field by field; of something new or deleted, all that was in it. */
export function auditChanges(locale: Locale, { object, before, after }: Told): AuditChange[] {
  const was = fieldsOf(object, before)
  const is = fieldsOf(object, after)
  return [...new Set([...is.keys(), ...was.keys()])]
    .toSorted((a, b) => placeOf(object, a) - placeOf(object, b))
    .map((field) => ({
      field,
      label: labelOf(locale, object, field),
      before: textOf(locale, field, was.get(field)),
      after: textOf(locale, field, is.get(field)),
    }))
    .filter((change) => change.before !== change.after)
}

/** What the object was called, as far as the line itself knows. */
export function auditObjectName({ object, before, after }: Told): string | null {
  const key = nameFields[object]
  for (const snapshot of [after, before])
    if (key !== undefined && isSnapshot(snapshot)) {
      const name = snapshot[key]
      if (typeof name === 'string' && name !== '') return name
    }
  return null
}

export const auditCallName = (locale: Locale, call: string): string =>
  wordOf(auditCallWords, locale, call) ?? call

export const auditObjectKind = (locale: Locale, object: string): string =>
  wordOf(auditObjectWords, locale, object) ?? object

/** The operator's name is not a name: he has no account. */
export const auditWho = (
  locale: Locale,
  { account, username, nickname }: Pick<AuditEntry, 'account' | 'username' | 'nickname'>,
): string => (account === null ? auditFieldWords[locale].operator : nickname || username)

/** An address as people know it: without the prefix that IPv6 gives to IPv4. */
export const auditAddress = (locale: Locale, address: string): string =>
  address === 'command line' ? auditFieldWords[locale].commandLine : address.replace(/^::ffff:(?=\d+\.)/, '')

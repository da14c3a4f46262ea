import { z } from 'zod'

import { ExportFormat } from '../jobs/export-call.ts'
import { OperationPin } from '../account/schemas.ts'
import { Sn } from '../kernel/sn.ts'
import { contactPhone, Id, Ids, Md5, requiredText, Revision, Sign, text } from '../kernel/fields.ts'
import { type Permission, permissionOfId, permissions } from '../kernel/permissions.ts'
import { always } from '../kernel/rules.ts'
import { Instant } from '../kernel/time.ts'
import { ascendingAndDescending } from '../kernel/paging.ts'

/** Lists of staff and roles have six rows a page. */
export const staffPageSize = 6

/** All of the merchant's goods or bank cards, or only those that the sub-account added. */
export const ownScopes = ['all', 'own'] as const
export type OwnScope = (typeof ownScopes)[number]

/** The permissions whose pages show less to an account that is limited to its own goods or bank cards. */
const ownScopedPermissions = {
  goods: ['goods.manage'],
  bank: ['bank.payBill', 'bank.manage', 'bank.settle'],
} as const satisfies Record<'goods' | 'bank', readonly Permission[]>

/** Whether a role grants a permission for which that limit matters. */
export const isOwnScoped = (detail: string, what: 'goods' | 'bank'): boolean =>
  ownScopedPermissions[what].some((name) => idsOfDetail(detail).includes(permissions[name].id))

export const idsOfDetail = (detail: string): number[] =>
  detail === '' ? [] : detail.split(',').map((id) => Number(id.trim()))
export const detailOfIds = (ids: Iterable<number>): string =>
  [...new Set(ids)].toSorted((a, b) => a - b).join(',')

/** A comma list of permission ids, at least one; kept in order and without repetition. */
const PermDetail = z
  .string()
  .max(400, { error: 'v:tooLong' })
  .refine((detail) => detail.trim() !== '', { error: 'v:permissionRequired', abort: true })
  .regex(/^\s*\d{4}\s*(,\s*\d{4}\s*)*$/, { error: 'v:wrongType', abort: true })
  .refine((detail) => idsOfDetail(detail).every((id) => permissionOfId(id) !== undefined), {
    error: 'v:unknownPermission',
  })
  .transform((detail) => detailOfIds(idsOfDetail(detail)))

const roleFields = {
  name: requiredText(40),
  note: requiredText(200),
  perm_detail: PermDetail,
  goods_scope: z.enum(ownScopes).default('all'),
  bank_scope: z.enum(ownScopes).default('all'),
}
export const RoleInput = z.strictObject(roleFields)
export const RoleEdit = z.strictObject({ ...roleFields, roleid: Id, rev: Revision.optional() })
export const Role = z.object({
  ...roleFields,
  perm_detail: z.string(),
  roleid: Id,
  rev: Revision,
  /** Number of sub-accounts with this role that the caller may see. */
  user_count: z.int(),
  /** Whether the caller may change it: not the caller's own role, and none that grants more than the caller has. */
  editable: z.boolean(),
  /** Whether the caller may assign it: only when the caller has every permission in it. */
  grantable: z.boolean(),
})
export type Role = z.infer<typeof Role>
/** Else the newest first. */
export const roleOrders = ascendingAndDescending('name', 'users')
export const RoleFilter = z.strictObject({
  /** Searched in name and note. */
  q: text(60).optional(),
  ids: Ids.optional(),
  order: z.enum(roleOrders).optional(),
})

/** The tree of everything a role can grant. */
export const PermissionTree = z.object({
  data: z.array(
    z.object({
      group: z.string(),
      title: z.string(),
      items: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          /** Whether the caller has the permission, and so may grant it. */
          grantable: z.boolean(),
        }),
      ),
    }),
  ),
})
export type PermissionTree = z.infer<typeof PermissionTree>

/**
 * The name that a sub-account logs in with. It is unique over all merchants and contains a letter, because names of
 * digits alone are phone numbers and belong to merchants that sign up with them.
 */
export const AccountName = requiredText(32)
  .transform((name) => name.toLowerCase())
  .refine((name) => /^(?=.*[a-z])[a-z0-9._@-]{3,32}$/.test(name), { error: 'v:accountName' })

const subUserFields = {
  sub_username: AccountName,
  nickname: requiredText(40),
  phone: contactPhone.default(''),
  roleid: Id,
  /** True for all stores and devices, false for the chosen areas, stores and devices only. */
  all_device: z.boolean().default(true),
  /** Areas, with all stores that are or will be in them. */
  area: Ids.default([]),
  store: Ids.default([]),
  device: z.array(Sn).max(999).default([]),
}

type ScopeDraft = {
  all_device?: unknown
  area?: unknown[] | undefined
  store?: unknown[]
  device?: unknown[]
}
export const isSomethingChosen = ({
  all_device: all,
  area = [],
  store = [],
  device = [],
}: ScopeDraft): boolean => all !== false || area.length + store.length + device.length > 0
export const somethingChosen = always<ScopeDraft>(isSomethingChosen, 'store', 'v:chooseStores')
/** The server judges a change that keeps the areas, because it knows them. */
const areasKeptOrSomethingChosen = always<ScopeDraft>(
  (draft) => draft.area === undefined || isSomethingChosen(draft),
  'store',
  'v:chooseStores',
)

/** Without a password, the person is invited by text message and sets it. */
export const phoneToInvite = always<{ password?: unknown; phone?: string | undefined }>(
  ({ password, phone }) => password !== undefined || !!phone,
  'phone',
  'v:phoneToInvite',
)

export const SubUserInput = z
  .strictObject({ ...subUserFields, password: Md5.optional(), oper_pwd: OperationPin.optional() })
  .check(somethingChosen, phoneToInvite)
export const SubUserEdit = z
  .strictObject({
    ...subUserFields,
    /** Left out, the areas stay as they are. */
    area: Ids.optional(),
    sub_userid: Id,
    rev: Revision.optional(),
    /** A call with either field needs a sign. */
    password: Md5.optional(),
    oper_pwd: OperationPin.optional(),
    sign: Sign.optional(),
  })
  .check(areasKeptOrSomethingChosen)

export const SubUser = z.object({
  ...subUserFields,
  sub_username: z.string(),
  sub_userid: Id,
  rev: Revision,
  role_name: z.string(),
  /** Names of the chosen areas, stores and devices, in the order of `area`, `store` and `device`. */
  area_names: z.array(z.string()),
  store_names: z.array(z.string()),
  device_names: z.array(z.string()),
  hasOperPwd: z.boolean(),
  /** Locked after too many wrong operation passwords; a reset unlocks it. */
  operLocked: z.boolean(),
  /** Cannot log in until it is resumed. */
  suspended: z.boolean(),
  /** False while it has no password: it waits for an invitation, or for its person to accept it. */
  joined: z.boolean(),
  /** Whether the person has proven the phone. It logs in, unless another account has it. */
  phone_verified: z.boolean(),
  /** Whether an invitation that was sent is valid. */
  invited: z.boolean(),
  /** Until when it is, or was, valid; null when there is none. */
  invited_until: Instant.nullable(),
  last_login_at: Instant.nullable(),
  created_at: Instant,
  editable: z.boolean(),
})
export type SubUser = z.infer<typeof SubUser>

/** Suspended before waiting: an account that has not joined yet can be suspended, too. */
export const subUserStates = ['active', 'waiting', 'suspended'] as const
export type SubUserState = (typeof subUserStates)[number]
export const subUserStateOf = ({ suspended, joined }: Pick<SubUser, 'suspended' | 'joined'>): SubUserState =>
  suspended ? 'suspended' : joined ? 'active' : 'waiting'

/** Without one, the newest first. */
export const subUserOrders = ['name', '-name', 'role', '-role'] as const

export const SubUserFilter = z.strictObject({
  /** Searched in name, account and phone. */
  q: text(60).optional(),
  ids: Ids.optional(),
  roleid: Id.optional(),
  store: Id.optional(),
  state: z.enum(subUserStates).optional(),
  order: z.enum(subUserOrders).optional(),
})

export const ResetSubUserOprPwd = z.strictObject({ sub_userid: Id, new_oper_pwd: OperationPin, sign: Sign })

export const ExportStaff = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('role'), format: ExportFormat, condition: RoleFilter.prefault({}) }),
  z.strictObject({ kind: z.literal('subUser'), format: ExportFormat, condition: SubUserFilter.prefault({}) }),
])

/** A login that is still open, of the main account or of a sub-account. */
export const OpenSession = z.object({
  session: Id,
  account: Id,
  username: z.string(),
  nickname: z.string(),
  isMain: z.boolean(),
  address: z.string(),
  user_agent: z.string(),
  created_at: Instant,
  exp: Instant,
  /** True for the session that makes this call. */
  current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>
export const SessionFilter = z.strictObject({
  /** Searched in name, account and address. */
  q: text(60).optional(),
  account: Id.optional(),
  /** Sessions of the main account, or of the staff. */
  isMain: z.boolean().optional(),
})

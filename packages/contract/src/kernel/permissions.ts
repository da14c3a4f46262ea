/**
 * Everything a role can grant: its number in the specification and its place in the `havePerms` object.
 * The console, the server's check and docs/generated/permissions.md all read this table.
 */
export const permissions = {
  home: { id: 1020, group: 'Home', flag: null },
  'order.buyBill': { id: 1021, group: 'Order', flag: 'BuyBill' },
  'order.refund': { id: 1031, group: 'Order', flag: 'Refund' },
  'store.manage': { id: 1022, group: 'Store', flag: 'AreaStore' },
  'device.manage': { id: 1023, group: 'Device', flag: 'DeviceManage' },
  // Parts of device management, which can be given apart. Their ids are extensions.
  'device.refill': { id: 1101, group: 'Device', flag: 'Refill' },
  'device.price': { id: 1102, group: 'Device', flag: 'Price' },
  'device.setting': { id: 1103, group: 'Device', flag: 'Setting' },
  'device.remote': { id: 1030, group: 'Device', flag: 'Remote' },
  'device.test': { id: 1032, group: 'Device', flag: 'Test' },
  'device.init': { id: 1034, group: 'Device', flag: 'Init' },
  'goods.manage': { id: 1024, group: 'Goods', flag: 'GoodsManage' },
  'statistics.area': { id: 1025, group: 'Statistics', flag: 'SicArea' },
  'statistics.store': { id: 1026, group: 'Statistics', flag: 'SicStore' },
  'statistics.device': { id: 1027, group: 'Statistics', flag: 'SicDevice' },
  'statistics.report': { id: 1033, group: 'Statistics', flag: 'Report' },
  'statistics.goods': { id: 1035, group: 'Statistics', flag: 'Goods' },
  'bank.payBill': { id: 1028, group: 'Bank', flag: 'PayBill' },
  'bank.manage': { id: 1029, group: 'Bank', flag: 'BankManage' },
  'bank.settle': { id: 1036, group: 'Bank', flag: 'Settle' },
  'user.subUser': { id: 1037, group: 'User', flag: 'SubUser' },
  'user.role': { id: 1038, group: 'User', flag: 'Role' },
} as const

export type Permission = keyof typeof permissions
export const allPermissions = Object.keys(permissions) as Permission[]

/** Permissions that are a part of another. An account that has the whole has the part. */
export const wholeOf: Partial<Record<Permission, Permission>> = {
  'device.refill': 'device.manage',
  'device.price': 'device.manage',
  'device.setting': 'device.manage',
}

/** Whether a set of permissions grants one, by itself or as a part. */
export function holds(granted: ReadonlySet<Permission>, name: Permission): boolean {
  const whole = wholeOf[name]
  return granted.has(name) || (whole !== undefined && granted.has(whole))
}

/** Who sees machines and their slots: each work at a machine begins with them. */
export const seesDevices = ['device.manage', 'device.refill', 'device.price', 'device.setting'] as const

const byId = new Map<number, Permission>(allPermissions.map((name) => [permissions[name].id, name]))
export const permissionOfId = (id: number): Permission | undefined => byId.get(id)

export type HavePerms = { isMain: boolean; Home: boolean } & Record<string, boolean | Record<string, boolean>>

/** The nested object of the specification: `{isMain, Home, Order: {BuyBill, …}, …}`. */
export function havePermsOf(isMain: boolean, granted: ReadonlySet<Permission>): HavePerms {
  const result: HavePerms = { isMain, Home: false }
  for (const name of allPermissions) {
    const { group, flag } = permissions[name]
    const has = isMain || holds(granted, name)
    if (flag === null) result[group] = has
    else result[group] = { ...(result[group] as Record<string, boolean> | undefined), [flag]: has }
  }
  return result
}

/**
 * What a call requires: nothing, a session, the main account, a main account to which the operator has given the activity
 * pages, or any one of some permissions.
 */
export type Access =
  | 'public'
  | 'signedIn'
  | 'main'
  | 'activity'
  | Permission
  | readonly [Permission, ...Permission[]]

export type Grants = {
  isMain: boolean
  /** Whether the operator has given the account the activity pages. */
  activity: boolean
  permissions: ReadonlySet<Permission>
}

/** Decides about access; used by the server's hook and by the console's menu. */
export function mayAccess(access: Access, grants: Grants): boolean {
  if (access === 'public' || access === 'signedIn') return true
  if (access === 'activity') return grants.isMain && grants.activity
  if (grants.isMain) return true
  if (access === 'main') return false
  const anyOf: readonly Permission[] = typeof access === 'string' ? [access] : access
  return anyOf.some((name) => holds(grants.permissions, name))
}

/** Reads what a session may do back into names, for the console. */
export function grantsOf({
  havePerms,
  features,
}: {
  havePerms: HavePerms
  features?: { activity: boolean } | undefined
}): Grants {
  const granted = allPermissions.filter((name) => {
    const { group, flag } = permissions[name]
    const value = havePerms[group]
    return flag === null ? value === true : typeof value === 'object' && value[flag] === true
  })
  return {
    isMain: havePerms.isMain,
    activity: features?.activity ?? false,
    permissions: new Set(granted),
  }
}

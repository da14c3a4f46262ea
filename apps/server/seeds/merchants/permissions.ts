import { allPermissions, type Permission } from '@slotwise/contract'

/** All permissions for running the stores, but none for payouts and roles. */
export const managerPermissions = allPermissions.filter((name) => !/^(bank|user\.role)/.test(name))

export const clerkPermissions: readonly Permission[] = ['home', 'order.buyBill']

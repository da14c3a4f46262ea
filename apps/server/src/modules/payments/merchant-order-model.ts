/**
 * The number by which providers know an order: ours, then eight digits of the merchant's, so that a notice finds its
 * merchant. Providers take at most 32 characters.
 */
export const merchantOrderOf = (tenantId: string, orderno: string): string =>
  `${orderno}${tenantId.padStart(8, '0')}`

/** The number of the order that the provider of this merchant knows by such a number; undefined when it is none. */
export const ordernoIn = (tenantId: string, merchantOrder: string): string | undefined =>
  tenantIn(merchantOrder) === tenantId ? merchantOrder.slice(0, 24) : undefined

/** The merchant of such a number; undefined when it is none of ours. */
export function tenantIn(merchantOrder: string): string | undefined {
  const [, tenant] = /^\d{24}(\d{8})$/.exec(merchantOrder) ?? []
  return tenant === undefined || Number(tenant) === 0 ? undefined : String(Number(tenant))
}

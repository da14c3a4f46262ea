/** How a sale was paid, in the order in which filters offer them. */
export const payClients = [
  'wechat',
  'alipay',
  'gkash',
  'card',
  'ezcard',
  'coin',
  'bill',
  'gift',
  'remote',
] as const
export type PayClient = (typeof payClients)[number]

/** Paid through a provider, so that the money is owed to the merchant. */
export const onlineClients = ['wechat', 'alipay', 'gkash'] as const satisfies readonly PayClient[]
export type OnlineClient = (typeof onlineClients)[number]

export const isOnline = (client: PayClient): client is OnlineClient =>
  (onlineClients as readonly PayClient[]).includes(client)

/** How a customer pays for an order that a machine asks for: through a provider, or at once by a card or a voucher. */
export const orderClients = [...onlineClients, 'card', 'gift'] as const satisfies readonly PayClient[]
export type OrderClient = (typeof orderClients)[number]

/** Clients whose sales have a pay bill. */
export const paidClients = [...onlineClients, 'card', 'ezcard'] as const satisfies readonly PayClient[]

/** How requests leave to addresses that merchants typed. */

export type Address = { address: string; family: 4 | 6 }
export type Resolve = (host: string) => Promise<Address[]>

/** What tests replace. */
export type PostWiring = {
  resolve?: Resolve
  timeoutMs?: number
  /** Sends to this server instead, after the address was judged. */
  baseUrl?: string
}

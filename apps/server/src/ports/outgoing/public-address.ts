/**
 * Which addresses a request to a host that a merchant typed may reach: public ones only. Names are resolved once, and
 * the connection goes to the address that was judged, so that a name that changes between both leads nowhere else.
 */

import { lookup } from 'node:dns/promises'
import { BlockList, isIP, isIPv4 } from 'node:net'

import type { Address, Resolve } from './outgoing.ts'

/** `notPublic`: the address is one of a private or special network. `unknownHost`: the name has no address now. */
export type AddressProblem = 'notAddress' | 'notPublic' | 'unknownHost'

/** The registries of special addresses of IANA, and what else is not delivered over the public network. */
const special: readonly (readonly [string, number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers (CGNAT); Alibaba Cloud's metadata service is there
  ['127.0.0.0', 8], // loopback
  ['169.254.0.0', 16], // link-local, with the metadata services of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, and broadcast
  // In 2000::/3, which holds all public addresses of IPv6:
  ['2001::', 23], // protocol assignments, Teredo, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: an address of IPv4 inside
  ['2620:4f:8000::', 48], // AS112
  ['3fff::', 20], // documentation
]

const notPublic = new BlockList()
for (const [net, prefix] of special) notPublic.addSubnet(net, prefix, isIPv4(net) ? 'ipv4' : 'ipv6')
const globalV6 = new BlockList()
globalV6.addSubnet('2000::', 3, 'ipv6')

/**
 * Addresses of IPv6 outside of 2000::/3 are refused as a whole: loopback, link-local, unique local, multicast, and the
 * forms that hold an address of IPv4 (mapped, compatible, NAT64).
 */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic.check(address, 'ipv4')
  return version === 6 && globalV6.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
}

const systemResolve: Resolve = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address, family }) => ({
    address,
    family: family === 6 ? 6 : 4,
  }))

/** An address as a merchant types it: https, a name or a number, the default port, no user. */
export function parsePublicUrl(text: string): URL | undefined {
  const url = text.length <= 1000 ? URL.parse(text) : null
  if (url?.protocol !== 'https:' || url.port !== '' || url.username !== '' || url.password !== '')
    return undefined
  return url
}

/** The parser of URLs has turned every way to write a number (hexadecimal, octal, short) into the plain one. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Whether a host can be public, as far as its text says. Where a name leads is known when it is resolved. */
export function canBePublic(url: URL): boolean {
  const host = hostOf(url)
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !/(^|\.)(localhost|local|internal|lan|home\.arpa)\.?$/.test(host)
}

/**
 * The address to connect to. A host with any address that is not public is refused, because the owner of the name would
 * choose which one is used.
 */
export async function publicAddressOf(
  url: URL,
  resolve: Resolve = systemResolve,
): Promise<Address | AddressProblem> {
  if (!canBePublic(url)) return 'notPublic'
  const host = hostOf(url)
  const version = isIP(host)
  if (version !== 0) return { address: host, family: version === 6 ? 6 : 4 }
  const found = await resolve(host).catch(() => [])
  const [first] = found
  if (!first) return 'unknownHost'
  return found.every(({ address }) => isPublicAddress(address)) ? first : 'notPublic'
}

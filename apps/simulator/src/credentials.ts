import { capabilities, machineTypes, type MachineType } from '@slotwise/machine-protocol'

const countries = ['CN', 'MY'] as const

/** The login of a virtual machine, its type, its number of slots, and the country whose customers it has. */
export type Credential = {
  sn: string
  secret: string
  type: MachineType
  slots: number
  country?: (typeof countries)[number]
}

/** Reads a JSON array, or one JSON object per line. Throws an error that names the entry. */
export function parseCredentials(text: string): Credential[] {
  const trimmed = text.trim()
  const entries = trimmed.startsWith('[') ? parseArray(trimmed) : parseLines(trimmed)
  const credentials = entries.map((entry, at) => toCredential(entry, `machine ${at + 1}`))
  const seen = new Set<string>()
  for (const { sn } of credentials) {
    if (seen.has(sn)) throw new Error(`machine ${sn} is in the credentials twice`)
    seen.add(sn)
  }
  if (credentials.length === 0) throw new Error('there are no machines in the credentials')
  return credentials
}

function parseArray(text: string): unknown[] {
  try {
    return JSON.parse(text) as unknown[]
  } catch {
    throw new Error('the credentials are not JSON')
  }
}

function parseLines(text: string): unknown[] {
  return text
    .split('\n')
    .map((line, at) => ({ line: line.trim(), at }))
    .filter(({ line }) => line !== '')
    .map(({ line, at }): unknown => {
      try {
        return JSON.parse(line)
      } catch {
        throw new Error(`line ${at + 1} of the credentials is not JSON`)
      }
    })
}

function toCredential(entry: unknown, which: string): Credential {
  const { sn, secret, type, slots, country } = (entry ?? {}) as Record<string, unknown>
  if (typeof sn !== 'string' || !/^\d{1,20}$/.test(sn)) throw new Error(`${which} has no sn of digits`)
  if (typeof secret !== 'string' || secret === '') throw new Error(`machine ${sn} has no secret`)
  const known = machineTypes.find((one) => one === type)
  if (!known) throw new Error(`machine ${sn} is of no known type (${machineTypes.join(', ')})`)
  const { slots: most } = capabilities[known]
  const count = slots ?? 1
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > most)
    throw new Error(`machine ${sn} needs 1 to ${most} slots`)
  const place = countries.find((one) => one === country)
  if (country !== undefined && !place)
    throw new Error(`machine ${sn} is in no known country (${countries.join(', ')})`)
  return { sn, secret, type: known, slots: count, ...(place && { country: place }) }
}

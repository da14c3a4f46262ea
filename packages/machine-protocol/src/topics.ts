/**
 * The topics: `vm/v1/{sn}/up/{name}` from the machine, `vm/v1/{sn}/down/{name}` to it. A machine may publish only below
 * its own `up` and subscribe only below its own `down`.
 */
const prefix = 'vm/v1'

export const upNames = [
  'status',
  'heartbeat',
  'slots',
  'sale',
  'order',
  'config',
  'fault',
  'ack',
  'progress',
  'result',
] as const
export type UpName = (typeof upNames)[number]

export const downNames = ['time', 'cmd', 'config', 'order', 'error'] as const
export type DownName = (typeof downNames)[number]

export const upTopic = (sn: string, name: UpName): string => `${prefix}/${sn}/up/${name}`
export const downTopic = (sn: string, name: DownName): string => `${prefix}/${sn}/down/${name}`

/** The topics that a machine subscribes to. */
export const downFilter = (sn: string): string => `${prefix}/${sn}/down/#`

/** Messages of one name, of all machines. */
export const upTopicOfAll = (name: UpName): string => `${prefix}/+/up/${name}`

const upPattern = new RegExp(`^${prefix}/(\\d{1,20})/up/([a-z]+)$`)

/** The machine and the name of a message; undefined for a topic that machines do not publish to. */
export function parseUpTopic(topic: string): { sn: string; name: UpName } | undefined {
  const [, sn, word] = upPattern.exec(topic) ?? []
  const name = upNames.find((known) => known === word)
  return sn !== undefined && name !== undefined ? { sn, name } : undefined
}

/** Whether a machine may subscribe to this filter: its own `down` as a whole, or one topic of it. */
export const mayListen = (sn: string, filter: string): boolean =>
  filter === downFilter(sn) || downNames.some((name) => filter === downTopic(sn, name))

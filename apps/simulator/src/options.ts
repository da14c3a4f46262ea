/** The command line of the virtual machines. */
import { parseArgs } from 'node:util'

import { isScenario, scenarios, type ScenarioName } from './scenarios/index.ts'

export type Options = {
  credentials: string
  url: string
  machines?: number
  salesPerSecond: number
  off: number
  leave: number
  broken: number
  pay: boolean
  cards: string[]
  coupons: string[]
  vouchers: string[]
  scenario?: ScenarioName
  seed: number
  speed: number
  quiet: boolean
  used: boolean
}

export const usage = `Virtual machines that speak the machine protocol.

  simulate --credentials FILE|- [options]

  --credentials FILE   machines to play: JSON array or a JSON object per line, {sn, secret, type, slots}; - reads stdin
  --url URL            the broker (mqtt://localhost:1883; mqtts:// for TLS)
  --machines N         only the first N
  --sales N/s          customers of all machines together, also N/min and N/h; more at noon than at night (0)
  --off N              the last N stay switched off (0)
  --leave N            the last N are switched off after some seconds (0)
  --broken N           N machines have a slot that does not work (0)
  --pay                customers open the code that a machine shows and pay there, as on the page of the sandbox
  --card NUMBER        customers pay by this member's card, too; may be given several times, as the next two
  --coupon CODE        a customer uses this coupon
  --voucher CODE       a customer lets the machine scan this voucher
  --scenario NAME      a trouble, see below
  --seed N             the same dice again (1)
  --speed X            motors and computers X times faster than in life (1)
  --used               slots are not full, but as after some days of selling
  --quiet              no status lines
  --help               this text

  simulate --conform SN   tries a real machine against the checklist of the protocol; --conform --help tells more

Scenarios
${Object.entries(scenarios)
  .map(([name, { what }]) => `  ${name.padEnd(26)} ${what}`)
  .join('\n')}
`

/** Returns the options, 'help', or an error of one line. */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      credentials: { type: 'string' },
      url: { type: 'string', default: 'mqtt://localhost:1883' },
      machines: { type: 'string' },
      sales: { type: 'string', default: '0/s' },
      off: { type: 'string', default: '0' },
      leave: { type: 'string', default: '0' },
      broken: { type: 'string', default: '0' },
      pay: { type: 'boolean', default: false },
      card: { type: 'string', multiple: true, default: [] },
      coupon: { type: 'string', multiple: true, default: [] },
      voucher: { type: 'string', multiple: true, default: [] },
      scenario: { type: 'string' },
      seed: { type: 'string', default: '1' },
      speed: { type: 'string', default: '1' },
      quiet: { type: 'boolean', default: false },
      used: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const { credentials, scenario, quiet, used, pay } = values
  if (credentials === undefined || credentials === '') throw new Error('--credentials is missing')
  if (scenario !== undefined && !isScenario(scenario))
    throw new Error(`--scenario is one of ${Object.keys(scenarios).join(', ')}`)
  return {
    credentials,
    url: readUrl(values.url),
    ...(values.machines === undefined ? {} : { machines: readWhole('machines', values.machines, 1) }),
    salesPerSecond: readRate(values.sales),
    off: readWhole('off', values.off, 0),
    leave: readWhole('leave', values.leave, 0),
    broken: readWhole('broken', values.broken, 0),
    pay,
    cards: values.card,
    coupons: values.coupon,
    vouchers: values.voucher,
    ...(scenario === undefined ? {} : { scenario }),
    seed: readWhole('seed', values.seed, 0),
    speed: readSpeed(values.speed),
    quiet,
    used,
  }
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['mqtt:', 'mqtts:', 'ws:', 'wss:'].includes(url.protocol))
    throw new Error('--url is an address like mqtt://localhost:1883')
  return text
}

function readWhole(name: string, text: string, least: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least)) throw new Error(`--${name} is a whole number from ${least}`)
  return number
}

const units = { s: 1, min: 60, h: 3_600 } as const

function readRate(text: string): number {
  const [, number, unit = 's'] = /^(\d+(?:\.\d+)?)(?:\/(s|min|h))?$/.exec(text) ?? []
  if (number === undefined) throw new Error('--sales is a rate like 2/s, 30/min or 100/h')
  return Number(number) / units[unit as keyof typeof units]
}

function readSpeed(text: string): number {
  const speed = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0
  if (!(speed > 0 && speed <= 1_000)) throw new Error('--speed is a number above 0, up to 1000')
  return speed
}

/** The command line of the conformance run. */
import { parseArgs } from 'node:util'

import { type MachineType, machineTypes } from '@slotwise/machine-protocol'

import { type LineId, lineIds } from './checklist.ts'
import type { PortOptions } from './mqtt-port.ts'

export type ConformOptions = PortOptions & {
  sn: string
  type: MachineType
  only: readonly LineId[] | undefined
  long: boolean
  questions: boolean
}

export const conformUsage = `Tries a machine against the checklist of the machine protocol. The machine connects to this program instead of
the server, with any secret.

  npm run simulate -- --conform SN [options]
  node slotwise-conform.mjs SN [options]

  SN                 the number of the machine
  --type TYPE        ${machineTypes.join(', ')} (vending)
  --host HOST        where to listen (0.0.0.0)
  --port PORT        (1883; 8883 with --cert)
  --cert, --key FILE the certificate and its key, for TLS
  --only C1,D2       only these lines
  --long             also what takes hours
  --no-questions     skip the lines that a person has to check
  --help             this text

The document is docs/machine-protocol.md; the program in one file is made by npm run pack:conform.
Ends with code 1 if a line fails. Use a machine that sells to no customers: the run gives out pieces, restarts the
machine, and deletes its settings at the end.
`

/** Returns the options, 'help', or an error of one line. */
export function readConformOptions(args: readonly string[]): ConformOptions | 'help' {
  // `--conform --help` names no machine.
  if (args.includes('--help')) return 'help'
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      conform: { type: 'string' },
      type: { type: 'string', default: 'vending' },
      host: { type: 'string', default: '0.0.0.0' },
      port: { type: 'string' },
      cert: { type: 'string' },
      key: { type: 'string' },
      only: { type: 'string' },
      long: { type: 'boolean', default: false },
      'no-questions': { type: 'boolean', default: false },
    },
  })
  const { conform: sn = positionals[0] ?? '', cert, key } = values
  const isNumber = /^\d{1,20}$/.test(sn) && positionals.length <= (values.conform === undefined ? 1 : 0)
  if (!isNumber) throw new Error('name one machine by its number: digits, at most 20')
  const type = machineTypes.find((one) => one === values.type)
  if (!type) throw new Error(`--type is one of ${machineTypes.join(', ')}`)
  if ((cert === undefined) !== (key === undefined)) throw new Error('--cert and --key go together')
  const port = Number(values.port ?? (cert === undefined ? 1_883 : 8_883))
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('--port is a number from 0 to 65535')
  return {
    sn,
    type,
    host: values.host,
    port,
    tls: cert !== undefined && key !== undefined ? { cert, key } : undefined,
    only: values.only?.split(',').map(readLine),
    long: values.long,
    questions: !values['no-questions'],
  }
}

function readLine(text: string): LineId {
  const id = lineIds.find((one) => one === text.trim())
  if (!id)
    throw new Error(`--only names lines of the checklist, like C1,D2; there is no line "${text.trim()}"`)
  return id
}

/** The operator's commands for machines. */
import { writeFile } from 'node:fs/promises'

import { Id, Sn } from '@slotwise/contract'
import { capabilities, type MachineType, machineTypes } from '@slotwise/machine-protocol'
import sharp from 'sharp'
import { encode, renderUnicodeCompact } from 'uqr'

import type { Deps } from '../src/kernel/ctx.ts'
import { operatorOrigin } from '../src/kernel/operator.ts'
import { findTenant } from '../src/modules/account/index.ts'
import { giveStray } from '../src/modules/exceptions/index.ts'
import {
  bindByOperator,
  endConnection,
  endStray,
  isMachineType,
  listMachines,
  openStrays,
  passwordLines,
  registerMachine,
  renewBindCode,
  revokeSecret,
  rotateSecret,
  sendNewSecret,
  unbindByOperator,
} from '../src/modules/machines/index.ts'
import { demo } from '../seeds/demo.ts'
import { makeFleet } from '../seeds/fleet.ts'
import { type Command, need, type Options } from './ops-options.ts'

function snOf(options: Options): string {
  const sn = need(options, 'sn')
  if (!Sn.safeParse(sn).success) throw new Error('--sn is the serial number: digits, at most 20')
  return sn
}

function typeOf(options: Options): MachineType {
  const type = need(options, 'type')
  if (!isMachineType(type)) throw new Error(`--type is one of ${machineTypes.join(', ')}`)
  return type
}

function slotsOf(options: Options, type: MachineType): number {
  const [slots, most] = [Number(need(options, 'slots')), capabilities[type].slots]
  if (!Number.isInteger(slots) || slots < 1 || slots > most)
    throw new Error(`--slots of a ${type} machine is a whole number from 1 to ${most}`)
  return slots
}

const bindLink = ({ config }: Deps, options: Options, sn: string, code: string): string => {
  const base = options['url'] ?? `http://localhost:${config.port}`
  if (!URL.canParse(base)) throw new Error('--url is the address of the console, like https://shop.example')
  return new URL(`/bind?sn=${sn}&code=${code}`, base).href
}

/** Draws the code black on white, eight pixels a square, with the quiet margin that QR readers need. */
async function drawQr(text: string): Promise<Buffer> {
  const { data, size } = encode(text, { border: 4 })
  const dots = Buffer.from(data.flatMap((row) => row.map((isDark) => (isDark ? 0 : 255))))
  return sharp(dots, { raw: { width: size, height: size, channels: 1 } })
    .resize({ width: size * 8, kernel: 'nearest' })
    .png()
    .toBuffer()
}

async function showQr(deps: Deps, options: Options, sn: string, code: string): Promise<void> {
  const link = bindLink(deps, options, sn, code)
  console.log(renderUnicodeCompact(link))
  console.log(link)
  if (options['png'] === undefined) return
  await writeFile(options['png'], await drawQr(link))
  console.log(`written to ${options['png']}`)
}

export const machineCommands: Record<string, Command> = {
  'machine register': {
    usage: 'machine register --sn DIGITS --type TYPE --slots NUMBER [--url CONSOLE] [--png FILE]',
    what: `enter a machine (${machineTypes.join(', ')}); its secret and its binding QR are shown once`,
    async run(deps, options) {
      const type = typeOf(options)
      const machine = { sn: snOf(options), type, slots: slotsOf(options, type) }
      const { secret, code } = await registerMachine(deps, machine)
      console.log(`secret: ${secret}`)
      await showQr(deps, options, machine.sn, code)
    },
  },
  'machine qr': {
    usage: 'machine qr --sn DIGITS [--url CONSOLE] [--png FILE]',
    what: 'a new binding QR for a machine that is bound to no merchant; the one before works no more',
    async run(deps, options) {
      const sn = snOf(options)
      await showQr(deps, options, sn, await renewBindCode(deps, sn))
      const machine = (await listMachines(deps.db.main, undefined)).find((one) => one.sn === sn)
      if (machine?.secret_known_elsewhere)
        console.log(
          `its previous merchant may know its secret: another merchant can bind it after machine secret --sn ${sn}`,
        )
    },
  },
  'machine bind': {
    usage: 'machine bind --sn DIGITS --username NAME [--title TEXT]',
    what: 'give a machine to the merchant of this account',
    async run(deps, options) {
      const [sn, username] = [snOf(options), need(options, 'username')]
      const title = options['title'] ?? `#${sn}`
      if (title.length > 60) throw new Error('--title may have 60 characters')
      await bindByOperator(deps, await findTenant(deps, username), { sn, title }, operatorOrigin(deps))
      console.log(`machine ${sn} belongs to the merchant of ${username}`)
    },
  },
  'machine unbind': {
    usage: 'machine unbind --sn DIGITS',
    what: 'take a machine from its merchant: his records stay his, open commands are cancelled',
    async run(deps, options) {
      await unbindByOperator(deps, snOf(options), operatorOrigin(deps))
      console.log(`machine ${snOf(options)} is bound to no merchant`)
    },
  },
  'machine list': {
    usage: 'machine list [--username NAME]',
    what: 'show all machines, or those of one merchant',
    async run(deps, options) {
      const { username } = options
      const tenant = username === undefined ? undefined : await findTenant(deps, username)
      console.table(await listMachines(deps.db.main, tenant))
    },
  },
  'machine secret': {
    usage: 'machine secret --sn DIGITS',
    what: 'a new secret to be entered at the machine, shown once; the old one works until the machine comes with the new (with a broker of your own: until it reads the new list); that of a machine bound to no merchant ends at once',
    run: async (deps, options) => console.log(`secret: ${await rotateSecret(deps, snOf(options))}`),
  },
  'machine revoke': {
    usage: 'machine revoke --sn DIGITS',
    what: 'for a secret that strangers may know: refuses it at once, ends the connection that was opened with it, and shows a new one, once',
    async run(deps, options) {
      const sn = snOf(options)
      console.log(`secret: ${await revokeSecret(deps, sn)}`)
      if (deps.config.mqtt.url === undefined) return
      console.log(
        'now have your broker read the new list (machine passwords); until then it takes the old secret',
      )
      console.log(`then: machine disconnect --sn ${sn}`)
    },
  },
  'machine disconnect': {
    usage: 'machine disconnect --sn DIGITS',
    what: 'end the connection of a machine, also at a broker of your own; it may come back with its secret',
    async run(deps, options) {
      await endConnection(deps, snOf(options))
      console.log(`gateways that run now end the connection of machine ${snOf(options)}`)
    },
  },
  'machine rotate': {
    usage: 'machine rotate --sn DIGITS',
    what: 'send a machine that is online a new secret over its connection; not for one that changes hands',
    async run(deps, options) {
      const sn = snOf(options)
      await sendNewSecret(deps, sn)
      console.log(`sent; the old secret of machine ${sn} works until the machine comes with the new one`)
    },
  },
  'machine strays': {
    usage: 'machine strays [--sn DIGITS]',
    what: 'sales that machines reported while no merchant had them: kept until you give or discard them',
    async run(deps, options) {
      const sn = options['sn'] === undefined ? undefined : snOf(options)
      for (const stray of await openStrays(deps.db.main, sn, 200)) {
        console.log(`${stray.stray_id}  ${stray.sn}  ${stray.received_at.toISOString()}`)
        console.log(`  ${JSON.stringify(stray.payload?.toString() ?? '')}`)
      }
    },
  },
  'machine stray': {
    usage: 'machine stray ID give|discard REASON --sn DIGITS',
    what: 'give such a sale to the merchant who has the machine now, who books it from an exception; or discard it',
    operands: ['id', 'end', 'reason'],
    async run(deps, options) {
      const [id, end, note, sn] = [
        need(options, 'id'),
        need(options, 'end'),
        need(options, 'reason'),
        snOf(options),
      ]
      if (!Id.safeParse(id).success) throw new Error('ID is the number that machine strays shows')
      if (end === 'give') {
        const outcome = await giveStray(deps, { id, sn, note })
        if (outcome !== 'given') throw new Error(outcome)
        return console.log(`given to the merchant of machine ${sn}`)
      }
      if (end !== 'discard') throw new Error('give or discard')
      if (!(await endStray(deps.db.main, { id, sn, note }, deps.now()))) throw new Error('no such message')
      console.log('discarded')
    },
  },
  'machine fleet': {
    usage: 'machine fleet --count NUMBER --file FILE [--username NAME]',
    what: 'virtual machines for npm run simulate: entered and bound as needed, their secrets new each time',
    async run(deps, options) {
      const count = Number(need(options, 'count'))
      if (!Number.isInteger(count) || count < 1 || count > 5_000)
        throw new Error('--count is a whole number from 1 to 5000')
      const tenant = await findTenant(deps, options['username'] ?? demo.username)
      const fleet = await makeFleet(deps, tenant, count)
      await writeFile(need(options, 'file'), JSON.stringify(fleet), { mode: 0o600 })
      console.log(`${fleet.length} virtual machines`)
    },
  },
  'machine passwords': {
    usage: 'machine passwords',
    what: 'print the password file for a Mosquitto of your own (docs/operations.md has its settings)',
    async run(deps) {
      for (const line of await passwordLines(deps)) console.log(line)
    },
  },
}

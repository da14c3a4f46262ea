/** Virtual machines: `npm run simulate -- --help`. */
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

import { parseCredentials } from '../src/credentials.ts'
import { createFleet, type Counts } from '../src/fleet.ts'
import { mqttLine } from '../src/link/mqtt-line.ts'
import { readOptions, usage, type Options } from '../src/options.ts'
import { payOnPage } from '../src/pay-on-page.ts'
import { seeded } from '../src/random.ts'
import { scenarios } from '../src/scenarios/index.ts'
import { realTime } from '../src/timers.ts'
import { makeWallet } from '../src/wallet.ts'

const statusMs = 10_000

async function readCredentials(from: string): Promise<string> {
  try {
    return from === '-' ? await text(process.stdin) : await readFile(from, 'utf8')
  } catch {
    throw new Error(`the credentials ${from} cannot be read`)
  }
}

const statusOf = ({ machines, connected, off, sales, orders, commands, faults }: Counts): string =>
  `${connected} of ${machines - off} machines connected, ${off} switched off, ${sales} sales, ` +
  `${orders} orders, ${commands} commands, ${faults} faults`

async function simulate(options: Options): Promise<void> {
  const { url, seed, speed, salesPerSecond, off, leave, broken, scenario, quiet, used } = options
  const all = parseCredentials(await readCredentials(options.credentials))
  if (options.machines !== undefined && options.machines > all.length)
    throw new Error(`--machines is ${options.machines}, but there are credentials for ${all.length}`)
  const line = mqttLine({
    url,
    random: seeded(seed),
    schedule: realTime,
    now: Date.now,
    refused: (sn) => console.error(`machine ${sn} is refused at login, and tries again later`),
  })
  // What is named on the command line is used soon.
  const wallet = makeWallet(options, seeded(seed), { card: 0.5, coupon: 1, voucher: 1 })
  const fleet = createFleet({
    credentials: all.slice(0, options.machines),
    open: line,
    schedule: realTime,
    now: Date.now,
    seed,
    speed,
    salesPerSecond,
    off,
    leave,
    broken,
    used,
    walletOf: () => wallet,
    ...(options.pay ? { pay: payOnPage } : {}),
    ...(scenario === undefined ? {} : { scenario: scenarios[scenario] }),
  })
  fleet.start()
  const status = quiet ? undefined : setInterval(() => console.log(statusOf(fleet.counts())), statusMs)

  const { promise: asked, resolve } = Promise.withResolvers<void>()
  process.once('SIGINT', resolve)
  process.once('SIGTERM', resolve)
  // Ends with the process that started it.
  process.once('disconnect', resolve)
  await asked
  clearInterval(status)
  await fleet.stop()
  // The listener on `disconnect` keeps the channel open, and with it this process alive.
  if (process.connected) process.disconnect()
}

try {
  const options = readOptions(process.argv.slice(2))
  if (options === 'help') console.log(usage)
  else await simulate(options)
} catch (error) {
  console.error(`simulate: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`)
  process.exitCode = 1
}

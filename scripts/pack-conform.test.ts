/** The conformance run in one file: it runs without the repository, and a machine finds it over the network. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

import { createFleet, mqttLine, realTime, seeded } from '@slotwise/simulator'
import { afterAll, expect, test } from 'vitest'

import { packConform } from './pack-conform.ts'

const folder = mkdtempSync(join(tmpdir(), 'slotwise-pack-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a machine on another address is tried by the packed program', { timeout: 60_000 }, async () => {
  const program = await packConform(folder)
  const [sn, host] = ['20000003', '127.0.0.2']
  const args = [sn, '--host', host, '--port', '0', '--only', 'C1,C3,M1', '--no-questions']
  const run = spawn(process.execPath, [program, ...args], { cwd: folder, stdio: 'pipe' })
  const said: string[] = []
  const lines = createInterface(run.stdout)
  const ended = once(run, 'exit')
  const listening = new Promise<string>((resolve) => {
    lines.on('line', (line) => {
      said.push(line)
      const port = / at 127\.0\.0\.2:(\d+)$/.exec(line)?.[1]
      if (port !== undefined) resolve(port)
    })
  })
  const fleet = createFleet({
    credentials: [{ sn, secret: 'any secret that is long enough', type: 'vending', slots: 6 }],
    open: mqttLine({
      url: `mqtt://${host}:${await listening}`,
      random: seeded(3),
      schedule: realTime,
      now: Date.now,
    }),
    schedule: realTime,
    now: Date.now,
    speed: 20,
    failure: 0,
  })
  fleet.start()
  try {
    expect((await ended)[0]).toBe(0)
    for (const id of ['C1', 'C3', 'M1']) expect(said).toContainEqual(expect.stringMatching(`^${id} +holds$`))
    expect(said.at(-1)).toMatch(/^3 hold, 0 fail, /)
  } finally {
    await fleet.stop()
    run.kill()
  }
})

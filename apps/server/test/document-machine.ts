/**
 * A machine written from docs/machine-protocol.md alone, with Debian's mosquitto programs. Topics, fields and
 * values are written out as in the document and nothing is imported from the protocol's package, so that the server
 * and our simulator cannot share a mistake.
 */

import { expect } from 'vitest'

import type { BoundMachine } from './machines.ts'
import { type Program, startProgram } from './mosquitto-clients.ts'

export const soon = { timeout: 60_000, interval: 50 }

export type Data = Record<string, unknown>
type Down = { v: number; sn: string; mid: string; seq: number; ts: number; type: string; data: Data }

/** The messages that a listening program has printed, without its log lines. */
const heardBy = ({ out }: Program): Down[] =>
  (out.match(/^\{.*$/gm) ?? []).map((line) => JSON.parse(line) as Down)

/** The gateway's port and the present time. */
type World = { port(): number | undefined; now(): Date }

/** Each program is one connection; the document allows one at a time. */
export class Machine {
  readonly bound: BoundMachine
  readonly sn: string
  private readonly world: World
  boot = 412
  private seq = 0

  constructor(world: World, bound: BoundMachine) {
    this.world = world
    this.bound = bound
    this.sn = bound.sn
  }

  up = (name: string) => ['-q', '1', '-t', `vm/v1/${this.sn}/up/${name}`]

  run(name: 'pub' | 'sub' | 'rr', args: string[], input = ''): Program {
    const host = ['-h', '127.0.0.1', '-p', String(this.world.port()), '-V', 'mqttv311', '-k', '60', '-d']
    return startProgram(
      name,
      [...host, '-i', this.sn, '-u', this.sn, '-P', this.bound.secret, ...args],
      input,
    )
  }

  envelope(type: string, data: unknown, other: Data = {}): string {
    const seq = (this.seq += 1)
    const ts = this.world.now().getTime()
    return JSON.stringify({ v: 1, sn: this.sn, mid: `${this.boot}-${seq}`, seq, ts, type, data, ...other })
  }

  will(): string {
    const data = { state: 'offline', boot: this.boot, reason: 'lost' }
    return this.envelope('status', data, { mid: `${this.boot}-will`, seq: 0 })
  }

  /** Publishes each line as a message, and expects the server to acknowledge each. */
  async publish(name: string, lines: string | string[], ...more: string[]): Promise<void> {
    const all = [lines].flat()
    const program = this.run('pub', [...this.up(name), '-l', ...more], `${all.join('\n')}\n`)
    expect(await program.ended, program.out + program.err).toBe(0)
    expect(program.out.split('received PUBACK')).toHaveLength(all.length + 1)
  }

  async say(name: string, data: Data, ...more: string[]): Promise<string> {
    const body = this.envelope(name, data)
    await this.publish(name, body, ...more)
    return body
  }

  online = () => this.say('status', { state: 'online', boot: this.boot }, '-r')
  leave = () => this.say('status', { state: 'offline', boot: this.boot, reason: 'shutdown' }, '-r')

  async comeBack(boot: number): Promise<void> {
    this.boot = boot
    await this.online()
  }

  /** Announces itself as online, and waits for one of the two answers. */
  async ask(name: 'time' | 'config'): Promise<Down | undefined> {
    const body = this.envelope('status', { state: 'online', boot: this.boot })
    const topics = [...this.up('status'), '-e', `vm/v1/${this.sn}/down/${name}`]
    const program = this.run('rr', ['-R', '-W', '15', ...topics, '-m', body])
    await program.ended
    return heardBy(program)[0]
  }

  /** Resolves when the server has granted the subscription. */
  async listen(name: string, ...more: string[]): Promise<Program> {
    const will = ['--will-topic', `vm/v1/${this.sn}/up/status`, '--will-qos', '1', '--will-retain']
    const topic = ['-q', '1', '-W', '15', '-t', `vm/v1/${this.sn}/down/${name}`]
    const program = this.run('sub', [...topic, ...will, '--will-payload', this.will(), ...more])
    await expect.poll(() => program.out, soon).toContain('Subscribed (mid: 1): 1')
    return program
  }

  async hearOne(name: string, meanwhile: () => Promise<unknown> = async () => {}): Promise<Down> {
    const program = await this.listen(name, '-C', '1')
    await meanwhile()
    await program.ended
    const [message] = heardBy(program)
    if (!message) throw new Error(`nothing came: ${program.out}${program.err}`)
    return message
  }
}

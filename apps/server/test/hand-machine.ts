import {
  decode,
  type DownMessage,
  downFilter,
  downMessages,
  type DownName,
  encode,
  type Envelope,
  type UpMessage,
  type UpName,
  upTopic,
} from '@slotwise/machine-protocol'
import { connect, type IClientOptions, type MqttClient } from 'mqtt'

let connections = 0

/** A machine that does exactly what the test says, over a real connection. */
export class HandMachine {
  readonly sn: string
  readonly client: MqttClient
  readonly heard: { name: string; message: Envelope; retained: boolean }[] = []
  private seq = 0
  private readonly connection = (connections += 1)

  private constructor(sn: string, client: MqttClient) {
    this.sn = sn
    this.client = client
    client.on('error', () => {})
    client.on('message', (topic, payload, { retain }) => {
      const name = topic.split('/').at(-1) ?? ''
      this.heard.push({ name, message: JSON.parse(payload.toString()) as Envelope, retained: retain })
    })
  }

  static async connect(
    port: number,
    { sn, secret }: { sn: string; secret: string },
    options: IClientOptions & { boot?: number } = {},
  ): Promise<HandMachine> {
    const { boot, ...rest } = options
    const client = connect(`mqtt://127.0.0.1:${port}`, {
      clientId: sn,
      username: sn,
      password: secret,
      protocolVersion: 4,
      reconnectPeriod: 0,
      connectTimeout: 60_000,
      ...(boot === undefined ? {} : { will: willOf(sn, boot) }),
      ...rest,
    })
    const machine = new HandMachine(sn, client)
    await new Promise<void>((resolve, reject) => {
      client.once('connect', () => resolve())
      client.once('error', reject)
      client.once('close', () => reject(new Error('closed')))
    })
    await client.subscribeAsync(downFilter(sn), { qos: 1 })
    return machine
  }

  /** Resolves when the server has acknowledged the message. */
  async say<Name extends UpName>(
    name: Name,
    data: UpMessage<Name>,
    { mid = `${this.connection}-${(this.seq += 1)}`, ts = Date.now() }: { mid?: string; ts?: number } = {},
  ): Promise<void> {
    const envelope = { v: 1, sn: this.sn, mid, seq: this.seq, ts, type: name, data } as const
    await this.client.publishAsync(upTopic(this.sn, name), encode(envelope), { qos: 1 })
  }

  /** Publishes what is no message of the protocol, and resolves when the server has acknowledged it. */
  async sayAnything(name: UpName, payload: string | Buffer): Promise<void> {
    await this.client.publishAsync(upTopic(this.sn, name), payload, { qos: 1 })
  }

  /** The last message of a name that fits, waiting for it if necessary. */
  async hears<Name extends DownName>(
    name: Name,
    fits: (data: DownMessage<Name>) => boolean = () => true,
  ): Promise<DownMessage<Name>> {
    // A generous limit: the test does not assert how soon it comes.
    for (const until = Date.now() + 60_000; Date.now() < until;) {
      for (const { message } of this.heard.filter((one) => one.name === name).toReversed()) {
        const text = JSON.stringify(message)
        const decoded = decode(text, { sn: this.sn, name, schema: downMessages[name] })
        if (!decoded.ok) throw new Error(`the server sent ${decoded.why}: ${text}`)
        if (fits(decoded.message.data as DownMessage<Name>)) return decoded.message.data as DownMessage<Name>
      }
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    throw new Error(`no ${name} came`)
  }

  /** Resolves when the connection ends, from either side. */
  closed(): Promise<void> {
    return new Promise((resolve) => void this.client.once('close', () => resolve()))
  }

  /** Breaks the connection as a power failure does: without a goodbye, so the last will is sent. */
  async vanish(): Promise<void> {
    const closed = this.closed()
    this.client.stream.destroy()
    await closed
  }

  async leave(): Promise<void> {
    await this.client.endAsync()
  }
}

const willOf = (sn: string, boot: number) => ({
  topic: upTopic(sn, 'status'),
  payload: Buffer.from(
    encode({
      v: 1,
      sn,
      mid: `${boot}-will`,
      seq: 0,
      ts: Date.now(),
      type: 'status',
      data: { state: 'offline', boot, reason: 'lost' },
    }),
  ),
  qos: 1 as const,
  retain: true,
})

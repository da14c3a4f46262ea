import pg from 'pg'

const reconnectMs = 1_000

/**
 * A connection that stays for as long as the process lives, for what belongs to a session of the database: listening,
 * and locks. When it breaks, it is made anew and prepared again.
 */
export class StandingConnection {
  /** Undefined while there is none. */
  client: pg.Client | undefined
  private readonly url: string
  private readonly purpose: string
  private readonly prepare: (client: pg.Client) => Promise<unknown>
  private readonly log: (error: unknown) => void
  private readonly onLost: () => void
  private retry: NodeJS.Timeout | undefined
  private ended = false

  constructor(
    url: string,
    purpose: string,
    prepare: (client: pg.Client) => Promise<unknown>,
    log: (error: unknown) => void,
    onLost: () => void = () => {},
  ) {
    this.url = url
    this.purpose = purpose
    this.prepare = prepare
    this.log = log
    this.onLost = onLost
  }

  async connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: `slotwise ${this.purpose}`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    })
    client.on('error', (error) => this.reconnect(client, error))
    client.on('end', () => this.reconnect(client, undefined))
    try {
      await client.connect()
      await this.prepare(client)
      this.client = client
    } catch (error) {
      this.reconnect(client, error)
    }
    if (this.client !== client || this.ended) await client.end().catch(() => {})
  }

  async end(): Promise<void> {
    this.ended = true
    clearTimeout(this.retry)
    await this.client?.end().catch(() => {})
  }

  /** The end of a connection that has been replaced already is no news. */
  private reconnect(client: pg.Client, error: unknown): void {
    const isCurrent = this.client === undefined || this.client === client
    if (this.ended || this.retry || !isCurrent) return
    if (error) this.log(error)
    if (this.client) this.onLost()
    this.client = undefined
    this.retry = setTimeout(() => {
      this.retry = undefined
      void this.connect()
    }, reconnectMs)
  }
}

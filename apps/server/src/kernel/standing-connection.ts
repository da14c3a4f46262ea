import pg from 'pg'

const reconnectMs = 1_000
/**
 * A connection whose other end has vanished is noticed within 15 s: it is asked every 5 s, and given up when two
 * questions are unanswered. Questions are counted, not seconds, so that a process that stalls does not blame the other
 * end.
 */
const askEveryMs = 5_000
const mostUnanswered = 2

/**
 * A connection that lives as long as the process, for features bound to a database session: LISTEN and advisory
 * locks. When it breaks, it is reconnected and prepared again.
 */
export class StandingConnection {
  /** Undefined while disconnected. */
  client: pg.Client | undefined
  private readonly url: string
  private readonly purpose: string
  private readonly prepare: (client: pg.Client) => Promise<unknown>
  private readonly log: (error: unknown) => void
  private readonly onLost: () => void
  private retry: NodeJS.Timeout | undefined
  private asking: NodeJS.Timeout | undefined
  private unanswered = 0
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
      connectionTimeoutMillis: 15_000,
      keepAlive: true,
    })
    client.on('error', (error) => this.reconnect(client, error))
    client.on('end', () => this.reconnect(client, undefined))
    try {
      await client.connect()
      // Asked from now on, because the other end may vanish while the connection is prepared.
      this.unanswered = 0
      if (!this.ended) this.asking = setInterval(() => void this.ask(client), askEveryMs)
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
    clearInterval(this.asking)
    await this.client?.end().catch(() => {})
  }

  /** Closes a connection that does not answer, which leads to a new one. */
  private async ask(client: pg.Client): Promise<void> {
    try {
      if (this.unanswered >= mostUnanswered) throw new Error('the database does not answer')
      this.unanswered += 1
      await client.query('select 1')
      this.unanswered = 0
    } catch (error) {
      this.reconnect(client, error)
      await client.end().catch(() => {})
    }
  }

  /** Ignores the end of a connection that was replaced already. */
  private reconnect(client: pg.Client, error: unknown): void {
    const isCurrent = this.client === undefined || this.client === client
    if (this.ended || this.retry || !isCurrent) return
    if (error) this.log(error)
    if (this.client) this.onLost()
    this.client = undefined
    clearInterval(this.asking)
    this.retry = setTimeout(() => {
      this.retry = undefined
      void this.connect()
    }, reconnectMs)
  }
}

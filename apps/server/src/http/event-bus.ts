import pg from 'pg'

import { eventChannel } from '../kernel/events.ts'

type Listener = () => void

/** One LISTEN connection a process: tells who follows a merchant's stream that there is something to read. */
export class EventBus {
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly url: string
  private readonly log: (error: unknown) => void
  private client: pg.Client | undefined
  private retry: NodeJS.Timeout | undefined
  private stopped = false

  constructor(url: string, log: (error: unknown) => void) {
    this.url = url
    this.log = log
  }

  async start(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.url,
      application_name: 'slotwise events',
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
    })
    client.on('notification', ({ payload }) => this.wake(payload ?? ''))
    client.on('error', (error) => this.reconnect(error))
    client.on('end', () => this.reconnect(undefined))
    try {
      await client.connect()
      await client.query(`listen ${eventChannel}`)
      this.client = client
      // What came while there was no connection.
      for (const tenant of this.listeners.keys()) this.wake(tenant)
    } catch (error) {
      this.reconnect(error)
    }
  }

  follow(tenantId: string, listener: Listener): () => void {
    const listeners = this.listeners.get(tenantId) ?? new Set()
    this.listeners.set(tenantId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.listeners.delete(tenantId)
    }
  }

  async stop(): Promise<void> {
    this.stopped = true
    clearTimeout(this.retry)
    await this.client?.end().catch(() => {})
  }

  private wake(tenantId: string): void {
    for (const listener of this.listeners.get(tenantId) ?? []) listener()
  }

  private reconnect(error: unknown): void {
    if (this.stopped || this.retry) return
    if (error) this.log(error)
    this.client = undefined
    this.retry = setTimeout(() => {
      this.retry = undefined
      void this.start()
    }, 1_000)
  }
}

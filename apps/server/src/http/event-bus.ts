import type pg from 'pg'

import { eventChannel } from '../kernel/events.ts'
import { StandingConnection } from '../kernel/standing-connection.ts'

type Listener = () => void

/** One LISTEN connection per process: wakes the streams of a merchant when there are events to read. */
export class EventBus {
  private readonly listeners = new Map<string, Set<Listener>>()
  private readonly connection: StandingConnection

  constructor(url: string, log: (error: unknown) => void) {
    this.connection = new StandingConnection(url, 'events', (client) => this.listen(client), log)
  }

  start(): Promise<void> {
    return this.connection.connect()
  }

  stop(): Promise<void> {
    return this.connection.end()
  }

  follow(tenantId: string, listener: Listener): () => void {
    const listeners = this.listeners.get(tenantId) ?? new Set()
    this.listeners.set(tenantId, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.listeners.delete(tenantId)
    }
  }

  private async listen(client: pg.Client): Promise<void> {
    client.on('notification', ({ payload }) => this.wake(payload ?? ''))
    await client.query(`listen ${eventChannel}`)
    // Events may have come while there was no connection.
    for (const tenant of this.listeners.keys()) this.wake(tenant)
  }

  private wake(tenantId: string): void {
    for (const listener of this.listeners.get(tenantId) ?? []) listener()
  }
}

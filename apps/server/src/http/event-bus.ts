import type pg from 'pg'

import { eventChannel } from '../kernel/events.ts'
import { StandingConnection } from '../kernel/standing-connection.ts'

/** One LISTEN connection per process: wakes the feed of a merchant when there are events to read. */
export class EventBus {
  private readonly feeds: ReadonlyMap<string, { wake(): void }>
  private readonly connection: StandingConnection

  constructor(url: string, feeds: ReadonlyMap<string, { wake(): void }>, log: (error: unknown) => void) {
    this.feeds = feeds
    this.connection = new StandingConnection(url, 'events', (client) => this.listen(client), log)
  }

  start(): Promise<void> {
    return this.connection.connect()
  }

  stop(): Promise<void> {
    return this.connection.end()
  }

  private async listen(client: pg.Client): Promise<void> {
    client.on('notification', ({ payload = '' }) => this.feeds.get(payload)?.wake())
    await client.query(`listen ${eventChannel}`)
    // Events may have come while there was no connection.
    for (const feed of this.feeds.values()) feed.wake()
  }
}

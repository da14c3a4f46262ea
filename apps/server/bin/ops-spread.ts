/** The operator's commands for a database that is spread over the nodes of Citus. */
import pg from 'pg'

import type { Deps } from '../src/kernel/ctx.ts'
import { missingForSpread } from '../src/kernel/spread.ts'
import type { Command } from './ops-options.ts'

async function asOwner(deps: Deps, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: deps.db.url, connectionTimeoutMillis: 30_000 })
  client.on('error', () => {}) // a broken connection also fails the query that waits on it
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

const print = (deps: Deps): Promise<void> =>
  asOwner(deps, async (client) => {
    const statements = await missingForSpread(client)
    console.log(statements.length === 0 ? 'the database is spread' : `${statements.join(';\n')};`)
  })

/** Each table is spread in a transaction of its own; after a failure, the next try goes on where this one ended. */
const apply = (deps: Deps): Promise<void> =>
  asOwner(deps, async (client) => {
    for (const statement of await missingForSpread(client)) {
      console.log(statement)
      await client.query(statement)
    }
    console.log('the database is spread')
  })

export const spreadCommands: Record<string, Command> = {
  spread: {
    usage: 'spread',
    what: 'print the statements that are missing to spread the database over the nodes of Citus',
    run: print,
  },
  'spread apply': {
    usage: 'spread apply',
    what: 'run them; stop the product before',
    run: apply,
  },
}

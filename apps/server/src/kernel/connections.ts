/**
 * How many connections to PostgreSQL a process opens at most, by its role. Two processes each of api, gateway and worker
 * fit PostgreSQL's default of 100 with room for the operator; a test compares this with docs/operations.md.
 */
export type Role = 'all' | 'api' | 'gateway' | 'worker' | 'ops'

export type Connections = {
  /** Calls, messages of machines and jobs. */
  main: number
  /** Statements that must hold even if their call fails. */
  autonomous: number
  /** The job queue's own: one of each lane listens for jobs, the others fetch and finish them. */
  queue: number
  /** LISTEN and locks, which last as long as the process. */
  standing: number
}

export const connectionsOf: Readonly<Record<Role, Connections>> = {
  all: { main: 20, autonomous: 4, queue: 10, standing: 4 },
  api: { main: 10, autonomous: 3, queue: 0, standing: 1 },
  gateway: { main: 10, autonomous: 1, queue: 0, standing: 2 },
  worker: { main: 6, autonomous: 2, queue: 10, standing: 1 },
  ops: { main: 2, autonomous: 1, queue: 0, standing: 0 },
}

/**
 * Which jobs of a lane may run at once. A job names the places that it takes (`Placed` in `kernel/asked-jobs.ts`), such as
 * `client:alipay`: it takes one of each, and while one of them is full in this process, the queue passes the job over and
 * gives the next one. A job that is passed over stays in the queue as it is, and uses up no attempt.
 *
 * The queue is asked by one runner at a time, because the next one has to know which places the found job has taken.
 */
import type { Job, WorkerEvents } from '../kernel/job-queue.ts'

/** How many jobs may take a place at a time, by the kind of the place: what stands before its colon. */
export type PlacesOf = Readonly<Record<string, number>>

export class Places {
  private readonly most: PlacesOf
  private readonly taken = new Map<string, number>()

  constructor(most: PlacesOf) {
    this.most = most
  }

  /** Follows the events of a runner. Returns its question which places are full, asked before each look for a job. */
  follow(events: WorkerEvents): () => Promise<string[]> {
    let last = Promise.resolve()
    let looked = (): void => {}
    events.on('job:start', ({ job }) => {
      this.change(job, 1)
      looked()
    })
    events.on('worker:getJob:empty', () => looked())
    events.on('worker:getJob:error', () => looked())
    events.on('job:complete', ({ job }) => this.change(job, -1))
    events.on('worker:fatalError', ({ worker }) => {
      const job = worker.getActiveJob()
      if (job) this.change(job, -1)
    })
    return async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      const before = last
      last = promise
      await before
      looked = resolve
      return this.full()
    }
  }

  private full(): string[] {
    return [...this.taken].filter(([place, jobs]) => jobs >= this.mostOf(place)).map(([place]) => place)
  }

  private mostOf(place: string): number {
    return this.most[place.slice(0, place.indexOf(':'))] ?? Infinity
  }

  private change({ flags }: Job, by: 1 | -1): void {
    for (const place of Object.keys(flags ?? {})) {
      const jobs = (this.taken.get(place) ?? 0) + by
      if (jobs === 0) this.taken.delete(place)
      else this.taken.set(place, jobs)
    }
  }
}

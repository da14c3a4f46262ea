import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * The files that take more than ten seconds, longest first. They begin first, because the other workers would have
 * nothing left to do during a long file at the end. Vitest only knows the durations of the last run on the same clone,
 * and otherwise begins with the largest files.
 */
export const longFiles = [
  'apps/server/src/gateway/acceptance-reports.test.ts',
  'apps/server/src/gateway/acceptance.test.ts',
  'packages/embedded-postgres/src/embedded-postgres.test.ts',
  'apps/server/test/backup.test.ts',
  'apps/server/test/processes.test.ts',
  'apps/server/src/gateway/chaos.test.ts',
  'apps/server/src/gateway/faults.test.ts',
  'apps/server/src/modules/refunds/run.test.ts',
  'apps/server/src/modules/bills/recount.test.ts',
  'apps/server/test/database-restart.test.ts',
  'apps/server/src/gateway/reports.test.ts',
  'apps/server/test/matrix.test.ts',
  'apps/server/src/modules/audit/seal.test.ts',
  'apps/server/src/modules/goods/import.test.ts',
  'apps/server/src/gateway/garbage.test.ts',
  'apps/server/src/worker/worker.test.ts',
  'apps/server/test/call-radius.test.ts',
  'apps/server/src/modules/account/login.test.ts',
  'apps/server/test/access.test.ts',
  'apps/server/src/http/event-streams.test.ts',
  'apps/server/src/modules/media/redraw.test.ts',
  'apps/server/src/kernel/job-queue.test.ts',
  'apps/server/seeds/demo.test.ts',
  'apps/server/seeds/demo-goods.test.ts',
  'apps/server/test/exports.test.ts',
  'apps/server/src/modules/media/images.test.ts',
  'apps/server/src/modules/sales/sales.test.ts',
  'apps/server/src/worker/housekeeping.test.ts',
]

/** The place of a file among the long ones; all others share the last place and keep their order. */
const placeOf = ({ moduleId }: Pick<TestSpecification, 'moduleId'>): number => {
  const place = longFiles.findIndex((file) => moduleId.endsWith(`/${file}`))
  return place === -1 ? longFiles.length : place
}

export const longFirst = <File extends Pick<TestSpecification, 'moduleId'>>(files: readonly File[]): File[] =>
  files.toSorted((a, b) => placeOf(a) - placeOf(b))

/** Names files in the order of their turns, where a program knows better than the list of long files. */
export const orderVariable = 'SLOTWISE_TEST_ORDER'

export const inOrder = <File extends Pick<TestSpecification, 'moduleId'>>(
  files: readonly File[],
  order: readonly string[],
): File[] => {
  const turns = new Map(order.map((file, turn) => [file, turn]))
  const turnOf = ({ moduleId }: File) => turns.get(moduleId) ?? order.length
  return files.toSorted((a, b) => turnOf(a) - turnOf(b))
}

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = process.env[orderVariable]
    if (order) return inOrder(files, order.split(','))
    // oxlint-disable-next-line unicorn/no-array-sort -- this is the sequencer's own method
    return longFirst(await super.sort(files))
  }
}

/**
 * The order in which messages of one machine are stored.
 *
 * - Acknowledgements and progress of commands wait for no report, because a command expires without them, and a long
 *   outbox takes minutes. Each is one conditional UPDATE of its command, and none depends on a report.
 * - A result waits for the slots and settings that the machine reported before it. A machine that has searched or
 *   renumbered its slots reports them first, and an older report would be taken for that one. For a dispensing, counts
 *   and results may come in either order: a piece is booked once (`slots/machine-stock-service.ts`).
 * - Sales, orders, faults and status keep their order. None of them is compared with slots, settings or commands.
 */
import type { UpName } from '@slotwise/machine-protocol'

type Line = 'reports' | 'slots' | 'answers'

const lines: Record<UpName, readonly Line[]> = {
  status: ['reports'],
  sale: ['reports'],
  order: ['reports'],
  fault: ['reports'],
  slots: ['slots'],
  config: ['slots'],
  ack: ['answers'],
  progress: ['answers'],
  result: ['answers', 'slots'],
  // Needs no order: the next one tells the same again.
  heartbeat: [],
}

export const linesOf = (sn: string, name: UpName): string[] => lines[name].map((line) => `${sn} ${line}`)

/** Whether the message answers a command. */
export const isAnswer = (name: UpName): boolean => lines[name].includes('answers')

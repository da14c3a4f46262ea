/**
 * The order in which messages of one machine are stored.
 *
 * - Sales keep their order. None of them is compared with slots, settings, faults or commands, and a machine may have
 *   thousands of them waiting, so everything else overtakes them.
 * - Orders wait for no other message, because a customer waits for them.
 * - Acknowledgements and progress of commands wait for no report, because a command expires without them, and a long
 *   outbox takes minutes. Each is one conditional UPDATE of its command, and none depends on a report.
 * - The state of the machine keeps its order: status, faults, slots and settings. A fault of a slot that was not
 *   reported yet would be dropped, and the begin of a search belongs to the connection of the last status.
 * - A result waits for the state that the machine reported before it. A machine that has searched or
 *   renumbered its slots reports them first, and an older report would be taken for that one. For a dispensing, counts
 *   and results may come in either order: a piece is booked once (`slots/machine-stock-service.ts`).
 */
import type { UpName } from '@slotwise/machine-protocol'

type Line = 'sales' | 'orders' | 'state' | 'answers'

const lines: Record<UpName, readonly Line[]> = {
  sale: ['sales'],
  order: ['orders'],
  status: ['state'],
  fault: ['state'],
  slots: ['state'],
  config: ['state'],
  ack: ['answers'],
  progress: ['answers'],
  result: ['answers', 'state'],
  // Needs no order: the next one tells the same again.
  heartbeat: [],
}

export const linesOf = (sn: string, name: UpName): string[] => lines[name].map((line) => `${sn} ${line}`)

/** Whether the message answers a command. */
export const isAnswer = (name: UpName): boolean => lines[name].includes('answers')

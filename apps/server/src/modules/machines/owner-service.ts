/** Which merchant had a machine when something happened at it. */
import { arrivedAt, clockToleranceMs, type Dated, dateMessage } from '../../kernel/machine-clock.ts'
import type { Owner } from './registry-queries.ts'

type Binding = Pick<Owner, 'tenantId' | 'deviceId'>

export type OwnerThen = {
  binding: Binding
  dated: Dated
  /**
   * The merchants before: the same message may have arrived in the time of one of them, and the time of arrival counted
   * then. So it is for a date that the server does not believe, and for one that was in the future and is not any more.
   */
  earlier: Binding[]
}

/**
 * The merchant who had the machine at the time of a message. Undefined when no merchant had it. Clocks differ a
 * little, so a merchant who got the machine up to two minutes later counts too.
 */
export function ownerAt(owners: readonly Owner[], ts: number, now: Date): OwnerThen | undefined {
  const [first] = owners
  if (!first) return undefined
  const dated = dateMessage(ts, now, first.since)
  const hadIt = (owner: Owner, toleranceMs: number): boolean =>
    owner.since.getTime() - toleranceMs <= dated.at.getTime() &&
    (owner.until === null || owner.until > dated.at)
  const binding =
    owners.findLast((owner) => hadIt(owner, 0)) ?? owners.findLast((owner) => hadIt(owner, clockToleranceMs))
  if (!binding) return undefined
  return { binding, dated, earlier: owners.slice(0, owners.indexOf(binding)) }
}

/**
 * The merchant of a sale. One of a time between two merchants happened all the same, so it is the present one's, by the time
 * of arrival. Undefined when no merchant has the machine now, either.
 */
export function ownerOfSale(owners: readonly Owner[], ts: number, now: Date): OwnerThen | undefined {
  const then = ownerAt(owners, ts, now)
  if (then) return then
  const present = owners.findLast(({ since, until }) => since <= now && until === null)
  return (
    present && {
      binding: present,
      dated: arrivedAt(now),
      earlier: owners.slice(0, owners.indexOf(present)),
    }
  )
}

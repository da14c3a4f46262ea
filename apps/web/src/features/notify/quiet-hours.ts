import type { Notify } from '@slotwise/contract'

type Hours = Pick<Notify, 'start_notify' | 'end_notify'>

/** Quiet hours that begin late and end early pass midnight. */
export const passMidnight = ({ start_notify: start, end_notify: end }: Hours): boolean => start > end

import type { Channel } from '@slotwise/contract'

import { isSized, sells } from '../../../entities/slot/slot-shelves.ts'

const shown = 5

const fullness = ({ quantity, max }: Channel): number => quantity / max

/** The slots that sell something and will be empty first, without the full ones. */
export const lowestSlots = (slots: readonly Channel[]): Channel[] =>
  slots
    .filter((slot) => sells(slot) && isSized(slot) && fullness(slot) < 1)
    .toSorted((a, b) => fullness(a) - fullness(b) || a.channel_sn - b.channel_sn)
    .slice(0, shown)

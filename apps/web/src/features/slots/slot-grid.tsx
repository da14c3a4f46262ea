import { capabilities, type Channel, type Device, settingsOf } from '@slotwise/contract'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { placeByKey, shelvesOf } from '../../entities/slot/slot-shelves.ts'
import { SlotTile } from './slot-tile.tsx'
import { slotWords } from '../../entities/slot/slot-words.ts'

type SlotGridProps = {
  device: Device
  slots: readonly Channel[]
  /** Undefined while tiles open their slots instead of being selected. */
  chosen: ReadonlySet<number> | undefined
  /** Whether a tile opens its slot. */
  opens: boolean
  onPress: (slot: Channel) => void
}

/** The machine from the front: shelf over shelf, or compartments with doors. On a phone as many side by side as fit. */
export function SlotGrid({ device, slots, chosen, opens, onPress }: SlotGridProps) {
  const t = useT(slotWords)
  const perShelf = settingsOf(device.type).includes('channel_x') ? device.channel_x : 1
  const shelves = shelvesOf(slots, perShelf)
  const [stop, setStop] = useState<number>()
  const first = shelves[0]?.[0]?.channel_sn
  const isKnown = slots.some(({ channel_sn: number }) => number === stop)
  const tabStop = isKnown ? stop : first
  const hasDoors = capabilities[device.type].moves === 'door'
  return (
    <div
      className={hasDoors ? 'sw-machine has-doors' : 'sw-machine'}
      style={{ '--per-shelf': Math.min(perShelf, slots.length) } as CSSProperties}
      role="group"
      aria-label={t('grid')}
    >
      {shelves.map((shelf) => (
        <div key={shelf[0]?.channel_sn} className="sw-shelf">
          {shelf.map((slot) => (
            <SlotTile
              key={slot.channel_sn}
              slot={slot}
              type={device.type}
              chosen={chosen?.has(slot.channel_sn)}
              isInert={!chosen && !opens}
              isStop={slot.channel_sn === tabStop}
              onPress={() => onPress(slot)}
              onKeyDown={walk}
              onFocus={() => setStop(slot.channel_sn)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

/** Moves the focus by arrow keys over the tiles as they stand on the screen. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const machine = event.currentTarget.closest('.sw-machine')
  const tiles = [...(machine?.querySelectorAll<HTMLElement>('[data-slot]') ?? [])]
  const from = tiles.findIndex((tile) => tile === event.currentTarget)
  if (from === -1) return
  const topOf = (tile: HTMLElement | undefined): number => Math.round(tile?.getBoundingClientRect().top ?? 0)
  const perRow = tiles.filter((tile) => topOf(tile) === topOf(tiles[0])).length
  const to = placeByKey(event.key, from, tiles.length, perRow)
  if (to === undefined) return
  event.preventDefault()
  tiles[to]?.focus()
}

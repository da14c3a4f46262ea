import type { lampColors } from '@slotwise/contract'

type LampColor = (typeof lampColors)[number]

const shown: Record<LampColor, string> = {
  yellow: '#f5c518',
  green: '#2fae4e',
  red: '#e03131',
  pink: '#f28cb1',
  blue: '#2f6fed',
  'orchid red': '#c23b8f',
  purple: '#7b3fc4',
  'jade green': '#00a884',
  random: 'conic-gradient(#e03131, #f5c518, #2fae4e, #2f6fed, #7b3fc4, #e03131)',
}

/** The colour of a lamp, beside its name. */
export function LampDot({ color }: { color: LampColor }) {
  return <i className="sw-lamp-dot" aria-hidden="true" style={{ background: shown[color] }} />
}

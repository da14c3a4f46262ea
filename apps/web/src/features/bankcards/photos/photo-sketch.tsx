import type { BankPhotoKind } from '@slotwise/contract'
import type { ReactNode } from 'react'

/** Outlines of what to photograph. */
const sketches: Record<BankPhotoKind, ReactNode> = {
  id_card_z: (
    <>
      <rect x="8" y="8" width="80" height="48" rx="5" />
      <path d="M16 20h26M16 30h20M16 40h26M16 48h36" />
      <circle cx="70" cy="26" r="7" />
      <path d="M58 47c1-8 6-11 12-11s11 3 12 11" />
    </>
  ),
  id_card_f: (
    <>
      <rect x="8" y="8" width="80" height="48" rx="5" />
      <circle cx="24" cy="24" r="8" />
      <path d="M40 20h38M40 29h30M30 42h44M30 49h30" />
    </>
  ),
  bank_z: (
    <>
      <rect x="8" y="8" width="80" height="48" rx="5" />
      <rect x="16" y="20" width="13" height="10" rx="2" />
      <path d="M16 41h13M34 41h13M52 41h13M70 41h10M16 49h20" />
    </>
  ),
  bank_f: (
    <>
      <rect x="8" y="8" width="80" height="48" rx="5" />
      <path d="M8 19h80M8 27h80" />
      <rect x="16" y="36" width="44" height="9" rx="1" />
      <path d="M66 41h12" />
    </>
  ),
  hold_id_card: (
    <>
      <circle cx="40" cy="19" r="10" />
      <path d="M18 57c1-16 10-23 22-23 8 0 14 3 18 9" />
      <rect x="52" y="36" width="34" height="21" rx="3" />
      <circle cx="78" cy="44" r="3" />
      <path d="M57 43h13M57 50h20" />
    </>
  ),
}

export function PhotoSketch({ kind }: { kind: BankPhotoKind }) {
  return (
    <svg className="sw-photo-sketch" viewBox="0 0 96 64" fill="none" stroke="currentColor" aria-hidden="true">
      {sketches[kind]}
    </svg>
  )
}

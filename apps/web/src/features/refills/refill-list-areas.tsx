import type { RefillArea } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { refillListWords } from './refill-list-words.ts'

type AreaChipsProps = {
  areas: readonly RefillArea[]
  area: string | undefined
  onChoose: (area: string | undefined) => void
}

/** The areas that pieces are to be brought to, each one click away. */
export function AreaChips({ areas, area, onChoose }: AreaChipsProps) {
  const t = useT(refillListWords)
  if (areas.length < 2 && area === undefined) return null
  return (
    <div className="sw-refill-areas" role="group" aria-label={t('areas')}>
      <button type="button" aria-pressed={area === undefined} onClick={() => onChoose(undefined)}>
        {t('allAreas')}
      </button>
      {areas.map(({ area: id, area_name: name, pieces }) => (
        <button key={id} type="button" aria-pressed={area === id} onClick={() => onChoose(id)}>
          {name} <span className="sw-figures">{t('piecesOf', { count: pieces })}</span>
        </button>
      ))}
    </div>
  )
}

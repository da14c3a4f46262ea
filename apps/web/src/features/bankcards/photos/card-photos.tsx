import { type BankCard, bankCardFieldWords, bankPhotoKinds, bankPhotoWords } from '@slotwise/contract'

import { useT } from '../../../lib/i18n.tsx'
import { PictureAt } from '../../../ui/picture-at.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { usePhotoLinks } from '../api.ts'
import { bankCardWords } from '../bank-card-words.ts'
import { useFetchedPhotos } from './use-fetched-photos.ts'

/** The photos of a card. */
export function CardPhotos({ card: { merchant_id: id, has_photos: hasPhotos } }: { card: BankCard }) {
  const t = useT(bankCardWords)
  const field = useT(bankCardFieldWords)
  const photo = useT(bankPhotoWords)
  const { data: links, error, isFetching, refetch } = usePhotoLinks(id, hasPhotos)
  const addresses = useFetchedPhotos(links)
  return (
    <section aria-labelledby="card-photos">
      <h3 id="card-photos">{field('photos')}</h3>
      {!hasPhotos ? (
        <p className="sw-bank-card-none">{t('noPhotos')}</p>
      ) : error && !links ? (
        <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ul className="sw-bank-card-photos">
          {bankPhotoKinds.map((kind) => (
            <li key={kind}>
              <PhotoLink source={addresses?.[kind]} name={t('openPhoto', { name: photo(kind) })} />
              <small>{photo(kind)}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** A link to the photo once it has an address. */
function PhotoLink({ source, name }: { source: string | undefined; name: string }) {
  const picture = <PictureAt source={source} alt="" />
  if (source === undefined) return picture
  return (
    <a href={source} target="_blank" rel="noreferrer" aria-label={name}>
      {picture}
    </a>
  )
}

import {
  type BankCard,
  bankCardFieldWords,
  type BankPhotoKind,
  bankPhotoKinds,
  bankPhotoWords,
} from '@slotwise/contract'
import { useEffect, useState } from 'react'

import { useT } from '../../../lib/i18n.tsx'
import { PictureAt } from '../../../ui/picture-at.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { useCardPhotos } from '../api.ts'
import { bankCardWords } from '../bank-card-words.ts'

/** The photos of a card. */
export function CardPhotos({ card: { merchant_id: id, has_photos: hasPhotos } }: { card: BankCard }) {
  const t = useT(bankCardWords)
  const field = useT(bankCardFieldWords)
  const photo = useT(bankPhotoWords)
  const { data: photos, error, isFetching, refetch } = useCardPhotos(id, hasPhotos)
  const data = useAddresses(photos)
  return (
    <section aria-labelledby="card-photos">
      <h3 id="card-photos">{field('photos')}</h3>
      {!hasPhotos ? (
        <p className="sw-bank-card-none">{t('noPhotos')}</p>
      ) : error && !photos ? (
        <ErrorState error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <ul className="sw-bank-card-photos">
          {bankPhotoKinds.map((kind) => (
            <li key={kind}>
              <a
                href={data?.[kind]}
                target="_blank"
                rel="noreferrer"
                aria-label={t('openPhoto', { name: photo(kind) })}
              >
                <PictureAt source={data?.[kind]} alt="" />
              </a>
              <small>{photo(kind)}</small>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Addresses = Partial<Record<BankPhotoKind, string>>

/** Addresses of the photos inside of this page, until it shows others. */
function useAddresses(photos: Partial<Record<BankPhotoKind, Blob>> | undefined): Addresses | undefined {
  const [addresses, setAddresses] = useState<Addresses>()
  useEffect(() => {
    if (!photos) return undefined
    const made: Addresses = {}
    for (const kind of bankPhotoKinds) {
      const photo = photos[kind]
      if (photo) made[kind] = URL.createObjectURL(photo)
    }
    setAddresses(made)
    return () => {
      for (const address of Object.values(made)) URL.revokeObjectURL(address)
    }
  }, [photos])
  return addresses
}

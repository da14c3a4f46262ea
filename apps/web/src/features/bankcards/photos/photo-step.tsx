import { type BankCard, type BankPhotoKind, bankPhotoKinds } from '@slotwise/contract'
import { Button } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'

import { CallError, isHandledElsewhere } from '../../../lib/client.ts'
import { useT } from '../../../lib/i18n.tsx'
import { Alert } from '../../../ui/plain/alert.tsx'
import { useAddPhotos, usePhotoLinks } from '../api.ts'
import type { DraftSaver } from '../intake/draft-saver.ts'
import { intakeWords } from '../intake/intake-words.ts'
import { PhotoTile } from './photo-tile.tsx'
import { photoWords } from './photo-words.ts'
import { filesOf, isThere, isUnderWay, type PhotoFiles, usePhotos } from './use-photos.ts'
import { useFetchedPhotos } from './use-fetched-photos.ts'

type PhotoStepProps = {
  card: BankCard
  /** Photos that were uploaded before the form was left. */
  uploaded: PhotoFiles
  saver: DraftSaver
  onDone: () => void
  onLater: () => void
}

/** The last step: five photos, and then the card goes to the reviewer. */
export function PhotoStep({ card, uploaded, saver, onDone, onLater }: PhotoStepProps) {
  const t = useT(photoWords)
  const intake = useT(intakeWords)
  const { merchant_id: id, has_photos: hasPhotos } = card
  const { data: links } = usePhotoLinks(id, hasPhotos)
  const addresses = useFetchedPhotos(links)
  const { photos, choose, turn, retry, lose } = usePhotos(hasPhotos, uploaded)
  const { mutateAsync: addPhotos, isPending } = useAddPhotos()
  const [isAsked, setAsked] = useState(false)
  const [refusal, setRefusal] = useState<CallError>()
  useUploadsKept(filesOf(photos), uploaded, (files) =>
    saver.change({ step: 2, values: { merchant_id: id, ...files } }),
  )

  const isBusy = bankPhotoKinds.some((kind) => isUnderWay(photos[kind]))
  const isComplete = bankPhotoKinds.every((kind) => isThere(photos[kind]))
  const send = async (): Promise<void> => {
    setAsked(true)
    setRefusal(undefined)
    if (!isComplete) return
    try {
      await addPhotos({ merchant_id: id, ...filesOf(photos) })
      await saver.forget()
      onDone()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isHandledElsewhere(error)) return
      lose(kindsIn(error))
      setRefusal(error)
    }
  }
  return (
    <>
      <div className="sw-intake-body">
        <p className="sw-form-intro">{t('intro')}</p>
        <ul className="sw-photos">
          {bankPhotoKinds.map((kind) => (
            <PhotoTile
              key={kind}
              kind={kind}
              photo={photos[kind]}
              link={addresses?.[kind]}
              isMissing={isAsked && photos[kind].at === 'none'}
              onFile={(file) => choose(kind, file)}
              onTurn={() => turn(kind)}
              onRetry={() => retry(kind)}
            />
          ))}
        </ul>
        {refusal && (
          <div className="sw-intake-refusal" ref={intoSight}>
            <Alert tone="error">{refusal.errors[0]?.message ?? refusal.message}</Alert>
          </div>
        )}
        {isAsked && isBusy && <Alert tone="info">{t('waitForUploads')}</Alert>}
      </div>
      <footer className="sw-intake-buttons">
        <small role="status">
          {t('progress', {
            done: bankPhotoKinds.filter((kind) => isThere(photos[kind])).length,
            all: bankPhotoKinds.length,
          })}
        </small>
        <Button onClick={onLater}>{intake('photosLater')}</Button>
        <Button type="primary" loading={isPending} onClick={() => void send()}>
          {intake('sendForReview')}
        </Button>
      </footer>
    </>
  )
}

/** The alert stands below the photos, which may fill the window. */
const intoSight = (alert: HTMLElement | null): void => {
  alert?.scrollIntoView({ block: 'nearest' })
}

/** The photos that the server no longer has: it deletes those that were not handed in for a while. */
const kindsIn = ({ errors }: CallError): BankPhotoKind[] =>
  bankPhotoKinds.filter((kind) => errors.some(({ path }) => path === kind))

/** Keeps the uploaded photos in the draft, because a phone may end the page while its camera is open. */
function useUploadsKept(files: PhotoFiles, before: PhotoFiles, keep: (files: PhotoFiles) => void): void {
  const now = JSON.stringify(files)
  const changed = useEffectEvent((text: string) => {
    if (text !== JSON.stringify(before)) keep(files)
  })
  useEffect(() => changed(now), [now])
}

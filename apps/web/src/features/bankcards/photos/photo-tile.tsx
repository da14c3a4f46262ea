import { CameraOutlined, PictureOutlined, RedoOutlined, ReloadOutlined } from '@ant-design/icons'
import { type BankPhotoKind, bankPhotoUpload, bankPhotoWords, errorText } from '@slotwise/contract'
import { Button } from 'antd'
import type { ReactNode } from 'react'

import { useLocale, useT } from '../../../lib/i18n.tsx'
import { FieldWrong } from '../../../ui/field-wrong.tsx'
import { FileButton } from '../../../ui/file-button.tsx'
import { PictureAt } from '../../../ui/picture-at.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { uiWords } from '../../../ui/ui-words.ts'
import { UploadProgress } from '../../../ui/upload-progress.tsx'
import { useIsTouch } from '../../../ui/use-media.ts'
import { PhotoSketch } from './photo-sketch.tsx'
import { photoWords } from './photo-words.ts'
import { isUnderWay, type Photo } from './use-photos.ts'

type PhotoTileProps = {
  kind: BankPhotoKind
  photo: Photo
  /** Where the photo of the time before is shown. */
  link: string | undefined
  /** The photo was asked for and is still not there. */
  isMissing: boolean
  onFile: (file: File) => void
  onTurn: () => void
  onRetry: () => void
}

/** One of the photos: what to photograph, or the photo with its progress and error, and the ways to take it. */
export function PhotoTile(props: PhotoTileProps) {
  const { kind, photo, link, isMissing, onTurn, onRetry } = props
  const t = useT(photoWords)
  const ui = useT(uiWords)
  const name = useT(bankPhotoWords)(kind)
  const shown = photo.at === 'kept' ? link : 'preview' in photo ? photo.preview : undefined
  return (
    <li className={isMissing ? 'sw-photo is-missing' : 'sw-photo'}>
      <div className="sw-photo-frame">
        {shown === undefined ? <PhotoSketch kind={kind} /> : <PictureAt source={shown} alt={name} />}
      </div>
      <div className="sw-photo-text">
        <h4>{name}</h4>
        <p>{t(`hint_${kind}`)}</p>
        <PhotoStanding photo={photo} name={name} isMissing={isMissing} />
        <div className="sw-photo-ways">
          {photo.at === 'refused' && photo.fault === 'photoNotLandscape' && (
            <Button size="small" icon={<RedoOutlined aria-hidden="true" />} onClick={onTurn}>
              {t('turn')}
            </Button>
          )}
          {photo.at === 'failed' && (
            <Button size="small" icon={<ReloadOutlined aria-hidden="true" />} onClick={onRetry}>
              {ui('retry')}
            </Button>
          )}
          {!isUnderWay(photo) && <TakeButtons {...props} name={name} />}
        </div>
      </div>
    </li>
  )
}

type TakeButtonsProps = Pick<PhotoTileProps, 'kind' | 'photo' | 'onFile'> & { name: string }

/** On a phone the camera opens at once; the photo may also be one that was taken before. */
function TakeButtons({ kind, photo, onFile, name }: TakeButtonsProps) {
  const t = useT(photoWords)
  const isTouch = useIsTouch()
  const isNew = photo.at === 'none'
  const size = isTouch ? 'middle' : 'small'
  const take = ([file]: File[]): void => file && onFile(file)
  const common = { size, accept: bankPhotoUpload.types.join(','), onFiles: take } as const
  const choose = t(isTouch ? 'fromFiles' : isNew ? 'choose' : 'replace')
  const camera = t(isNew ? 'take' : 'takeAnother')
  return (
    <>
      {isTouch && (
        <FileButton
          {...common}
          // The account holder stands in front of the camera, or takes the photo of herself.
          capture={kind === 'hold_id_card' ? 'user' : 'environment'}
          icon={<CameraOutlined aria-hidden="true" />}
          aria-label={`${camera}: ${name}`}
        >
          {camera}
        </FileButton>
      )}
      <FileButton {...common} icon={<PictureOutlined aria-hidden="true" />} aria-label={`${choose}: ${name}`}>
        {choose}
      </FileButton>
    </>
  )
}

type PhotoStandingProps = { photo: Photo; name: string; isMissing: boolean }

function PhotoStanding({ photo, name, isMissing }: PhotoStandingProps): ReactNode {
  const t = useT(photoWords)
  const locale = useLocale()
  switch (photo.at) {
    case 'none':
      return isMissing && <FieldWrong>{t('missing')}</FieldWrong>
    case 'kept':
      return <StatusTag tone="good">{t('kept')}</StatusTag>
    case 'checking':
      return <StatusTag tone="busy">{t('checking')}</StatusTag>
    case 'sending':
      return <UploadProgress name={name} share={photo.share} />
    case 'sent':
      return <StatusTag tone="good">{t('uploaded')}</StatusTag>
    case 'refused':
      return (
        <FieldWrong>
          {photo.fault === 'photoNotLandscape'
            ? t('notLandscape')
            : errorText(locale, photo.fault, { max: bankPhotoUpload.maxBytes / 1_048_576 })}
        </FieldWrong>
      )
    case 'failed':
      return <FieldWrong>{photo.message}</FieldWrong>
  }
}

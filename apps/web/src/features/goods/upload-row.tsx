import { CloseOutlined, ReloadOutlined, ScissorOutlined } from '@ant-design/icons'
import { check, mediaFieldWords, ImageEdit, imageNameLength } from '@slotwise/contract'
import { Button, Input, type InputRef } from 'antd'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { useLocale, useT } from '../../lib/i18n.tsx'
import { uiWords } from '../../ui/ui-words.ts'
import { FieldWrong } from '../../ui/field-wrong.tsx'
import { PictureAt } from '../../ui/picture-at.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { UploadProgress } from '../../ui/upload-progress.tsx'
import { useIsTouch } from '../../ui/use-media.ts'
import { inMegabytes } from './file-size.ts'
import { goodsWords } from './goods-words.ts'
import { isUnderWay, type Upload } from './upload-state.ts'

type UploadRowProps = {
  upload: Upload
  onRename: (name: string) => void
  onCrop: () => void
  onShrink: () => void
  onRetry: () => void
  onRemove: () => void
}

/** One picture: its preview, progress, error and actions. */
export function UploadRow({ upload, onRename, onCrop, onShrink, onRetry, onRemove }: UploadRowProps) {
  const t = useT(goodsWords)
  const ui = useT(uiWords)
  const { name, stage } = upload
  const canCrop = stage.at !== 'refused' || stage.canDraw
  return (
    <li className="sw-upload">
      <PictureAt source={upload.preview} alt="" className="is-medium" />
      <div className="sw-upload-body">
        <NameInput upload={upload} onRename={onRename} />
        <UploadStanding upload={upload} />
        <div className="sw-upload-ways">
          {stage.at === 'failed' && (
            <Button size="small" icon={<ReloadOutlined aria-hidden="true" />} onClick={onRetry}>
              {ui('retry')}
            </Button>
          )}
          {stage.at === 'refused' && stage.canDraw && (
            <Button size="small" onClick={onShrink}>
              {t('shrink')}
            </Button>
          )}
          {canCrop && (
            <Button
              size="small"
              icon={<ScissorOutlined aria-hidden="true" />}
              aria-label={`${t('crop')}: ${name}`}
              onClick={onCrop}
            >
              {t('crop')}
            </Button>
          )}
        </div>
      </div>
      <Button
        type="text"
        className="sw-upload-remove"
        icon={<CloseOutlined aria-hidden="true" />}
        aria-label={t(isUnderWay(upload) ? 'cancelUpload' : 'leaveOut', { name })}
        title={t(isUnderWay(upload) ? 'cancelUpload' : 'leaveOut', { name })}
        onClick={onRemove}
      />
    </li>
  )
}

/** Finds the name field of an upload. */
export const nameFieldOf = (key: string): HTMLElement | null => document.getElementById(idOf(key))
const idOf = (key: string): string => `upload-name-${key}`

function NameInput({ upload, onRename }: Pick<UploadRowProps, 'upload' | 'onRename'>) {
  const field = useT(mediaFieldWords)
  const locale = useLocale()
  const id = idOf(upload.key)
  const input = useRef<InputRef>(null)
  const isTouch = useIsTouch()
  const [left, setLeft] = useState(false)
  const judged = check(ImageEdit.shape.name, upload.name, locale)
  const message = upload.nameError ?? (left && !judged.ok ? judged.errors[0]?.message : undefined)
  // Focuses the name of new pictures, unless a name is being typed; on a phone the keyboard would hide the list.
  const takeFocus = useEffectEvent(() => {
    const isTyping = document.activeElement?.matches('.sw-upload input') ?? false
    if (upload.leads && !isTouch && !isTyping) input.current?.focus({ cursor: 'all' })
  })
  useEffect(() => takeFocus(), [])
  return (
    <>
      <label className="sw-visually-hidden" htmlFor={id}>
        {field('image_name')}
      </label>
      <Input
        ref={input}
        id={id}
        value={upload.name}
        autoComplete="off"
        maxLength={imageNameLength}
        placeholder={field('image_name')}
        {...(message ? { status: 'error', 'aria-invalid': 'true', 'aria-describedby': `${id}-wrong` } : {})}
        onChange={({ target }) => onRename(target.value)}
        onBlur={() => setLeft(true)}
      />
      {message && <FieldWrong id={`${id}-wrong`}>{message}</FieldWrong>}
    </>
  )
}

function UploadStanding({ upload: { stage, blob, name } }: { upload: Upload }) {
  const t = useT(goodsWords)
  switch (stage.at) {
    case 'waiting':
      return <StatusTag tone="idle">{t('uploadWaiting')}</StatusTag>
    case 'sending':
      return <UploadProgress name={name} share={stage.share} />
    case 'sent':
      return <StatusTag tone="good">{t('uploadSent', { size: inMegabytes(blob.size) })}</StatusTag>
    case 'refused':
    case 'failed':
      return <FieldWrong>{stage.message}</FieldWrong>
  }
}

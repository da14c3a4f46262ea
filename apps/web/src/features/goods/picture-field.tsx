import { PictureOutlined, UploadOutlined } from '@ant-design/icons'
import { type GoodsPicture, imageUpload, maxGoodsImages } from '@slotwise/contract'
import { Button } from 'antd'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { useFileDrop } from '../../ui/file-drop.ts'
import { GalleryPicker } from './gallery-picker.tsx'
import { goodsWords } from './goods-words.ts'
import { PictureTiles } from './picture-tiles.tsx'
import './pictures.css'
import { UploadDialog } from './upload-dialog.tsx'

type PictureFieldProps = {
  'aria-label': string
  id?: string
  value?: GoodsPicture[]
  onChange?: (pictures: GoodsPicture[]) => void
  'aria-describedby'?: string
  'aria-invalid'?: 'true'
  /** The form focuses this when there are too many pictures. */
  ref?: Ref<{ focus: () => void }>
}

const none: GoodsPicture[] = []

/** The pictures of goods in their order, from the gallery or from a file; files are added to the gallery too. */
export function PictureField({ value = none, onChange, ref, ...rest }: PictureFieldProps) {
  const t = useT(goodsWords)
  const frame = useRef<HTMLDivElement>(null)
  const [files, setFiles] = useState<File[]>()
  const [choosing, setChoosing] = useState(false)
  const isOver = useFileDrop(setFiles)
  useImperativeHandle(ref, () => ({ focus: () => frame.current?.querySelector('button')?.focus() }))

  const room = Math.max(0, maxGoodsImages - value.length)
  const add = (pictures: readonly GoodsPicture[]): void => {
    const known = new Set(value.map(({ img_id: id }) => id))
    const added = pictures.filter(({ img_id: id }) => !known.has(id)).slice(0, room)
    onChange?.([...value, ...added.map(({ img_id, name, file }) => ({ img_id, name, file }))])
  }
  return (
    <div
      {...rest}
      ref={frame}
      role="group"
      className={isOver ? 'sw-picture-field is-over' : 'sw-picture-field'}
    >
      <PictureTiles pictures={value} onChange={(pictures) => onChange?.(pictures)} />
      <div className="sw-picture-field-ways">
        <FileButton
          icon={<UploadOutlined aria-hidden="true" />}
          accept={imageUpload.types.join()}
          multiple
          disabled={room === 0}
          onFiles={setFiles}
        >
          {t('uploadPictures')}
        </FileButton>
        <Button
          icon={<PictureOutlined aria-hidden="true" />}
          disabled={room === 0}
          onClick={() => setChoosing(true)}
        >
          {t('fromGallery')}
        </Button>
        {value.length > 0 && <span className="sw-picture-field-room">{t('roomLeft', { count: room })}</span>}
      </div>
      {files && <UploadDialog first={files} room={room} onAdded={add} onClose={() => setFiles(undefined)} />}
      {choosing && (
        <GalleryPicker
          room={room}
          taken={value.map(({ img_id: id }) => id)}
          onChosen={add}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

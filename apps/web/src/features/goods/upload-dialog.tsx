import { PlusOutlined } from '@ant-design/icons'
import { check, type Image, ImageEdit, imageUpload } from '@slotwise/contract'
import { Button, ConfigProvider, Modal } from 'antd'
import { useId, useRef, useState } from 'react'

import { CallError } from '../../lib/client.ts'
import { useLocale, useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FileButton } from '../../ui/file-button.tsx'
import { useFileDrop } from '../../ui/file-drop.ts'
import { uiWords } from '../../ui/ui-words.ts'
import { UnsavedQuestion } from '../../ui/unsaved-guard.tsx'
import { useIsTouch } from '../../ui/use-media.ts'
import { useSavePicture } from './api.ts'
import { CropDialog } from './crop-dialog.tsx'
import { shrunk } from './draw-picture.ts'
import { goodsWords } from './goods-words.ts'
import './pictures.css'
import { nameFieldOf, UploadRow } from './upload-row.tsx'
import { isUnderWay, type Upload } from './upload-state.ts'
import { useUploads } from './use-uploads.ts'

type UploadDialogProps = {
  /** The files that opened the dialog. */
  first: readonly File[]
  /** How many of them the form takes; the others go to the gallery only. */
  room?: number
  onAdded: (pictures: Image[]) => void
  onClose: () => void
}

/**
 * Uploads several pictures: each is sent on its own, can be named and cropped meanwhile, and is then saved with the
 * others.
 */
export function UploadDialog({ first, room, onAdded, onClose }: UploadDialogProps) {
  const t = useT(goodsWords)
  const ui = useT(uiWords)
  const formId = useId()
  const isTouch = useIsTouch()
  const { uploads, add, redraw, retry, rename, tell, fail, remove } = useUploads(first)
  const hasMore = useRef(false)
  const take = (files: readonly File[]): void => {
    hasMore.current = true
    add(files)
  }
  const isOver = useFileDrop(take)
  const [cutting, setCutting] = useState<Upload>()
  const [asking, setAsking] = useState(false)
  const { save, saving } = useSaving({ fail, tell, remove })
  const areNamed = useNameCheck(tell)

  const ready = uploads.filter(({ stage }) => stage.at === 'sent')
  const isSending = uploads.some(isUnderWay)
  const shrink = (one: Upload): void =>
    void shrunk(one.preview).then(
      (blob) => redraw(one.key, blob),
      () => fail(one, t('cannotDraw')),
    )
  const saveAll = async (): Promise<void> => {
    if (saving || isSending || ready.length === 0 || !areNamed(ready)) return
    hasMore.current = false
    const added = await save(ready)
    if (added.length > 0) {
      notify('success', t('picturesAdded', { count: added.length }))
      onAdded(added)
    }
    // Files that were added while the others were saved are still to be saved.
    if (added.length === uploads.length && !hasMore.current) onClose()
  }
  const leave = (): void => (uploads.length > 0 ? setAsking(true) : onClose())

  return (
    <Modal
      open
      centered
      width={640}
      className="sw-upload-dialog"
      title={t('uploadPictures')}
      onCancel={leave}
      closable={!saving}
      keyboard={!saving}
      mask={{ closable: false }}
      footer={
        <>
          <Button disabled={saving} onClick={leave}>
            {ui('cancel')}
          </Button>
          <Button
            type="primary"
            htmlType="submit"
            form={formId}
            disabled={ready.length === 0 || isSending}
            loading={saving}
          >
            {t('addPictures', { count: ready.length })}
          </Button>
        </>
      }
    >
      {room !== undefined && <RoomNote room={room} count={uploads.length} />}
      {/* Names cannot be changed while they are being saved. */}
      <ConfigProvider componentDisabled={saving}>
        <form
          id={formId}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            // Otherwise the event would submit the form of the goods around this dialog.
            event.stopPropagation()
            void saveAll()
          }}
        >
          <ul className={isOver ? 'sw-uploads is-over' : 'sw-uploads'} aria-label={t('uploads')}>
            {uploads.map((one) => (
              <UploadRow
                key={one.key}
                upload={one}
                onRename={(name) => rename(one.key, name)}
                onCrop={() => setCutting(one)}
                onShrink={() => shrink(one)}
                onRetry={() => retry(one)}
                onRemove={() => remove(one.key)}
              />
            ))}
          </ul>
        </form>
      </ConfigProvider>
      <div className="sw-drop-place">
        <FileButton
          type="dashed"
          block
          icon={<PlusOutlined aria-hidden="true" />}
          accept={imageUpload.types.join()}
          multiple
          onFiles={take}
        >
          {t('morePictures')}
        </FileButton>
        {!isTouch && <p>{t('dropHint')}</p>}
      </div>
      {cutting && (
        <CropDialog
          source={cutting.preview}
          name={cutting.name}
          confirmLabel={t('useCrop')}
          onDone={(blob) => {
            redraw(cutting.key, blob)
            setCutting(undefined)
          }}
          onClose={() => setCutting(undefined)}
        />
      )}
      <UnsavedQuestion open={asking} onDiscard={onClose} onKeep={() => setAsking(false)} />
    </Modal>
  )
}

function RoomNote({ room, count }: { room: number; count: number }) {
  const t = useT(goodsWords)
  const text = room === 0 ? t('roomNone') : t(count > room ? 'roomOver' : 'roomLeft', { count: room })
  return (
    <p className="sw-upload-room" role="status">
      {text}
    </p>
  )
}

/** Saves nothing until all pictures have names, so that they keep their order; focuses the first that lacks one. */
function useNameCheck(tell: Outcome['tell']): (uploads: readonly Upload[]) => boolean {
  const locale = useLocale()
  return (uploads) => {
    const wrong = uploads.flatMap(({ key, name }) => {
      const judged = check(ImageEdit.shape.name, name, locale)
      return judged.ok ? [] : [{ key, message: judged.errors[0]?.message ?? '' }]
    })
    for (const { key, message } of wrong) tell(key, message)
    const [first] = wrong
    if (first) nameFieldOf(first.key)?.focus()
    return wrong.length === 0
  }
}

type Outcome = Pick<ReturnType<typeof useUploads>, 'tell' | 'fail' | 'remove'>

/** Saves one after the other; a picture that fails stays, with the reason in its row. */
function useSaving({ tell, fail, remove }: Outcome) {
  const { mutateAsync } = useSavePicture()
  const [saving, setSaving] = useState(false)

  const saveOne = async (one: Upload, file: string): Promise<Image | undefined> => {
    try {
      const added = await mutateAsync({ name: one.name, file })
      remove(one.key)
      return added
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const [wrong] = error.errors
      if (wrong?.path === 'name') tell(one.key, wrong.message)
      else fail(one, wrong?.message ?? error.message)
      return undefined
    }
  }
  const save = async (ready: readonly Upload[]): Promise<Image[]> => {
    setSaving(true)
    const added: Image[] = []
    try {
      for (const one of ready) {
        const saved = one.stage.at === 'sent' ? await saveOne(one, one.stage.file) : undefined
        if (saved) added.push(saved)
      }
    } finally {
      setSaving(false)
    }
    return added
  }
  return { save, saving }
}

import { type Image, imageUrl, mediaCalls } from '@slotwise/contract'

import { useT } from '../../lib/i18n.tsx'
import { upload } from '../../lib/upload.ts'
import { useUndoNotice } from '../../ui/undo-notice.ts'
import { useRedrawPicture, useSavePicture } from './api.ts'
import { CropDialog } from './crop-dialog.tsx'
import { goodsWords } from './goods-words.ts'

/**
 * Crops a picture of the gallery; all goods that use it show the new version. The old one is kept for a while, for
 * undo.
 */
export function CropPicture({ picture, onClose }: { picture: Image; onClose: () => void }) {
  const t = useT(goodsWords)
  const { mutateAsync } = useSavePicture()
  const { mutateAsync: redraw } = useRedrawPicture()
  const tellUndoable = useUndoNotice()
  const replace = async (cut: Blob, signal: AbortSignal): Promise<void> => {
    const sent = await upload(mediaCalls.uploadImg, cut, { signal, onProgress: () => undefined })
    signal.throwIfAborted()
    const { img_id, rev, name } = await mutateAsync({
      img_id: picture.img_id,
      rev: picture.rev,
      name: picture.name,
      file: sent.file,
    })
    // It is saved now, even if the dialog was closed; by then the dialog may show another picture.
    tellUndoable(t('pictureCropped'), () => redraw({ img_id, rev, name, file: picture.file }))
    if (!signal.aborted) onClose()
  }
  return (
    <CropDialog
      source={imageUrl(picture.file, 'full')}
      name={picture.name}
      note={picture.used > 0 ? t('cropShownBy', { count: picture.used }) : undefined}
      confirmLabel={t('saveCrop')}
      onDone={replace}
      onClose={onClose}
    />
  )
}

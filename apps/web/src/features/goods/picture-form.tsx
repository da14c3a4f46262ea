import { goodsFieldWords, type Image, ImageEdit, imageNameLength, type List } from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Input } from 'antd'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { notify } from '../../lib/notices.ts'
import { FormDrawer } from '../../ui/form-drawer.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { isElsewhere, useEditedRow } from '../../ui/use-edited-row.ts'
import { usePictureById, useSavePicture } from './api.ts'
import { goodsWords } from './messages/messages.ts'
import { PictureFacts } from './picture-cards.tsx'
import './pictures.css'

type PictureFormProps = {
  id: string
  pictures: UseQueryResult<List<Image>, CallError>
  onClose: () => void
}

const idOf = ({ img_id: id }: Image): string => id

/** A picture of the gallery by itself: large, with its name to be changed. */
export function PictureForm({ id, pictures, onClose }: PictureFormProps) {
  const asked = { id, idOf, shown: pictures }
  const alone = usePictureById(id, isElsewhere(asked))
  const { row, reload } = useEditedRow({ ...asked, alone, onMissing: onClose })
  if (!row) return null
  return <RenamePicture key={id} picture={row} onReload={() => void reload()} onClose={onClose} />
}

type RenamePictureProps = { picture: Image; onReload: () => void; onClose: () => void }

function RenamePicture({ picture, onReload, onClose }: RenamePictureProps) {
  const t = useT(goodsWords)
  const field = useT(goodsFieldWords)
  const { mutateAsync } = useSavePicture()
  return (
    <FormDrawer
      title={t('editPicture')}
      submitLabel={t('savePicture')}
      schema={ImageEdit}
      initial={{ img_id: picture.img_id, rev: picture.rev, name: picture.name }}
      onSubmit={async (edited) => {
        await mutateAsync(edited)
        notify('success', t('saved'))
      }}
      onReload={onReload}
      onClose={onClose}
    >
      <Picture file={picture.file} size="detail" alt={picture.name} className="is-large" />
      <PictureFacts picture={picture} />
      <FormField name="name" label={field('image_name')} required>
        <Input autoComplete="off" maxLength={imageNameLength} />
      </FormField>
    </FormDrawer>
  )
}

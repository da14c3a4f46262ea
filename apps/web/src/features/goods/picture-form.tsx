import {
  mediaFieldWords,
  type Image,
  ImageEdit,
  imageNameLength,
  type List,
  mediaCalls,
} from '@slotwise/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { Input } from 'antd'

import type { CallError } from '../../lib/client.ts'
import { useT } from '../../lib/i18n.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Picture } from '../../ui/picture.tsx'
import { RecordDrawer, recordForm } from '../../ui/record-drawer.tsx'
import { useSavePicture } from './api.ts'
import { goodsWords } from './goods-words.ts'
import { PictureFacts } from './picture-cards.tsx'
import './pictures.css'

type PictureFormProps = {
  id: string
  pictures: UseQueryResult<List<Image>, CallError>
  onClose: () => void
}

const idOf = ({ img_id: id }: Image): string => id

/** One picture of the gallery: large, with an editable name. */
export function PictureForm({ id, pictures, onClose }: PictureFormProps) {
  const t = useT(goodsWords)
  const { mutateAsync: save } = useSavePicture()
  return (
    <RecordDrawer
      {...{ id, idOf, onClose }}
      list={pictures}
      row={mediaCalls.getImg}
      edit={(picture) =>
        recordForm({
          title: t('editPicture'),
          submitLabel: t('savePicture'),
          schema: ImageEdit,
          initial: { img_id: picture.img_id, rev: picture.rev, name: picture.name },
          fields: <PictureFields picture={picture} />,
          save,
          saved: t('saved'),
        })
      }
    />
  )
}

function PictureFields({ picture }: { picture: Image }) {
  const field = useT(mediaFieldWords)
  return (
    <>
      <Picture file={picture.file} size="detail" alt={picture.name} className="is-large" />
      <PictureFacts picture={picture} />
      <FormField name="name" label={field('image_name')} required>
        <Input autoComplete="off" maxLength={imageNameLength} />
      </FormField>
    </>
  )
}

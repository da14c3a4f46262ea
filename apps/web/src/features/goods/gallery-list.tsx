import { UploadOutlined } from '@ant-design/icons'
import { goodsFieldWords, type Image, ImageFilter, imagePageSize, imageUpload } from '@slotwise/contract'
import { Checkbox } from 'antd'
import { type ReactNode, useState } from 'react'

import { useT } from '../../lib/i18n.tsx'
import { lazyDialog } from '../../lib/lazy.ts'
import { useListState } from '../../lib/url-state.ts'
import { DeleteRecord } from '../../ui/delete-record.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { useFileDrop } from '../../ui/file-drop.ts'
import { ListSearch } from '../../ui/filters.tsx'
import { ListFrame } from '../../ui/list-frame.tsx'
import { Alert } from '../../ui/plain/alert.tsx'
import { RowActions } from '../../ui/row-actions.tsx'
import { useIsTouch } from '../../ui/use-media.ts'
import { useDeletePicture, usePictures, useRestorePicture } from './api.ts'
import { CardsSkeleton } from './card-grid.tsx'
import { goodsWords } from './goods-words.ts'
import { PictureCards } from './picture-cards.tsx'

/** Cropping and uploading are loaded on demand. */
const UploadDialog = lazyDialog(async () => (await import('./upload-dialog.tsx')).UploadDialog)
const PictureForm = lazyDialog(async () => (await import('./picture-form.tsx')).PictureForm)
const CropPicture = lazyDialog(async () => (await import('./crop-picture.tsx')).CropPicture)

/** Multiples of two and four columns, so that every line is full. */
const picturePageSizes = [imagePageSize, 8, 16, 32]

export function GalleryList({ tabs }: { tabs: ReactNode }) {
  const t = useT(goodsWords)
  const field = useT(goodsFieldWords)
  const isTouch = useIsTouch()
  const state = useListState(ImageFilter, imagePageSize)
  const query = usePictures(state)
  const [files, setFiles] = useState<File[]>()
  const [deleting, setDeleting] = useState<Image>()
  const [cropping, setCropping] = useState<Image>()
  const isOver = useFileDrop(setFiles)

  const add = (
    <FileButton
      type="primary"
      icon={<UploadOutlined aria-hidden="true" />}
      accept={imageUpload.types.join()}
      multiple
      onFiles={setFiles}
    >
      {t('uploadPictures')}
    </FileButton>
  )
  return (
    <>
      <ListFrame
        views="pictures"
        title={field('goods')}
        tabs={tabs}
        action={add}
        search={<ListSearch state={state} label={t('searchPictures')} hint={t('searchPicturesHint')} />}
        filters={
          <Checkbox
            className="sw-filter-check"
            checked={state.filter.unused === true}
            onChange={({ target }) => state.setFilter({ unused: target.checked || undefined })}
          >
            {t('onlyUnused')}
          </Checkbox>
        }
        aside={!isTouch && <span className="sw-drop-hint">{t('dropHint')}</span>}
        // Above the list, because deleted pictures fill the gallery for a while, even when none is listed.
        bar={query.data?.notice && <Alert tone="warning">{query.data.notice}</Alert>}
        state={state}
        query={query}
        empty={{ title: t('noPictures'), hint: t('noPicturesHint'), action: add }}
        counted={{
          sizes: picturePageSizes,
          total: (count) => t('picturesTotal', { count }),
          perPage: t('picturesPerPage'),
        }}
        skeleton={<CardsSkeleton count={state.size} square />}
      >
        {(pictures) => (
          <PictureCards
            pictures={pictures}
            busy={query.isFetching}
            onOpen={(picture) => state.openDrawer(picture.img_id)}
            onCrop={setCropping}
            actions={(picture) => (
              <RowActions
                name={picture.name}
                onEdit={() => state.openDrawer(picture.img_id)}
                onDelete={() => setDeleting(picture)}
              />
            )}
          />
        )}
      </ListFrame>
      {isOver && !files && <div className="sw-drop-curtain">{t('dropHere')}</div>}
      {files && (
        <UploadDialog
          first={files}
          // New pictures come first, so return to page 1.
          onAdded={() => state.page > 1 && state.setPage(1)}
          onClose={() => setFiles(undefined)}
        />
      )}
      {state.drawer && <PictureForm id={state.drawer} pictures={query} onClose={state.closeDrawer} />}
      {cropping && <CropPicture picture={cropping} onClose={() => setCropping(undefined)} />}
      {deleting && <DeletePicture picture={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function DeletePicture({ picture, onClose }: { picture: Image; onClose: () => void }) {
  const t = useT(goodsWords)
  const { mutateAsync: remove } = useDeletePicture()
  const { mutateAsync: restore } = useRestorePicture()
  return (
    <DeleteRecord
      title={t('deletePictureTitle', { name: picture.name })}
      confirmLabel={t('deletePicture')}
      remove={() => remove({ img_id: picture.img_id })}
      restore={() => restore({ img_id: picture.img_id })}
      removed={t('pictureDeleted')}
      onClose={onClose}
    >
      {t('deletePictureText')}
    </DeleteRecord>
  )
}

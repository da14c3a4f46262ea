import { z } from 'zod'

import { calls, Upload } from '../kernel/call.ts'
import { Id } from '../kernel/fields.ts'
import { listOf, pageOf } from '../kernel/paging.ts'
import { Image, ImageEdit, ImageFilter, imagePageSize, imageUpload, UploadedImage } from './schemas.ts'

const oneImage = z.strictObject({ img_id: Id })

/** The gallery of pictures, of which goods show some. */
export const mediaCalls = calls({
  getImg: {
    path: '/api/v1/g/getImg',
    access: 'goods.manage',
    input: pageOf(ImageFilter, imagePageSize),
    // Says in the caller's language how full the gallery is, before it is full.
    output: listOf(Image).extend({ notice: z.string().optional() }),
  },
  uploadImg: {
    path: '/api/v1/g/uploadImg',
    access: 'goods.manage',
    outside: true,
    extension: true,
    perMinute: 60,
    upload: imageUpload,
    input: Upload,
    output: UploadedImage,
    errors: ['fileTooLarge', 'badPicture', 'badPictureSize', 'picturesFull'],
  },
  editImg: {
    path: '/api/v1/g/editImg',
    access: 'goods.manage',
    changes: true,
    input: ImageEdit,
    output: Image,
    errors: ['notFound', 'changedMeanwhile', 'imageInUseElsewhere'],
  },
  delImg: {
    path: '/api/v1/g/delImg',
    access: 'goods.manage',
    changes: true,
    input: oneImage,
    output: z.object({}),
    errors: ['notFound', 'imageInUse', 'imageInUseElsewhere'],
  },
  restoreImg: {
    path: '/api/v1/g/restoreImg',
    access: 'goods.manage',
    changes: true,
    extension: true,
    input: oneImage,
    output: Image,
    errors: ['notFound'],
  },
})

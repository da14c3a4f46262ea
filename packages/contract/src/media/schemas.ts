import { z } from 'zod'

import { Id, Ids, requiredText, Revision, text } from '../kernel/fields.ts'
import { always } from '../kernel/rules.ts'
import { Instant } from '../kernel/time.ts'

export const imagePageSize = 4

/** The name under which a picture is stored; `/img/{file}!{style}` shows it. */
export const ImageFile = z.string().regex(/^[0-9a-f]{64}$/, { error: 'v:wrongType' })

/** `full` is the stored picture; no side of it is longer than `masterSide`. */
export const imageStyles = ['thumb', 'card', 'detail', 'full'] as const
export const masterSide = 2048
export type ImageStyle = (typeof imageStyles)[number]
export const imageUrl = (file: string, style: ImageStyle): string => `/img/${file}!${style}`

export const imageUpload = { maxBytes: 4 * 1024 * 1024, types: ['image/jpeg', 'image/png'] } as const

export const imageNameLength = 60
/** Without an id, the picture is added. */
export const ImageEdit = z
  .strictObject({
    img_id: Id.optional(),
    rev: Revision.optional(),
    name: requiredText(imageNameLength),
    /** The file that the upload returned; with an id, it replaces the file of that picture. */
    file: ImageFile.optional(),
  })
  .check(
    always<{ img_id?: string | undefined; file?: string | undefined }>(
      ({ img_id: id, file }) => id !== undefined || file !== undefined,
      'file',
      'v:required',
    ),
  )
export const Image = z.object({
  img_id: Id,
  rev: Revision,
  name: z.string(),
  file: ImageFile,
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
  /** Number of goods that show it. */
  used: z.int(),
  created_at: Instant,
})
export type Image = z.infer<typeof Image>
export const ImageFilter = z.strictObject({
  q: text(60).optional(),
  ids: Ids.optional(),
  /** Only pictures that no goods show. */
  unused: z.boolean().optional(),
})
export const UploadedImage = z.object({ file: ImageFile, width: z.int(), height: z.int() })
export type UploadedImage = z.infer<typeof UploadedImage>

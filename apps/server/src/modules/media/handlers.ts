import type { mediaCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { delImg, editImg, getImg, restoreImg, uploadImg } from './image-service.ts'

export const mediaHandlers: HandlersOf<typeof mediaCalls> = {
  getImg,
  uploadImg,
  editImg,
  delImg,
  restoreImg,
}

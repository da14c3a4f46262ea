import { words } from '../kernel/locale.ts'

export const mediaRules = words({
  unknownUpload: [
    '图片已过期，请重新上传',
    '圖片已過期，請重新上傳',
    'The upload has expired. Upload it again.',
  ],
})

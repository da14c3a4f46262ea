import { words } from '../kernel/locale.ts'

/** Names of the fields, for the console. */
export const mediaFieldWords = words({
  image_name: ['图片名称', '圖片名稱', 'Picture name'],
  file: ['图片文件', '圖片檔案', 'Picture file'],
  imageGallery: ['图片库', '圖片庫', 'Picture gallery'],
})

/** Said before a merchant's limit is reached. */
export const pictureQuotaWords = words({
  nearlyFull: [
    '图片库已使用 {percent}%（最多 {count} 张，共 {megabytes} MB）。请删除不再使用的图片，30 天后释放空间；需要更多空间请联系平台。',
    '圖片庫已使用 {percent}%（最多 {count} 張，共 {megabytes} MB）。請刪除不再使用的圖片，30 天後釋放空間；需要更多空間請聯絡平台。',
    'The picture gallery is {percent}% full (at most {count} pictures, {megabytes} MB in total). Delete pictures that are no longer used, which frees their space after 30 days, or ask the platform operator for more.',
  ],
})

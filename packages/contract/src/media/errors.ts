import { errors } from '../kernel/errors.ts'

export const mediaErrors = errors({
  imageInUse: [
    103,
    '图片仍被 {count} 个商品使用（{names}），请先从商品中移除',
    '圖片仍被 {count} 個商品使用（{names}），請先從商品中移除',
    'Goods still use the picture ({count}): {names}. Remove it there first.',
  ],
  imageInUseElsewhere: [
    103,
    '图片仍被 {count} 个您看不到的商品使用，请联系主账号',
    '圖片仍被 {count} 個您看不到的商品使用，請聯絡主帳號',
    'Goods that you cannot see still use the picture ({count}). Ask the main account.',
  ],
  badPicture: [
    100,
    '只能上传 JPG 或 PNG 图片，文件可能已损坏',
    '只能上傳 JPG 或 PNG 圖片，檔案可能已損壞',
    'Only JPG and PNG pictures can be uploaded; the file may be damaged',
  ],
  badPictureSize: [
    100,
    '图片尺寸不符：边长须为 16 至 12000 像素，总像素不超过 4000 万',
    '圖片尺寸不符：邊長須為 16 至 12000 像素，總像素不超過 4000 萬',
    'Each side must have 16 to 12,000 pixels, with at most 40 million pixels in total',
  ],
  picturesFull: [
    103,
    '图片库已满（最多 {count} 张，共 {megabytes} MB）。删除的图片 30 天后释放空间；需要更多空间请联系平台。',
    '圖片庫已滿（最多 {count} 張，共 {megabytes} MB）。刪除的圖片 30 天後釋放空間；需要更多空間請聯絡平台。',
    'The picture gallery is full (at most {count} pictures, {megabytes} MB in total). Deleted pictures free their space after 30 days; ask the platform operator if you need more.',
  ],
})

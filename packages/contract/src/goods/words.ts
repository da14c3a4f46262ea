import { words } from '../kernel/locale.ts'

/** Names of the fields, for the console and for the headers of sheets. */
export const goodsFieldWords = words({
  goods_id: ['商品编号', '商品編號', 'Goods no.'],
  goods_title: ['商品名称', '商品名稱', 'Name'],
  price: ['价格', '價格', 'Price'],
  min_price: ['最低价', '最低價', 'Lowest price'],
  max_price: ['最高价', '最高價', 'Highest price'],
  description: ['商品描述', '商品描述', 'Description'],
  code: ['商品编码', '商品編碼', 'Article code'],
  tags: ['标签', '標籤', 'Tags'],
  images: ['图片', '圖片', 'Pictures'],
  sales: ['销量', '銷量', 'Sold'],
  slot_count: ['在售货道', '在售貨道', 'Slots'],
  created_at: ['创建时间', '建立時間', 'Added'],
  image_name: ['图片名称', '圖片名稱', 'Picture name'],
  file: ['图片文件', '圖片檔案', 'Picture file'],
  size: ['尺寸', '尺寸', 'Size'],
  used: ['使用商品数', '使用商品數', 'Used by goods'],
  goods: ['商品', '商品', 'Goods'],
  imageGallery: ['图片库', '圖片庫', 'Picture gallery'],
})

/** Said before a merchant's limit is reached. */
export const pictureQuotaWords = words({
  nearlyFull: [
    '图片库已使用 {percent}%（最多 {count} 张，共 {megabytes} MB）。请删除不再使用的图片，30 天后释放空间；需要更多空间请联系平台。',
    '圖片庫已使用 {percent}%（最多 {count} 張，共 {megabytes} MB）。請刪除不再使用的圖片，30 天後釋放空間；需要更多空間請聯絡平台。',
    'The gallery is {percent}% full (at most {count} pictures, {megabytes} MB in all). Delete pictures that are no longer used, which frees their room after 30 days, or ask the operator for more.',
  ],
})

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
  created_at: ['创建时间', '建立時間', 'Created'],
  goods: ['商品', '商品', 'Goods'],
})

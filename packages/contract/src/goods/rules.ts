import { words } from '../kernel/locale.ts'

export const goodsRules = words({
  goodsName: [
    "只能使用文字、数字、空格和 . · - ( ) '，不能包含特殊符号",
    "只能使用文字、數字、空格和 . · - ( ) '，不能包含特殊符號",
    "Letters, digits, spaces and . · - ( ) ' only, no special symbols",
  ],
  price: [
    '请输入正确的金额，最多两位小数',
    '請輸入正確的金額，最多兩位小數',
    'Enter an amount with at most 2 decimals',
  ],
  minPrice: ['价格不能低于 0.02', '價格不能低於 0.02', 'The price must be at least 0.02'],
  maxPrice: ['价格不能高于 999,999.99', '價格不能高於 999,999.99', 'The price must be at most 999,999.99'],
  bothPrices: [
    '最低价和最高价需同时填写',
    '最低價和最高價需同時填寫',
    'The lowest and the highest price must be given together',
  ],
  priceOrSpan: [
    '请填写一个价格，或最低价和最高价，不能同时填写',
    '請填寫一個價格，或最低價和最高價，不能同時填寫',
    'Give one price, or the lowest and the highest price, not all of them',
  ],
  minAboveMax: ['最低价不能高于最高价', '最低價不能高於最高價', 'The lowest price cannot exceed the highest'],
  tooManyTags: ['最多 2 个标签', '最多 2 個標籤', 'At most 2 tags'],
  tagComma: [
    '标签之间用空格分隔，不能用逗号或顿号',
    '標籤之間用空格分隔，不能用逗號或頓號',
    'Separate tags by spaces; no commas',
  ],
  tagLong: ['每个标签最多 16 个字', '每個標籤最多 16 個字', 'A tag has at most 16 characters'],
  tooManyImages: ['最多 8 张图片', '最多 8 張圖片', 'At most 8 pictures'],
  unknownImage: ['所选图片不存在', '所選圖片不存在', 'A selected picture does not exist'],
  unknownGoods: ['商品不存在', '商品不存在', 'These goods do not exist'],
  cellError: [
    '单元格中是错误值或未计算的公式',
    '儲存格中是錯誤值或未計算的公式',
    'The cell shows an error, or a formula without its result',
  ],
  repeatedGoods: [
    '该商品在表格中重复出现',
    '該商品在表格中重複出現',
    'These goods appear twice in the sheet',
  ],
})

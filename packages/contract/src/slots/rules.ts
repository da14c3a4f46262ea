import { words } from '../kernel/locale.ts'

export const slotRules = words({
  channelId: ['货道号为 1 至 9999', '貨道號為 1 至 9999', 'A slot number is from 1 to 9999'],
  channelZero: ['货道号不能为 0', '貨道號不能為 0', 'The channel id must not be 0'],
  channelTwice: ['货道号重复', '貨道號重複', 'Duplicate channel id'],
  channelTaken: ['货道号 {number} 已存在', '貨道號 {number} 已存在', 'Duplicate channel id: {number}'],
  chooseSlot: ['请至少选择一个货道', '請至少選擇一個貨道', 'Choose at least one slot'],
  slotTwice: ['同一货道只能出现一次', '同一貨道只能出現一次', 'A slot can be listed only once'],
  unknownSlot: ['货道 {number} 不存在', '貨道 {number} 不存在', 'There is no slot {number}'],
  rate: ['中奖率为 1% 至 100%', '中獎率為 1% 至 100%', 'The winning rate is from 1% to 100%'],
  rateAbove: ['中奖率最高 100%', '中獎率最高 100%', 'The rate is at most 100%'],
  quantity: ['请输入 0 至 9999 的整数', '請輸入 0 至 9999 的整數', 'Enter a whole number from 0 to 9999'],
  quantityAboveMax: ['库存不能超过最大库存', '庫存不能超過最大庫存', 'The stock cannot exceed the capacity'],
  maxBelowQuantity: [
    '最大库存不能小于现有库存',
    '最大庫存不能小於現有庫存',
    'The capacity cannot be below the stock',
  ],
  noGoodsNoStock: [
    '货道 {number} 没有商品，不能有库存',
    '貨道 {number} 沒有商品，不能有庫存',
    'Slot {number} has no goods, so it cannot have stock',
  ],
  noCount: [
    '货道 {number} 没有可采用的设备计数',
    '貨道 {number} 沒有可採用的設備計數',
    'Slot {number} has no device count to use',
  ],
  codeOfSeveral: [
    '有 {count} 个商品使用这个编码，请改用商品编号',
    '有 {count} 個商品使用這個編碼，請改用商品編號',
    '{count} goods have this article code. Use the goods no. instead.',
  ],
  codeOfOthers: [
    '编码与商品编号不是同一个商品',
    '編碼與商品編號不是同一個商品',
    'The article code and the goods no. belong to different goods',
  ],
  priceNeeded: ['有商品的货道需要价格', '有商品的貨道需要價格', 'A slot with goods needs a price'],
  chooseContents: ['请至少选择一组内容', '請至少選擇一組內容', 'Choose at least one group of columns'],
  oneGamePrice: ['请输入统一的游戏价格', '請輸入統一的遊戲價格', 'Enter the game price for all slots'],
  notShared: [
    '仅在所有货道统一时才能在此设置',
    '僅在所有貨道統一時才能在此設定',
    'Can only be set here when all slots share one value',
  ],
  oneRate: ['请输入统一的中奖率', '請輸入統一的中獎率', 'Enter the winning rate for all slots'],
})

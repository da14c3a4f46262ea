import { words } from '@slotwise/contract'

export const checklistWords = words({
  begin: ['开始营业', '開始營業', 'Get started'],
  beginHint: [
    '完成以下步骤，即可开始销售。',
    '完成以下步驟，即可開始銷售。',
    'Complete these steps to start selling.',
  ],
  progress: ['已完成 {done} / {total}', '已完成 {done} / {total}', '{done} of {total} done'],
  stepDone: ['已完成', '已完成', 'Done'],
  stepStore: ['新增门店', '新增門店', 'Add store'],
  stepStoreHint: ['设备所在的位置', '設備所在的位置', 'Where your devices are'],
  stepGoods: ['新增商品', '新增商品', 'Add goods'],
  stepGoodsHint: ['您要销售的商品及图片', '您要銷售的商品及圖片', 'What you sell, with pictures'],
  stepDevice: ['绑定设备', '綁定設備', 'Bind device'],
  stepDeviceHint: [
    '扫描或输入设备上的编号',
    '掃描或輸入設備上的編號',
    'Scan or enter the code on the device',
  ],
  stepSlot: ['设置货道', '設定貨道', 'Set up slots'],
  stepSlotHint: ['为货道选择商品和价格', '為貨道選擇商品和價格', 'Choose goods and a price for each slot'],
  stepSale: ['完成第一笔销售', '完成第一筆銷售', 'Make the first sale'],
  stepSaleHint: ['订单会立即显示在这里', '訂單會立即顯示在這裡', 'It appears here at once'],
})

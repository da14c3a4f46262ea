import { words } from '@slotwise/contract'

export const testWords = words({
  title: ['货道测试', '貨道測試', 'Slot test'],
  hint: [
    '让电机转动或打开柜门，检查是否正常。可能会有商品掉出，会记入库存。',
    '讓馬達轉動或打開櫃門，檢查是否正常。可能會有商品掉出，會記入庫存。',
    'Turns motors or opens doors to check that they work. Goods may drop; the stock is reduced accordingly.',
  ],
  notForPulse: [
    '脉冲设备没有可测试的货道。',
    '脈衝設備沒有可測試的貨道。',
    'A pulse device has no slots to test.',
  ],
  offlineHint: [
    '设备上线后才能测试。',
    '設備上線後才能測試。',
    'The device can be tested once it is online.',
  ],
  busyHint: [
    '设备正在初始化货道，完成后才能测试。',
    '設備正在初始化貨道，完成後才能測試。',
    'The device is initializing its slots. It can be tested when that is done.',
  ],
  offHint: ['开机后才能测试。', '開機後才能測試。', 'The device can be tested once it is switched on.'],
  all: ['全选', '全選', 'Select all'],
  chooseSlot: ['选择货道 {number}', '選擇貨道 {number}', 'Select slot {number}'],
  testOne: ['测试', '測試', 'Test'],
  testOneOf: ['测试货道 {number}', '測試貨道 {number}', 'Test slot {number}'],
  testChosen: [
    '测试所选的 {count} 个货道',
    '測試所選的 {count} 個貨道',
    'Test {count} selected {count|slot|slots}',
  ],
  testNone: ['测试所选货道', '測試所選貨道', 'Test selected slots'],
  testTitle: ['测试 {count} 个货道？', '測試 {count} 個貨道？', 'Test {count} {count|slot|slots}?'],
  testText: [
    '货道 {slots}，每个测试一次。每个货道可能掉出 1 件商品，会记入库存。',
    '貨道 {slots}，每個測試一次。每個貨道可能掉出 1 件商品，會記入庫存。',
    'Slots {slots}, once each. Each may drop one piece; the stock is reduced accordingly.',
  ],
  restIn: ['{seconds} 秒后可再次测试', '{seconds} 秒後可再次測試', 'Next test in {seconds} s'],
  noGoods: ['未放商品', '未放商品', 'No goods'],
  untested: ['近期无测试', '近期無測試', 'No recent test'],
  testing: ['测试中', '測試中', 'Testing'],
  worked: ['正常', '正常', 'OK'],
  failed: ['失败', '失敗', 'Failed'],
  unclear: ['结果未知', '結果未知', 'Result unknown'],
  summary: [
    '测试结果：正常 {worked}，失败 {failed}，等待 {waiting}',
    '測試結果：正常 {worked}，失敗 {failed}，等待 {waiting}',
    'Results: {worked} OK, {failed} failed, {waiting} waiting',
  ],
  results: ['测试结果', '測試結果', 'Test results'],
})

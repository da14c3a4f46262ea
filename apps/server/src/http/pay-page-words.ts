import { words } from '@slotwise/contract'

/** Texts of the sandbox's page to pay on. */
export const payPageWords = words({
  title: ['模拟支付', '模擬支付', 'Sandbox payment'],
  note: [
    '这是演示用的支付页面，不会扣款。',
    '這是示範用的支付頁面，不會扣款。',
    'This is a demo payment page. No money is charged.',
  ],
  pay: ['确认支付', '確認支付', 'Pay'],
  cancel: ['取消', '取消', 'Cancel'],
  paid: ['支付成功', '支付成功', 'Paid'],
  closed: ['订单已关闭', '訂單已關閉', 'This order is closed'],
})

import { words } from '@slotwise/contract'

/** Texts of visits that wait to be sent, in the frame of the console and at their machine. */
export const outboxWords = words({
  waiting: [
    '{count} 次补货待发送',
    '{count} 次補貨待傳送',
    '{count} {count|visit waits|visits wait} to be sent',
  ],
  offline: [
    '没有网络。保持后台页面打开，恢复后自动发送',
    '沒有網路。保持後台頁面開啟，恢復後自動傳送',
    'No network. Sent as soon as it is back while the console is open',
  ],
  server: [
    '服务器没有响应，稍后自动重试',
    '伺服器沒有回應，稍後自動重試',
    'The server does not answer. Sent again soon',
  ],
  busy: ['设备正忙，稍后自动重试', '設備正忙，稍後自動重試', 'The device is busy. Sent again soon'],
  sending: ['正在发送', '正在傳送', 'Sending'],
  sendNow: ['立即发送', '立即傳送', 'Send now'],
  refused: [
    '{count} 次补货未被接受',
    '{count} 次補貨未被接受',
    '{count} {count|visit was|visits were} refused',
  ],
  parted: [
    '{count} 次补货有货道未入账',
    '{count} 次補貨有貨道未入帳',
    '{count} {count|visit has|visits have} slots that were not booked',
  ],
  missing: [
    '设备已解绑，或不在您负责的范围内。',
    '設備已解綁，或不在您負責的範圍內。',
    'The device is unbound, or no longer assigned to you.',
  ],
  rights: ['您已没有管理设备的权限。', '您已沒有管理設備的權限。', 'You may no longer manage devices.'],
  leaveTitle: ['还有补货没有发送', '還有補貨沒有傳送', 'Visits are not sent yet'],
  leaveLine: [
    '此手机上有 {count} 次补货尚未发送。退出登录会删除它们。',
    '此手機上有 {count} 次補貨尚未傳送。登出會刪除它們。',
    'This phone keeps {count} {count|visit that is|visits that are} not sent yet. Logging out deletes {count|it|them}.',
  ],
  leave: ['删除并退出', '刪除並登出', 'Delete and log out'],
})

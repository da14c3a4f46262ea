import { words } from '@slotwise/contract'

/** Texts of visits that wait to be sent, in the frame of the console and at their machine. */
export const outboxWords = words({
  waiting: [
    '{count} 次补货待发送',
    '{count} 次補貨待傳送',
    '{count} {count|refill|refills} waiting to be sent',
  ],
  offline: [
    '没有网络。保持后台页面打开，恢复后自动发送。',
    '沒有網路。保持後台頁面開啟，恢復後自動傳送。',
    'No network. Keep the console open; it is sent once the network is back.',
  ],
  server: [
    '服务器没有响应，稍后自动重试',
    '伺服器沒有回應，稍後自動重試',
    'The server does not respond. Retrying soon.',
  ],
  busy: ['设备正忙，稍后自动重试', '設備正忙，稍後自動重試', 'The device is busy. Retrying soon.'],
  sending: ['正在发送', '正在傳送', 'Sending'],
  sendNow: ['立即发送', '立即傳送', 'Send now'],
  refused: [
    '{count} 次补货未被接受',
    '{count} 次補貨未被接受',
    '{count} {count|refill was|refills were} refused',
  ],
  parted: [
    '{count} 次补货有货道未入账',
    '{count} 次補貨有貨道未入帳',
    '{count} {count|refill has|refills have} slots that were not recorded',
  ],
  missing: [
    '设备已解绑，或不在您负责的范围内。',
    '設備已解綁，或不在您負責的範圍內。',
    'The device was unbound, or is no longer assigned to you.',
  ],
  rights: [
    '您已没有补货的权限。',
    '您已沒有補貨的權限。',
    'You no longer have permission to refill devices.',
  ],
  leaveTitle: ['还有补货没有发送', '還有補貨沒有傳送', 'Some refills are not sent yet'],
  leaveLine: [
    '此手机上有 {count} 次补货尚未发送。退出登录会删除它们。',
    '此手機上有 {count} 次補貨尚未傳送。登出會刪除它們。',
    '{count} {count|refill|refills} on this phone {count|has|have} not been sent yet. Logging out deletes {count|it|them}.',
  ],
  leave: ['删除并退出', '刪除並登出', 'Delete and log out'],
})

import { words } from '@slotwise/contract'

/** Texts of the bell and of the page with all messages. */
export const inboxWords = words({
  title: ['站内消息', '站內訊息', 'Inbox'],
  unread: ['{count} 条未读消息', '{count} 則未讀訊息', '{count} unread {count|message|messages}'],
  all: ['全部', '全部', 'All'],
  onlyUnread: ['未读', '未讀', 'Unread'],
  shown: ['显示的消息', '顯示的訊息', 'Messages shown'],
  allMessages: ['查看全部消息', '檢視全部訊息', 'All messages'],
  markAll: ['全部标为已读', '全部標為已讀', 'Mark all as read'],
  mark: ['标为已读', '標為已讀', 'Mark as read'],
  /** For screen readers: which message. */
  markOne: ['标为已读：{title}', '標為已讀：{title}', 'Mark as read: {title}'],
  details: ['明细（{count}）', '明細（{count}）', 'Details ({count})'],
  detailsOf: ['明细：{title}', '明細：{title}', 'Details: {title}'],
  none: ['还没有消息', '還沒有訊息', 'No messages yet'],
  noneHint: [
    '接收人会在此收到设备离线、库存不足、设备异常和退款的消息。请先绑定接收人。',
    '接收人會在此收到設備離線、庫存不足、設備異常和退款的訊息。請先綁定接收人。',
    'Recipients get messages here about offline devices, low stock, faults and refunds. Bind a recipient first.',
  ],
  noneHintStaff: [
    '接收人会在此收到设备离线、库存不足、设备异常和退款的消息。请联系主账号将您绑定为接收人。',
    '接收人會在此收到設備離線、庫存不足、設備異常和退款的訊息。請聯絡主帳號將您綁定為接收人。',
    'Recipients get messages here about offline devices, low stock, faults and refunds. Ask the main account to add you as a recipient.',
  ],
  bindReceiver: ['绑定接收人', '綁定接收人', 'Bind recipient'],
  noneUnread: ['没有未读消息', '沒有未讀訊息', 'No unread messages'],
  noneUnreadHint: ['所有消息都已读。', '所有訊息都已讀。', 'You have read all messages.'],
  showAll: ['查看全部', '檢視全部', 'Show all'],
})

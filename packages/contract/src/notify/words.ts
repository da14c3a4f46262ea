import { type Locale, reasonText, words } from '../kernel/locale.ts'

export const notifyKindWords = words({
  offline: ['设备离线', '設備離線', 'Offline'],
  low_stock: ['库存不足', '庫存不足', 'Low stock'],
  auto_refund: ['自动退款', '自動退款', 'Auto refund'],
  manual_refund: ['手动退款', '手動退款', 'Manual refund'],
  abnormal: ['设备异常', '設備異常', 'Abnormal device'],
})

export const notifyChannelWords = words({
  inbox: ['站内消息', '站內訊息', 'Inbox'],
  wechat: ['微信', '微信', 'WeChat'],
  telegram: ['Telegram', 'Telegram', 'Telegram'],
  wecom: ['企业微信群机器人', '企業微信群組機器人', 'WeCom group robot'],
  dingtalk: ['钉钉群机器人', '釘釘群組機器人', 'DingTalk group robot'],
  lark: ['飞书群机器人', '飛書群組機器人', 'Lark group robot'],
  webhook: ['自有服务器（Webhook）', '自有伺服器（Webhook）', 'Own server (webhook)'],
})

export const noticeStateWords = words({
  held: ['免打扰中', '免打擾中', 'Held for quiet hours'],
  waiting: ['发送中', '傳送中', 'Sending'],
  sent: ['已送达', '已送達', 'Delivered'],
  dead: ['未送达', '未送達', 'Not delivered'],
})

export const notifyFieldWords = words({
  notice: ['启用', '啟用', 'Active'],
  not_disture: ['免打扰', '免打擾', 'Do not disturb'],
  start_notify: ['免打扰开始', '免打擾開始', 'Quiet from'],
  end_notify: ['免打扰结束', '免打擾結束', 'Quiet until'],
  permission: ['通知内容', '通知內容', 'Content types'],
  all_device: ['通知范围', '通知範圍', 'Scope'],
  store: ['门店', '門店', 'Stores'],
  remarks: ['备注', '備註', 'Remarks'],
  receiver: ['接收人', '接收人', 'Recipient'],
  channel: ['渠道', '管道', 'Channel'],
  stopped: ['对方已停止接收', '對方已停止接收', 'Stopped by the person'],
  name: ['名称', '名稱', 'Name'],
  url: ['地址', '位址', 'Address'],
  secret: ['签名密钥', '簽章金鑰', 'Signing secret'],
})

export const notifyScopeWords = words({
  all: ['全部门店', '全部門店', 'All stores'],
  part: ['部分门店', '部分門店', 'Some stores'],
})

/** Why a notice was not delivered, where the reason is ours and not the channel's. */
const noticeReasonWords = words({
  accountGone: ['账号已删除', '帳號已刪除', 'The account was deleted'],
  noAnswer: ['渠道没有响应', '管道沒有回應', 'The channel did not answer'],
  tooMany: ['发送过于频繁，正在等待', '傳送過於頻繁，正在等待', 'Too many messages at once; waiting to send'],
  personGone: [
    '对方已取消关注或屏蔽',
    '對方已取消關注或封鎖',
    'The person does not follow the account any more, or blocks it',
  ],
  channelOff: ['该渠道未开通', '該管道未開通', 'This channel is not offered any more'],
  notAddress: ['地址无效', '位址無效', 'The address is not valid'],
  notPublic: ['地址不在公网', '位址不在公開網路', 'The address is not on the public internet'],
  quiet: ['免打扰结束后发送', '免打擾結束後傳送', 'Waiting for the quiet hours to end'],
})
export type NoticeReason = keyof (typeof noticeReasonWords)['en-US']

export const noticeReasonText = (locale: Locale, why: string): string =>
  reasonText(noticeReasonWords, locale, why)

import { words } from '../kernel/locale.ts'

export const integrationFieldWords = words({
  name: ['名称', '名稱', 'Name'],
  tail: ['密钥末四位', '金鑰末四碼', 'Last characters'],
  roleid: ['角色', '角色', 'Role'],
  all_device: ['全部门店和设备', '全部門店和設備', 'All stores and devices'],
  area: ['区域', '區域', 'Areas'],
  store: ['门店', '門店', 'Stores'],
  device: ['设备', '設備', 'Devices'],
  expires_at: ['到期时间', '到期時間', 'Expires'],
  revoked_at: ['吊销时间', '註銷時間', 'Revoked'],
  url: ['推送地址', '推送位址', 'Address'],
  kinds: ['事件', '事件', 'Events'],
  enabled: ['启用', '啟用', 'Enabled'],
  first: ['起始事件', '起始事件', 'First event'],
  last: ['结束事件', '結束事件', 'Last event'],
  count: ['条数', '筆數', 'Number'],
})

export const eventKindWords = words({
  sale: ['销售', '銷售', 'Sale'],
  refund: ['退款', '退款', 'Refund'],
  fault_begin: ['设备异常发生', '設備異常發生', 'Device problem begins'],
  fault_end: ['设备异常恢复', '設備異常恢復', 'Device problem ends'],
})

export const eventDeliveryStateWords = words({
  waiting: ['待推送', '待推送', 'Waiting'],
  sent: ['已送达', '已送達', 'Delivered'],
  dead: ['未送达', '未送達', 'Not delivered'],
})

export const eventDeliveryReasonWords = words({
  no_answer: ['8 秒内无应答', '8 秒內無回應', 'No answer within 8 s'],
  unknown_host: ['域名无法解析', '網域無法解析', 'The host name is unknown'],
  not_public: ['不是公网地址', '不是公開網路位址', 'Not a public address'],
  not_address: ['地址无效', '位址無效', 'Not a valid address'],
  given_up: ['推送已停用', '推送已停用', 'The webhook was turned off'],
})

export const keyStateWords = words({
  active: ['有效', '有效', 'Active'],
  expired: ['已过期', '已過期', 'Expired'],
  revoked: ['已吊销', '已註銷', 'Revoked'],
})

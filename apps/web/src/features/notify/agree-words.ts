import { words } from '@slotwise/contract'

/** Texts of the page that the QR code of a receiver leads to. */
export const agreeWords = words({
  title: ['接收通知', '接收通知', 'Get notifications'],
  intro: [
    '“{merchant}”邀请您接收通知。同意后，以下情况会发到您的站内消息：',
    '「{merchant}」邀請您接收通知。同意後，以下情況會傳送到您的站內訊息：',
    '{merchant} invites you to get notifications. If you agree, you get messages in your inbox about:',
  ],
  nothing: [
    '“{merchant}”邀请您接收通知。您的账号目前不能查看设备和销售订单，所以即使同意也收不到通知，请主账号先调整您的角色。',
    '「{merchant}」邀請您接收通知。您的帳號目前不能檢視設備和銷售訂單，所以即使同意也收不到通知，請主帳號先調整您的角色。',
    '{merchant} invites you to get notifications. Your account cannot see devices or sales, so none would arrive. Ask the main account to change your role first.',
  ],
  limits: [
    '仅限您可以查看的门店和设备。主账号可以更改或停止这些通知。',
    '僅限您可以檢視的門店和設備。主帳號可以更改或停止這些通知。',
    'Only for stores and devices that you can see. The main account can change or stop these notifications.',
  ],
  as: ['当前账号：{account}', '目前帳號：{account}', 'Logged in as {account}'],
  agree: ['同意接收', '同意接收', 'Agree'],
  notNow: ['暂不接收', '暫不接收', 'Not now'],
  otherAccount: ['使用其他账号', '使用其他帳號', 'Use another account'],
  done: ['已开始接收通知', '已開始接收通知', 'You now get notifications'],
  doneText: [
    '以下情况会发到您的站内消息：{kinds}。',
    '以下情況會傳送到您的站內訊息：{kinds}。',
    'You get messages in your inbox about: {kinds}.',
  ],
  doneNothing: [
    '主账号在您的角色中开通设备或销售订单权限后，通知会发到您的站内消息。',
    '主帳號在您的角色中開通設備或銷售訂單權限後，通知會傳送到您的站內訊息。',
    'Messages arrive in your inbox once the main account lets your role see devices or sales.',
  ],
  already: ['您已在接收通知', '您已在接收通知', 'You already get notifications'],
  alreadyText: [
    '无需再次同意，设置没有改变。此二维码仍可供他人使用。',
    '無需再次同意，設定沒有改變。此 QR 碼仍可供他人使用。',
    'There is nothing to agree to, and no settings have changed. Another person can still use this QR code.',
  ],
  openInbox: ['打开站内消息', '開啟站內訊息', 'Open inbox'],
  home: ['返回首页', '返回首頁', 'Back to home'],
  expired: ['二维码已失效', 'QR 碼已失效', 'This QR code has expired'],
  expiredText: [
    '二维码在 15 分钟内有效，且仅限一人使用。请主账号生成新的二维码。',
    'QR 碼在 15 分鐘內有效，且僅限一人使用。請主帳號產生新的 QR 碼。',
    'A QR code is valid for 15 minutes and for one person. Ask the main account for a new one.',
  ],
  otherMerchant: [
    '您登录的是“{merchant}”。如果二维码属于其他商户，请使用该商户的账号。',
    '您登入的是「{merchant}」。如果 QR 碼屬於其他商家，請使用該商家的帳號。',
    'You are logged in to {merchant}. If the QR code belongs to another merchant, use an account there.',
  ],
  unchecked: ['暂时无法读取', '暫時無法讀取', 'This cannot be loaded right now'],
})

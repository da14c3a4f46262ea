import { words } from '@slotwise/contract'

/** Texts of the page that the QR code of a receiver leads to. */
export const agreeWords = words({
  title: ['接收通知', '接收通知', 'Get notices'],
  intro: [
    '“{merchant}”邀请您接收通知。同意后，以下情况会发到您的站内消息：',
    '「{merchant}」邀請您接收通知。同意後，以下情況會傳送到您的站內訊息：',
    '{merchant} asks you to get notices. If you agree, your console inbox tells you of:',
  ],
  nothing: [
    '“{merchant}”邀请您接收通知。您的账号目前不能查看设备和销售订单，所以即使同意也收不到通知，请主账号先调整您的角色。',
    '「{merchant}」邀請您接收通知。您的帳號目前不能檢視設備和銷售訂單，所以即使同意也收不到通知，請主帳號先調整您的角色。',
    '{merchant} asks you to get notices. Your account may see neither devices nor sales, so nothing would arrive even if you agree. The main account can change your role.',
  ],
  limits: [
    '仅限您可以查看的门店和设备。主账号可以更改或停止这些通知。',
    '僅限您可以檢視的門店和設備。主帳號可以更改或停止這些通知。',
    'Only of stores and devices that you may see. The main account can change or stop these notices.',
  ],
  as: ['当前账号：{account}', '目前帳號：{account}', 'Signed in as {account}'],
  agree: ['同意接收', '同意接收', 'Agree'],
  notNow: ['暂不接收', '暫不接收', 'Not now'],
  otherAccount: ['使用其他账号', '使用其他帳號', 'Use another account'],
  done: ['已开始接收通知', '已開始接收通知', 'You now get notices'],
  doneText: [
    '以下情况会发到您的站内消息：{kinds}。',
    '以下情況會傳送到您的站內訊息：{kinds}。',
    'You now hear of: {kinds}.',
  ],
  doneNothing: [
    '主账号在您的角色中开通设备或销售订单权限后，通知会发到您的站内消息。',
    '主帳號在您的角色中開通設備或銷售訂單權限後，通知會傳送到您的站內訊息。',
    'Notices arrive once the main account lets your role see devices or sales.',
  ],
  already: ['您已在接收通知', '您已在接收通知', 'You get notices already'],
  alreadyText: [
    '无需再次同意，设置没有改变。此二维码仍可供他人使用。',
    '無需再次同意，設定沒有改變。此 QR 碼仍可供他人使用。',
    'There is nothing to agree to, and nothing has changed. Another person can still use this code.',
  ],
  openInbox: ['打开站内消息', '開啟站內訊息', 'Open the inbox'],
  home: ['返回首页', '返回首頁', 'Go to the start page'],
  expired: ['二维码已失效', 'QR 碼已失效', 'This code has expired'],
  expiredText: [
    '二维码在 15 分钟内有效，且仅限一人使用。请主账号生成新的二维码。',
    'QR 碼在 15 分鐘內有效，且僅限一人使用。請主帳號產生新的 QR 碼。',
    'A code is good for 15 minutes, and for one person. Ask the main account for a new one.',
  ],
  otherMerchant: [
    '您登录的是“{merchant}”。如果二维码属于其他商户，请使用该商户的账号。',
    '您登入的是「{merchant}」。如果 QR 碼屬於其他商戶，請使用該商戶的帳號。',
    'You are signed in to {merchant}. If the code is of another merchant, use an account there.',
  ],
  unchecked: ['暂时无法读取', '暫時無法讀取', 'This cannot be read at the moment'],
  retry: ['重试', '重試', 'Try again'],
})

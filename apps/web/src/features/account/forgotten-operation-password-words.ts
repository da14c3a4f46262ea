import { words } from '@slotwise/contract'

export const forgottenOperationWords = words({
  title: ['重置自己的操作密码', '重設自己的操作密碼', 'Reset your own operation password'],
  why: [
    '请验证登录密码和发送到 {phone} 的验证码。重置后，您在其他设备上的登录会结束。',
    '請驗證登入密碼和傳送到 {phone} 的驗證碼。重設後，您在其他裝置上的登入會結束。',
    'Confirm your login password and the code sent to {phone}. Your logins on other devices will end.',
  ],
  password: ['登录密码', '登入密碼', 'Login password'],
  code: ['短信验证码', '簡訊驗證碼', 'SMS code'],
  next: ['新操作密码', '新操作密碼', 'New operation password'],
  confirm: ['确认新操作密码', '確認新操作密碼', 'Confirm the new operation password'],
  submit: ['重置操作密码', '重設操作密碼', 'Reset operation password'],
  done: ['操作密码已重置', '操作密碼已重設', 'The operation password has been reset'],
})

import { words } from '@slotwise/contract'

export const forgottenOperationWords = words({
  title: ['重置自己的操作密码', '重設自己的操作密碼', 'Reset your own operation password'],
  why: [
    '请验证登录密码和发送到 {phone} 的验证码。重置后，您在其他设备上的登录会结束。',
    '請驗證登入密碼和傳送到 {phone} 的驗證碼。重設後，您在其他裝置上的登入會結束。',
    'Confirm your login password and the code sent to {phone}. Your logins on other devices will end.',
  ],
  password: ['登录密码', '登入密碼', 'Login password'],
  code: ['验证码', '驗證碼', 'Verification code'],
  noText: [
    '收不到短信时，请联系平台工作人员，核实身份后会给您一个 6 位验证码，填在此处即可。',
    '收不到簡訊時，請聯絡平台工作人員，核實身分後會給您一個 6 位驗證碼，填在此處即可。',
    'If no text message arrives, contact the staff of this platform. After checking who you are, they give you a 6-digit code to enter here.',
  ],
  next: ['新操作密码', '新操作密碼', 'New operation password'],
  confirm: ['确认新操作密码', '確認新操作密碼', 'Confirm the new operation password'],
  submit: ['重置操作密码', '重設操作密碼', 'Reset operation password'],
  done: ['操作密码已重置', '操作密碼已重設', 'The operation password has been reset'],
})

import { words } from '@slotwise/contract'

export const resetLoginWords = words({
  title: ['重置登录密码', '重設登入密碼', 'Reset login password'],
  sentTo: ['验证码将发送到 {phone}。', '驗證碼將傳送到 {phone}。', 'The code will be sent to {phone}.'],
  code: ['短信验证码', '簡訊驗證碼', 'SMS code'],
  password: ['新登录密码', '新登入密碼', 'New login password'],
  confirm: ['确认新登录密码', '確認新登入密碼', 'Confirm the new login password'],
  submit: ['重置登录密码', '重設登入密碼', 'Reset login password'],
  done: ['登录密码已重置', '登入密碼已重設', 'The login password has been reset'],
  logInAgain: ['请使用新密码重新登录', '請使用新密碼重新登入', 'Please log in again with the new password'],
})

import { words } from '@slotwise/contract'

export const resetLoginWords = words({
  'zh-CN': {
    title: '重置登录密码',
    sentTo: '验证码将发送到 {phone}。',
    code: '验证码',
    password: '新登录密码',
    confirm: '确认新登录密码',
    submit: '重置登录密码',
    done: '登录密码已重置',
    logInAgain: '请使用新密码重新登录',
  },
  'zh-TW': {
    title: '重設登入密碼',
    sentTo: '驗證碼將傳送到 {phone}。',
    code: '驗證碼',
    password: '新登入密碼',
    confirm: '確認新登入密碼',
    submit: '重設登入密碼',
    done: '登入密碼已重設',
    logInAgain: '請使用新密碼重新登入',
  },
  'en-US': {
    title: 'Reset login password',
    sentTo: 'The code goes to {phone}.',
    code: 'SMS code',
    password: 'New login password',
    confirm: 'Confirm the new login password',
    submit: 'Reset login password',
    done: 'The login password has been reset',
    logInAgain: 'Please log in again with the new password',
  },
})

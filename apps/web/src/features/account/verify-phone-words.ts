import { words } from '@slotwise/contract'

export const verifyPhoneWords = words({
  title: ['验证手机号', '驗證手機號碼', 'Verify phone number'],
  why: [
    '验证码将发送到 {phone}。验证后，您可以用该手机号登录。',
    '驗證碼將傳送到 {phone}。驗證後，您可以用該手機號碼登入。',
    'The code is sent to {phone}. Once verified, you can log in with this number.',
  ],
  code: ['短信验证码', '簡訊驗證碼', 'SMS code'],
  submit: ['验证', '驗證', 'Verify'],
  done: ['手机号已验证', '手機號碼已驗證', 'Phone number verified'],
})

import { words } from '@slotwise/contract'

export const invitationWords = words({
  title: ['设置登录密码', '設定登入密碼', 'Set login password'],
  invited: [
    '{merchant}邀请您（{name}）使用商户后台。',
    '{merchant}邀請您（{name}）使用商家後台。',
    '{merchant} invites you, {name}, to use its console.',
  ],
  account: ['您的账号：{username}', '您的帳號：{username}', 'Your account: {username}'],
  phoneToo: [
    '设置后通常也可以用接收短信的手机号登录，除非该号码还属于其他账号。',
    '設定後通常也可以用接收簡訊的手機號碼登入，除非該號碼還屬於其他帳號。',
    'You can then usually also log in with the phone number that received the message, unless it belongs to another account.',
  ],
  code: ['邀请码', '邀請碼', 'Invitation code'],
  codeHint: [
    '见邀请短信，不区分大小写',
    '見邀請簡訊，不區分大小寫',
    'In the text message; not case-sensitive',
  ],
  setPassword: ['设置密码', '設定密碼', 'Set password'],
  done: ['密码已设置，请登录', '密碼已設定，請登入', 'Your password is set. Please log in.'],
  toLogin: ['已经设置过密码？', '已經設定過密碼？', 'Already set a password?'],
})

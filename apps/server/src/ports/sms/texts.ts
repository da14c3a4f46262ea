import { fill, words } from '@slotwise/contract'

import { codeLifeMinutes, invitationLifeHours } from './sms.ts'
import type { SmsMessage } from './sms.ts'

/**
 * Every text fits one message (70 characters with Chinese, 160 without), because some networks deliver parts
 * separately. Quotes are straight in English, because curly ones would leave room for 70.
 */
export const smsWords = words({
  signup: [
    'Slotwise：您的注册验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    'Slotwise：您的註冊驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
    'Slotwise: your sign-up code is {code}. It is valid for {minutes} minutes. Do not share it.',
  ],
  reset: [
    'Slotwise：您正在找回密码，验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    'Slotwise：您正在找回密碼，驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
    'Slotwise: your code to recover your password is {code}. It is valid for {minutes} minutes. Do not share it.',
  ],
  header: [
    'Slotwise：您正在重置登录密码，验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    'Slotwise：您正在重設登入密碼，驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
    'Slotwise: your code to reset your login password is {code}. It is valid for {minutes} minutes. Do not share it.',
  ],
  operation: [
    'Slotwise：您正在重置操作密码，验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    'Slotwise：您正在重設操作密碼，驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
    'Slotwise: your code to reset your operation password is {code}. It is valid for {minutes} minutes. Do not share it.',
  ],
  phone: [
    'Slotwise：您正在验证手机号，验证码是 {code}，{minutes} 分钟内有效，请勿告诉他人。',
    'Slotwise：您正在驗證手機號碼，驗證碼是 {code}，{minutes} 分鐘內有效，請勿告訴他人。',
    'Slotwise: your code to verify your phone number is {code}. It is valid for {minutes} minutes. Do not share it.',
  ],
  inviteByLink: [
    'Slotwise：邀请您设置登录密码 {link} {hours}小时有效',
    'Slotwise：邀請您設定登入密碼 {link} {hours}小時有效',
    'Slotwise: you are invited to the merchant console. Set your password within {hours} hours: {link}',
  ],
  // A code to type, where networks block links.
  inviteByCode: [
    'Slotwise：您的邀请码是 {code}，请在登录页“使用邀请码”中设置密码，{hours} 小时内有效。',
    'Slotwise：您的邀請碼是 {code}，請在登入頁「使用邀請碼」中設定密碼，{hours} 小時內有效。',
    'Slotwise: your invitation code is {code}. Choose "Use an invitation code" on the login page. It is valid for {hours} hours.',
  ],
})

const isMalaysian = (to: string): boolean => to.startsWith('+60')

function wording({ to, purpose, code, link, locale }: SmsMessage): string {
  const texts = smsWords[locale]
  if (purpose !== 'invite') return fill(texts[purpose], { code, minutes: codeLifeMinutes })
  return link === undefined || isMalaysian(to)
    ? fill(texts.inviteByCode, { code, hours: invitationLifeHours })
    : fill(texts.inviteByLink, { link, hours: invitationLifeHours })
}

/**
 * The text, for senders that take free text. Malaysian networks require the price of receiving it first ("RM0") and the
 * brand name, and block messages with a URL or a phone number.
 */
export function smsText(message: SmsMessage): string {
  const text = wording(message)
  return isMalaysian(message.to) ? `RM0 ${text}` : text
}

import { codeLifeMinutes } from './sms.ts'
import type { SmsLocale, SmsMessage, SmsPurpose } from './sms.ts'

/**
 * Every text fits one message (70 characters with Chinese, 160 without), because some networks deliver parts
 * separately.
 */
const minutes = codeLifeMinutes
const wordings: Record<SmsLocale, Record<SmsPurpose, (code: string) => string>> = {
  'zh-CN': {
    signup: (code) => `Slotwise：您的注册验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
    reset: (code) => `Slotwise：您正在找回密码，验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
    header: (code) => `Slotwise：您正在修改登录密码，验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
    operation: (code) =>
      `Slotwise：您正在重置操作密码，验证码是 ${code}，${minutes} 分钟内有效，请勿告诉他人。`,
  },
  'zh-TW': {
    signup: (code) => `Slotwise：您的註冊驗證碼是 ${code}，${minutes} 分鐘內有效，請勿告訴他人。`,
    reset: (code) => `Slotwise：您正在找回密碼，驗證碼是 ${code}，${minutes} 分鐘內有效，請勿告訴他人。`,
    header: (code) => `Slotwise：您正在修改登入密碼，驗證碼是 ${code}，${minutes} 分鐘內有效，請勿告訴他人。`,
    operation: (code) =>
      `Slotwise：您正在重設操作密碼，驗證碼是 ${code}，${minutes} 分鐘內有效，請勿告訴他人。`,
  },
  'en-US': {
    signup: (code) =>
      `Slotwise: your sign-up code is ${code}. It is valid for ${minutes} minutes. Do not share it.`,
    reset: (code) =>
      `Slotwise: your code to recover your password is ${code}. It is valid for ${minutes} minutes. Do not share it.`,
    header: (code) =>
      `Slotwise: your code to change your login password is ${code}. It is valid for ${minutes} minutes. Do not share it.`,
    operation: (code) =>
      `Slotwise: your code to reset your operation password is ${code}. It is valid for ${minutes} minutes. Do not share it.`,
  },
}

/**
 * The text, for senders that take free text. Malaysian networks require the price of receiving it first ("RM0") and the
 * brand name, and block messages with a URL or a phone number.
 */
export function smsText({ to, purpose, code, locale }: SmsMessage): string {
  const text = wordings[locale][purpose](code)
  return to.startsWith('+60') ? `RM0 ${text}` : text
}

import type { accountCalls } from '@slotwise/contract'

import type { HandlersOf } from '../../kernel/handler.ts'
import { describeMe } from './identity.ts'
import { acceptInvitation, getInvitation } from './invitation-service.ts'
import { branding, checkPwd, login, logout } from './login-service.ts'
import { checkOprPwd, editOprPwd } from './operation-service.ts'
import { resetOprPwd, sendOperationCode } from './operation-reset-service.ts'
import { changePwd, resetPwd, sendHeaderCode, sendResetCode } from './password-service.ts'
import { sendPhoneCode, verifyPhone } from './phone-proof-service.ts'
import { checkAccount, checkPhoneCode, checkSignedCode, signUp } from './signup-service.ts'

export const accountHandlers: HandlersOf<typeof accountCalls> = {
  login,
  checkAccount: (ctx, { phone }) => checkAccount(ctx, 'CN', phone),
  checkAccountMy: (ctx, { phone }) => checkAccount(ctx, 'MY', phone).then(() => ({})),
  checkSmsCode: (ctx, { sign, code }) => checkSignedCode(ctx, sign, code),
  checkSmsCodeMy: (ctx, { phone, code }) => checkPhoneCode(ctx, phone, code),
  signUp,
  sendPwdSms: (ctx, { phone }) => sendResetCode(ctx, phone),
  resetPwd,
  getInvitation,
  acceptInvitation,
  branding: (ctx, { agent }) => branding(ctx, agent),
  me: describeMe,
  logout,
  checkPwd: (ctx, { password }) => checkPwd(ctx, password),
  checkOprPwd: (ctx, { password }) => checkOprPwd(ctx, password),
  editOprPwd,
  sendOprPwdSms: sendOperationCode,
  resetOprPwd,
  sendPhoneSms: sendPhoneCode,
  verifyPhone,
  sendHeaderSms: sendHeaderCode,
  changePwd,
}

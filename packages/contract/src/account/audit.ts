import { type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import { type Locale, wordIn } from '../kernel/locale.ts'
import { payClientWords } from '../payments/words.ts'
import type { accountCalls } from './calls.ts'
import { businessWords, countryWords, merchantFieldWords } from './words.ts'

const field = labelled(merchantFieldWords)

/** Providers, separated by commas. */
const clientList = {
  text: (locale: Locale, value: unknown) =>
    typeof value === 'string'
      ? value
          .split(',')
          .map((client) => wordIn(payClientWords, locale, client) ?? client)
          .join(', ')
      : undefined,
}

export const accountAudit = {
  kinds: {
    account: { name: ['账号', '帳號', 'Account'], title: 'nickname', fields: {} },
    merchant: {
      name: ['商户', '商家', 'Merchant'],
      title: 'mchName',
      fields: {
        mchName: field('mchName'),
        country: field('country', oneOf(countryWords)),
        business: field('business', oneOf(businessWords)),
        agent: field('agent'),
        username: field('username'),
        title: field('title'),
        pc_cnlogo: field('pc_cnlogo'),
        logo_icon: field('logo_icon'),
        cn_copy_right: field('cn_copy_right'),
        fee_rate: field('fee_rate'),
        clients: field('clients', clientList),
      },
    },
  },
  calls: {
    ...inGroup('account', {
      login: ['登录', '登入', 'Logged in'],
      logout: ['退出登录', '登出', 'Logged out'],
      signUp: ['注册', '註冊', 'Signed up'],
      acceptInvitation: ['接受邀请', '接受邀請', 'Accepted an invitation'],
      resetPwd: ['找回登录密码', '找回登入密碼', 'Recovered the login password'],
      changePwd: ['重置登录密码', '重設登入密碼', 'Reset the login password'],
      // What `sendHeaderSms` is recorded as: the name of its path.
      sendPwdSMS: ['获取重置密码验证码', '取得重設密碼驗證碼', 'Asked for a code to reset the password'],
      checkOprPwd: ['验证操作密码', '驗證操作密碼', 'Entered the operation password'],
      sendOprPwdSms: [
        '获取重置操作密码验证码',
        '取得重設操作密碼驗證碼',
        'Asked for a code to reset the operation password',
      ],
      sendPhoneSms: [
        '获取验证手机号的验证码',
        '取得驗證手機號碼的驗證碼',
        'Asked for a code to verify the phone',
      ],
      verifyPhone: ['验证手机号', '驗證手機號碼', 'Verified the phone'],
      resetOprPwd: ['重置操作密码', '重設操作密碼', 'Reset the operation password'],
      editOprPwd: ['修改操作密码', '修改操作密碼', 'Changed the operation password'],
    }),
    // Recorded under another name, or made before a login and recorded for no merchant.
    ...inGroup(null, {
      sendHeaderSms: ['获取重置密码验证码', '取得重設密碼驗證碼', 'Asked for a code to reset the password'],
      sendPwdSms: ['获取找回密码验证码', '取得找回密碼驗證碼', 'Asked for a code to recover the password'],
      checkAccount: ['获取注册验证码', '取得註冊驗證碼', 'Asked for a sign-up code'],
      checkAccountMy: ['获取注册验证码', '取得註冊驗證碼', 'Asked for a sign-up code'],
    }),
    ...inGroup('operator', {
      'ops.password': ['平台重置登录密码', '平台重設登入密碼', 'Operator reset the login password'],
      'ops.operation': ['平台重置操作密码', '平台重設操作密碼', 'Operator reset the operation password'],
      'ops.operationCode': [
        '平台发放操作密码重置码',
        '平台發放操作密碼重設碼',
        'Operator made a code to reset the operation password',
      ],
      'ops.unlock': ['平台解锁操作密码', '平台解鎖操作密碼', 'Operator unlocked the operation password'],
      'ops.fee': ['平台设置手续费率', '平台設定手續費率', 'Operator set the payment fee rate'],
      'ops.providers': ['平台设置可用支付渠道', '平台設定可用支付管道', 'Operator set the payment providers'],
      'ops.custom': ['平台设置品牌', '平台設定品牌', 'Operator set the branding'],
    }),
  },
} as const satisfies DomainAudit<typeof accountCalls>

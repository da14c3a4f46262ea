import { type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import { payClientWords } from '../payments/words.ts'
import type { payAccountCalls } from './calls.ts'
import { payAccountFieldWords } from './words.ts'

const field = labelled(payAccountFieldWords)

export const payAccountAudit = {
  kinds: {
    pay_account: {
      name: ['支付账户', '支付帳戶', 'Payment account'],
      title: 'account_no',
      fields: {
        provider: field('provider', oneOf(payClientWords)),
        account_no: field('account_no'),
        app_id: field('app_id'),
        enabled: field('enabled'),
        keys: field('keys'),
      },
    },
  },
  calls: inGroup('finance', {
    addPayAccount: ['添加自有支付账户', '新增自有支付帳戶', 'Added a payment account of its own'],
    editPayAccount: ['更换支付账户密钥', '更換支付帳戶金鑰', 'Replaced keys of a payment account'],
    switchPayAccount: ['启停支付账户', '啟停支付帳戶', 'Switched a payment account on or off'],
  }),
} as const satisfies DomainAudit<typeof payAccountCalls>

import { common, type DomainAudit, inGroup, labelled, oneOf } from '../kernel/audit.ts'
import type { bankCardCalls } from './calls.ts'
import { bankCardFieldWords, bankCardStateWords, certTypeWords } from './words.ts'

const field = labelled(bankCardFieldWords)

export const bankCardAudit = {
  kinds: {
    bankCard: {
      name: ['银行卡', '銀行卡', 'Bank card'],
      title: 'mch_name',
      // Numbers stand in the audit as they do in lists: masked.
      fields: {
        mch_name: field('mch_name'),
        person: field('person'),
        telephone: field('telephone'),
        email: field('email'),
        address: field('address'),
        bank: field('bank'),
        bank_branch: field('bank_branch'),
        bank_no: field('bank_no'),
        acct_name: field('acct_name'),
        acct_no: field('acct_no'),
        acct_cert_type: field('acct_cert_type', oneOf(certTypeWords)),
        acct_cert_no: field('acct_cert_no'),
        cert_start_date: field('cert_start_date'),
        cert_expire_date: field('cert_expire_date'),
        acct_mobile: field('acct_mobile'),
        state: field('state', oneOf(bankCardStateWords)),
        reason: field('reason'),
      },
      hidden: ['merchant_id'],
    },
  },
  calls: {
    ...inGroup('finance', {
      addBank: ['提交银行卡', '提交銀行卡', 'Submitted a bank card'],
      delBank: ['撤回银行卡', '撤回銀行卡', 'Withdrew a bank card'],
      addBankImg: ['提交证件照片', '提交證件照片', 'Submitted the photos of a bank card'],
      getImage: ['查看证件照片', '檢視證件照片', 'Viewed the photos of a bank card'],
      revealBank: ['查看完整卡号', '檢視完整卡號', 'Viewed the full numbers of a bank card'],
      'ops.approveBank': ['银行卡审核通过', '銀行卡審核通過', 'Operator approved a bank card'],
      'ops.revealBank': [
        '运营人员查看完整卡号',
        '營運人員檢視完整卡號',
        'Operator viewed the full numbers of a bank card',
      ],
      'ops.rejectBank': ['银行卡审核未通过', '銀行卡審核未通過', 'Operator did not approve a bank card'],
      'ops.revokeBank': [
        '取消银行卡的审核通过',
        '取消銀行卡的審核通過',
        'Operator took back the approval of a bank card',
      ],
    }),
    ...inGroup('files', { exportBank: ['导出银行卡', '匯出銀行卡', 'Exported bank cards'] }),
  },
  elsewhere: {
    job: {
      state: field('state', oneOf(bankCardStateWords)),
      q: common('q'),
      ids: common('ids'),
    },
  },
} as const satisfies DomainAudit<typeof bankCardCalls>

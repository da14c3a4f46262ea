/** What the domains say of their lines of the audit, put together. */
import { accountAudit } from '../account/audit.ts'
import { alertAudit } from '../alerts/audit.ts'
import { bankCardAudit } from '../bankcards/audit.ts'
import { billAudit } from '../bills/audit.ts'
import { commandAudit } from '../commands/audit.ts'
import { couponAudit } from '../coupons/audit.ts'
import { deviceAudit } from '../devices/audit.ts'
import { exceptionAudit } from '../exceptions/audit.ts'
import { fundAudit } from '../funds/audit.ts'
import { goodsAudit } from '../goods/audit.ts'
import { historyAudit } from '../history/audit.ts'
import { jobAudit } from '../jobs/audit.ts'
import {
  type AuditCall,
  type AuditKind,
  common,
  type AuditDomain,
  type DomainAudit,
  inGroup,
  labelled,
  oneOf,
} from '../kernel/audit.ts'
import { type WordRow, type Words, words } from '../kernel/locale.ts'
import { machineAudit } from '../machines/audit.ts'
import { paymentAudit } from '../payments/audit.ts'
import { mediaAudit } from '../media/audit.ts'
import { memberAudit } from '../members/audit.ts'
import { notifyAudit } from '../notify/audit.ts'
import { referrerAudit } from '../referrers/audit.ts'
import { payAccountAudit } from '../payaccounts/audit.ts'
import { refillAudit } from '../refills/audit.ts'
import { regionAudit } from '../regions/audit.ts'
import { reportAudit } from '../reports/audit.ts'
import { siteAudit } from '../sites/audit.ts'
import { slotAudit } from '../slots/audit.ts'
import { staffAudit } from '../staff/audit.ts'
import { statisticsAudit } from '../statistics/audit.ts'
import { thresholdAudit } from '../thresholds/audit.ts'
import { viewAudit } from '../views/audit.ts'
import { voucherAudit } from '../vouchers/audit.ts'
import type { auditCalls } from './calls.ts'
import { auditFieldWords } from './words.ts'

/** The groups in which the filter offers the calls. */
export const auditGroupWords = words({
  account: ['登录与密码', '登入與密碼', 'Login and passwords'],
  regions: ['区域门店', '區域門店', 'Area and stores'],
  staff: ['员工与角色', '員工與角色', 'Staff and roles'],
  devices: ['设备与货道', '設備與貨道', 'Devices and slots'],
  bills: ['订单与退款', '訂單與退款', 'Sales and refunds'],
  finance: ['财务', '財務', 'Finance'],
  members: ['会员', '會員', 'Members'],
  activity: ['营销活动', '行銷活動', 'Activity'],
  goods: ['商品与图片', '商品與圖片', 'Goods and pictures'],
  files: ['导出与下载', '匯出與下載', 'Exports and downloads'],
  operator: ['平台操作', '平台操作', 'Platform operator'],
})
export type AuditGroup = keyof (typeof auditGroupWords)['en-US']

const { session, ...staffKinds } = staffAudit.kinds
const { merchant, ...accountKinds } = accountAudit.kinds

/** In the order in which the filter offers them. */
const kinds = {
  ...regionAudit.kinds,
  ...staffKinds,
  ...deviceAudit.kinds,
  ...thresholdAudit.kinds,
  ...alertAudit.kinds,
  ...goodsAudit.kinds,
  ...billAudit.kinds,
  ...bankCardAudit.kinds,
  ...payAccountAudit.kinds,
  ...fundAudit.kinds,
  ...exceptionAudit.kinds,
  ...memberAudit.kinds,
  ...reportAudit.kinds,
  ...couponAudit.kinds,
  ...referrerAudit.kinds,
  ...voucherAudit.kinds,
  ...notifyAudit.kinds,
  ...mediaAudit.kinds,
  ...accountKinds,
  session,
  ...viewAudit.kinds,
  ...jobAudit.kinds,
  merchant,
} satisfies Record<string, AuditKind>

const ownCalls = inGroup('files', { exportAudit: ['导出操作日志', '匯出操作紀錄', 'Exported the audit log'] })

/** Calls of the contract, and what the operator does from the command line (`ops.…`), in the order of the filter. */
const calls = {
  ...accountAudit.calls,
  ...regionAudit.calls,
  ...deviceAudit.calls,
  ...commandAudit.calls,
  ...machineAudit.calls,
  ...historyAudit.calls,
  ...slotAudit.calls,
  ...refillAudit.calls,
  ...thresholdAudit.calls,
  ...alertAudit.calls,
  ...billAudit.calls,
  ...paymentAudit.calls,
  ...bankCardAudit.calls,
  ...payAccountAudit.calls,
  ...fundAudit.calls,
  ...exceptionAudit.calls,
  ...memberAudit.calls,
  ...siteAudit.calls,
  ...statisticsAudit.calls,
  ...reportAudit.calls,
  ...couponAudit.calls,
  ...referrerAudit.calls,
  ...voucherAudit.calls,
  ...staffAudit.calls,
  ...notifyAudit.calls,
  ...goodsAudit.calls,
  ...mediaAudit.calls,
  ...ownCalls,
  ...viewAudit.calls,
  ...jobAudit.calls,
} satisfies Record<string, AuditCall & { group: AuditGroup | null }>

export type AuditedKind = keyof typeof kinds
export type AuditedCall = keyof typeof calls

const namesOf = <Key extends string>(table: Readonly<Record<Key, { name: WordRow }>>): Words<Key> =>
  words(
    Object.fromEntries(
      Object.entries<{ name: WordRow }>(table).map(([key, { name }]) => [key, name]),
    ) as Record<Key, WordRow>,
  )

/** What it was done to. */
export const auditObjectWords: Words<AuditedKind> = namesOf(kinds)
/** What was done. */
export const auditCallWords: Words<AuditedCall> = namesOf(calls)

const callsIn = (group: AuditGroup): AuditedCall[] =>
  (Object.keys(calls) as AuditedCall[]).filter((call) => calls[call].group === group)

/** What the filter offers, by group. */
export const auditedCalls = Object.fromEntries(
  (Object.keys(auditGroupWords['en-US']) as AuditGroup[]).map((group) => [group, callsIn(group)]),
) as Record<AuditGroup, AuditedCall[]>

const field = labelled(auditFieldWords)

const ownAudit = {
  kinds: {},
  calls: ownCalls,
  elsewhere: {
    job: {
      q: common('q'),
      ids: common('ids'),
      account: field('who'),
      call: field('call', oneOf(auditCallWords)),
      object: field('object', oneOf(auditObjectWords)),
      object_id: field('object_id'),
      from: common('from'),
      to: common('to'),
    },
  },
} as const satisfies DomainAudit<typeof auditCalls>

export const auditDomains: readonly AuditDomain[] = [
  accountAudit,
  regionAudit,
  deviceAudit,
  thresholdAudit,
  alertAudit,
  commandAudit,
  machineAudit,
  historyAudit,
  slotAudit,
  refillAudit,
  billAudit,
  paymentAudit,
  bankCardAudit,
  payAccountAudit,
  fundAudit,
  exceptionAudit,
  memberAudit,
  siteAudit,
  statisticsAudit,
  reportAudit,
  couponAudit,
  referrerAudit,
  voucherAudit,
  staffAudit,
  notifyAudit,
  goodsAudit,
  mediaAudit,
  ownAudit,
  viewAudit,
  jobAudit,
]

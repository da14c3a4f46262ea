import { type Locale, words } from '../kernel/locale.ts'

/** The banks of the mainland that can be chosen, by the first three digits of their branch numbers. */
export const bankCodes = [
  '102',
  '103',
  '104',
  '105',
  '301',
  '302',
  '303',
  '304',
  '305',
  '306',
  '307',
  '308',
  '309',
  '310',
  '403',
] as const
export type BankCode = (typeof bankCodes)[number]

export const bankWords = words({
  '102': ['中国工商银行', '中國工商銀行', 'ICBC'],
  '103': ['中国农业银行', '中國農業銀行', 'Agricultural Bank of China'],
  '104': ['中国银行', '中國銀行', 'Bank of China'],
  '105': ['中国建设银行', '中國建設銀行', 'China Construction Bank'],
  '301': ['交通银行', '交通銀行', 'Bank of Communications'],
  '302': ['中信银行', '中信銀行', 'China CITIC Bank'],
  '303': ['中国光大银行', '中國光大銀行', 'China Everbright Bank'],
  '304': ['华夏银行', '華夏銀行', 'Hua Xia Bank'],
  '305': ['中国民生银行', '中國民生銀行', 'China Minsheng Bank'],
  '306': ['广发银行', '廣發銀行', 'China Guangfa Bank'],
  '307': ['平安银行', '平安銀行', 'Ping An Bank'],
  '308': ['招商银行', '招商銀行', 'China Merchants Bank'],
  '309': ['兴业银行', '興業銀行', 'Industrial Bank'],
  '310': ['上海浦东发展银行', '上海浦東發展銀行', 'Shanghai Pudong Development Bank'],
  '403': ['中国邮政储蓄银行', '中國郵政儲蓄銀行', 'Postal Savings Bank of China'],
})

export const isBankCode = (code: string): code is BankCode => bankCodes.some((known) => known === code)

/** The bank of a card: in the reader's language where it is one of those that can be chosen, else as it was typed. */
export const bankText = (
  locale: Locale,
  { bank, bank_code: code }: { bank: string; bank_code: string },
): string => (isBankCode(code) ? bankWords[locale][code] : bank)

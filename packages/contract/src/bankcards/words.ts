import type { Country } from '../kernel/countries.ts'
import { words } from '../kernel/locale.ts'

/** Names of the fields, for the console, the audit and the operator. */
export const bankCardFieldWords = words({
  cards: ['银行卡', '銀行卡', 'Bank cards'],
  mch_name: ['商户名称', '商家名稱', 'Merchant name'],
  person: ['联系人', '聯絡人', 'Contact person'],
  telephone: ['联系电话', '聯絡電話', 'Phone'],
  email: ['邮箱', '電子郵件', 'Email'],
  province_code: ['省份', '省份', 'Province'],
  city_code: ['城市', '城市', 'City'],
  district_code: ['区县', '區縣', 'District'],
  address: ['详细地址', '詳細地址', 'Address'],
  bank_code: ['开户银行', '開戶銀行', 'Bank'],
  bank: ['银行名称', '銀行名稱', 'Bank name'],
  bank_province: ['开户省份', '開戶省份', 'Province of the branch'],
  bank_city: ['开户城市', '開戶城市', 'City of the branch'],
  bank_branch: ['开户支行', '開戶支行', 'Branch'],
  bank_no: ['联行号', '聯行號', 'Branch number'],
  acct_name: ['开户名', '開戶名', 'Account holder'],
  acct_no: ['银行卡号', '銀行卡號', 'Card number'],
  account_no: ['银行账号', '銀行帳號', 'Account number'],
  acct_cert_type: ['证件类型', '證件類型', 'ID type'],
  acct_cert_no: ['证件号码', '證件號碼', 'ID number'],
  cert_start_date: ['证件生效日期', '證件生效日期', 'ID valid from'],
  cert_expire_date: ['证件到期日期', '證件到期日期', 'ID valid until'],
  acct_mobile: ['预留手机号', '預留手機號碼', 'Mobile number at the bank'],
  state: ['审核状态', '審核狀態', 'Review status'],
  reason: ['未通过原因', '未通過原因', 'Reason'],
  username: ['提交账号', '提交帳號', 'Submitted by'],
  create_at: ['提交时间', '提交時間', 'Submitted at'],
  state_at: ['状态时间', '狀態時間', 'Status since'],
  photos: ['证件照片', '證件照片', 'Photos'],
})

/** The name of `acct_no` in a country: a card stands for the account in the mainland alone. */
export const acctNoField = (country: Country): 'acct_no' | 'account_no' =>
  country === 'CN' ? 'acct_no' : 'account_no'

export const bankCardStateWords = words({
  no_id_photo: ['未上传证件照', '未上傳證件照', 'No ID photo'],
  reviewing: ['审核中', '審核中', 'Reviewing'],
  approved: ['审核通过', '審核通過', 'Approved'],
  not_approved: ['审核未通过', '審核未通過', 'Not approved'],
})

export const certTypeWords = words({
  id_card: ['身份证', '身分證', 'ID card'],
  passport: ['护照', '護照', 'Passport'],
  officer_card: ['军官证', '軍官證', 'Officer card'],
  taiwan_card: ['台胞证', '台胞證', 'Taiwan compatriot card'],
  hk_macao_pass: ['港澳通行证', '港澳通行證', 'HK/Macao pass'],
})

export const bankPhotoWords = words({
  id_card_z: ['证件正面', '證件正面', 'ID, front'],
  id_card_f: ['证件反面', '證件反面', 'ID, back'],
  bank_z: ['银行卡正面', '銀行卡正面', 'Bank card, front'],
  bank_f: ['银行卡反面', '銀行卡反面', 'Bank card, back'],
  hold_id_card: ['手持证件照', '手持證件照', 'Holder with the ID'],
})

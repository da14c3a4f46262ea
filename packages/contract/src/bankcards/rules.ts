import { words } from '../kernel/locale.ts'

export const bankCardRules = words({
  email: ['邮箱格式不正确', '電子郵件格式不正確', 'Not a valid email address'],
  emailTaken: ['该邮箱已被使用', '該電子郵件已被使用', 'This email address is already in use'],
  place: ['请选择地区', '請選擇地區', 'Choose a location'],
  bankRequired: ['请选择银行', '請選擇銀行', 'Choose a bank'],
  branchNo: [
    '联行号为 12 位数字，请核对',
    '聯行號為 12 位數字，請核對',
    'A branch number has 12 digits. Check it.',
  ],
  branchOfOtherBank: [
    '该联行号不属于所选银行',
    '該聯行號不屬於所選銀行',
    'This branch does not belong to the selected bank',
  ],
  branchElsewhere: [
    '该联行号的网点在{place}，与所选省市不符',
    '該聯行號的網點在{place}，與所選省市不符',
    'This branch is in {place}, not in the selected province and city',
  ],
  cardNo: ['银行卡号为 13 至 19 位数字', '銀行卡號為 13 至 19 位數字', 'A card number has 13 to 19 digits'],
  accountNo: ['账号为 5 至 20 位数字', '帳號為 5 至 20 位數字', 'An account number has 5 to 20 digits'],
  certNo: ['证件号码格式不正确，请核对', '證件號碼格式不正確，請核對', 'Not a valid ID number. Check it.'],
  mobileNo: ['手机号格式不正确', '手機號碼格式不正確', 'Not a valid mobile number'],
  payoutRight: [
    '您没有修改收款账户的权限',
    '您沒有修改收款帳戶的權限',
    'You have no permission to change the payout account',
  ],
  certNotYet: ['证件尚未生效', '證件尚未生效', 'The ID is not valid yet'],
  certExpired: ['证件已过期', '證件已過期', 'The ID has expired'],
  unknownPhoto: [
    '照片已过期，请重新上传',
    '照片已過期，請重新上傳',
    'The photo has expired. Upload it again.',
  ],
})

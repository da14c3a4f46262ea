import { words } from '../kernel/locale.ts'

export const accountRules = words({
  agent: ['代理商编号无效', '代理商編號無效', 'Not a valid agent code'],
  phone: ['手机号无效', '手機號碼無效', 'Invalid phone number'],
  mainlandPhone: ['请输入正确的大陆手机号', '請輸入正確的大陸手機號碼', 'Invalid mobile number'],
  usernameRequired: [
    '请输入用户名或手机号',
    '請輸入使用者名稱或手機號碼',
    'Please enter your username or phone number',
  ],
  passwordRequired: ['请输入密码', '請輸入密碼', 'Please enter the password'],
  passwordShort: ['至少 6 个字符', '至少 6 個字元', 'At least 6 characters'],
  passwordCommon: [
    '密码过于常见，请更换',
    '密碼過於常見，請更換',
    'This password is too common. Choose another.',
  ],
  confirmRequired: ['请再次输入', '請再次輸入', 'Enter it again'],
  passwordsDiffer: [
    '两次输入的登录密码不一致',
    '兩次輸入的登入密碼不一致',
    'The login passwords are different',
  ],
  smsCode: ['短信验证码错误', '簡訊驗證碼錯誤', 'SMS code wrong'],
  resetCode: ['验证码为 6 位数字', '驗證碼為 6 位數字', 'The code has 6 digits'],
  headerCode: ['验证码为 4 位数字', '驗證碼為 4 位數字', 'The code has 4 digits'],
  invalidCode: ['验证码不正确', '驗證碼不正確', 'Invalid verification'],
  ownPasswordWrong: ['登录密码错误', '登入密碼錯誤', 'The login password is wrong'],
  sixDigits: ['只能是 6 位数字', '只能是 6 位數字', 'only 6 digits'],
  guessable: ['过于容易被猜到，请更换', '過於容易被猜到，請更換', 'Too easy to guess. Choose another.'],
  sameOperation: ['新旧密码不能相同', '新舊密碼不能相同', 'new and old cannot be the same'],
  operationsDiffer: [
    '两次输入的新操作密码不一致',
    '兩次輸入的新操作密碼不一致',
    'The new secure passwords are different',
  ],
  sameAsLogin: ['不能与登录密码相同', '不能與登入密碼相同', 'Must not be the same as the login password'],
  sameAsOperation: [
    '不能与操作密码相同',
    '不能與操作密碼相同',
    'Must not be the same as the operation password',
  ],
})

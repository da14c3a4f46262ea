import { errors } from '../kernel/errors.ts'

export const accountErrors = errors({
  phoneRegistered: [104, '该手机号已注册', '該手機號碼已註冊', 'This phone number is already registered'],
  smsWait: [
    105,
    '验证码刚刚发送过，请在 {wait}后重试',
    '驗證碼剛剛傳送過，請在 {wait}後重試',
    'A code was sent recently, try again in {wait}',
  ],
  credentials: [200, '用户名或密码错误', '使用者名稱或密碼錯誤', 'Invalid username or password'],
  credentialsWait: [
    201,
    '用户名或密码错误\n尝试次数过多，请在 {wait}后重试',
    '使用者名稱或密碼錯誤\n嘗試次數過多，請在 {wait}後重試',
    'Invalid username or password\nToo many attempts, try again in {wait}',
  ],
  accountSuspended: [
    201,
    '该账号已停用，请联系您的管理员',
    '該帳號已停用，請聯絡您的管理員',
    'This account is suspended. Ask your manager.',
  ],
  operationWrong: [
    200,
    '操作密码错误，还可尝试 {left} 次',
    '操作密碼錯誤，還可嘗試 {left} 次',
    'The operation password is wrong, {left} {left|attempt|attempts} left',
  ],
  operationBlocked: [
    201,
    '操作密码错误次数过多，请在 {wait}后重试',
    '操作密碼錯誤次數過多，請在 {wait}後重試',
    'Too many wrong operation passwords, try again in {wait}',
  ],
  operationLocked: [
    201,
    '操作密码已锁定，请联系主账号重置',
    '操作密碼已鎖定，請聯絡主帳號重設',
    'The operation password is locked. Ask the main account to reset it.',
  ],
  operationMissing: [200, '请先设置操作密码', '請先設定操作密碼', 'Set an operation password first'],
  operationMissingAskMain: [
    200,
    '您还没有操作密码，请联系主账号设置',
    '您還沒有操作密碼，請聯絡主帳號設定',
    'You have no operation password yet. Ask the main account to set one.',
  ],
  ownPasswordWrong: [200, '登录密码错误', '登入密碼錯誤', 'The login password is wrong'],
  codeWrong: [202, '验证码错误', '驗證碼錯誤', 'verification code wrong'],
  codeInvalid: [202, '验证码不正确', '驗證碼不正確', 'Invalid verification'],
  codeNotRequested: [202, '请先点击获取验证码', '請先點擊取得驗證碼', 'Click get code first'],
  phoneUnknown: [
    202,
    '手机号无效或未注册',
    '手機號碼無效或未註冊',
    'The phone number is invalid or unregistered',
  ],
  phoneMissing: [
    202,
    '您的账号没有能接收短信的手机号，请联系您的管理员',
    '您的帳號沒有能接收簡訊的手機號碼，請聯絡您的管理員',
    'Your account has no phone number that gets text messages. Ask your manager.',
  ],
  cannotReset: [
    202,
    '您的账号不支持重置，请联系工作人员',
    '您的帳號不支援重設，請聯絡工作人員',
    'Your account is not supported, please contact the staff',
  ],
  invitationEnded: [
    202,
    '邀请无效：可能已使用、已撤回或已过期。请联系邀请您的人重新发送。',
    '邀請無效：可能已使用、已撤回或已過期。請聯絡邀請您的人重新傳送。',
    'This invitation is not valid: it was used, withdrawn or has expired. Ask for a new one.',
  ],
  smsUnavailable: [
    203,
    '短信发送失败，请稍后重试',
    '簡訊傳送失敗，請稍後重試',
    'The text message could not be sent. Try again later.',
  ],
})

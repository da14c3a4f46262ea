import { errors } from './errors.ts'

/** Errors that any domain may answer. */
export const commonErrors = errors({
  invalid: [100, '请检查标出的内容', '請檢查標出的內容', 'Check the highlighted fields'],
  notFound: [
    101,
    '该记录不存在或已删除',
    '該紀錄不存在或已刪除',
    'This record does not exist or has been deleted',
  ],
  silent: [102, '', '', ''],
  conflict: [
    103,
    '当前状态下无法进行此操作',
    '目前狀態下無法進行此操作',
    'This cannot be done in the current state',
  ],
  changedMeanwhile: [
    103,
    '此记录刚被他人修改，请刷新后查看最新内容',
    '此紀錄剛被他人修改，請重新整理後檢視最新內容',
    'Someone else has just changed this. Reload to see the latest version.',
  ],
  repeatedDifferently: [
    103,
    '该请求已提交过，且内容不同',
    '該請求已提交過，且內容不同',
    'This request was already sent with different contents',
  ],
  duplicate: [104, '已存在相同内容', '已存在相同內容', 'This already exists'],
  wait: [105, '请在 {wait}后重试', '請在 {wait}後重試', 'Try again in {wait}'],
  noPermission: [
    300,
    '您没有此权限，可联系主账号开通',
    '您沒有此權限，可聯絡主帳號開通',
    'You have no permission for this. The main account can grant it.',
  ],
  notSwitchedOn: [
    300,
    '此功能由平台开通，该商户尚未开通，请联系平台',
    '此功能由平台開通，該商家尚未開通，請聯絡平台',
    'This is not switched on for this merchant. The platform operator can switch it on.',
  ],
  signRequired: [301, '请输入操作密码', '請輸入操作密碼', 'Enter the operation password'],
  outOfScope: [
    302,
    '超出您负责的门店和设备范围',
    '超出您負責的門店和設備範圍',
    'This is outside the stores and devices assigned to you',
  ],
  mainOnly: [303, '仅主账号可以操作', '僅主帳號可以操作', 'Only the main account can do this'],
  keyRefused: [604, 'API 密钥无效', 'API 金鑰無效', 'This API key is not valid'],
  notForKeys: [300, '此接口不支持 API 密钥', '此介面不支援 API 金鑰', 'This call is not open to API keys'],
  sessionEnded: [604, '登录超时，请重新登录', '登入逾時，請重新登入', 'Login timeout, please log in again'],
  fault: [
    900,
    '系统出现故障，联系我们时请提供编号 {requestId}',
    '系統發生故障，聯絡我們時請提供編號 {requestId}',
    'Something went wrong on our side. Quote {requestId} when you contact us.',
  ],
  tooLarge: [100, '请求内容过大', '請求內容過大', 'The request is too large'],
  tooSlow: [
    100,
    '请求传输过慢，请检查网络后重试',
    '請求傳輸過慢，請檢查網路後重試',
    'The request arrived too slowly. Check your network and try again.',
  ],
  fileTooLarge: [
    100,
    '文件过大，不能超过 {max} MB',
    '檔案過大，不能超過 {max} MB',
    'The file is too large: at most {max} MB',
  ],
  notJson: [100, '请求不是可读的 JSON', '請求不是可讀的 JSON', 'The request is not readable JSON'],
  unknownPath: [101, '该地址不存在', '該位址不存在', 'This address does not exist'],
  narrowFilter: [
    103,
    '仅可翻看前 {max} 条，请缩小筛选范围，或导出查看全部',
    '僅可翻看前 {max} 筆，請縮小篩選範圍，或匯出檢視全部',
    'Only the first {max} can be shown here. Narrow the filter, or export to see all.',
  ],
  searchTooLong: [
    103,
    '按此条件查找用时过长，请缩短日期范围或增加条件',
    '依此條件尋找用時過長，請縮短日期範圍或增加條件',
    'This search takes too long. Select fewer days, or narrow the filter.',
  ],
})

/** Errors that any call may answer without declaring them on its row. */
export const undeclaredErrors: readonly string[] = [
  'invalid',
  'sessionEnded',
  'noPermission',
  'mainOnly',
  'notSwitchedOn',
  'signRequired',
  'wait',
  'repeatedDifferently',
  'outOfScope',
  'keyRefused',
  'notForKeys',
] satisfies (keyof typeof commonErrors.codes)[]

export const sessionEnded = commonErrors.codes.sessionEnded
export const silent = commonErrors.codes.silent

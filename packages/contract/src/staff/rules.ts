import { words } from '../kernel/locale.ts'

export const staffRules = words({
  permissionRequired: ['请至少选择一项权限', '請至少選擇一項權限', 'Choose at least one permission'],
  unknownPermission: ['包含不存在的权限', '包含不存在的權限', 'Contains an unknown permission'],
  cannotGrant: [
    '只能授予您自己拥有的权限',
    '只能授予您自己擁有的權限',
    'You can only grant permissions that you have yourself',
  ],
  accountName: [
    '3 到 32 位字母、数字或 . _ @ -，至少包含一个字母',
    '3 到 32 位字母、數字或 . _ @ -，至少包含一個字母',
    '3 to 32 letters, digits or . _ @ -, with at least one letter',
  ],
  accountTaken: [
    '该账号已存在，请换一个',
    '該帳號已存在，請換一個',
    'this account is existing, please write another',
  ],
  chooseStores: [
    '请至少选择一个区域、门店或一台设备',
    '請至少選擇一個區域、門店或一台設備',
    'Choose at least one area, store or device',
  ],
  phoneToInvite: [
    '请填写手机号，用于接收邀请短信',
    '請填寫手機號碼，用於接收邀請簡訊',
    'Enter the mobile number that receives the invitation',
  ],
  unknownRole: ['该角色不存在', '該角色不存在', 'This role does not exist'],
  lockedOperation: [
    '操作密码已锁定，仅主账号可以重置',
    '操作密碼已鎖定，僅主帳號可以重設',
    'The operation password is locked. Only the main account can reset it.',
  ],
  lockedName: [
    '操作密码已锁定，在主账号重置之前账号不能改名',
    '操作密碼已鎖定，在主帳號重設之前帳號不能改名',
    'The operation password is locked. The account keeps its name until the main account resets it.',
  ],
  beyondScope: [
    '只能分配您自己可管理的区域、门店和设备',
    '只能指派您自己可管理的區域、門店和設備',
    'You can only assign areas, stores and devices that are assigned to you',
  ],
})

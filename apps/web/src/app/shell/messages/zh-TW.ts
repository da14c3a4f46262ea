import type { enUS } from './en-US.ts'

export const zhTW: Record<keyof typeof enUS, string> = {
  home: '首頁',
  dashboard: '經營概況',
  dashboardHint: '一眼掌握您管理的門店和設備。',
  device: '設備',
  deviceHint: '檢視設備即時狀態，管理貨道與設定，遠端控制設備。',
  oneDevice: '設備詳情',
  region: '區域門店',
  regionHint: '管理設備所在的區域和門店，包括聯絡方式與合作資訊。',
  goods: '商品',
  goodsHint: '您販售的商品：名稱、價格、標籤和圖片，供各貨道選用。',
  subUser: '子帳號',
  subUserHint: '為員工開通帳號，指定角色以及可管理的門店和設備。',
  role: '角色',
  roleHint: '設定各類員工可以查看和操作的內容。',
  audit: '操作紀錄',
  auditHint: '誰在何時何地做了什麼，以及變更前後的內容。',

  activity: '活動',
  statistics: '統計',
  finance: '財務',
  account: '帳戶',

  menu: '選單',
  collapseMenu: '收合選單',
  expandMenu: '展開選單',
  openMenu: '開啟選單',
  closeMenu: '關閉選單',
  skipToContent: '跳到內容',
  brandHome: '{name}，首頁',

  userMenu: '{name} 的帳戶',
  changeOperationPassword: '修改操作密碼',
  setOperationPassword: '設定操作密碼',
  resetLoginPassword: '重設登入密碼',
  logOut: '登出',

  unlocked: '敏感操作已解鎖，{until} 前有效。點擊立即鎖定',
  locked: '已鎖定，下次敏感操作需輸入操作密碼。',

  offline: '網路已中斷，暫時無法載入和儲存',
  demo: '示範環境，資料僅供體驗',
}

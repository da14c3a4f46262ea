import type { enUS } from './en-US.ts'

export const zhTW: Record<keyof typeof enUS, string> = {
  home: '首頁',
  region: '區域門店',
  regionHint: '管理設備所在的區域和門店，包括聯絡方式與合作資訊。',

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

  demo: '示範環境，資料僅供體驗',
}

import { words } from '@slotwise/contract'

export const plainWords = words({
  showPassword: ['显示密码', '顯示密碼', 'Show password'],
  hidePassword: ['隐藏密码', '隱藏密碼', 'Hide password'],
  language: ['语言', '語言', 'Language'],
  theme: ['外观', '外觀', 'Appearance'],
  chosen: ['{label}：{value}', '{label}：{value}', '{label}: {value}'],
  light: ['浅色', '淺色', 'Light'],
  dark: ['深色', '深色', 'Dark'],
  system: ['跟随系统', '跟隨系統', 'System'],
  notices: ['通知', '通知', 'Notifications'],
  close: ['关闭', '關閉', 'Close'],
  requestId: ['编号 {id}', '編號 {id}', 'Reference {id}'],
  pageUnloaded: ['页面加载失败', '頁面載入失敗', 'This page could not be loaded'],
  retry: ['重试', '重試', 'Try again'],
  getCode: ['获取验证码', '取得驗證碼', 'Get code'],
  codeAgainIn: ['{seconds} 秒后重发', '{seconds} 秒後重新傳送', 'Resend in {seconds} s'],
})

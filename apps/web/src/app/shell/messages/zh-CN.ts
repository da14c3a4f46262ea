import type { enUS } from './en-US.ts'

export const zhCN: Record<keyof typeof enUS, string> = {
  home: '首页',
  region: '区域门店',
  regionHint: '管理设备所在的区域和门店，包括联系方式与合作信息。',

  activity: '活动',
  statistics: '统计',
  finance: '财务',
  account: '账户',

  menu: '菜单',
  collapseMenu: '收起菜单',
  expandMenu: '展开菜单',
  openMenu: '打开菜单',
  closeMenu: '关闭菜单',
  skipToContent: '跳到正文',
  brandHome: '{name}，首页',

  userMenu: '{name} 的账户',
  changeOperationPassword: '修改操作密码',
  setOperationPassword: '设置操作密码',
  resetLoginPassword: '重置登录密码',
  logOut: '退出登录',

  demo: '演示环境，数据仅供体验',
}

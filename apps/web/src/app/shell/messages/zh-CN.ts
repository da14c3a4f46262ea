import type { enUS } from './en-US.ts'

export const zhCN: Record<keyof typeof enUS, string> = {
  home: '首页',
  dashboard: '经营概况',
  dashboardHint: '一眼了解您管理的门店和设备。',
  device: '设备',
  deviceHint: '查看设备实时状态，管理货道与设置，远程控制设备。',
  oneDevice: '设备详情',
  region: '区域门店',
  regionHint: '管理设备所在的区域和门店，包括联系方式与合作信息。',
  goods: '商品',
  goodsHint: '您售卖的商品：名称、价格、标签和图片，供各货道选用。',
  subUser: '子账号',
  subUserHint: '为员工开通账号，指定角色以及可管理的门店和设备。',
  role: '角色',
  roleHint: '设定各类员工可以查看和操作的内容。',
  audit: '操作日志',
  auditHint: '谁在何时何地做了什么，以及变更前后的内容。',

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

  unlocked: '敏感操作已解锁，{until} 前有效。点击立即锁定',
  locked: '已锁定，下次敏感操作需输入操作密码。',

  offline: '网络已断开，暂时无法加载和保存',
  demo: '演示环境，数据仅供体验',
}

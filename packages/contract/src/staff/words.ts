import { words } from '../kernel/locale.ts'

/** The groups of permissions, by their wire names. */
export const permissionGroupWords = words({
  Home: ['首页', '首頁', 'Home'],
  Order: ['订单', '訂單', 'Orders'],
  Store: ['门店', '門店', 'Stores'],
  Device: ['设备', '設備', 'Devices'],
  Goods: ['商品', '商品', 'Goods'],
  Statistics: ['统计', '統計', 'Statistics'],
  Bank: ['财务', '財務', 'Finance'],
  User: ['账号', '帳號', 'Accounts'],
})

/** What each permission allows, worded as in the menu. */
export const permissionWords = words({
  home: ['经营概况', '經營概況', 'Overview'],
  'order.buyBill': ['销售订单', '銷售訂單', 'Sales bills'],
  'order.refund': ['退款', '退款', 'Refunds'],
  'store.manage': ['区域门店', '區域門店', 'Area and stores'],
  'device.manage': ['设备管理', '設備管理', 'Device management'],
  'device.remote': ['远程控制', '遠端控制', 'Remote control'],
  'device.test': ['设备测试', '設備測試', 'Testing'],
  'device.init': ['设备初始化', '設備初始化', 'Initialization'],
  'goods.manage': ['商品管理', '商品管理', 'Goods'],
  'statistics.area': ['区域统计', '區域統計', 'Area statistics'],
  'statistics.store': ['门店统计', '門店統計', 'Store statistics'],
  'statistics.device': ['设备统计', '設備統計', 'Device statistics'],
  'statistics.report': ['报表下载', '報表下載', 'Report download'],
  'statistics.goods': ['商品分析', '商品分析', 'Goods analysis'],
  'bank.payBill': ['支付流水', '支付流水', 'Payment bills'],
  'bank.manage': ['银行卡', '銀行卡', 'Bank cards'],
  'bank.settle': ['结算记录', '結算紀錄', 'Settlement records'],
  'user.subUser': ['子账号', '子帳號', 'Sub-accounts'],
  'user.role': ['角色', '角色', 'Roles'],
})

/** Names of the fields, for the console and for the headers of exports. */
export const staffFieldWords = words({
  roles: ['角色', '角色', 'Roles'],
  role_name: ['角色名称', '角色名稱', 'Role name'],
  note: ['说明', '說明', 'Note'],
  perm_detail: ['权限', '權限', 'Permissions'],
  goods_scope: ['商品范围', '商品範圍', 'Goods scope'],
  bank_scope: ['银行卡范围', '銀行卡範圍', 'Bank card scope'],
  user_count: ['使用人数', '使用人數', 'Accounts'],
  subUsers: ['子账号', '子帳號', 'Sub-accounts'],
  nickname: ['姓名', '姓名', 'Name'],
  sub_username: ['账号', '帳號', 'Account'],
  phone: ['联系电话', '聯絡電話', 'Phone'],
  roleid: ['角色', '角色', 'Role'],
  scope: ['管理范围', '管理範圍', 'Scope'],
  store: ['门店', '門店', 'Stores'],
  device: ['设备', '設備', 'Devices'],
  password: ['登录密码', '登入密碼', 'Login password'],
  oper_pwd: ['操作密码', '操作密碼', 'Operation password'],
  last_login_at: ['最近登录', '最近登入', 'Last login'],
  created_at: ['创建时间', '建立時間', 'Created'],
  all: ['全部', '全部', 'All'],
  own: ['仅自己添加的', '僅自己新增的', 'Own only'],
  everything: ['全部门店和设备', '全部門店和設備', 'All stores and devices'],
  is_set: ['已设置', '已設定', 'Set'],
  not_set: ['未设置', '未設定', 'Not set'],
  locked: ['已锁定', '已鎖定', 'Locked'],
  oper_pwd_locked: ['操作密码锁定', '操作密碼鎖定', 'Operation password locked'],
  user_agent: ['浏览器', '瀏覽器', 'Browser'],
})

import { words } from '../kernel/locale.ts'

/** Names of the fields, for the console and for the headers of exports. */
export const regionFieldWords = words({
  area: ['区域', '區域', 'Area'],
  area_name: ['区域名称', '區域名稱', 'Area name'],
  area_phone: ['客服电话', '客服電話', 'Service phone'],
  area_address: ['区域地址', '區域地址', 'Area address'],
  remarks: ['备注', '備註', 'Remarks'],
  store_count: ['门店数', '門店數', 'Stores'],
  store_name: ['门店名称', '門店名稱', 'Store name'],
  store_phone: ['店主电话', '店主電話', 'Owner phone'],
  store_address: ['门店地址', '門店地址', 'Store address'],
  auto_refund: ['自动退款', '自動退款', 'Automatic refund'],
  part_failed: ['只出了一部分货时', '只出了一部分貨時', 'If only a part comes out'],
  manager: ['业务员', '業務員', 'Salesman'],
  manager_phone: ['业务员电话', '業務員電話', 'Salesman phone'],
  customer_no: ['客户编号', '客戶編號', 'Customer no.'],
  mode: ['门店模式', '門店模式', 'Store mode'],
  mode_text: ['模式说明', '模式說明', 'Mode details'],
  coo_mode: ['合作方式', '合作方式', 'Cooperation'],
  coo_mode_text: ['合作说明', '合作說明', 'Cooperation details'],
  coo_start_date: ['合作开始', '合作開始', 'Cooperation from'],
  coo_end_date: ['合作结束', '合作結束', 'Cooperation until'],
  coo_share: ['分成比例', '分成比例', 'Share of the site owner'],
  coo_rent: ['月租金', '月租金', 'Monthly rent'],
  coo_since: ['分成与租金生效日', '分成與租金生效日', 'Share and rent from'],
  merchant_id: ['收款账户', '收款帳戶', 'Payout account'],
  in_area: ['是否属于区域', '是否屬於區域', 'Area assigned'],
  device_count: ['设备数', '設備數', 'Devices'],
  areas: ['区域', '區域', 'Areas'],
  stores: ['门店', '門店', 'Stores'],
})

export const partFailedWords = words({
  case: ['列为待处理异常', '列為待處理異常', 'List it as an exception'],
  whole: ['退还全部付款', '退還全部付款', 'Refund the whole payment'],
  voucher: ['为未出货的商品补发兑换券', '為未出貨的商品補發兌換券', 'Make a voucher for what is missing'],
})

export const storeModeWords = words({
  routine: ['常规', '常規', 'Routine'],
  activity: ['活动', '活動', 'Activity'],
  custom: ['自定义', '自訂', 'Custom'],
})

export const cooperationWords = words({
  rent: ['租赁', '租賃', 'Rent'],
  revenue_sharing: ['分成', '分成', 'Revenue sharing'],
  gift: ['赠送', '贈送', 'Gift'],
  sale: ['销售', '銷售', 'Sale'],
  custom: ['自定义', '自訂', 'Custom'],
})

/** What a store may still contain when it is to be deleted; only things that the caller may see are named. */
export const storeUseWords = words({
  devices: ['{count} 台设备', '{count} 台設備', '{count} {count|device|devices}'],
  devicesNamed: [
    '{count} 台设备（{names}）',
    '{count} 台設備（{names}）',
    '{count} {count|device|devices} ({names})',
  ],
  staff: ['{count} 个子账号', '{count} 個子帳號', '{count} {count|sub-account|sub-accounts}'],
  staffNamed: [
    '{count} 个子账号（{names}）',
    '{count} 個子帳號（{names}）',
    '{count} {count|sub-account|sub-accounts} ({names})',
  ],
})

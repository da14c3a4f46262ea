import { words } from '@slotwise/contract'

export const bindWords = words({
  title: ['绑定设备', '綁定設備', 'Bind device'],
  intro: [
    '为设备取个名称，并选择它所在的门店。',
    '為設備取個名稱，並選擇它所在的門店。',
    'Name the device and choose the store it is in.',
  ],
  name: ['设备名称', '設備名稱', 'Name'],
  namePlaceholder: ['例如：一楼大厅售货机', '例如：一樓大廳販賣機', 'For example: Mall, ground floor'],
  store: ['门店', '門店', 'Store'],
  noStore: ['暂不放入门店', '暫不放入門店', 'In no store yet'],
  storesUnloaded: [
    '门店加载失败，可稍后在设备页面设置。',
    '門店載入失敗，可稍後在設備頁面設定。',
    'The stores could not be loaded. You can choose one later on the page of the device.',
  ],
  bind: ['绑定设备', '綁定設備', 'Bind device'],
  bound: ['绑定成功', '綁定成功', 'Device bound'],
  boundText: [
    '“{name}”已绑定到您的账号。',
    '「{name}」已綁定到您的帳號。',
    '“{name}” is now bound to your account.',
  ],
  openDevice: ['查看设备', '檢視設備', 'Open device'],
  devices: ['全部设备', '全部設備', 'All devices'],
  home: ['返回首页', '返回首頁', 'Back to home'],
  unchecked: ['暂时无法绑定', '暫時無法綁定', 'The device cannot be bound right now'],
  bindingError: ['绑定失败', '綁定失敗', 'Binding Error'],
  elsewhere: [
    '该设备已被绑定，需由现在的所有者先解绑。',
    '該設備已被綁定，需由現在的擁有者先解綁。',
    'This device is already bound. Its current owner must unbind it first.',
  ],
  needsNewSecret: [
    '该设备曾属于其他商户，密钥尚未更换。为避免原商户读取您的数据，请联系平台更换设备密钥，然后再次扫描。',
    '該設備曾屬於其他商家，金鑰尚未更換。為避免原商家讀取您的資料，請聯絡平台更換設備金鑰，然後再次掃描。',
    'The device belonged to another merchant and still has its old secret. To keep your data from that merchant, ask the platform operator for a new secret, then scan the code again.',
  ],
  noPermission: [
    '您没有设备管理权限，请联系主账号开通。',
    '您沒有設備管理權限，請聯絡主帳號開通。',
    'You have no permission to manage devices. Ask the main account to grant it.',
  ],
  unknownDevice: ['未知设备', '未知設備', 'Unknown Device'],
  unknownText: [
    '该设备未登记，或二维码已失效。请在设备上重新显示二维码后再次扫描。',
    '該設備未登記，或 QR 碼已失效。請在設備上重新顯示 QR 碼後再次掃描。',
    'The device is not registered, or its QR code has expired. Show the QR code on the device again and scan it.',
  ],
  wechatOnly: ['请在微信客户端中使用', '請在微信用戶端中使用', 'Please use it in the WeChat client'],
  wechatOnlyText: [
    '请用手机微信或手机相机扫描设备上的二维码。',
    '請用手機微信或手機相機掃描設備上的 QR 碼。',
    "Scan the QR code on the device with WeChat or with your phone's camera.",
  ],
  bindHere: ['仍在此处绑定', '仍在此處綁定', 'Bind it here anyway'],
})

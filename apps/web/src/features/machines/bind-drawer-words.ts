import { words } from '@slotwise/contract'

export const bindDrawerWords = words({
  intro: [
    '扫描设备屏幕或机身上的二维码，或输入设备编号和绑定码。',
    '掃描設備螢幕或機身上的 QR 碼，或輸入設備編號和綁定碼。',
    'Scan the QR code on the screen or body of the device, or enter its serial number and binding code.',
  ],
  introTyped: [
    '请输入设备编号和绑定码，它们与设备二维码一起提供。',
    '請輸入設備編號和綁定碼，它們與設備 QR 碼一起提供。',
    'Enter the serial number and the binding code of the device. Both come with its QR code.',
  ],
  scan: ['用摄像头扫描二维码', '用相機掃描 QR 碼', 'Scan the QR code with the camera'],
  stopScan: ['停止扫描', '停止掃描', 'Stop scanning'],
  picture: ['摄像头画面', '相機畫面', 'Camera picture'],
  foreignCode: ['这不是设备的二维码。', '這不是設備的 QR 碼。', 'This is not the QR code of a device.'],
  noCamera: [
    '无法使用摄像头，请输入设备编号和绑定码。',
    '無法使用相機，請輸入設備編號和綁定碼。',
    'The camera cannot be used. Enter the serial number and the binding code instead.',
  ],
  code: ['绑定码', '綁定碼', 'Binding code'],
  codeHint: [
    '与设备二维码一起提供，只能使用一次。',
    '與設備 QR 碼一起提供，只能使用一次。',
    'Comes with the QR code of the device and can be used once.',
  ],
  storeHint: ['可以稍后再选择。', '可以稍後再選擇。', 'You can choose it later.'],
})

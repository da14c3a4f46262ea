import { words } from '@slotwise/contract'

/** Texts of pages that may stand alone, without the console around them. */
export const noticeWords = words({
  pageMissing: ['页面不存在', '頁面不存在', 'The page does not exist'],
  pageMissingText: [
    '地址可能有误，或页面已被移除。',
    '網址可能有誤，或頁面已被移除。',
    'The address may be wrong, or the page has been removed.',
  ],
  deviceMissing: ['设备不存在', '設備不存在', 'The device does not exist'],
  deviceMissingText: [
    '该设备未登记，或已被移除。请核对设备编号。',
    '該設備未登記，或已被移除。請核對設備編號。',
    'It is not registered, or has been removed. Check the serial number.',
  ],
  wrongQr: ['请扫描正确的二维码', '請掃描正確的 QR 碼', 'Please scan the correct QR code'],
  wrongQrText: [
    '请扫描设备机身上的二维码。',
    '請掃描設備機身上的 QR 碼。',
    'Scan the QR code on the device itself.',
  ],
  backHome: ['返回首页', '返回首頁', 'Back to home'],
  unsupportedBrowser: ['暂不支持当前浏览器', '暫不支援目前的瀏覽器', 'This browser is not supported'],
  useBrowser: [
    '请复制链接，用 Chrome、火狐（Firefox）或 360 浏览器打开。',
    '請複製連結，用 Chrome、Firefox 或 360 瀏覽器開啟。',
    'Please copy the link and open it in Chrome, Firefox or 360.',
  ],
  copyLink: ['复制链接', '複製連結', 'Copy link'],
  copied: ['链接已复制', '連結已複製', 'Link copied'],
  copyFailed: [
    '无法自动复制，请选中上方链接手动复制',
    '無法自動複製，請選取上方連結手動複製',
    'The link could not be copied. Select it above and copy it manually.',
  ],
  chatOnly: ['请在微信客户端中使用', '請在微信用戶端中使用', 'Please use it in the WeChat client'],
  chatOnlyText: [
    '请用手机微信打开此页面。',
    '請用手機微信開啟此頁面。',
    'Open this page in WeChat on your phone.',
  ],
  withoutChat: [
    '没有微信？在浏览器中登录后，可在“设备”页面扫码或输入编号绑定设备。',
    '沒有微信？在瀏覽器中登入後，可在「設備」頁面掃碼或輸入編號綁定設備。',
    'No WeChat? Log in with a browser, then bind the device on the Devices page by scanning its QR code or entering its serial number.',
  ],
  toDevices: ['前往设备页面', '前往設備頁面', 'Go to devices'],
  broken: ['页面出了点问题', '頁面出了點問題', 'Something went wrong on this page'],
  brokenText: [
    '您的数据没有受影响。请重新加载，若仍然出现请联系我们。',
    '您的資料沒有受影響。請重新載入，若仍然出現請聯絡我們。',
    'Your data is not affected. Reload the page, and contact us if it happens again.',
  ],
  reload: ['重新加载', '重新載入', 'Reload'],
})

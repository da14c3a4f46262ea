import { words } from '@slotwise/contract'

/** Texts of the switch for messages of the browser. */
export const pushWords = words({
  title: ['浏览器消息', '瀏覽器訊息', 'Browser messages'],
  off: [
    '开启后，关闭本页时此浏览器也能收到消息。',
    '開啟後，關閉本頁時此瀏覽器也能收到訊息。',
    'Get messages in this browser, even when this page is closed.',
  ],
  on: [
    '已开启。关闭本页时，此浏览器也会收到消息。',
    '已開啟。關閉本頁時，此瀏覽器也會收到訊息。',
    'On. This browser shows messages even when this page is closed.',
  ],
  working: ['请稍候', '請稍候', 'One moment…'],
  denied: [
    '浏览器禁止了本站的通知。请点击地址栏左侧的图标，在网站设置中允许通知，然后再开启。',
    '瀏覽器封鎖了本站的通知。請點擊網址列左側的圖示，在網站設定中允許通知，然後再開啟。',
    'The browser blocks notifications from this site. Click the icon next to the address, allow notifications in the site settings, then turn this on.',
  ],
  insecure: [
    '需要通过安全连接（网址以 https 开头）打开本页。',
    '需要透過安全連線（網址以 https 開頭）開啟本頁。',
    'This needs a secure connection (an address that begins with https).',
  ],
  homeScreen: [
    '在 iPhone 或 iPad 上，请先用“共享”菜单将本页添加到主屏幕，再从主屏幕打开。',
    '在 iPhone 或 iPad 上，請先用「分享」選單將本頁加入主畫面，再從主畫面開啟。',
    'On iPhone and iPad, first add this page to the home screen with the Share menu, then open it from there.',
  ],
  unsupported: [
    '此浏览器无法接收消息，请使用 Chrome、Edge、Firefox 或 Safari。',
    '此瀏覽器無法接收訊息，請使用 Chrome、Edge、Firefox 或 Safari。',
    'This browser cannot show messages. Use Chrome, Edge, Firefox or Safari.',
  ],
  noService: [
    '无法连接此浏览器的消息服务，请稍后重试，或换用其他浏览器。',
    '無法連線至此瀏覽器的訊息服務，請稍後重試，或改用其他瀏覽器。',
    'The message service of this browser cannot be reached. Try again later, or use another browser.',
  ],
})

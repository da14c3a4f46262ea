import { words } from '@slotwise/contract'

/** Texts of the page that the service worker shows when nothing is kept and nothing can be loaded. */
export const offlineWords = words({
  title: ['没有网络', '沒有網路', 'You are offline'],
  text: [
    '后台需要网络才能打开。在有网络时打开过一台设备的补货页面后，没有网络也能补货。',
    '後台需要網路才能開啟。在有網路時開啟過一台設備的補貨頁面後，沒有網路也能補貨。',
    'The console needs a network to open. After you have opened the refill page of a device once while online, you can refill without a network.',
  ],
  retry: ['重试', '重試', 'Try again'],
})

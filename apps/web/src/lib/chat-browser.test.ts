import { describe, expect, it } from 'vitest'

import { isDesktopChatBrowser } from './chat-browser.ts'

const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const android =
  'Mozilla/5.0 (Linux; Android 14; 23049RAD8C) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/116.0.0.0 Mobile Safari/537.36'

describe('a desktop chat-app browser', () => {
  it.each([
    [
      'WeChat on Windows',
      `${windows} MicroMessenger/7.0.20.1781(0x6700143B) NetType/WIFI WindowsWechat(0x63090a13) XWEB/8391`,
    ],
    ['WeChat on macOS', `${mac} MicroMessenger/6.8.0(0x16080000) MacWechat/3.8.6(0x13080612) NetType/WIFI`],
    ['WeCom on Windows', `${windows} wxwork/4.1.20 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron`],
    ['WeCom on macOS', `${mac} wxwork/4.1.20 MicroMessenger/7.0.1 Language/zh`],
  ])('is %s', (_name, userAgent) => {
    expect(isDesktopChatBrowser(userAgent)).toBe(true)
  })

  it.each([
    ['Chrome on Windows', windows],
    ['Safari on macOS', `${mac} Version/17.4 Safari/605.1.15`],
    ['WeChat on an iPhone', `${iphone} MicroMessenger/8.0.47(0x18002f2c) NetType/WIFI Language/zh_CN`],
    ['WeChat on Android', `${android} MicroMessenger/8.0.47.2560 WeChat/arm64 Weixin NetType/WIFI`],
    ['WeCom on Android', `${android} wxwork/4.1.20 MicroMessenger/7.0.1 NetType/WIFI`],
  ])('is not %s', (_name, userAgent) => {
    expect(isDesktopChatBrowser(userAgent)).toBe(false)
  })
})

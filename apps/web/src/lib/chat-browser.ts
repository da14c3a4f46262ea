/**
 * WeChat and WeCom for Windows and macOS open links in a browser of their own that the console does not support. On
 * phones the same apps are supported.
 */
export const isDesktopChatBrowser = (userAgent: string): boolean =>
  /MicroMessenger|WeChat|wxwork/i.test(userAgent) &&
  /WindowsWechat|MacWechat|Windows NT|Macintosh/i.test(userAgent) &&
  !/Android|iPhone|iPad|iPod|HarmonyOS|\bMobile\b/i.test(userAgent)

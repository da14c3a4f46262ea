import { words } from '../kernel/locale.ts'

/** What the QR codes are for. */
export const buyModeWords = words({
  buy: ['仅购买', '僅購買', 'Buy only'],
  game: ['仅游戏', '僅遊戲', 'Game only'],
  both: ['购买和游戏', '購買和遊戲', 'Buy and game'],
})

/** Games. */
export const gamePackageWords = words({
  'local flying knife': ['本地飞刀', '本機飛刀', 'Local, flying knife'],
  'local lipstick': ['本地口红', '本機口紅', 'Local, lipstick'],
  'H5 flying knife': ['H5 飞刀', 'H5 飛刀', 'H5, flying knife'],
  'H5 lipstick': ['H5 口红', 'H5 口紅', 'H5, lipstick'],
})

/** How winning is decided. */
export const winningModeWords = words({
  random: ['随机', '隨機', 'Random'],
  fixed: ['固定', '固定', 'Fixed'],
})

/** What the screen shows between customers. */
export const adModeWords = words({
  none: ['无广告', '無廣告', 'None'],
  local: ['本地广告', '本機廣告', 'Local'],
  internet: ['网络广告', '網路廣告', 'Internet'],
  'game video': ['游戏视频', '遊戲影片', 'Game video'],
})

/** Difficulties. */
export const gameModeWords = words({
  test: ['测试', '測試', 'Test'],
  easy: ['简单', '簡單', 'Easy'],
  entry: ['入门', '入門', 'Entry'],
  normal: ['普通', '普通', 'Normal'],
  hard: ['困难', '困難', 'Hard'],
  extreme: ['极难', '極難', 'Extreme'],
})

/** Colours of the lamp. */
export const lampColorWords = words({
  yellow: ['黄色', '黃色', 'Yellow'],
  green: ['绿色', '綠色', 'Green'],
  red: ['红色', '紅色', 'Red'],
  pink: ['粉色', '粉紅色', 'Pink'],
  blue: ['蓝色', '藍色', 'Blue'],
  'orchid red': ['兰花红', '蘭花紅', 'Orchid red'],
  purple: ['紫色', '紫色', 'Purple'],
  'jade green': ['翠绿色', '翠綠色', 'Jade green'],
  random: ['随机', '隨機', 'Random'],
})

/** Styles of the lamp. */
export const lampStyleWords = words({
  breathe: ['呼吸', '呼吸', 'Breathe'],
  'rainbow 1': ['彩虹 1', '彩虹 1', 'Rainbow 1'],
  'rainbow 2': ['彩虹 2', '彩虹 2', 'Rainbow 2'],
  marquee: ['跑马灯', '跑馬燈', 'Marquee'],
  'slow blink': ['慢闪', '慢閃', 'Slow blink'],
  'fast blink': ['快闪', '快閃', 'Fast blink'],
  gradual: ['渐变', '漸變', 'Gradual'],
  constant: ['常亮', '恆亮', 'Constant'],
})

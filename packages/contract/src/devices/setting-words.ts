import { words } from '../kernel/locale.ts'

/** What the QR codes are for. */
export const buyModeWords = words({
  'zh-CN': {
    buy: '仅购买',
    game: '仅游戏',
    both: '购买和游戏',
  },
  'zh-TW': {
    buy: '僅購買',
    game: '僅遊戲',
    both: '購買和遊戲',
  },
  'en-US': {
    buy: 'Buy only',
    game: 'Game only',
    both: 'Both',
  },
})

/** Games. */
export const gamePackageWords = words({
  'zh-CN': {
    'local flying knife': '本地飞刀',
    'local lipstick': '本地口红',
    'H5 flying knife': 'H5 飞刀',
    'H5 lipstick': 'H5 口红',
  },
  'zh-TW': {
    'local flying knife': '本地飛刀',
    'local lipstick': '本地口紅',
    'H5 flying knife': 'H5 飛刀',
    'H5 lipstick': 'H5 口紅',
  },
  'en-US': {
    'local flying knife': 'Local, flying knife',
    'local lipstick': 'Local, lipstick',
    'H5 flying knife': 'H5, flying knife',
    'H5 lipstick': 'H5, lipstick',
  },
})

/** How winning is decided. */
export const winningModeWords = words({
  'zh-CN': {
    random: '随机',
    fixed: '固定',
  },
  'zh-TW': {
    random: '隨機',
    fixed: '固定',
  },
  'en-US': {
    random: 'Random',
    fixed: 'Fixed',
  },
})

/** What the screen shows between customers. */
export const adModeWords = words({
  'zh-CN': {
    none: '无广告',
    local: '本地广告',
    internet: '网络广告',
    'game video': '游戏视频',
  },
  'zh-TW': {
    none: '無廣告',
    local: '本地廣告',
    internet: '網路廣告',
    'game video': '遊戲影片',
  },
  'en-US': {
    none: 'None',
    local: 'Local',
    internet: 'Internet',
    'game video': 'Game video',
  },
})

/** Difficulties. */
export const gameModeWords = words({
  'zh-CN': {
    test: '测试',
    easy: '简单',
    entry: '入门',
    normal: '普通',
    hard: '困难',
    extreme: '极难',
  },
  'zh-TW': {
    test: '測試',
    easy: '簡單',
    entry: '入門',
    normal: '普通',
    hard: '困難',
    extreme: '極難',
  },
  'en-US': {
    test: 'Test',
    easy: 'Easy',
    entry: 'Entry',
    normal: 'Normal',
    hard: 'Hard',
    extreme: 'Extreme',
  },
})

/** Colours of the lamp. */
export const lampColorWords = words({
  'zh-CN': {
    yellow: '黄色',
    green: '绿色',
    red: '红色',
    pink: '粉色',
    blue: '蓝色',
    'orchid red': '兰红色',
    purple: '紫色',
    'jade green': '翠绿色',
    random: '随机',
  },
  'zh-TW': {
    yellow: '黃色',
    green: '綠色',
    red: '紅色',
    pink: '粉紅色',
    blue: '藍色',
    'orchid red': '蘭紅色',
    purple: '紫色',
    'jade green': '翠綠色',
    random: '隨機',
  },
  'en-US': {
    yellow: 'Yellow',
    green: 'Green',
    red: 'Red',
    pink: 'Pink',
    blue: 'Blue',
    'orchid red': 'Orchid red',
    purple: 'Purple',
    'jade green': 'Jade green',
    random: 'Random',
  },
})

/** Styles of the lamp. */
export const lampStyleWords = words({
  'zh-CN': {
    breathe: '呼吸',
    'rainbow 1': '彩虹 1',
    'rainbow 2': '彩虹 2',
    marquee: '跑马灯',
    'slow blink': '慢闪',
    'fast blink': '快闪',
    gradual: '渐变',
    constant: '常亮',
  },
  'zh-TW': {
    breathe: '呼吸',
    'rainbow 1': '彩虹 1',
    'rainbow 2': '彩虹 2',
    marquee: '跑馬燈',
    'slow blink': '慢閃',
    'fast blink': '快閃',
    gradual: '漸變',
    constant: '恆亮',
  },
  'en-US': {
    breathe: 'Breathe',
    'rainbow 1': 'Rainbow 1',
    'rainbow 2': 'Rainbow 2',
    marquee: 'Marquee',
    'slow blink': 'Slow blink',
    'fast blink': 'Fast blink',
    gradual: 'Gradual',
    constant: 'Constant',
  },
})

import * as thing from '../goods-pictures/daily.ts'
import { blossom } from '../goods-pictures/marks.ts'
import { closeUp } from '../goods-pictures/scene.ts'
import { dryer, massageChair, rockingCar, washer } from '../goods-pictures/sessions.ts'
import type { Entry } from './entry.ts'

export const daily: readonly Entry[] = [
  {
    title: '晴雨折叠伞',
    price: 2990,
    tags: '日用,热卖',
    description: '八骨防风，黑胶防晒，收起长约24厘米。',
    front: thing.umbrella('#4a7fc1'),
    details: [closeUp('daily', thing.foldedUmbrella('#4a7fc1'))],
  },
  {
    title: '充电宝 5000mAh',
    price: 4900,
    tags: '日用',
    description: '出厂已充电，可带上飞机，附短线。',
    front: thing.powerBank('#3aa17e'),
    details: [closeUp('daily', thing.powerBankInUse('#3aa17e'))],
  },
  {
    title: '数据线 1米',
    price: 1990,
    tags: '日用',
    description: '两头通用接口，支持快充，编织外皮。',
    front: thing.cable('#e07a5f'),
  },
  {
    title: '口罩 10只装',
    price: 500,
    tags: '日用',
    description: '三层防护，独立包装，成人均码。',
    front: thing.masks('#5fa8c9'),
  },
  {
    title: '旅行牙刷套装',
    price: 990,
    tags: '日用,新品',
    description: '软毛牙刷、牙膏15克与漱口杯。',
    front: thing.toothbrush('#5cb3b0', '#ef8a7a'),
  },
  {
    title: '软包纸巾 80抽',
    price: 300,
    tags: '日用',
    description: '三层加厚，遇水不破，可湿擦。',
    front: thing.tissues('#8fb7de', blossom('#ffffff')),
  },
]

export const sessions: readonly Entry[] = [
  {
    title: '标准洗 30分钟',
    price: 400,
    tags: '洗衣,热卖',
    description: '8公斤以内，含洗衣液，投币脉冲2次。',
    front: washer('#4fa5c9'),
  },
  {
    title: '烘干 40分钟',
    price: 500,
    tags: '洗衣',
    description: '中温烘干，投币脉冲2次。',
    front: dryer('#ef9a5a'),
  },
  {
    title: '按摩椅 15分钟',
    price: [1000, 1500],
    tags: '休闲',
    description: '肩颈与腰背轮流，孕妇与佩戴起搏器者勿用。',
    front: massageChair('#c58a5c'),
  },
  {
    title: '摇摇车 一次',
    price: 200,
    tags: '休闲',
    description: '3分钟一曲，请家长陪同。',
    front: rockingCar('#ef6f5e', '#fbd66f'),
  },
]

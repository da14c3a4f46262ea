import { blindBox, gloss, lips, lipstick } from '../goods-pictures/beauty.ts'
import { clothBag, paperBag } from '../goods-pictures/lucky-bags.ts'
import * as mark from '../goods-pictures/marks.ts'
import { closeUp } from '../goods-pictures/scene.ts'
import * as toys from '../goods-pictures/toys.ts'
import type { Entry } from './entry.ts'

export const capsules: readonly Entry[] = [
  {
    title: '云朵小兽扭蛋 第一弹',
    price: 1500,
    tags: '扭蛋,热卖',
    description: '全套6款加1款隐藏，手感软弹，高约5厘米。',
    front: toys.capsule('#f08fa8', toys.cloudPet('#d6eaff')),
    details: [
      closeUp('capsules', toys.unpacked('#f08fa8', toys.cloudPet('#d6eaff'))),
      closeUp('capsules', toys.collection(toys.cloudPet, ['#ffe2b0', '#e5d4fb', '#d6eaff'])),
    ],
  },
  {
    title: '海洋朋友扭蛋',
    price: 1200,
    tags: '扭蛋',
    description: '鲸鱼、海豚与海龟，共5款，可作手机支架。',
    front: toys.capsule('#4f9fd8', toys.whale('#5b8fd6')),
    details: [closeUp('capsules', toys.unpacked('#4f9fd8', toys.whale('#5b8fd6')))],
  },
  {
    title: '迷你茶具扭蛋',
    price: 1800,
    tags: '扭蛋,新品',
    description: '1比12的小茶壶，壶盖可打开，共8款。',
    front: toys.capsule('#63b58f', toys.teapot('#f2f0e6')),
  },
  {
    title: '夜光恐龙扭蛋',
    price: [1000, 2000],
    tags: '扭蛋',
    description: '吸光后在暗处发亮，共6款，请勿给3岁以下儿童。',
    front: toys.capsule('#f3b13f', toys.dinosaur('#8bc48a')),
    details: [closeUp('capsules', toys.collection(toys.dinosaur, ['#f2a07b', '#8fb8e8', '#8bc48a']))],
  },
  {
    title: '星球系列扭蛋 隐藏款',
    price: [2000, 5000],
    tags: '扭蛋,新品',
    description: '九颗星球，隐藏款机率72分之1。',
    front: toys.capsule('#6b5bb5', toys.planet('#8a7be0')),
  },
]

export const lipsticks: readonly Entry[] = [
  {
    title: '丝绒口红 豆沙色',
    price: 5900,
    tags: '口红,热卖',
    description: '丝绒质地，显白不挑皮，净含量3.2克。',
    front: lipstick('#b8565f', '#3a3038'),
    details: [closeUp('lipsticks', lips('#b8565f'))],
  },
  {
    title: '哑光口红 正红色',
    price: 6900,
    tags: '口红',
    description: '一抹显色，不易沾杯，净含量3.2克。',
    front: lipstick('#cf2f3a', '#7e1f2c'),
    details: [closeUp('lipsticks', lips('#cf2f3a'))],
  },
  {
    title: '水光唇釉 蜜桃色',
    price: 4900,
    tags: '口红,新品',
    description: '水润光泽，含角鲨烷，净含量4毫升。',
    front: gloss('#f08a78'),
  },
  {
    title: '滋润口红 奶茶色',
    price: 5500,
    tags: '口红',
    description: '日常通勤色，滋润不拔干。',
    front: lipstick('#b77a5e', '#e9d8c8'),
  },
  {
    title: '口红小样盲盒',
    price: [990, 2990],
    tags: '口红',
    description: '每盒3支小样，色号随机。',
    front: blindBox('#f3b3bd', '#b7485c'),
  },
]

export const luckyBags: readonly Entry[] = [
  {
    title: '新年大福袋',
    price: 6600,
    tags: '福袋,热卖',
    description: '好物8件，总值不低于128元，售完为止。',
    front: clothBag({ colour: '#d8412f', cord: '#f2c14e', mark: mark.coin('#e9ae35') }),
  },
  {
    title: '零食福袋',
    price: 1990,
    tags: '福袋,零食',
    description: '当季零食6至8包，口味随机。',
    front: paperBag({ colour: '#f2a03d', cord: '#c9472e', mark: mark.sweet('#e4576b') }),
  },
  {
    title: '数码福袋',
    price: [2900, 19900],
    tags: '福袋',
    description: '耳机、充电器与音箱，随机一件，全新带保修。',
    front: clothBag({ colour: '#3f5fa8', cord: '#f0cf7a', mark: mark.bolt('#3f5fa8') }),
  },
  {
    title: '美妆福袋',
    price: [3900, 9900],
    tags: '福袋,新品',
    description: '正装1件加小样3件，均在保质期内。',
    front: paperBag({ colour: '#e78ca0', cord: '#9c3a52', mark: mark.heart('#d8506e') }),
  },
]

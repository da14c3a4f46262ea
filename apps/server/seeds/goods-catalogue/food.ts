import * as draw from '../goods-pictures/drinks.ts'
import * as mark from '../goods-pictures/marks.ts'
import { closeUp } from '../goods-pictures/scene.ts'
import * as pack from '../goods-pictures/snacks.ts'
import type { Entry } from './entry.ts'

export const drinks: readonly Entry[] = [
  {
    title: '天然矿泉水 550ml',
    price: 200,
    tags: '饮料,热卖',
    description: '山泉水源，常温与冰镇皆宜。',
    front: draw.bottle({
      colour: '#9fd3ea',
      second: '#2f86b8',
      cap: '#2f86b8',
      mark: mark.mountain('#2f86b8'),
    }),
  },
  {
    title: '白桃气泡水 330ml',
    price: 450,
    tags: '饮料,新品',
    description: '0糖0脂，白桃清香，气泡细腻。',
    front: draw.can({ colour: '#f7c3bd', second: '#ef8f8a', mark: mark.peach() }),
    details: [
      closeUp(
        'drinks',
        draw.trio((cx) =>
          draw.can({ colour: '#f7c3bd', second: '#ef8f8a', mark: mark.peach(), width: 190 }, cx),
        ),
      ),
    ],
  },
  {
    title: '无糖乌龙茶 500ml',
    price: 500,
    tags: '饮料,热卖',
    description: '高山乌龙冷泡，回甘清爽，不加糖。',
    front: draw.bottle({
      colour: '#c98a3d',
      second: '#3f6b4a',
      cap: '#3f6b4a',
      mark: mark.leaf('#4c8a58'),
    }),
  },
  {
    title: '海盐可乐 330ml',
    price: 350,
    tags: '饮料',
    description: '一点海盐，气更足。建议冰镇到4度。',
    front: draw.can({ colour: '#27495c', second: '#4fa3b5', mark: mark.bubbles('#27495c') }),
  },
  {
    title: '鲜橙汁 300ml',
    price: 700,
    tags: '饮料',
    description: '整橙鲜榨，冷藏保存，开启后请当日饮完。',
    front: draw.gableCarton({ colour: '#f7a63b', second: '#e2711d', mark: mark.orange() }),
  },
  {
    title: '纯牛奶 250ml',
    price: 400,
    tags: '饮料',
    description: '每100毫升含3.6克乳蛋白，早餐好搭档。',
    front: draw.brick({ colour: '#f4f8fb', second: '#5aa0d8', mark: mark.drop('#5aa0d8') }),
  },
  {
    title: '冷萃拿铁 280ml',
    price: [990, 1280],
    tags: '饮料,新品',
    description: '低温慢萃12小时，加鲜奶。中杯与大杯不同价。',
    front: draw.icedCup({ colour: '#8a5a3a', second: '#d98a5f', mark: mark.bean('#6b4229') }),
  },
  {
    title: '维生素能量饮料 250ml',
    price: 600,
    tags: '饮料',
    description: '含牛磺酸与B族维生素，每日不超过2罐。',
    front: draw.can({ colour: '#f4c13d', second: '#2c3442', mark: mark.bolt('#e5971c'), width: 166 }),
  },
  {
    title: '荔枝乳酸菌 100ml',
    price: 300,
    tags: '饮料',
    description: '活菌发酵，荔枝味，需冷藏。',
    front: draw.yoghurtTrio({ colour: '#fff3ee', second: '#ef8794', mark: mark.lychee() }),
  },
  {
    title: '桂花酸梅汤 450ml',
    price: 550,
    tags: '饮料',
    description: '乌梅、山楂与桂花同煮，解腻消暑。',
    front: draw.bottle({
      colour: '#7a2f3d',
      second: '#e0a83c',
      cap: '#7a2f3d',
      mark: mark.blossom('#e9b23e'),
    }),
  },
]

export const snacks: readonly Entry[] = [
  {
    title: '海盐薯片 70g',
    price: 750,
    tags: '零食,热卖',
    description: '薄切土豆，海盐提味，一口一脆。',
    front: pack.bag({
      colour: '#4f9fc9',
      second: '#2d6f9c',
      mark: mark.wave('#2d6f9c'),
      bits: pack.crispBits(),
    }),
    details: [closeUp('snacks', pack.bowlOfCrisps())],
  },
  {
    title: '番茄薯片 70g',
    price: 750,
    tags: '零食',
    description: '熟番茄风味，酸甜开胃。',
    front: pack.bag({
      colour: '#ec6a4d',
      second: '#c23b2c',
      mark: mark.tomato(),
      bits: pack.crispBits('#f0a95c'),
    }),
  },
  {
    title: '榛仁黑巧克力 45g',
    price: 990,
    tags: '零食',
    description: '62%可可，整粒榛仁。夏季请冷藏。',
    front: pack.chocolateBar({ colour: '#7d2f3a', second: '#e3b768', mark: mark.hazelnut() }),
    details: [closeUp('snacks', pack.chocolatePieces(mark.hazelnut()))],
  },
  {
    title: '抹茶夹心饼干 90g',
    price: 680,
    tags: '零食,新品',
    description: '抹茶夹心，独立小包，不易碎。',
    front: pack.biscuits({ colour: '#5f9a5b', second: '#a8cf83', mark: mark.leaf('#5f9a5b') }),
    details: [closeUp('snacks', pack.biscuitPile('#a8cf83'))],
  },
  {
    title: '香辣牛肉干 40g',
    price: 1280,
    tags: '零食',
    description: '后腿牛肉手撕，微辣有嚼劲。',
    front: pack.pouch({
      colour: '#a53a2c',
      second: '#5e1f1c',
      mark: mark.chilli(),
      bits: pack.jerky(),
    }),
  },
  {
    title: '每日坚果 25g',
    price: 490,
    tags: '零食,热卖',
    description: '六种果仁与果干，每天一小包。',
    front: pack.pouch({
      colour: '#e0a14a',
      second: '#8a5429',
      mark: mark.hazelnut(),
      bits: pack.nuts(),
    }),
  },
  {
    title: '草莓软糖 50g',
    price: 500,
    tags: '零食',
    description: '草莓果汁软糖，不含人工色素。',
    front: pack.pouch({
      colour: '#f6a3ad',
      second: '#e4576b',
      mark: mark.strawberry(),
      bits: pack.gummies(),
    }),
  },
  {
    title: '红烧牛肉杯面 85g',
    price: 650,
    tags: '零食',
    description: '机器旁有热水，冲泡3分钟即食。',
    front: pack.noodleCup({ colour: '#e7663a', second: '#a8322a', mark: mark.noodles('#a8322a') }),
  },
]

export const betel: readonly Entry[] = [
  {
    title: '青果槟榔 30g',
    price: 1000,
    tags: '槟榔',
    description: '原味青果。长期嚼食有害口腔健康，未成年人禁购。',
    front: pack.betel({
      colour: '#4f8a4a',
      second: '#2e5f35',
      mark: mark.leaf('#4f8a4a'),
      nut: '#6f8f3f',
    }),
  },
  {
    title: '冰爽槟榔 30g',
    price: 1500,
    tags: '槟榔,热卖',
    description: '薄荷清凉。长期嚼食有害口腔健康，未成年人禁购。',
    front: pack.betel({
      colour: '#3f9fa8',
      second: '#22646f',
      mark: mark.snow('#3f9fa8'),
      nut: '#6b5238',
    }),
  },
  {
    title: '枸杞槟榔 45g',
    price: [2000, 3000],
    tags: '槟榔',
    description: '枸杞入味，大小包不同价。长期嚼食有害口腔健康，未成年人禁购。',
    front: pack.betel({ colour: '#b5402f', second: '#d9a441', mark: mark.berries(), nut: '#7d4f30' }),
  },
]

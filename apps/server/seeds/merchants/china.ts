import type { DemoMerchant } from './merchant.ts'
import { clerkPermissions, managerPermissions } from './permissions.ts'

export const china: DemoMerchant = {
  username: '13800138000',
  mchName: '演示商户',
  country: 'CN',
  locale: 'zh-CN',
  areas: [
    {
      area_name: '福田区',
      phone: '400-820-1234',
      area_address: '深圳市福田区',
      remarks: '商场与写字楼',
      stores: [
        ['会展中心店', 'office'],
        ['购物公园店', 'mall'],
        ['车公庙地铁店', 'station'],
        ['市民中心店', 'office'],
      ],
    },
    {
      area_name: '南山区',
      phone: '0755-2688 0000',
      area_address: '深圳市南山区',
      remarks: '高校与科技园',
      stores: [
        ['科技园店', 'office'],
        ['深圳湾店', 'mall'],
        ['大学城店', 'campus'],
      ],
    },
    {
      area_name: '罗湖区',
      phone: '0755-2512 3456',
      area_address: '深圳市罗湖区',
      remarks: '',
      stores: [
        ['东门步行街店', 'street'],
        ['火车站店', 'station'],
        ['国贸店', 'mall'],
      ],
    },
    {
      area_name: '天河区',
      phone: '020-3888 6666',
      area_address: '广州市天河区',
      remarks: '',
      stores: [
        ['体育中心店', 'street'],
        ['正佳广场店', 'mall'],
      ],
    },
  ],
  storeAddress: (area, store, index) => `${area}${store.replace(/店$/, '')}${index + 1}号`,
  storePhone: (index) => `138${String(10_000_000 + index * 104_729).slice(-8)}`,
  managers: ['陈晓', '林珊', '黄伟', '周敏'],
  staff: [
    {
      role: {
        name: '店长 Store manager',
        note: '管理门店、设备、商品和店员',
        granted: managerPermissions,
      },
      sub_username: 'manager01',
      nickname: '陈店长',
      phone: '13800138001',
      hasOperation: true,
      stores: 'all',
    },
    {
      role: { name: '客服 Clerk', note: '查看一家门店的订单，不能退款', granted: clerkPermissions },
      sub_username: 'clerk01',
      nickname: '林客服',
      phone: '13800138002',
      hasOperation: false,
      stores: 'first',
    },
  ],
  firstSn: 9_900_001,
  machines: [
    { type: 'vending', slots: 40, titles: Array<string>(7).fill('饮料零食机') },
    { type: 'gashapon', slots: 12, titles: Array<string>(4).fill('扭蛋机') },
    { type: 'lipstick', slots: 20, titles: Array<string>(2).fill('口红机') },
    { type: 'lattice', slots: 30, titles: Array<string>(2).fill('格子柜') },
    { type: 'luckybag', slots: 16, titles: Array<string>(2).fill('福袋机') },
    { type: 'betelnut', slots: 24, titles: Array<string>(2).fill('槟榔机') },
    { type: 'pulse', slots: 1, titles: ['洗衣机'], firstGoods: 0 },
    { type: 'pulse', slots: 1, titles: ['按摩椅'], firstGoods: 2 },
    { type: 'single', slots: 1, titles: ['矿泉水机'], firstGoods: 0 },
    { type: 'osm', slots: 40, titles: Array<string>(2).fill('综合机') },
  ],
  shares: [
    ['wechat', 54],
    ['alipay', 29],
    ['coin', 6],
    ['bill', 3],
    ['card', 3.5],
    ['ezcard', 2.5],
    ['gift', 1.2],
    ['remote', 0.8],
  ],
  refundRemarks: ['商品未掉落', '出货数量不对', '顾客来电投诉，已核实', '包装破损', '付款后机器无反应'],
}

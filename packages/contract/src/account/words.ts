import { words } from '../kernel/locale.ts'

export const businessWords = words({
  gpm: ['扭蛋机', '扭蛋機', 'Capsule'],
  vm: ['售货机', '販賣機', 'Vending'],
  gzj: ['格子机', '格子機', 'Locker'],
  fdj: ['福袋机', '福袋機', 'Lucky bag'],
  blj: ['槟榔机', '檳榔機', 'Betel nut'],
  lpk: ['口红机', '口紅機', 'Lipstick'],
  mc: ['脉冲设备', '脈衝設備', 'Pulse'],
})

export const countryWords = words({
  MY: ['马来西亚', '馬來西亞', 'Malaysia'],
  CN: ['中国大陆', '中國大陸', 'Mainland China'],
})

/** What a merchant signs up with, and what the operator puts in place of our name and logo. */
export const merchantFieldWords = words({
  mchName: ['商户名称', '商家名稱', 'Merchant name'],
  country: ['国家或地区', '國家或地區', 'Country or region'],
  business: ['业务', '業務', 'Business'],
  agent: ['代理商代码', '代理商代碼', 'Agent code'],
  username: ['账号', '帳號', 'Account'],
  title: ['标题', '標題', 'Title'],
  pc_cnlogo: ['标志', '標誌', 'Logo'],
  logo_icon: ['小图标', '小圖示', 'Small logo'],
  cn_copy_right: ['版权信息', '版權資訊', 'Copyright line'],
  fee_rate: ['手续费率', '手續費率', 'Payment fee rate'],
  clients: ['可用支付渠道', '可用支付管道', 'Payment providers allowed'],
})

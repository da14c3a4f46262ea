import type { Locale } from '@slotwise/contract'

/** Data in the reader's own language, long enough to test the layout. */
type Texts = Record<'mchName' | 'area' | 'store' | 'text' | 'manager' | 'role' | 'goods' | 'tag', string>
export const longTexts: Record<Locale, Texts> = {
  'zh-CN': {
    mchName: '珠江扭蛋与自动售货有限责任公司',
    area: '滨海新区国际会展中心及周边商业街',
    store: '国际会展中心南登录大厅二层东侧连廊店',
    text: '请在每天早上九点以前补货，周末客流大，注意提前联系物业开门',
    manager: '欧阳晓明',
    role: '会展中心区域门店运营主管',
    goods: '滨海限定款恐龙扭蛋第三弹隐藏款豪华礼盒装',
    tag: '限量发售',
  },
  'zh-TW': {
    mchName: '珠江扭蛋與自動販賣有限責任公司',
    area: '濱海新區國際會展中心及周邊商業街',
    store: '國際會展中心南登錄大廳二層東側連廊店',
    text: '請在每天早上九點以前補貨，週末客流大，注意提前聯絡物業開門',
    manager: '歐陽曉明',
    role: '會展中心區域門店營運主管',
    goods: '濱海限定款恐龍扭蛋第三彈隱藏款豪華禮盒裝',
    tag: '限量發售',
  },
  'en-US': {
    mchName: 'Pearl River Capsule and Vending Company Limited',
    area: 'Waterfront, convention centre and the streets around it',
    store: 'Convention centre, south hall, second floor, east bridge',
    text: 'Please refill before nine; weekends are busy, so call the caretaker early',
    manager: 'Christopher Montgomery',
    role: 'Operations supervisor, convention centre',
    goods: 'Waterfront edition dinosaur capsule (third series)',
    tag: 'limited-edition',
  },
}

import { allPermissions, type Locale } from '@slotwise/contract'

import { fillSlots } from './devices.ts'
import { addGoods, addPicture } from './goods.ts'
import type { Machines } from './machines.ts'
import type { Merchant } from './merchant.ts'
import { addArea, addStore } from './regions.ts'
import { accountOf, addRole, addSubUser, setOperationPassword } from './staff.ts'

/** Texts that are data, in the reader's own language, and long enough to find out what gives way. */
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

/** A page of areas and stores with long texts, and staff who look after them. */
export async function fillConsole(merchant: Merchant, locale: Locale): Promise<void> {
  const { area: name, store, text, manager, role: roleName } = longTexts[locale]
  await fillCatalogue(merchant, locale)
  const phone = '+86 0755-2688 0000'
  const area = await addArea(merchant, name, { phone, area_address: text, remarks: text })
  const { _id: firstStore } = await addStore(merchant, store, {
    area: area._id,
    phone,
    store_address: text,
    remarks: text,
    manager,
    manager_phone: '13800138001',
    customer_no: '2026-0017',
    auto_refund: true,
    mode: 'custom',
    mode_text: manager,
    coo_mode: 'custom',
    coo_mode_text: text.slice(0, 30),
    coo_start_date: '2026-01-01',
    coo_end_date: '2026-12-31',
  })
  for (let n = 1; n <= 10; n += 1) await addStore(merchant, `${store.slice(0, 10)} ${n}`)
  await setOperationPassword(merchant)
  const role = await addRole(merchant, roleName, [...allPermissions], { note: text })
  // The name of the product is the one word that belongs to every language.
  const sub_username = accountOf(merchant, 'slotwise')
  await addSubUser(merchant, manager, role, { sub_username, phone, all_device: false, store: [firstStore] })
}

/**
 * Devices with long names: the newest is a lipstick machine, which has every setting, with a fault and slots that are
 * full, low and vacant. What they say of themselves stands in no language.
 */
export async function fillDevices(merchant: Merchant, locale: Locale, machines: Machines): Promise<void> {
  const { goods: title, store: name, text } = longTexts[locale]
  const store = await addStore(merchant, name, { store_address: text })
  const goods = await addGoods(merchant, title)
  const [, machine] = await machines.give(
    merchant,
    { title: name, type: 'lattice' },
    { title, type: 'lipstick', slots: 12, storeId: store._id },
  )
  if (!machine) return
  await fillSlots(merchant, machine, goods, { slots: [1, 2, 3], price: 9_999_999, max: 9_999, quantity: 20 })
  const hand = await machines.playByHand(machine)
  const slots = Array.from({ length: 12 }, (_, at) => ({ ch: at + 1, qty: 3, max: 9, state: 'ok' as const }))
  await hand.say('slots', { rev: 1, full: true, slots })
  for (const ch of [2, 4]) await hand.say('fault', { code: 'CURTAIN_SELFTEST', ch, raw: '31', active: true })
}

/** Goods at the longest price, the newest with pictures; so that the newest picture is in use. */
async function fillCatalogue(merchant: Merchant, locale: Locale): Promise<void> {
  const { goods, text, tag } = longTexts[locale]
  for (let n = 1; n <= 8; n += 1) await addGoods(merchant, `${goods.slice(0, 8)} ${n}`)
  const images: string[] = []
  for (let n = 1; n <= 5; n += 1)
    images.push((await addPicture(merchant, goods, { width: 200 + n * 40 })).img_id)
  const prices = { min_price: 9_999_999, max_price: 99_999_999 }
  const tags = `${tag},${tag.toUpperCase()}2`
  await addGoods(merchant, goods, { ...prices, tags, description: text, code: '6901234567892', images })
}

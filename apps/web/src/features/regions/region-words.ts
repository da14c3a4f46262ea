import { words } from '@slotwise/contract'

/** Texts of the page itself; the names of fields are in the contract, because exports use them too. */
export const regionWords = words({
  title: ['区域门店', '區域門店', 'Area and stores'],
  searchAreas: ['搜索区域', '搜尋區域', 'Search areas'],
  searchAreasHint: [
    '按名称、地址、电话、备注搜索',
    '依名稱、地址、電話、備註搜尋',
    'Searches name, address, phone and remarks',
  ],
  searchStores: ['搜索门店', '搜尋門店', 'Search stores'],
  searchStoresHint: [
    '按名称、地址、电话、业务员、客户编号搜索',
    '依名稱、地址、電話、業務員、客戶編號搜尋',
    'Searches name, address, phone, salesman and customer no.',
  ],
  showStores: ['查看“{area}”的门店', '檢視「{area}」的門店', 'Show the stores of {area}'],

  addArea: ['新增区域', '新增區域', 'Add area'],
  editArea: ['编辑区域', '編輯區域', 'Edit area'],
  saveArea: ['保存区域', '儲存區域', 'Save area'],
  areaAdded: ['区域已新增', '區域已新增', 'Area added'],
  deleteArea: ['删除区域', '刪除區域', 'Delete area'],
  deleteAreaTitle: ['删除区域“{name}”？', '刪除區域「{name}」？', 'Delete the area "{name}"?'],
  deleteAreaText: [
    '删除后，该区域不再出现在列表和选项中；历史统计仍保留其名称。',
    '刪除後，該區域不再出現在清單和選項中；歷史統計仍保留其名稱。',
    'The area disappears from lists and choices. Its name stays in past statistics.',
  ],
  areaDeleted: ['区域“{name}”已删除', '區域「{name}」已刪除', 'Area "{name}" deleted'],
  areasReadOnly: [
    '您只负责部分门店，区域由主账号或负责全部门店的人员维护。',
    '您只負責部分門店，區域由主帳號或負責全部門店的人員維護。',
    'You look after some of the stores only. Areas are changed by the main account, or by staff who see all stores.',
  ],
  noAreas: ['还没有区域', '還沒有區域', 'No areas yet'],
  noAreasHint: [
    '区域用于归类门店，例如按城市或商圈划分，之后可按区域查看统计。',
    '區域用於歸類門店，例如依城市或商圈劃分，之後可依區域檢視統計。',
    'An area groups stores, for example by city or district. Statistics can be read by area.',
  ],

  addStore: ['新增门店', '新增門店', 'Add store'],
  editStore: ['编辑门店', '編輯門店', 'Edit store'],
  saveStore: ['保存门店', '儲存門店', 'Save store'],
  storeAdded: ['门店已新增', '門店已新增', 'Store added'],
  deleteStore: ['删除门店', '刪除門店', 'Delete store'],
  deleteStoreTitle: ['删除门店“{name}”？', '刪除門店「{name}」？', 'Delete the store "{name}"?'],
  deleteStoreText: [
    '删除后，该门店不再出现在列表和选项中；历史统计仍保留其名称。',
    '刪除後，該門店不再出現在清單和選項中；歷史統計仍保留其名稱。',
    'The store disappears from lists and choices. Its name stays in past statistics.',
  ],
  storeDeleted: ['门店“{name}”已删除', '門店「{name}」已刪除', 'Store "{name}" deleted'],
  startFrom: ['参照已有门店', '參照已有門店', 'Start from an existing store'],
  startFromHint: ['选择门店，带入其设置', '選擇門店，帶入其設定', 'Choose a store to take its settings over'],
  noStores: ['还没有门店', '還沒有門店', 'No stores yet'],
  noStoresHint: [
    '门店是设备摆放的地点。先新增门店，再把设备放进来。',
    '門店是設備擺放的地點。先新增門店，再把設備放進來。',
    'A store is a place where your devices stand. Add one, then put devices into it.',
  ],

  saved: ['已保存', '已儲存', 'saved'],
  inArea: ['已归入区域', '已歸入區域', 'In an area'],
  inNoArea: ['未归入区域', '未歸入區域', 'In no area'],
  devicesOf: ['{name} 的设备：{count}', '{name} 的設備：{count}', 'Devices of {name}: {count}'],
  anyArea: ['全部区域', '全部區域', 'All areas'],
  chooseArea: ['选择区域', '選擇區域', 'Choose an area'],
  sectionContact: ['联系方式', '聯絡方式', 'Contact'],
  sectionCooperation: ['合作信息', '合作資訊', 'Cooperation'],
  autoRefundHint: [
    '设备出货失败时自动退款给顾客。',
    '設備出貨失敗時自動退款給顧客。',
    'Pays back by itself when a device fails to dispense.',
  ],
  shareHint: [
    '场地方从该店收入中所得的比例。',
    '場地方從該店收入中所得的比例。',
    'What the owner of the site gets of the takings.',
  ],
  rentHint: [
    '每月付给场地方的租金。',
    '每月付給場地方的租金。',
    'What the owner of the site gets each month.',
  ],
  sinceHint: [
    '修改后的分成与租金从这一天起生效，此前的账单不变；留空则从今天起。',
    '修改後的分成與租金從這一天起生效，此前的帳單不變；留空則從今天起。',
    'Changed terms hold from this day on, and statements of earlier days stay as they are. Empty: from today.',
  ],
  period: ['合作期限', '合作期限', 'Cooperation period'],
  openEnd: ['长期', '長期', 'open end'],
  since: ['{start} 起', '{start} 起', 'from {start}'],
  until: ['至 {end}', '至 {end}', 'until {end}'],
  on: ['已开启', '已開啟', 'On'],
  off: ['未开启', '未開啟', 'Off'],
})

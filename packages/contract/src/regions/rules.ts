import { words } from '../kernel/locale.ts'

export const regionRules = words({
  unknownArea: ['该区域不存在', '該區域不存在', 'This area does not exist'],
  unknownStore: ['所选门店不存在', '所選門店不存在', 'A chosen store does not exist'],
  ownAreas: [
    '请选择分配给您的区域，否则您将看不到该门店',
    '請選擇指派給您的區域，否則您將看不到該門店',
    'Choose an area that is assigned to you, or you would lose the store',
  ],
  areaOfStore: ['门店不在此区域', '門店不在此區域', 'The store is not in this area'],
})

import { words } from '../kernel/locale.ts'

export const regionRules = words({
  unknownArea: ['该区域不存在', '該區域不存在', 'This area does not exist'],
  unknownStore: ['所选门店不存在', '所選門店不存在', 'A selected store does not exist'],
  ownAreas: [
    '门店只能在分配给您的区域之间调整',
    '門店只能在指派給您的區域之間調整',
    'You can only move stores between areas that are assigned to you',
  ],
  areaOfStore: ['门店不在此区域', '門店不在此區域', 'The store is not in this area'],
})

import { words } from '../kernel/locale.ts'

export const regionRules = words({
  unknownArea: ['该区域不存在', '該區域不存在', 'This area does not exist'],
  unknownStore: ['所选门店不存在', '所選門店不存在', 'A chosen store does not exist'],
  areaOfStore: ['门店不在此区域', '門店不在此區域', 'The store is not in this area'],
})

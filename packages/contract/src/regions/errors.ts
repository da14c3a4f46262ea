import { errors } from '../kernel/errors.ts'

export const regionErrors = errors({
  areaInUse: [
    103,
    '该区域下还有 {count} 家门店：{names}，请先移走或删除',
    '該區域下還有 {count} 家門店：{names}，請先移走或刪除',
    'The area still contains {count} {count|store|stores}: {names}. Move or delete them first.',
  ],
  areaOfStaff: [
    103,
    '该区域仍分配给 {count} 个账号，请先调整其管理范围',
    '該區域仍指派給 {count} 個帳號，請先調整其管理範圍',
    'The area is still assigned to {count} {count|account|accounts}. Change their scope first.',
  ],
  areaOfStaffNamed: [
    103,
    '该区域仍分配给 {count} 个账号：{names}，请先调整其管理范围',
    '該區域仍指派給 {count} 個帳號：{names}，請先調整其管理範圍',
    'The area is still assigned to {count} {count|account|accounts}: {names}. Change their scope first.',
  ],
  storeInUse: [
    103,
    '该门店仍在使用：{uses}，请先移除',
    '該門店仍在使用：{uses}，請先移除',
    'The store is still in use: {uses}. Remove these first.',
  ],
})

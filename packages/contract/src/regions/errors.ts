import { errors } from '../kernel/errors.ts'

export const regionErrors = errors({
  areaInUse: [
    103,
    '该区域下还有 {count} 个门店：{names}，请先移走或删除',
    '該區域下還有 {count} 個門店：{names}，請先移走或刪除',
    'The area still contains {count} {count|store|stores}: {names}. Move or delete them first',
  ],
  storeInUse: [
    103,
    '该门店仍在使用：{uses}，请先移除',
    '該門店仍在使用：{uses}，請先移除',
    'The store is still in use: {uses}. Remove these first',
  ],
})

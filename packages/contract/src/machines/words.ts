import { words } from '../kernel/locale.ts'

/** Names of the fields that the audit records of a replacement. */
export const machineFieldWords = words({
  replaces: ['替换设备', '替換設備', 'Replaces'],
  replaced_by: ['由以下设备替换', '由以下設備替換', 'Replaced by'],
})

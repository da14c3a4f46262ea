import { errors } from '../kernel/errors.ts'

export const machineErrors = errors({
  unknownDevice: [403, '未知设备', '未知設備', 'Unknown Device'],
  boundElsewhere: [404, '绑定错误', '綁定錯誤', 'Binding Error'],
})

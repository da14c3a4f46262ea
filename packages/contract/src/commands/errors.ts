import { errors } from '../kernel/errors.ts'

export const commandErrors = errors({
  commandFailed: [402, '设备未能完成指令', '設備未能完成指令', 'The device could not carry out the command'],
})

import { words } from '@slotwise/contract'

export const progressWords = words({
  commands: ['指令进度', '指令進度', 'Command progress'],
  forSlots: ['货道 {slots}', '貨道 {slots}', 'Slots {slots}'],
  slot: ['货道 {number}', '貨道 {number}', 'Slot {number}'],
  pieces: ['{count} 件', '{count} 件', '{count} {count|piece|pieces}'],
  piecesDone: ['{done} / {count} 件', '{done} / {count} 件', '{done} of {count} {count|piece|pieces}'],
  given: ['已下达', '已下達', 'Issued'],
  accepted: ['设备已接收', '設備已接收', 'Accepted by the device'],
  worked: ['成功', '成功', 'Succeeded'],
  failed: ['失败', '失敗', 'Failed'],
  because: ['原因：{reason}', '原因：{reason}', 'Reason: {reason}'],
  unsentHint: [
    '指令没有发出，什么都没有发生。可以重试。',
    '指令沒有發出，什麼都沒有發生。可以重試。',
    'The command was never sent, so nothing has happened. You can try again.',
  ],
  expiredHint: [
    '没有收到设备的回应，但设备可能已经执行。请先到设备前确认，再决定是否重试。',
    '沒有收到設備的回應，但設備可能已經執行。請先到設備前確認，再決定是否重試。',
    'The device did not answer, but it may have acted. Check the device before you try again.',
  ],
  unknownHint: [
    '设备接收了指令，但没有回报结果。请先到设备前确认，再决定是否重试。',
    '設備接收了指令，但沒有回報結果。請先到設備前確認，再決定是否重試。',
    'The device accepted the command but reported no result. Check the device before you try again.',
  ],
  cancelledHint: [
    '指令已取消，不再等待结果；设备是否执行过，无法得知。',
    '指令已取消，不再等待結果；設備是否執行過，無法得知。',
    'The command was cancelled, so its result is no longer awaited. It is not known whether the device acted.',
  ],
  dismiss: ['移除', '移除', 'Remove'],
  dismissCommand: ['移除：{command}', '移除：{command}', 'Remove: {command}'],
  code: ['错误码 {code}', '錯誤代碼 {code}', 'Code {code}'],
  closeMessage: ['关闭提示', '關閉提示', 'Close message'],
  someCameOut: [
    '{count} 件中出了 {done} 件。',
    '{count} 件中出了 {done} 件。',
    '{done} of {count} {count|piece was|pieces were} dispensed.',
  ],
  lost: [
    '没有收到回应，不知道设备是否收到了指令。',
    '沒有收到回應，不知道設備是否收到了指令。',
    'No answer came, so it is not known whether the device received the command.',
  ],
  lostHint: [
    '再次提交同样的内容不会重复执行。指令有了进展，会显示在这里。',
    '再次送出同樣的內容不會重複執行。指令有了進展，會顯示在這裡。',
    'Submitting the same again does not run it twice. Progress of the command is shown here.',
  ],
})

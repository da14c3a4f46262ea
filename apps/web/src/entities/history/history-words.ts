import { words } from '@slotwise/contract'

export const historyWords = words({
  kind: ['类型', '類型', 'Type'],
  command: ['指令', '指令', 'Commands'],
  fault: ['故障', '故障', 'Faults'],
  stock: ['库存变动', '庫存異動', 'Stock changes'],
  slotFilter: ['货道', '貨道', 'Slot'],
  dayTo: ['截至', '截至', 'Until'],
  events: ['设备历史', '設備歷史', 'Device history'],
  none: ['还没有记录', '還沒有紀錄', 'No records yet'],
  noneHint: [
    '指令、故障和库存变动会出现在这里。',
    '指令、故障和庫存異動會出現在這裡。',
    'Commands, faults and stock changes appear here.',
  ],
  temperature: ['温度', '溫度', 'Temperature'],
  lowest: ['最低', '最低', 'Lowest'],
  highest: ['最高', '最高', 'Highest'],
  day: ['24 小时', '24 小時', '24 hours'],
  month: ['30 天', '30 天', '30 days'],
  byHour: ['每小时的温度', '每小時的溫度', 'Temperature by the hour'],
  byDay: ['每天的温度', '每天的溫度', 'Temperature by the day'],
  hour: ['小时', '小時', 'Hour'],
  date: ['日期', '日期', 'Day'],
  noTemperature: ['这段时间没有温度记录', '這段時間沒有溫度紀錄', 'No temperature was reported in this time'],
  until: ['恢复于', '恢復於', 'Cleared at'],
  finished: ['结束于', '結束於', 'Ended at'],
})

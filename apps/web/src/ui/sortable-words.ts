import { words } from '@slotwise/contract'

export const sortableWords = words({
  drag: [
    '拖动以调整顺序：{name}。也可用上下方向键移动。',
    '拖曳以調整順序：{name}。也可用上下方向鍵移動。',
    'Drag to move {name}. You can also use the up and down arrow keys.',
  ],
  up: ['上移：{name}', '上移：{name}', 'Move up: {name}'],
  down: ['下移：{name}', '下移：{name}', 'Move down: {name}'],
  moved: [
    '{name}：第 {place} 位，共 {count} 位',
    '{name}：第 {place} 位，共 {count} 位',
    '{name}: {place} of {count}',
  ],
})

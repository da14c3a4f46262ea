import { words } from '@slotwise/contract'

export const roleWords = words({
  chooseRole: ['选择角色', '選擇角色', 'Choose a role'],
})

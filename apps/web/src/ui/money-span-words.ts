import { words } from '@slotwise/contract'

export const moneySpanWords = words({
  amountFrom: ['不低于 {amount}', '不低於 {amount}', 'from {amount}'],
  amountUpTo: ['不超过 {amount}', '不超過 {amount}', 'up to {amount}'],
})

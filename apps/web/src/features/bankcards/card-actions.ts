import type { BankCard } from '@slotwise/contract'

type Action = { word: 'addPhotos' | 'sendAgain'; opens: string }

/** What the merchant does next with a card; undefined while it is reviewed and once it is approved. */
export function nextAction({ state, merchant_id: id }: BankCard): Action | undefined {
  if (state === 'no_id_photo') return { word: 'addPhotos', opens: `photos-${id}` }
  if (state === 'not_approved') return { word: 'sendAgain', opens: `send-${id}` }
  return undefined
}

/** A card that was ever approved stays, because money is booked to it. */
export const mayWithdraw = ({ was_approved: wasApproved }: BankCard): boolean => !wasApproved

/** While a card is reviewed it cannot change. */
export const mayEdit = ({ state }: BankCard): boolean => state === 'no_id_photo' || state === 'not_approved'

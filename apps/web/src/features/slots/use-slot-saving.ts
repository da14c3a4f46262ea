import { errorCodes } from '@slotwise/contract'

import { CallError } from '../../lib/client.ts'
import { turnedBack } from '../../lib/operation-sign.ts'
import { useCountdown } from '../../ui/plain/use-countdown.ts'
import { isCoolingDown } from '../../entities/command/use-machine-action.ts'

/**
 * Saving slots may be refused for a moment (the machine rests between edits) or because they have changed meanwhile.
 * The form shows both and stays as it is; the drawer around it gets a silent failure.
 */
export function useSlotSaving(onChangedMeanwhile: () => Promise<unknown>) {
  const { left, start } = useCountdown()
  const save = async (send: () => Promise<unknown>): Promise<void> => {
    if (left > 0) throw turnedBack()
    try {
      await send()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      if (isCoolingDown(error)) start(error.retryAfter ?? 0)
      else if (error.rcode === errorCodes.changedMeanwhile) await onChangedMeanwhile()
      else throw error
      throw turnedBack()
    }
  }
  return { save, secondsLeft: left }
}

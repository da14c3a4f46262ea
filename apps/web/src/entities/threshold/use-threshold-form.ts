import { SetThreshold, type Thresholds } from '@slotwise/contract'

import { useSetThreshold } from './api.ts'
import { ownThreshold, type ThresholdPlace } from './threshold-rule.ts'

type Own = Thresholds['merchant']
/** The fields of a threshold in a form; absent for users who do not manage machines. */
export type ThresholdValues = { [Field in keyof Own]?: Own[Field] | undefined }

/** The fields of a threshold, for forms of stores and machines that have them too. */
export const thresholdShape = {
  low: SetThreshold.shape.low.optional(),
  offline_minutes: SetThreshold.shape.offline_minutes.optional(),
}

/** Saves the threshold of a place where the form has changed it. Saving the same twice does no harm. */
export function useSaveThreshold(): (
  thresholds: Thresholds | undefined,
  place: ThresholdPlace,
  values: ThresholdValues,
) => Promise<void> {
  const { mutateAsync } = useSetThreshold()
  return async (thresholds, { sn, store }, { low = null, offline_minutes = null }) => {
    if (!thresholds) return
    const place = sn === undefined ? { store: store ?? '' } : { sn }
    const own = ownThreshold(thresholds, place)
    if (JSON.stringify(own) === JSON.stringify({ low, offline_minutes })) return
    await mutateAsync({ ...place, low, offline_minutes })
  }
}

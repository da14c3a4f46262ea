import { historyLineWords } from '@slotwise/contract'

import { addLongDevices } from '../support/device-pages.ts'
import type { FeatureStates } from '../support/page-states.ts'

export const historyStates: FeatureStates = {
  name: 'history',
  filled: async (stand) => {
    const ofDevice = await addLongDevices(stand, { confirms: true })
    return [ofDevice('history', 'history', (locale) => historyLineWords[locale].stock)]
  },
}

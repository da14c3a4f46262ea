import { addLongDevices } from '../support/device-pages.ts'
import { asked, type FeatureStates } from '../support/page-states.ts'
import { initWords, remoteWords, testWords, unbindWords } from '../support/words.ts'

export const commandStates: FeatureStates = {
  name: 'remote control',
  filled: async (stand) => {
    const ofDevice = await addLongDevices(stand)
    return [
      ofDevice('remote control', 'remote', (locale) => remoteWords[locale].dispenseHint, [
        asked('unbinding', (locale) => unbindWords[locale].unbind),
      ]),
      ofDevice('testing', 'test', (locale) => testWords[locale].untested),
      ofDevice('initialization', 'init', (locale) => initWords[locale].renumberHint),
    ]
  },
}

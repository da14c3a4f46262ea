import { at, type FeatureStates, sentEmpty } from '../support/page-states.ts'
import { visit } from '../support/visit.ts'
import { bindWords, deviceWords } from '../support/words.ts'

export const machineStates: FeatureStates = {
  name: 'binding',
  beforeLogin: [
    at('binding on a computer', '/bind?sn=600000000&code=0123456789abcdef'),
    at('binding without its code', '/bind?sn=600000000'),
  ],
  empty: [
    {
      name: 'binding from the list',
      open: async (page, locale) => {
        await visit(page, '/device?open=bind')
        await page.getByRole('dialog', { name: deviceWords[locale].bindDevice }).waitFor()
      },
      further: [sentEmpty((locale) => bindWords[locale].bind)],
    },
  ],
}

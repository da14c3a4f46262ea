import { at, type FeatureStates } from '../support/page-states.ts'

export const machineStates: FeatureStates = {
  name: 'binding',
  beforeLogin: [
    at('binding on a computer', '/bind?sn=600000000&code=0123456789abcdef'),
    at('binding without its code', '/bind?sn=600000000'),
  ],
}

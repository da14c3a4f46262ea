import { expect, test } from 'vitest'

import { tryProvider } from './trial-service.ts'

test('an account whose provider cannot be asked does not pass its trial', async () => {
  expect(await tryProvider(undefined)).toEqual({ works: false, signed: false, why: 'refused', said: '' })
})

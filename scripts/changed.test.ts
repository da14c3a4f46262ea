import { describe, expect, test } from 'vitest'
import { featuresWithJourneys, journeysFor, testsThatRead } from './lib/changed.mjs'

const features = ['regions', 'goods', 'slots']

describe('the journeys that a change touches', () => {
  test('are those of its features, wherever the files lie, and their pages', () => {
    const files = [
      'apps/web/src/features/regions/area-list.tsx',
      'apps/server/src/modules/slots/stock-queries.ts',
      'packages/contract/src/regions/calls.ts',
    ]
    expect(journeysFor(files, features)).toEqual({
      folders: ['e2e/regions', 'e2e/slots', 'e2e/pages'],
      features: ['regions', 'slots'],
    })
  })

  test('are those of the frame and all pages when something is touched that features share', () => {
    for (const file of ['apps/web/src/ui/record-list.tsx', 'apps/server/src/kernel/db.ts'])
      expect(journeysFor([file, 'e2e/goods/goods.spec.ts'], features)).toEqual({
        folders: ['e2e/goods', 'e2e/shell', 'e2e/pages', 'e2e/phone'],
      })
  })

  test('are all when what every journey uses is touched', () => {
    expect(journeysFor(['e2e/support/fixtures.ts'], features)).toEqual({ folders: ['e2e'] })
  })

  test('are none when no program is touched', () => {
    const files = ['docs/architecture.md', 'scripts/gen.ts', 'apps/server/src/modules/goods/goods.test.ts']
    expect(journeysFor(files, features)).toBeUndefined()
  })

  test('of notices are also those of the inbox, where notices arrive', () => {
    const files = ['apps/server/src/modules/notify/send-service.ts']
    expect(journeysFor(files, ['notify', 'inbox'])?.folders).toEqual(['e2e/notify', 'e2e/inbox', 'e2e/pages'])
  })

  test('lie in folders of the names of features', () => {
    expect(featuresWithJourneys()).toEqual(expect.arrayContaining(['regions', 'slots', 'commands']))
    expect(featuresWithJourneys()).not.toContain('support')
  })
})

test('tests that read files of the project always run, because they import nothing that changes', () => {
  expect(testsThatRead()).toEqual(
    expect.arrayContaining([
      'apps/server/test/table-owners.test.ts',
      'apps/web/src/all-words.test.ts',
      'apps/web/src/ui/styles.test.ts',
      'scripts/spec-map.test.ts',
    ]),
  )
  expect(testsThatRead()).not.toContain('scripts/changed.test.ts')
})

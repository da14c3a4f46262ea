import { expect, test } from 'vitest'

import { makeLog } from '../kernel/log.ts'
import { logTo } from './lane.ts'

test('what fails because the database is away is a warning, anything else an error', () => {
  const written: string[] = []
  const queue = logTo(makeLog('info', { write: (line) => void written.push(line) }))
  queue.error('Error occurred attempting to UNLISTEN', {
    error: new Error('Connection terminated unexpectedly'),
  })
  queue.error('Error with notify listener', { error: Object.assign(new Error('ends'), { code: '57P01' }) })
  queue.error('Failed to run the task', { error: new Error('a fault') })
  queue.error('without an error')
  expect(written.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([40, 40, 50, 50])
})

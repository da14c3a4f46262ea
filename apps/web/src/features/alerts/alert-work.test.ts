import { expect, test } from 'vitest'

import { workSteps } from './alert-work.ts'

const open = { taker: null, mine: false, done_at: null, closed_at: null }
const at = '2026-03-01T08:00:00.000Z'

test.each([
  ['one that nobody has taken', open, false, { take: 'take', done: 'finish' }],
  ['an own one', { ...open, taker: '7', mine: true }, false, { take: 'giveBack', done: 'finish' }],
  ['one of another person', { ...open, taker: '7' }, false, { done: 'finish' }],
  [
    'one of another person, for the main account',
    { ...open, taker: '7' },
    true,
    { take: 'giveBack', done: 'finish' },
  ],
  ['one that is done', { ...open, taker: '7', mine: true, done_at: at }, true, { done: 'reopen' }],
  ['one that is over', { ...open, taker: '7', mine: true, closed_at: at }, true, {}],
])('what is offered for %s', (_, alert, isMain, steps) => {
  expect(workSteps(alert, isMain)).toEqual(steps)
})

import type { BankDraft } from '@slotwise/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { createDraftSaver, type DraftState } from './draft-saver.ts'

const draft = (person: string): BankDraft => ({ step: 0, values: { person } })

function stand() {
  const saved: (string | null | undefined)[] = []
  const states: DraftState[] = []
  const answers: { done: () => void; fail: () => void }[] = []
  const saver = createDraftSaver({
    pauseMs: 500,
    onState: (state) => states.push(state),
    save: (stored) => {
      saved.push(stored && stored.values['person'])
      return new Promise<void>((done, fail) => answers.push({ done, fail: () => fail(new Error('offline')) }))
    },
  })
  return { saver, saved, states, answers }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is typed is saved once, after a pause', async () => {
  const { saver, saved, states, answers } = stand()
  saver.change(draft('W'))
  await vi.advanceTimersByTimeAsync(400)
  saver.change(draft('Wang'))
  await vi.advanceTimersByTimeAsync(400)
  expect(saved).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(saved).toEqual(['Wang'])
  answers[0]?.done()
  await vi.advanceTimersByTimeAsync(0)
  expect(states.at(-1)).toBe('saved')
})

test('a later text waits for the save of an earlier one', async () => {
  const { saver, saved, answers } = stand()
  saver.change(draft('Wang'))
  const left = saver.flush()
  saver.change(draft('Wang Fang'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saved).toEqual(['Wang'])
  answers[0]?.done()
  await vi.advanceTimersByTimeAsync(0)
  expect(saved).toEqual(['Wang', 'Wang Fang'])
  answers[1]?.done()
  expect(await left).toBe(true)
})

test('a save that failed is tried again when the form is left', async () => {
  const { saver, saved, states, answers } = stand()
  saver.change(draft('Wang'))
  const first = saver.flush()
  answers[0]?.fail()
  expect(await first).toBe(false)
  expect(states.at(-1)).toBe('failed')
  const second = saver.flush()
  answers[1]?.done()
  expect(await second).toBe(true)
  expect(saved).toEqual(['Wang', 'Wang'])
})

test('a draft that is given up is deleted, and no pending text brings it back', async () => {
  const { saver, saved, answers } = stand()
  saver.change(draft('Wang'))
  const gone = saver.forget()
  answers[0]?.done()
  expect(await gone).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(saved).toEqual([null])
})

test('a form without changes saves nothing when it is left', async () => {
  const { saver, saved } = stand()
  expect(await saver.flush()).toBe(true)
  expect(saved).toEqual([])
})

import { expect, test } from 'vitest'

import { changeUploads, isUnderWay, type Upload } from './upload-state.ts'

const waiting = (key: string): Upload => ({
  key,
  blob: new Blob([key]),
  preview: `blob:${key}`,
  name: key,
  stage: { at: 'waiting' },
  leads: false,
})

test('each picture goes its own way', () => {
  const [a, b] = [waiting('a'), waiting('b')]
  let uploads = changeUploads([], { do: 'add', uploads: [a, b] })
  uploads = changeUploads(uploads, {
    do: 'stage',
    key: 'a',
    blob: a.blob,
    stage: { at: 'sending', share: 0.5 },
  })
  uploads = changeUploads(uploads, {
    do: 'stage',
    key: 'b',
    blob: b.blob,
    stage: { at: 'failed', message: 'no' },
  })
  expect(uploads.map(({ stage }) => stage.at)).toEqual(['sending', 'failed'])
  expect(uploads.map(isUnderWay)).toEqual([true, false])
  uploads = changeUploads(uploads, { do: 'remove', key: 'b' })
  expect(uploads.map(({ key }) => key)).toEqual(['a'])
})

test('news of a drawing that was replaced meanwhile is passed over', () => {
  const old = waiting('a')
  const redrawn = changeUploads([old], {
    do: 'redraw',
    key: 'a',
    blob: new Blob(['new']),
    preview: 'blob:new',
    stage: { at: 'waiting' },
  })
  const outdated = changeUploads(redrawn, {
    do: 'stage',
    key: 'a',
    blob: old.blob,
    stage: { at: 'sent', file: 'x' },
  })
  expect(outdated[0]).toMatchObject({ preview: 'blob:new', stage: { at: 'waiting' } })
})

test('a name that is changed is no longer wrong', () => {
  const refused = changeUploads([waiting('a')], { do: 'tell', key: 'a', message: 'Required' })
  expect(refused[0]?.nameError).toBe('Required')
  expect(changeUploads(refused, { do: 'rename', key: 'a', name: 'b' })[0]).toMatchObject({
    name: 'b',
    nameError: undefined,
  })
})

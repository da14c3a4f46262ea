import { ImageEdit } from '@slotwise/contract'
import { expect, test } from 'vitest'

import { nameOfFile } from './picture-name.ts'

test.each([
  ['Cola 330 ml.png', 'Cola 330 ml'],
  ['可乐_330ml_正面.jpg', '可乐 330ml 正面'],
  ['no-ending', 'no-ending'],
  ['v1.2 final.jpeg', 'v1.2 final'],
  ['  two\tlines\nof text .png', 'two lines of text'],
  ['\u202egpj.exe.png', 'gpj.exe'],
  ['.png', ''],
  ['\u200b.png', ''],
])('the file %j is called %j', (file, name) => {
  expect(nameOfFile(file)).toBe(name)
})

test('a long name is cut between letters, and fits', () => {
  const name = nameOfFile(`${'🍜'.repeat(50)}.png`)
  expect(name).toBe('🍜'.repeat(30))
  expect(ImageEdit.shape.name.safeParse(name).success).toBe(true)
})

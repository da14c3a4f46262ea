import { imageUpload, sheetUpload } from '@slotwise/contract'
import { describe, expect, test } from 'vitest'

import { refusalOf } from './upload.ts'

const picture = (type: string, size = 1000) => refusalOf({ type, size }, imageUpload, 'badPicture')?.why
const sheet = (type: string) => refusalOf({ type, size: 1000 }, sheetUpload, 'badSheet')?.why

describe('a file, before it is sent,', () => {
  test.each(['image/jpeg', 'image/png', 'image/jpg', 'image/pjpeg', 'application/octet-stream', ''])(
    'is no picture to refuse as %j: the server looks inside',
    (type) => {
      expect(picture(type)).toBeUndefined()
    },
  )

  test.each(['application/pdf', 'image/gif', 'image/heic', 'text/plain', 'video/mp4'])(
    'is clearly no picture of ours as %j',
    (type) => {
      expect(picture(type)).toBe('type')
    },
  )

  test('may be a sheet although the browser knows no sheets', () => {
    for (const type of [...sheetUpload.types, 'application/zip', '']) expect(sheet(type)).toBeUndefined()
    for (const type of ['image/png', 'text/csv']) expect(sheet(type)).toBe('type')
  })

  test('is refused when it is too large, whatever it is called', () => {
    for (const type of ['image/jpeg', 'image/jpg', ''])
      expect(picture(type, imageUpload.maxBytes + 1)).toBe('size')
  })
})

import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { md5 } from './md5.ts'

describe('md5', () => {
  it.each([
    ['', 'd41d8cd98f00b204e9800998ecf8427e'],
    ['a', '0cc175b9c0f1b6a831c399e269772661'],
    ['abc', '900150983cd24fb0d6963f7d28e17f72'],
    ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
    ['abcdefghijklmnopqrstuvwxyz', 'c3fcd3d76192e4007dfb496cca67e13b'],
    ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
    [
      '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
      '57edf4a22be3c955ac49da2e2107b67a',
    ],
  ])('gives the digest that RFC 1321 has for "%s"', (text, digest) => {
    expect(md5(text)).toBe(digest)
  })

  it('hashes the UTF-8 bytes of Chinese text and emoji', () => {
    for (const text of ['密码', '售货机密码一二三', '密码🔑slotwise'])
      expect(md5(text)).toBe(createHash('md5').update(text, 'utf8').digest('hex'))
  })

  it('agrees with another implementation at every length around a block', () => {
    for (let length = 50; length <= 130; length += 1) {
      const text = 'x'.repeat(length)
      expect(md5(text)).toBe(createHash('md5').update(text).digest('hex'))
    }
  })
})

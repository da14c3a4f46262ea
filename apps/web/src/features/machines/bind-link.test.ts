import { describe, expect, it } from 'vitest'

import { isComputer, isMeantHere, readBindLink, readScanned } from './bind-link.ts'

describe('the link in the code on a machine', () => {
  it('names the machine and its one-time code', () => {
    expect(readBindLink('?sn=860100000001&code=aB3-_x&here=1')).toEqual({
      sn: '860100000001',
      code: 'aB3-_x',
    })
    expect(isMeantHere('?sn=1&code=a&here=1')).toBe(true)
  })

  it.each(['', '?sn=1', '?code=a', '?sn=abc&code=a', '?sn=1&code=', '?sn=1&code=%20'])(
    'is not %j',
    (search) => {
      expect(readBindLink(search)).toBeUndefined()
    },
  )
})

describe('what a camera reads', () => {
  it('is the link of a machine, of any host', () => {
    for (const host of ['https://console.example', 'http://localhost:8080'])
      expect(readScanned(`${host}/bind?sn=860100000001&code=aB3-_x`)).toEqual({
        sn: '860100000001',
        code: 'aB3-_x',
      })
  })

  it.each(['', 'hello', '860100000001', 'https://x.example/?sn=1&code=a', 'https://x.example/bind?sn=1'])(
    'may be something else: %j',
    (text) => {
      expect(readScanned(text)).toBeUndefined()
    },
  )
})

describe('a computer', () => {
  const mac =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15'
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36'

  it('is one with Windows, also with a touch screen, or a Mac', () => {
    expect(isComputer(windows, 10)).toBe(true)
    expect(isComputer(mac, 0)).toBe(true)
  })

  it('is not a phone or a tablet', () => {
    expect(isComputer('Mozilla/5.0 (Linux; Android 14) Chrome/116.0.0.0 Mobile Safari/537.36', 5)).toBe(false)
    expect(isComputer('Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) Mobile/15E148', 5)).toBe(false)
    expect(isComputer(mac, 5)).toBe(false)
  })
})

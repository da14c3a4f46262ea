import { describe, expect, test } from 'vitest'

import { readConformOptions } from './conform/options.ts'
import { parseCredentials } from './credentials.ts'
import { readOptions, usage } from './options.ts'

describe('the command line', () => {
  test('has sensible defaults', () => {
    expect(readOptions(['--credentials', '-'])).toEqual({
      credentials: '-',
      url: 'mqtt://localhost:1883',
      salesPerSecond: 0,
      off: 0,
      leave: 0,
      broken: 0,
      pay: false,
      cards: [],
      coupons: [],
      vouchers: [],
      seed: 1,
      speed: 1,
      quiet: false,
      used: false,
    })
  })

  test('takes everything it promises', () => {
    const line =
      '--credentials f --url mqtts://h:8883 --machines 50 --sales 30/min --off 2 --leave 1 --broken 3 --pay --card 1 --card 2 --coupon C --voucher V --scenario flapping'
    expect(readOptions([...line.split(' '), '--seed', '7', '--speed', '2.5', '--quiet', '--used'])).toEqual({
      credentials: 'f',
      url: 'mqtts://h:8883',
      machines: 50,
      salesPerSecond: 0.5,
      off: 2,
      leave: 1,
      broken: 3,
      pay: true,
      cards: ['1', '2'],
      coupons: ['C'],
      vouchers: ['V'],
      scenario: 'flapping',
      seed: 7,
      speed: 2.5,
      quiet: true,
      used: true,
    })
    expect(readOptions(['--help'])).toBe('help')
    expect(usage).toContain('flaky-network')
  })

  test.each([
    [[], '--credentials is missing'],
    [['--credentials', 'f', '--url', 'localhost'], '--url is an address like'],
    [['--credentials', 'f', '--sales', 'many'], '--sales is a rate like'],
    [['--credentials', 'f', '--machines', '0'], '--machines is a whole number from 1'],
    [['--credentials', 'f', '--off', 'x'], '--off is a whole number from 0'],
    [['--credentials', 'f', '--speed', '0'], '--speed is a number above 0'],
    [['--credentials', 'f', '--scenario', 'toString'], '--scenario is one of'],
    [['--credentials', 'f', '--nonsense'], "Unknown option '--nonsense'"],
  ])('says what is wrong with %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message)
  })
})

describe('credentials', () => {
  const one = { sn: '1001', secret: 'x', type: 'vending', slots: 10 }

  test('may name the country whose customers the machine has', () => {
    expect(parseCredentials(JSON.stringify([{ ...one, country: 'MY' }]))).toEqual([{ ...one, country: 'MY' }])
    expect(() => parseCredentials(JSON.stringify([{ ...one, country: 'XX' }]))).toThrow('no known country')
  })

  test('are an array or lines', () => {
    expect(parseCredentials(JSON.stringify([one]))).toEqual([one])
    expect(parseCredentials(`${JSON.stringify(one)}\n\n${JSON.stringify({ ...one, sn: '1002' })}\n`)).toEqual(
      [one, { ...one, sn: '1002' }],
    )
  })

  test.each([
    ['', 'there are no machines'],
    ['[', 'not JSON'],
    ['{}\nnonsense', 'line 2 of the credentials is not JSON'],
    ['null', 'machine 1 has no sn'],
    [JSON.stringify([{ ...one, sn: 'abc' }]), 'machine 1 has no sn of digits'],
    [JSON.stringify([{ ...one, secret: '' }]), 'machine 1001 has no secret'],
    [JSON.stringify([{ ...one, type: 'oven' }]), 'machine 1001 is of no known type'],
    [JSON.stringify([{ ...one, slots: 101 }]), 'machine 1001 needs 1 to 100 slots'],
    [JSON.stringify([one, one]), 'machine 1001 is in the credentials twice'],
  ])('say what is wrong with %j', (text, message) => {
    expect(() => parseCredentials(text)).toThrow(message)
  })
})

describe('the command line of the conformance run', () => {
  test('has sensible defaults, and takes everything it promises', () => {
    const usual = { sn: '7', type: 'vending', host: '0.0.0.0', long: false, questions: true }
    expect(readConformOptions(['--conform', '7'])).toEqual({
      ...usual,
      port: 1_883,
      tls: undefined,
      only: undefined,
    })
    const line = '--conform 7 --type pulse --host h --cert c --key k --only C1,D2 --long --no-questions'
    expect(readConformOptions(line.split(' '))).toEqual({
      sn: '7',
      type: 'pulse',
      host: 'h',
      port: 8_883,
      tls: { cert: 'c', key: 'k' },
      only: ['C1', 'D2'],
      long: true,
      questions: false,
    })
    expect(readConformOptions(['--conform', '7', '--help'])).toBe('help')
    expect(readConformOptions(['--conform', '--help'])).toBe('help')
    expect(readConformOptions(['7', '--host', '127.0.0.2'])).toMatchObject({ sn: '7', host: '127.0.0.2' })
  })

  test.each([
    [[], 'name one machine'],
    [['--conform', 'x'], 'name one machine'],
    [['7', '8'], 'name one machine'],
    [['--conform', '7', '--type', 'toaster'], '--type is one of'],
    [['--conform', '7', '--port', '99999'], '--port is a number'],
    [['--conform', '7', '--cert', 'c'], 'go together'],
    [['--conform', '7', '--only', 'C1,X9'], 'there is no line "X9"'],
  ])('refuses %j in words', (args, message) => {
    expect(() => readConformOptions(args)).toThrow(message)
  })
})

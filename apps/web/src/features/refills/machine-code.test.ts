import { expect, test } from 'vitest'

import { machineIn } from './machine-code.ts'

test.each([
  ['1000012345', '1000012345'],
  ['https://console.example/m/1000012345', '1000012345'],
  ['https://old.example/M/1000012345/?from=label', '1000012345'],
  ['https://console.example/refill/77', '77'],
  ['https://console.example/bind?sn=1000012345&code=ABC', '1000012345'],
  ['https://console.example/bind?code=ABC', undefined],
  ['https://console.example/pay/20261118', undefined],
  ['https://console.example/m/12a', undefined],
  ['hello', undefined],
  ['', undefined],
])('%s is the code of %s', (text, sn) => {
  expect(machineIn(text)).toBe(sn)
})

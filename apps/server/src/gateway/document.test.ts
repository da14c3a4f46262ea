import { readFileSync } from 'node:fs'

import {
  capabilities,
  commandLifeSeconds,
  type CommandOp,
  commandOps,
  downMessages,
  downNames,
  faultCodes,
  machineTypes,
  upMessages,
  upNames,
} from '@slotwise/machine-protocol'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'

describe('the protocol document for firmware engineers', () => {
  const text = readFileSync(new URL('../../../../docs/machine-protocol.md', import.meta.url), 'utf8')
  type Block = { type?: string; data?: unknown; op?: string }
  const blocks = [...text.matchAll(/^```json\n([\s\S]*?)^```/gm)].map(
    ([, json = '']) => JSON.parse(json) as Block,
  )
  const up: Record<string, z.ZodType> = upMessages
  const down: Record<string, z.ZodType> = downMessages
  const fits = (schema: z.ZodType | undefined, data: unknown): boolean =>
    schema?.safeParse(data).success ?? false

  test('has examples that are as the schemas want them', () => {
    expect(blocks.length).toBeGreaterThan(30)
    const wrong = blocks.filter(({ type, data, ...rest }) =>
      type === undefined ? !fits(down['cmd'], rest) : !fits(up[type], data) && !fits(down[type], data),
    )
    expect(wrong).toEqual([])
  })

  test('has an example of every message and every command', () => {
    const types = new Set(blocks.map(({ type }) => type))
    expect([...upNames, ...downNames].filter((name) => !types.has(name))).toEqual([])
    const ops = new Set(blocks.map(({ op }) => op))
    expect(commandOps.filter((op) => !ops.has(op))).toEqual([])
  })

  test('has commands that live as long as those that the server gives', () => {
    type Given = { op: CommandOp; ttl: number }
    const given = blocks.flatMap(({ type, data, ...rest }) =>
      type === 'cmd' ? [data as Given] : type === undefined ? [rest as Given] : [],
    )
    expect(given.length).toBeGreaterThan(commandOps.length)
    expect(given.filter(({ op, ttl }) => ttl !== commandLifeSeconds(op) * 1_000)).toEqual([])
  })

  test('names every fault', () => {
    expect(faultCodes.filter((code) => !text.includes(code))).toEqual([])
  })

  test('says how many slots each type can have', () => {
    const sentences = [
      ...text.matchAll(/^\| ((?:`\w+`(?:, )?)+) \| (?:1 to )?(\d+)(?:, without stock)? \|$/gm),
    ].flatMap(([, types = '', slots]) =>
      [...types.matchAll(/\w+/g)].map(([type]) => [type, Number(slots)] as const),
    )
    expect(Object.fromEntries(sentences)).toEqual(
      Object.fromEntries(machineTypes.map((type) => [type, capabilities[type].slots])),
    )
  })
})

import { readdirSync, readFileSync } from 'node:fs'

import { isLocale, locales, words } from '@slotwise/contract'
import { describe, expect, it } from 'vitest'

// Checks all texts of the product for the translators: those of the console, of the server and of exports.

type Table = { name: string; texts: Record<string, Record<string, string>> }

const root = new URL('../../../', import.meta.url)
const sources = ['apps/web/src/', 'apps/server/src/', 'packages/contract/src/'].flatMap((folder) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .map((path) => folder + path),
)
const load = async (path: string) =>
  (await import(/* @vite-ignore */ new URL(path, root).href)) as Record<string, unknown>

const isTable = (value: unknown): value is Table['texts'] =>
  typeof value === 'object' &&
  value !== null &&
  Object.keys(value).length > 0 &&
  Object.keys(value).every(isLocale)

/** An error table holds its texts beside the error numbers. */
const textsIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'codes' in value && 'words' in value ? value.words : value

const files = sources.filter((path) => /= (words|errors)\(\{/.test(readFileSync(new URL(path, root), 'utf8')))
const found = await Promise.all(
  files.map(async (file) =>
    Object.entries(await load(file)).flatMap(([name, value]) => {
      const texts = textsIn(value)
      return isTable(texts) ? [{ file, name: `${file} ${name}`, texts }] : []
    }),
  ),
)
const tables: Table[] = found.flat()

const named = tables.map(({ name, texts }) => [name, texts] as const)
const placesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))].toSorted()

describe('the words of the product', () => {
  it('are all within reach of this test', () => {
    expect(files.filter((_, index) => found[index]?.length === 0)).toEqual([])
    expect(tables.length).toBeGreaterThan(10)
  })

  it.each(named)('%s has the same keys in every language', (_name, texts) => {
    expect(Object.keys(texts).toSorted()).toEqual([...locales].toSorted())
    const keys = Object.keys(texts['zh-CN'] ?? {}).toSorted()
    expect(keys.length).toBeGreaterThan(0)
    for (const locale of locales) expect(Object.keys(texts[locale] ?? {}).toSorted(), locale).toEqual(keys)
  })

  it.each(named)('%s leaves no text empty, and puts the same values into every language', (_name, texts) => {
    for (const [key, chinese] of Object.entries(texts['zh-CN'] ?? {}))
      for (const locale of locales) {
        const text = texts[locale]?.[key] ?? ''
        if (key !== 'silent') expect(text.trim(), `${locale} ${key}`).not.toBe('')
        expect(text, `${locale} ${key}`).toBe(text.trim())
        expect(placesIn(text), `${locale} ${key}`).toEqual(placesIn(chinese))
        for (const [, name] of text.matchAll(/\{(\w+)\|/g)) expect(placesIn(text)).toContain(`{${name}}`)
        expect(text).not.toContain('(s)')
      }
  })

  it('do not compile when a row lacks a language', () => {
    const lacking = { open: ['开', '開', 'Open'], close: ['关', '關'] } as const
    // @ts-expect-error -- if a missing text ever compiles, the type check reports this line.
    expect(words(lacking)['en-US'].close).toBeUndefined()
  })

  it('name each error and each rule once', () => {
    const keysOf = (kind: RegExp) =>
      tables
        .filter(({ name }) => kind.test(name))
        .flatMap(({ texts }) => Object.keys(texts['zh-CN'] ?? {}))
        .toSorted()
    for (const kind of [/contract.*Errors$/, /contract.*Rules$/]) {
      const keys = keysOf(kind)
      expect(keys.length).toBeGreaterThan(20)
      expect([...new Set(keys)]).toEqual(keys)
    }
  })
})

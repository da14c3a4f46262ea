import { globSync, readFileSync } from 'node:fs'

import { foreignReads, modules, upwardReads } from '../../apps/server/test/module-list.ts'

const folder = 'apps/server/src/modules'

/** The modules that a module imports, read from its files. Tests do not count. */
function importsOf(name: string): string[] {
  const found = new Set<string>()
  for (const path of globSync(`${folder}/${name}/**/*.ts`)) {
    if (path.endsWith('.test.ts')) continue
    const text = readFileSync(path, 'utf8')
    for (const [, other = ''] of text.matchAll(/from '\.\.\/(\w+)\/index\.ts'/g)) found.add(other)
  }
  return [...found].toSorted()
}

/** Whose tables a module reads, but for those reads that are known to lead upwards. */
function readsOf(name: string): string[] {
  const tables = (foreignReads[name] ?? []).filter((table) => !upwardReads[name]?.includes(table))
  const owners = Object.entries(modules).filter(([, { owns }]) =>
    tables.some((table) => owns.includes(table)),
  )
  return owners.map(([owner]) => owner).filter((owner) => owner !== name)
}

/** Lowest first: a module stands after all below it. Modules of one height are in the order of the alphabet. */
function inOrder(below: ReadonlyMap<string, readonly string[]>): string[] {
  const heights = new Map<string, number>()
  const height = (name: string, above: readonly string[] = []): number => {
    if (above.includes(name))
      throw new Error(`these modules need each other: ${[...above, name].join(' -> ')}`)
    const own =
      heights.get(name) ??
      1 + Math.max(0, ...(below.get(name) ?? []).map((one) => height(one, [...above, name])))
    heights.set(name, own)
    return own
  }
  return [...below.keys()].toSorted((a, b) => height(a) - height(b) || a.localeCompare(b))
}

/** What each module of the server is, which tables it owns, and which modules it imports and reads. */
export function moduleTable(): string {
  const imports = new Map(Object.keys(modules).map((name) => [name, importsOf(name)]))
  const below = new Map([...imports].map(([name, used]) => [name, [...used, ...readsOf(name)]]))
  const lines = inOrder(below).map((name) => {
    const { what, owns } = modules[name] ?? { what: '', owns: [] }
    return [
      name,
      what,
      ...[owns, imports.get(name), foreignReads[name]].map((list) => list?.join(', ') || '–'),
    ]
  })
  const head = ['module', 'what it is', 'owns the tables', 'imports', 'reads tables of others']
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)
  const upward = Object.entries(upwardReads).flatMap(([name, tables]) =>
    tables.map((one) => `- ${name} reads ${one}`),
  )
  return [
    '# Modules of the server',
    '',
    'Generated from the code by `npm run gen`. Do not edit: what a module is and owns stands in `apps/server/test/module-list.ts`, what it imports in its files. A module stands after all modules that it imports, and after those whose tables it reads, but for the reads that lead upwards (below).',
    '',
    ...table,
    '',
    `## Reads that lead upwards: ${upward.length}`,
    '',
    ...upward,
    '',
  ].join('\n')
}

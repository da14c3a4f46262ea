import { globSync, readFileSync } from 'node:fs'

import { modules } from '../../apps/server/test/module-list.ts'

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

/** Lowest first: a module stands after all that it imports. Modules of one height are in the order of the alphabet. */
function inOrder(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const height = (name: string): number => 1 + Math.max(0, ...(imports.get(name) ?? []).map(height))
  return [...imports.keys()].toSorted((a, b) => height(a) - height(b) || a.localeCompare(b))
}

/** What each module of the server is, which tables it owns, and which modules it imports. */
export function moduleTable(): string {
  const imports = new Map(Object.keys(modules).map((name) => [name, importsOf(name)]))
  const lines = inOrder(imports).map((name) => {
    const { what, owns } = modules[name] ?? { what: '', owns: [] }
    return [name, what, owns.join(', ') || '–', imports.get(name)?.join(', ') || '–']
  })
  const head = ['module', 'what it is', 'owns the tables', 'imports']
  const table = [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`)
  return [
    '# Modules of the server',
    '',
    'Generated from the code by `npm run gen`. Do not edit: what a module is and owns stands in `apps/server/test/module-list.ts`, what it imports in its files. A module stands after all modules that it imports.',
    '',
    ...table,
    '',
  ].join('\n')
}

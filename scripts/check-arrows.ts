/**
 * The dependency arrows of the architecture, as rules about paths, never about names of features:
 *
 *   packages/*   contract and machine-protocol run in browsers and on machines too: they import only zod from npm, and contract
 *                may import machine-protocol; the others run on Node and import nothing of ours
 *   server       bin -> http|gateway|worker|backup -> modules' handlers|index -> service -> queries -> model -> kernel;
 *                a module reaches another through its index.ts only; ports know no module
 *   web          app -> features -> entities -> ui -> lib; a feature never imports a feature
 *
 * and no cycles, neither of files nor of folders: modules, features and the domains of the contract each form an order.
 * Tests and seeds may import everything in their own workspace.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Path from the root of the project -> text. */
export type Sources = ReadonlyMap<string, string>
type Import = { specifier: string; kind: 'static' | 'type' | 'dynamic' }
type Layer = { name: string; files: RegExp; may: readonly string[] }

/** Which of our packages each workspace may use. */
const PACKAGES: Record<string, readonly string[]> = {
  'packages/contract': ['machine-protocol'],
  'apps/server': ['contract', 'embedded-postgres', 'machine-protocol', 'sheets'],
  'apps/web': ['contract'],
  'apps/simulator': ['machine-protocol'],
}

/** What its tests may use in addition. */
const PACKAGES_OF_TESTS: Record<string, readonly string[]> = { 'apps/server': ['simulator'] }

/** What its programs may use in addition: the demo plays virtual machines. */
const PACKAGES_OF_PROGRAMS: Record<string, readonly string[]> = { 'apps/server': ['simulator'] }

/** What these packages may import from npm and Node: they run in browsers, on the server and on machines alike. */
const NPM_FOR_PACKAGES: Record<string, readonly string[]> = {
  'packages/contract': ['zod'],
  'packages/machine-protocol': ['zod'],
}

/**
 * A file belongs to the first layer whose pattern fits. It may import its own layer and those in
 * `may`. Where the pattern names a `unit` (a module, a feature), both mean the same unit, and only
 * `other:x` reaches layer x of a different one.
 */
const LAYERS: readonly Layer[] = [
  {
    name: 'tests',
    files: /\.test\.tsx?$|^apps\/server\/test\/|^packages\/[^/]+\/src\/testing\b/,
    may: ['*'],
  },
  { name: 'seeds', files: /^apps\/server\/seeds\//, may: ['*'] },

  {
    name: 'bin',
    files: /^apps\/server\/bin\//,
    may: [
      'http',
      'gateway',
      'worker',
      'backup',
      'wiring',
      'other:handlers',
      'other:index',
      'other:service',
      'ports',
      'interfaces',
      'kernel',
      'seeds',
    ],
  },
  {
    name: 'http',
    files: /^apps\/server\/src\/http\//,
    may: ['other:handlers', 'other:index', 'ports', 'interfaces', 'kernel'],
  },
  {
    name: 'gateway',
    files: /^apps\/server\/src\/gateway\//,
    may: ['other:handlers', 'other:index', 'ports', 'interfaces', 'kernel'],
  },
  {
    name: 'worker',
    files: /^apps\/server\/src\/worker\//,
    may: ['other:index', 'ports', 'interfaces', 'kernel'],
  },
  {
    // Copies rows and files as they are, and knows no module.
    name: 'backup',
    files: /^apps\/server\/src\/backup\//,
    may: ['interfaces', 'kernel'],
  },
  {
    // Connects the hooks of modules with the modules that provide them.
    name: 'wiring',
    files: /^apps\/server\/src\/wiring\.ts$/,
    may: ['other:index', 'kernel'],
  },
  {
    name: 'handlers',
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\/handlers\.ts$/,
    may: ['index', 'service', 'other:index', 'kernel'],
  },
  {
    name: 'index',
    // A read without rules needs no service in between.
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\/index\.ts$/,
    may: ['service', 'queries', 'model', 'kernel'],
  },
  {
    // The shape of a thing and sums over it, without SQL: both rules and queries need it.
    name: 'model',
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\/[^/]+-model\.ts$/,
    may: ['kernel'],
  },
  {
    name: 'queries',
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\/[^/]+-queries\.ts$/,
    may: ['model', 'kernel'],
  },
  {
    // Rules: service.ts and whatever it is split into.
    name: 'service',
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\//,
    may: ['queries', 'model', 'other:index', 'ports', 'interfaces', 'kernel'],
  },
  {
    // The interface of an outside service: ports/sms/sms.ts.
    name: 'interfaces',
    files: /^apps\/server\/src\/ports\/([^/]+)\/\1\.ts$/,
    may: [],
  },
  { name: 'ports', files: /^apps\/server\/src\/ports\//, may: ['interfaces', 'kernel'] },
  { name: 'kernel', files: /^apps\/server\/src\/kernel\//, may: ['interfaces'] },

  { name: 'start', files: /^apps\/web\/src\/[^/]+$/, may: ['app', 'ui', 'lib'] },
  { name: 'app', files: /^apps\/web\/src\/app\//, may: ['other:feature', 'other:entity', 'ui', 'lib'] },
  {
    name: 'feature',
    files: /^apps\/web\/src\/features\/(?<unit>[^/]+)\//,
    may: ['entity', 'other:entity', 'ui', 'lib'],
  },
  {
    // What several features show of one entity: its hooks, picker, tag and name.
    name: 'entity',
    files: /^apps\/web\/src\/entities\/(?<unit>[^/]+)\//,
    may: ['entity', 'other:entity', 'ui', 'lib'],
  },
  { name: 'ui', files: /^apps\/web\/src\/ui\//, may: ['lib'] },
  { name: 'lib', files: /^apps\/web\/src\/lib\//, may: [] },
]
/** Folders that must not import each other in a circle, not even for types, because each is a domain. */
const DOMAINS: readonly RegExp[] = [
  /^apps\/server\/src\/modules\/[^/]+(?=\/)/,
  /^apps\/web\/src\/(entities|features)\/[^/]+(?=\/)/,
  /^packages\/contract\/src\/[^/]+(?=\/)/,
]

const LAYERED = /^apps\/(server|web)\/src\//

/** Every violation of the arrows, as a line of text. */
export function checkArrows(sources: Sources): string[] {
  const breaches: string[] = []
  const graph = new Map<string, string[]>()
  const folders = new Map<string, Map<string, string>>()
  for (const [from, text] of sources) {
    if (LAYERED.test(from) && !layerOf(from)) breaches.push(`${from}: belongs to no layer`)
    const next: string[] = []
    for (const { specifier, kind } of importsOf(text)) {
      const to = resolve(from, specifier, sources)
      const rule = to === undefined ? npmBreach(from, specifier) : breach(from, to, specifier)
      if (rule) breaches.push(`${from} -> ${to ?? specifier}: ${rule}`)
      if (to !== undefined && kind === 'static') next.push(to)
      if (to !== undefined) noteFolders(folders, from, to)
    }
    graph.set(from, next)
  }
  return [
    ...breaches,
    ...cyclesIn(graph).map((cycle) => `${cycle.join(' -> ')}: import cycle`),
    ...circlesIn(folders),
  ]
}

const domainOf = (path: string): string | undefined =>
  DOMAINS.flatMap((pattern) => pattern.exec(path)?.[0] ?? [])[0]

/** Stores one import for each pair of folders, so that a circle can be reported with its files. */
function noteFolders(folders: Map<string, Map<string, string>>, from: string, to: string): void {
  const [home, target] = [domainOf(from), domainOf(to)]
  if (!home || !target || home === target || layerOf(from)?.layer.name === 'tests') return
  const known = folders.get(home) ?? new Map<string, string>()
  if (!known.has(target)) known.set(target, `${from} -> ${to}`)
  folders.set(home, known)
}

function circlesIn(folders: ReadonlyMap<string, ReadonlyMap<string, string>>): string[] {
  const graph = new Map([...folders].map(([home, targets]) => [home, [...targets.keys()]]))
  return cyclesIn(graph).map((circle) => {
    const imports = circle.slice(1).map((target, i) => folders.get(circle[i] ?? '')?.get(target))
    return `${circle.join(' -> ')}: circle of folders (${imports.join('; ')})`
  })
}

function breach(from: string, to: string, specifier: string): string | undefined {
  const [home, target] = [workspaceOf(from), workspaceOf(to)]
  if (home !== target) {
    if (specifier.startsWith('.')) return 'a relative import must not leave its workspace'
    const isTest = layerOf(from)?.layer.name === 'tests'
    const allowed = [
      ...(PACKAGES[home] ?? []),
      ...((isTest && PACKAGES_OF_TESTS[home]) || []),
      ...((from.startsWith(`${home}/bin/`) && PACKAGES_OF_PROGRAMS[home]) || []),
    ]
    if (!allowed.some((name) => target === `packages/${name}` || target === `apps/${name}`)) {
      return `${home} may import ${allowed.length ? allowed.map((name) => `@slotwise/${name}`).join(', ') : 'nothing of ours'}`
    }
    if (layerOf(to)?.layer.name === 'tests' && !isTest) return 'only tests may import this'
    return undefined
  }
  const [source, goal] = [layerOf(from), layerOf(to)]
  if (!source || !goal || source.layer.may.includes('*')) return undefined
  const sameUnit = source.unit === goal.unit
  if (source.layer === goal.layer && sameUnit) return undefined
  // Layers without units have no `other:` form.
  const wanted = goal.unit !== undefined && !sameUnit ? `other:${goal.layer.name}` : goal.layer.name
  if (source.layer.may.includes(wanted)) return undefined
  const may = source.layer.may.join(', ') || 'nothing but itself'
  return `${source.layer.name} must not import ${wanted} (it may: ${may})`
}

function npmBreach(from: string, specifier: string): string | undefined {
  const home = workspaceOf(from)
  const allowed = NPM_FOR_PACKAGES[home]
  if (!allowed || layerOf(from)?.layer.name === 'tests') return undefined
  const name = specifier.split('/')[0] ?? ''
  return allowed.includes(name) ? undefined : `${home} may import only ${allowed.join(', ')} of npm`
}

function layerOf(path: string): { layer: Layer; unit: string | undefined } | undefined {
  for (const layer of LAYERS) {
    const match = layer.files.exec(path)
    if (match) return { layer, unit: match.groups?.unit }
  }
  return undefined
}

const workspaceOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** The file that an import of ours refers to; undefined for npm and Node. */
function resolve(from: string, specifier: string, sources: Sources): string | undefined {
  const ours = /^@slotwise\/([^/]+)(?:\/(.+))?$/.exec(specifier)
  if (ours) {
    const [, name = '', rest = 'index.ts'] = ours
    const isApp = [...sources.keys()].some((path) => path.startsWith(`apps/${name}/`))
    return posix.join(isApp ? 'apps' : 'packages', name, 'src', rest)
  }
  if (!specifier.startsWith('.')) return undefined
  const path = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''))
  const guesses = [path, `${path}.ts`, `${path}.tsx`, `${path}/index.ts`, `${path}/index.tsx`]
  return guesses.find((guess) => sources.has(guess)) ?? path
}

/** Imports and re-exports begin a line; this excludes texts and comments. */
function importsOf(text: string): Import[] {
  const found: Import[] = []
  const statement = /^(?:import|export)\s+(type\s+)?(?:[\w$*\s{},]+?\s+from\s*)?['"]([^'"\n]+)['"]/gm
  for (const [, type, specifier = ''] of text.matchAll(statement)) {
    found.push({ specifier, kind: type ? 'type' : 'static' })
  }
  for (const line of text.split('\n')) {
    if (/^\s*(\/\/|\/?\*)/.test(line)) continue
    for (const [, specifier = ''] of line.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)) {
      found.push({ specifier, kind: 'dynamic' })
    }
  }
  return found
}

/** One cycle for each group of files that import each other, even when the group has several cycles. */
function cyclesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []

  function visit(file: string): void {
    const at = path.indexOf(file)
    if (at >= 0) {
      cycles.push([...path.slice(at), file])
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}

function readSources(root: string): Sources {
  const sources = new Map<string, string>()
  function walk(folder: string): void {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name)
      if (entry.isDirectory()) {
        if (entry.name !== 'node_modules' && entry.name !== 'dist') walk(path)
      } else if (/\.tsx?$/.test(entry.name)) sources.set(path, readFileSync(join(root, path), 'utf8'))
    }
  }
  for (const folder of ['packages', 'apps']) walk(folder)
  return sources
}

if (import.meta.main) {
  const sources = readSources(join(import.meta.dirname, '..'))
  const breaches = checkArrows(sources)
  for (const line of breaches) console.error(line)
  console.log(`${sources.size} files, ${breaches.length} arrows the wrong way`)
  process.exitCode = breaches.length ? 1 : 0
}

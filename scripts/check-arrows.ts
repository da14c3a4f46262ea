// The dependency arrows of the architecture, over paths and never over names of features:
//
//   packages/*   import nothing of ours, and of npm only zod; contract knows what machines are: machine-protocol
//   server       bin -> http|gateway|worker -> modules' handlers|jobs|index -> service -> store -> kernel;
//                a module reaches another through its index.ts only; ports know no module
//   web          app -> features -> ui -> lib; a feature never imports a feature
//
// and no cycles. Tests and seeds may import whatever their own workspace has.

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/** Path from the root of the project -> text. */
export type Sources = ReadonlyMap<string, string>
type Import = { specifier: string; kind: 'static' | 'type' | 'dynamic' }
type Layer = { name: string; files: RegExp; may: readonly string[] }

/** Which of our packages each workspace may use. */
const PACKAGES: Record<string, readonly string[]> = {
  'packages/contract': ['machine-protocol'],
  'apps/server': ['contract', 'machine-protocol'],
  'apps/web': ['contract'],
  'apps/simulator': ['machine-protocol'],
}

/** What its tests may use beside that. */
const PACKAGES_OF_TESTS: Record<string, readonly string[]> = { 'apps/server': ['simulator'] }

/** What packages may take from npm: they run in browsers, on the server and on machines alike. */
const NPM_FOR_PACKAGES = ['zod']

/**
 * A file belongs to the first layer whose pattern fits. It may import its own layer and those in
 * `may`. Where the pattern names a `unit` (a module, a feature), both mean the same unit, and only
 * `other:x` reaches layer x of a different one.
 */
const LAYERS: readonly Layer[] = [
  { name: 'tests', files: /\.test\.tsx?$|^apps\/server\/test\//, may: ['*'] },
  { name: 'seeds', files: /^apps\/server\/seeds\//, may: ['*'] },

  {
    name: 'bin',
    files: /^apps\/server\/bin\//,
    may: [
      'http',
      'gateway',
      'worker',
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
    may: ['other:jobs', 'other:index', 'ports', 'interfaces', 'kernel'],
  },
  {
    name: 'handlers',
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\/handlers\.ts$/,
    may: ['index', 'service', 'other:index', 'kernel'],
  },
  {
    // What the worker carries out. Not in the index, so that modules can ask each other without going in circles.
    name: 'jobs',
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\/jobs\.ts$/,
    may: ['service', 'kernel'],
  },
  {
    name: 'index',
    // A question without rules needs no service in between.
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\/index\.ts$/,
    may: ['service', 'store', 'kernel'],
  },
  {
    name: 'store',
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\/(store|[^/]+-store)\.ts$/,
    may: ['kernel'],
  },
  {
    // Rules: service.ts and whatever it is split into.
    name: 'service',
    files: /^apps\/server\/src\/modules\/(?<unit>[^/]+)\//,
    may: ['store', 'other:index', 'ports', 'interfaces', 'kernel'],
  },
  {
    // What an outside service looks like to us: ports/sms/sms.ts.
    name: 'interfaces',
    files: /^apps\/server\/src\/ports\/([^/]+)\/\1\.ts$/,
    may: [],
  },
  { name: 'ports', files: /^apps\/server\/src\/ports\//, may: ['interfaces', 'kernel'] },
  { name: 'kernel', files: /^apps\/server\/src\/kernel\//, may: ['interfaces'] },

  { name: 'start', files: /^apps\/web\/src\/[^/]+$/, may: ['app', 'ui', 'lib'] },
  { name: 'app', files: /^apps\/web\/src\/app\//, may: ['other:feature', 'ui', 'lib'] },
  { name: 'feature', files: /^apps\/web\/src\/features\/(?<unit>[^/]+)\//, may: ['ui', 'lib'] },
  { name: 'ui', files: /^apps\/web\/src\/ui\//, may: ['lib'] },
  { name: 'lib', files: /^apps\/web\/src\/lib\//, may: [] },
]
const LAYERED = /^apps\/(server|web)\/src\//

/** Every breach of the arrows, as lines for people. */
export function checkArrows(sources: Sources): string[] {
  const breaches: string[] = []
  const graph = new Map<string, string[]>()
  for (const [from, text] of sources) {
    if (LAYERED.test(from) && !placeOf(from)) breaches.push(`${from}: belongs to no layer`)
    const next: string[] = []
    for (const { specifier, kind } of importsOf(text)) {
      const to = resolve(from, specifier, sources)
      const rule = to === undefined ? npmBreach(from, specifier) : breach(from, to, specifier)
      if (rule) breaches.push(`${from} -> ${to ?? specifier}: ${rule}`)
      if (to !== undefined && kind === 'static') next.push(to)
    }
    graph.set(from, next)
  }
  return [...breaches, ...cyclesIn(graph).map((cycle) => `${cycle.join(' -> ')}: import cycle`)]
}

function breach(from: string, to: string, specifier: string): string | undefined {
  const [home, target] = [workspaceOf(from), workspaceOf(to)]
  if (home !== target) {
    if (specifier.startsWith('.')) return 'a relative import must not leave its workspace'
    const isTest = placeOf(from)?.layer.name === 'tests'
    const allowed = [...(PACKAGES[home] ?? []), ...((isTest && PACKAGES_OF_TESTS[home]) || [])]
    if (!allowed.some((name) => target === `packages/${name}` || target === `apps/${name}`)) {
      return `${home} may import ${allowed.length ? allowed.map((name) => `@slotwise/${name}`).join(', ') : 'nothing of ours'}`
    }
    return undefined
  }
  const [source, goal] = [placeOf(from), placeOf(to)]
  if (!source || !goal || source.layer.may.includes('*')) return undefined
  const sameUnit = source.unit === goal.unit
  if (source.layer === goal.layer && sameUnit) return undefined
  // Layers without units have no "other" one.
  const wanted = goal.unit !== undefined && !sameUnit ? `other:${goal.layer.name}` : goal.layer.name
  if (source.layer.may.includes(wanted)) return undefined
  const may = source.layer.may.join(', ') || 'nothing but itself'
  return `${source.layer.name} must not import ${wanted} (it may: ${may})`
}

function npmBreach(from: string, specifier: string): string | undefined {
  if (!from.startsWith('packages/') || placeOf(from)?.layer.name === 'tests') return undefined
  const name = specifier.split('/')[0] ?? ''
  return NPM_FOR_PACKAGES.includes(name)
    ? undefined
    : `packages may import only ${NPM_FOR_PACKAGES.join(', ')} of npm`
}

function placeOf(path: string): { layer: Layer; unit: string | undefined } | undefined {
  for (const layer of LAYERS) {
    const match = layer.files.exec(path)
    if (match) return { layer, unit: match.groups?.unit }
  }
  return undefined
}

const workspaceOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** The file meant by an import of ours, undefined for npm and Node. */
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

/** Imports and re-exports stand at the beginning of a line, which keeps texts and comments out. */
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

/** One cycle for each group of files that import each other, however many ways round there are. */
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

// Builds the console, its pages and its service worker into dist/, puts a .br and a .gz beside every text file, and fails when
// a page needs more JavaScript than its budget allows.
import { hash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { defaultLocale } from '@slotwise/contract'
import { build } from 'vite'
import { offlineWords } from '../src/offline-words.ts'
import { pageName, writePages } from './pages.mjs'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')

/** Brotli bytes of all JavaScript that is loaded before the login page can be used, every language included. */
const loginBudget = 125_000
/** The same up to the dashboard with its charts, for a merchant who opens the console there. */
const dashboardBudget = 430_000
/** The same up to the list of devices. */
const devicesBudget = 380_000
/** What is loaded on the way to any page, besides the entry. The bell comes beside the page, and before a chart is drawn. */
const consoleParts = ['src/app/console-root.tsx', 'src/features/inbox/bell.tsx']
const devicesParts = [...consoleParts, 'src/app/device/device-list.tsx']
const dashboardParts = [
  ...consoleParts,
  'src/features/overview/overview-page.tsx',
  'src/ui/charts/chart-canvas.tsx',
]

const textFiles = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest'])
/** A page loads some forty scripts below a kilobyte; compressed they are half as large. */
const worthCompressing = 200

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** @param {Buffer} bytes */
const brotli = (bytes) =>
  toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })

/**
 * The server fills the pages for each request, so a compressed copy of them would be wrong.
 * @returns {Promise<Map<string, number>>} brotli sizes by file name
 */
async function compressAll() {
  const sizes = new Map()
  const entries = await readdir(dist, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    if (!entry.isFile() || !textFiles.has(extname(entry.name)) || /^index\..*html$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    if (bytes.length < worthCompressing) {
      sizes.set(path, bytes.length)
      continue
    }
    const [small, compatible] = await Promise.all([brotli(bytes), toGzip(bytes, { level: 9 })])
    await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, compatible)])
    sizes.set(path, small.length)
  }
  return sizes
}

/**
 * The entry, these lazy modules, and everything they import at once. The login page is part of the entry.
 * @param {import('vite').Rolldown.RolldownOutput['output']} output
 * @param {readonly string[]} lazy
 */
function loadedWith(output, lazy = []) {
  const chunks = new Map(
    output.flatMap((file) => (file.type === 'chunk' ? [/** @type {const} */ ([file.fileName, file])] : [])),
  )
  const made = (/** @type {string} */ module) => {
    const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === join(root, module))
    if (!chunk) throw new Error(`${module} is no chunk of its own`)
    return chunk.fileName
  }
  const entries = [...chunks.values()].filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName)
  const needed = new Set([...entries, ...lazy.map(made)])
  for (const name of needed) for (const imported of chunks.get(name)?.imports ?? []) needed.add(imported)
  return [...needed]
}

/** The refill list, the page at a machine and what may open on it, which work without a network. */
const offlineParts = [
  'src/app/console-root.tsx',
  'src/app/device/refill-list.tsx',
  'src/features/refills/refill-visit-page.tsx',
  'src/features/refills/kept-machines.tsx',
  'src/entities/refill/outbox-strip.tsx',
  'src/entities/refill/clear-account.ts',
  'src/entities/refill/unsent-dialog.tsx',
]
const offlinePublic = ['/favicon.svg', '/icon-192.png']

/**
 * Their scripts and styles, as paths of the site. The decoder of QR codes is loaded where the browser has none.
 * @param {import('vite').Rolldown.RolldownOutput['output']} output
 */
function offlineFiles(output) {
  const decoder = output.find(
    (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/qr/decode.js') === true,
  )
  const names = new Set([...loadedWith(output, offlineParts), ...(decoder ? [decoder.fileName] : [])])
  const styles = output.flatMap((file) =>
    file.type === 'chunk' && names.has(file.fileName) ? [...(file.viteMetadata?.importedCss ?? [])] : [],
  )
  return [...offlinePublic, ...[...names, ...new Set(styles)].map((name) => `/${name}`)].toSorted()
}

/**
 * Changes with every file: most have the hash of their content in their names, the public ones and the page do not.
 * @param {readonly string[]} files
 */
async function releaseOf(files) {
  const others = [...offlinePublic, pageName(defaultLocale, false)]
  const contents = await Promise.all(others.map((file) => readFile(join(dist, file), 'base64')))
  return hash('sha256', [...files, ...contents].join()).slice(0, 12)
}

/**
 * A service worker has a fixed name at the root of the site, which is the scope of its messages, and is one plain script.
 * @param {string} input
 * @param {readonly string[]} files
 * @param {string} release
 */
const buildWorker = (input, files, release) =>
  build({
    root,
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    publicDir: false,
    define: {
      __OFFLINE_FILES__: JSON.stringify(files),
      __OFFLINE_RELEASE__: JSON.stringify(release),
      __OFFLINE_WORDS__: JSON.stringify(offlineWords),
    },
    build: {
      emptyOutDir: false,
      rolldownOptions: {
        input,
        output: { format: 'iife', entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  })

const kB = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`

const result = await build({ root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
if (Array.isArray(result) || !('output' in result)) throw new Error('expected one build')
await writePages()
const offline = offlineFiles(result.output)
await buildWorker(join(root, 'src/push-worker.ts'), offline, await releaseOf(offline))
const sizes = await compressAll()
const sizeOf = (/** @type {string} */ file) => sizes.get(join(dist, file)) ?? 0

/**
 * @param {string} page
 * @param {readonly string[]} files
 * @param {number} budget
 */
function judge(page, files, budget) {
  const total = files.reduce((sum, file) => sum + sizeOf(file), 0)
  for (const file of files) console.log(`  ${file}  ${kB(sizeOf(file))}`)
  console.log(`${page}: ${kB(total)} of JavaScript (brotli), budget ${kB(budget)}`)
  if (total <= budget) return
  console.error(`The ${page} is over its budget: something heavy is imported on the way to it.`)
  process.exitCode = 1
}

judge('login page', loadedWith(result.output), loginBudget)
judge('list of devices', loadedWith(result.output, devicesParts), devicesBudget)
judge('dashboard', loadedWith(result.output, dashboardParts), dashboardBudget)
